/* The validator: the contents of events and effects, by kind. */
#include "cards/ir.h"
#include "state/payload.h"
#include "state/validate_internal.h"

enum { MANA_KINDS_MADE = 6 }; /* colors and colorless */

static IrSort sort_of(const Game *g, Node node) { return node ? ir_op_info(node_op(g->db, node))->sort : SORT_NONE; }

static bool word_fits(EventWord type, u32 word) {
  switch (type) {
    case WORD_OF_NOTHING: return word == 0;
    case WORD_OF_ZONE_1: return word <= ZONE_COUNT;
    case WORD_OF_MANA: return (word & 0xff) < MANA_KINDS_MADE && word >> 8 <= 7;
    case WORD_OF_COUNTER: return word == 0 || word_class((Word)word) == WC_COUNTER;
    case WORD_OF_STEP: return word == 0 || word_class((Word)word) == WC_STEP;
    default: return true; /* the walk has checked it */
  }
}

static bool amount_fits(EventAmount type, i64 amount, u32 row) {
  switch (type) {
    case AMOUNT_NOTHING: return amount == 0;
    case AMOUNT_COUNT: return amount >= 0;
    case AMOUNT_ROW_1: return amount >= 0 && amount <= row;
    default: return true;
  }
}

static bool holds_fits(const Game *g, const Event *ev, EventHolds holds) {
  bool enters = ev->kind == EVENT_MOVE && ev->to == ZONE_BATTLEFIELD && !(ev->flags & EVF_COMPONENT);
  switch (holds) {
    case HOLDS_MAY_ENTER: return ev->node == 0 && (!enters || ev->entry || ev->flags & (EVF_GONE | EVF_HAPPENED));
    case HOLDS_ENTERS: return ev->entry || ev->flags & (EVF_GONE | EVF_HAPPENED);
    case HOLDS_MAY_ACT: return !ev->entry && (!ev->node || (sort_of(g, ev->node) == SORT_ACT && ev->env));
    case HOLDS_ACTS: return !ev->entry && sort_of(g, ev->node) == SORT_ACT && (ev->env || ev->flags & EVF_HAPPENED);
    default: return !ev->entry && !ev->node;
  }
}

/* Whether an entry's programs all have variables, and a card could have its face. */
static bool entry_fits(const Game *g, Heap entry) {
  if (!entry) return true;
  const Entry *en = HEAP_AT(g, Entry, entry);
  for (u32 i = 0; i < list_count(g, en->also); i++)
    if (!list_get(g, en->also, i)) return false;
  return en->face < FACES_SHOWN && (!en->copy_and || en->copy_and_env);
}

static bool check_event(Check *c, u32 row) {
  const Event *ev = row_EVENTS(c->g, row);
  const Payload *payload = event_payload(ev->kind);
  const char *wrong = ev->kind == EVENT_NONE                                        ? "has no kind"
                      : payload->somebody && ev->player == PLAYER_NONE              ? "is about no player"
                      : !word_fits((EventWord)payload->word, ev->word)              ? "has a word of another kind"
                      : !amount_fits((EventAmount)payload->amount, ev->amount, row) ? "has another amount"
                      : !holds_fits(c->g, ev, (EventHolds)payload->holds)           ? "holds something else"
                      : !entry_fits(c->g, ev->entry)                                ? "enters as nothing can"
                      : ev->parent > row                                            ? "is contained in a later one"
                      : ev->flags & EVF_COMPONENT && !ev->parent                    ? "is contained in none"
                                                                                    : NULL;
  return !wrong || fault(c, "EVENTS row %u of kind %u %s", row, ev->kind, wrong);
}

static bool check_history(Check *c, u32 row) {
  const History *h = row_HISTORY(c->g, row);
  const Payload *payload = event_payload(h->kind);
  if (word_fits((EventWord)payload->word, h->word)) return true;
  return fault(c, "HISTORY row %u of kind %u has a word of another kind", row, h->kind);
}

static const u16 EFFECT_FLAGS[EFFECT_KINDS] = {
    [EFFECT_CONTINUOUS] = EFFECT_ENTERING | EFFECT_NEXT_SPELL,
    [EFFECT_RULES] = EFFECT_RETURNS | EFFECT_USED,
    [EFFECT_REPLACEMENT] = EFFECT_ONCE | EFFECT_USED,
    [EFFECT_TRIGGER] = EFFECT_ONCE | EFFECT_USED,
    [EFFECT_COPY] = EFFECT_FROZEN,
    [EFFECT_FACE_DOWN] = EFFECT_ENTERING,
};

/* Whether an effect has the fields that its kind needs. */
static bool effect_fits(const Game *g, const Effect *f) {
  const bool acts = f->env && sort_of(g, f->node) == SORT_ACT;
  if (f->flags & ~(u32)EFFECT_FLAGS[f->kind] || !f->acquisition) return false;
  if (f->flags & EFFECT_NEXT_SPELL &&
      !(f->kind == EFFECT_CONTINUOUS && acts && node_op(g->db, f->node) == IR_APPLY_NEXT))
    return false;
  if (f->flags & EFFECT_FROZEN && (f->kind != EFFECT_COPY || list_count(g, f->objects) != 1)) return false;
  switch ((EffectKind)f->kind) {
    case EFFECT_CONTINUOUS: return !f->node || acts;
    case EFFECT_RULES:
      if (f->flags & EFFECT_RETURNS) return !f->node && f->amount >= 0 && f->amount <= ZONE_NONE;
      return acts && node_op(g->db, f->node) == IR_APPLY_RULE;
    case EFFECT_REPLACEMENT: return acts && (!f->ability || carddb_ability(g->db, f->ability)->op == IR_REPLACEMENT);
    case EFFECT_TRIGGER: return f->env && f->ability && carddb_ability(g->db, f->ability)->op == IR_TRIGGERED;
    case EFFECT_COPY:
    case EFFECT_FACE_DOWN: return f->cv && !f->node;
    default: return false;
  }
}

