/* Keywords that cards/keywords.ir defines announce the rule that says what they mean (702), where an ability that
   stands for one is carried out. */
#include "cards/ir_args.h"
#include "rules/rules.h"
#include "state/objects.h"

/* How many instances of a keyword an object has. */
static u32 instances(Game *g, u32 slot, Word keyword) {
  u32 n = 0, count = ability_count(g, slot);
  for (u32 i = 0; i < count; i++) n += carddb_ability(g->db, ability_get(g, slot, i).ability)->keyword == keyword;
  return n;
}

void keyword_announce(Game *g, u32 slot, u32 ability) {
  if (!g->listener || !g->listener->rule) return;
  const AbilityDef *keyword = carddb_ability(g->db, carddb_keyword_of(g->db, ability));
  const KeywordDef *def = keyword->node ? carddb_keyword_def(g->db, keyword->node) : NULL;
  if (!def || !def->rule) return;
  RULE(g, def->rule);
  if (def->each && slot && instances(g, slot, keyword->keyword) > 1) RULE(g, def->each);
}
