/* Keywords that cards/keywords.ir defines announce the rule that says what they mean (702), where an ability that
   stands for one is carried out. */
#include "cards/ir_args.h"
#include "rules/query/query.h"
#include "state/objects.h"
#include "state/unnamed.h"

/* Keywords of which several instances do no more than one; those written with a quality are not among them. */
static const struct {
  Word keyword;
  const char *rule;
} REDUNDANT[] = {
    {W_DEATHTOUCH, "702.2f"},      {W_DEFENDER, "702.3c"},    {W_DOUBLE_STRIKE, "702.4e"}, {W_FIRST_STRIKE, "702.7d"},
    {W_FLASH, "702.8b"},           {W_FLYING, "702.9c"},      {W_HASTE, "702.10d"},        {W_HEXPROOF, "702.11h"},
    {W_INDESTRUCTIBLE, "702.12c"}, {W_INTIMIDATE, "702.13c"}, {W_LIFELINK, "702.15f"},     {W_REACH, "702.17c"},
    {W_SHROUD, "702.18b"},         {W_TRAMPLE, "702.19g"},    {W_VIGILANCE, "702.20c"},    {W_SHADOW, "702.28c"},
    {W_HORSEMANSHIP, "702.31c"},   {W_FEAR, "702.36c"},       {W_CONVOKE, "702.51d"},      {W_SPLIT_SECOND, "702.61c"},
    {W_DELVE, "702.66c"},          {W_WITHER, "702.80d"},     {W_INFECT, "702.90f"},       {W_MENACE, "702.111c"},
    {W_SKULK, "702.118c"},         {W_IMPROVISE, "702.126c"},
};

/* How many instances of a keyword, with whatever parameters, an object has. */
static u32 instances(Game *g, u32 slot, Word keyword) {
  u32 n = 0, count = ability_count(g, slot);
  for (u32 i = 0; i < count; i++) n += carddb_ability(g->db, ability_get(g, slot, i).ability)->keyword == keyword;
  return n;
}

void keyword_asked(Game *g, u32 slot, Word keyword) {
  if (!HEARD(g) || !HEARD(g)->rule) return;
  for (u32 i = 0; i < COUNT_OF(REDUNDANT); i++)
    if (REDUNDANT[i].keyword == keyword && instances(g, slot, keyword) > 1) RULE(g, REDUNDANT[i].rule);
}

void ability_announce(Game *g, u32 slot, u32 ability) {
  if (!HEARD(g)) return;
  if (HEARD(g)->ability && ability) HEARD(g)->ability(HEARD(g)->user, ability);
  if (!HEARD(g)->rule) return;
  const AbilityDef *keyword = carddb_ability(g->db, carddb_keyword_of(g->db, ability));
  const KeywordDef *def = keyword->node ? carddb_keyword_def(g->db, keyword->node) : NULL;
  if (!def || !def->rule) return;
  RULE(g, def->rule);
  if (def->each && slot && instances(g, slot, keyword->keyword) > 1) RULE(g, def->each);
}

bool is_foretold(const Game *g, Ref ref) { return foretold_by(g, ref) != 0; }

void face_down_reveal(Game *g, u32 player) {
  u8 everyone = players_all(g);
  for (u32 slot = 1; slot < count_of(g, T_OBJECTS); slot++) {
    Object *o = object_row(g, slot);
    bool there = object_hidden(o);
    bool exiled = o->zone == ZONE_EXILE && o->flags & OBJECT_EXILED_FACE_DOWN && is_foretold(g, object_ref(g, slot));
    if (!(there || exiled) || (player != PLAYER_NONE && o->owner != player)) continue;
    RULE(g, there ? "708.9" : "702.143f");
    o->known = everyone;
  }
}