/* Maximum number of times that a keyword is gained again. */
enum { GAINED_AGAIN = 1 << 16 };

static bool mod_fits(const Game *g, const Mod *mod) {
  switch (mod->op) {
    case IR_M_GAIN: return (mod->a || mod->word) && mod->y >= 0 && mod->y <= GAINED_AGAIN;
    case IR_M_LOSE_KEYWORD: return mod->word && (!mod->a || sort_of(g, mod->a) == SORT_COND);
    case IR_M_CANT_HAVE: return mod->word != 0;
    case IR_M_SWAP_WORD: return words_alike(mod->word, (Word)mod->a);
    default: return true;
  }
}

/* Whether all items of a list are modifications. */
static bool mods_fit(const Game *g, Heap mods) {
  for (u32 i = 0; i + 2 < list_count(g, mods); i += 3) {
    Mod mod;
    memcpy(&mod, row_HEAP(g, mods + 1 + i), sizeof mod);
    if (!mod_fits(g, &mod)) return false;
  }
  return true;
}

/* A permission to cast comes from a rule or an action that gives it. */
static bool permission_fits(const Game *g, Node permission) {
  return !permission || node_op(g->db, permission) == IR_R_MAY_PLAY || sort_of(g, permission) == SORT_ACT;
}

/* Where a card was that is being cast: it was neither a permanent nor a spell. */
static bool place_fits(const Game *g, const ChosenPlace *place) {
  return !zone_is_open((Zone)place->zone) && !place->status && !(place->known & ~players_all(g));
}

/* Only permanents assign combat damage. */
static bool check_chosen(Check *c, u32 row) {
  const Game *g = c->g;
  const Chosen *chosen = row_CHOSEN(g, row);
  bool fits = true;
  switch (chosen->kind) {
    case CHOSEN_SHARE: fits = object_row(g, chosen->share.slot)->zone == ZONE_BATTLEFIELD; break;
    case CHOSEN_UNBLOCKED: fits = object_row(g, chosen->unblocked.slot)->zone == ZONE_BATTLEFIELD; break;
    case CHOSEN_PLACE: fits = place_fits(g, &chosen->place); break;
    case CHOSEN_LOOKS: fits = permission_fits(g, chosen->looks.permission) && chosen->looks.face < FACES_SHOWN; break;
    default: break;
  }
  return fits || fault(c, "CHOSEN row %u of kind %u holds something else", row, chosen->kind);
}

/* Terms belong to an action that adds mana. */
static bool check_mana(Check *c, u32 row) {
  Node terms = row_MANA(c->g, row)->terms;
  IrOp op = terms ? node_op(c->g->db, terms) : IR_ADD_MANA;
  return op == IR_ADD_MANA || op == IR_ADD_MANA_CHOICE || fault(c, "MANA row %u has other terms", row);
}

static bool is_step(u64 word) { return word < WORD_COUNT && word_class((Word)word) == WC_STEP; }

static bool check_due(Check *c, u32 row) {
  const Due *due = row_DUE(c->g, row);
  bool steps = due->kind == DUE_SKIP_STEP || due->kind == DUE_EXTRA_STEP;
  bool after = due->kind != DUE_EXTRA_STEP || due->n == 0 || is_step((u64)due->n);
  return !steps || (is_step(due->a) && after) || fault(c, "DUE row %u of kind %u names no step", row, due->kind);
}

/* Only triggered abilities trigger, or the action of a reflexive trigger (603.12). */
static bool check_pending(Check *c, u32 row) {
  u32 ability = row_PENDING(c->g, row)->ability, op = carddb_ability(c->g->db, ability)->op;
  return op == IR_TRIGGERED || op == IR_SPELL || fault(c, "PENDING row %u is ability %u", row, ability);
}

static bool check_effect(Check *c, u32 row) {
  const Effect *f = row_EFFECTS(c->g, row);
  if (!f->id || (effect_fits(c->g, f) && mods_fit(c->g, f->mods))) return true;
  return fault(c, "EFFECTS row %u is no effect of kind %u", row, f->kind);
}

static bool check_copied(Check *c, u32 row) {
  if (row_is_free(c->g, T_CVS, row) || mods_fit(c->g, row_CVS(c->g, row)->mods)) return true;
  return fault(c, "CVS row %u has a modification that is none", row);
}

bool check_payloads(Check *c) {
  static const struct {
    TableId table;
    bool (*check)(Check *c, u32 row);
  } ROWS[] = {{T_EFFECTS, check_effect}, {T_CVS, check_copied}, {T_EVENTS, check_event},    {T_HISTORY, check_history},
              {T_CHOSEN, check_chosen},  {T_MANA, check_mana},  {T_PENDING, check_pending}, {T_DUE, check_due}};
  for (u32 i = 0; i < COUNT_OF(ROWS); i++)
    for (u32 row = 0; row < count_of(c->g, ROWS[i].table); row++)
      if (!ROWS[i].check(c, row)) return false;
  return true;
}
