/* What an object is called, which may be more than one name (201.2, 709.4a, 612.7). */
#include "rules/query/eval.h"

static bool is_of_halves(Str name) {
  for (u32 i = 0; i + 1 < name.length; i++)
    if (name.data[i] == '/' && name.data[i + 1] == '/') return true;
  return false;
}

/* Whether the whole name of a split card is made of that of a half (709.4a). */
static bool has_half_named(const Game *g, StrId whole, StrId name) {
  Str text = intern_text(&g->db->names, whole);
  u32 card = is_of_halves(text) ? carddb_find_whole(g->db, text) : 0;
  const CardDef *def = card ? carddb_card(g->db, card) : NULL;
  if (!def || !def->combined) return false;
  bool found = false;
  for (u32 i = 0; i < def->faces; i++) found |= carddb_face(g->db, def->face + i)->chars.name == name;
  if (found) RULE(g, "709.4a");
  return found;
}

/* Whether a nonlegendary creature card is called so (612.7). */
static bool names_creature(const Game *g, StrId name) {
  u32 face = 0, card = carddb_find(g->db, intern_text(&g->db->names, name), &face);
  if (!card) return false;
  const Chars *c = &carddb_face(g->db, carddb_card(g->db, card)->face + face)->chars;
  return c->types & TYPE(CREATURE) && !(c->supertypes & SUPERTYPE(LEGENDARY));
}

bool chars_named(const Game *g, const Chars *c, StrId name) {
  if (!name || !c->name) return false;
  if (c->name == name || has_half_named(g, c->name, name)) return true;
  return c->has & HAS_CREATURE_NAMES && names_creature(g, name);
}

bool chars_share_name(const Game *g, const Chars *a, const Chars *b) {
  if (!a->name || !b->name) return false;
  return a->has & b->has & HAS_CREATURE_NAMES || chars_named(g, a, b->name) || chars_named(g, b, a->name);
}

bool eval_share_name(const Eval *e, Ref a, Ref b) {
  const Chars *found = eval_chars(e, a);
  if (!found) return false;
  const Chars first = *found; /* the table may move */
  const Chars *second = eval_chars(e, b);
  return second && chars_share_name(e->g, &first, second);
}
