/* Spells that have been cast already, with what was announced for them. */
#include "cards/ir_args.h"
#include "rules/cast/cast.h"
#include "scenario/run_private.h"
#include "state/setup.h"

/* --- the spell -------------------------------------------------------------------------------- */

/* The face a card is cast as when it is called so. */
static u32 face_cast(const CardDb *db, u32 card, u32 face) {
  switch (carddb_card(db, card)->layout) {
    case LAYOUT_TRANSFORM:
    case LAYOUT_MELD:
    case LAYOUT_FLIP: return 0;
    default: return face;
  }
}

/* How often an optional cost has been paid for it. */
static i64 times_paid(Runner *r, const ScenarioClauses *clauses, u32 ability, Ref spell) {
  Word label = (Word)node_arg(r->db, carddb_ability(r->db, ability)->node, ARG_OPTIONAL_COST_LABEL);
  u32 entry = paying_entry(r, clauses, label, ability, spell);
  if (entry < clauses->paying.count) return clauses->paying.data[entry].times;
  return label == W_KICKER || label == W_MULTIKICKER ? clauses->kicked : 0;
}

/* What was paid and how it was cast, as its abilities will ask for it. */
static void put_cast(Runner *r, const ScenarioClauses *clauses, u32 slot, u32 player) {
  Game *g = r->play.g;
  Heap paid = 0;
  Word method = 0;
  u32 count = ability_count(g, slot);
  for (u32 i = 0; i < count; i++) {
    u32 ability = ability_get(g, slot, i).ability;
    const AbilityDef *def = carddb_ability(r->db, ability);
    if (def->op == IR_OPTIONAL_COST) {
      i64 times = times_paid(r, clauses, ability, object_ref(g, slot));
      Word label = (Word)node_arg(r->db, def->node, ARG_OPTIONAL_COST_LABEL);
      if (times <= 0) continue;
      paid_push(g, &paid, (Paid){.keyword = label, .times = (u32)times, .ability = ability});
    }
    if (def->op == IR_ALTERNATIVE_COST && clauses->via.text.length > 0) {
      Word label = (Word)node_arg(r->db, def->node, ARG_ALTERNATIVE_COST_LABEL);
      if (text_begins(r, word_text(label), clauses->via.text)) method = label;
    }
  }
  CastInfo *cast = HEAP_AT(g, CastInfo, stack_item_of(g, slot)->cast);
  *cast = (CastInfo){
      .method = method, .from = ZONE_HAND, .was_cast = 1, .player = (u8)player, .paid = paid, .x = clauses->x};
  if (clauses->given & SCENARIO_CLAUSE_FROM) cast->from = (u8)clauses->from;
}

static void put_looks(Runner *r, const ScenarioItem *item, u32 slot, u32 player, u32 card, u32 face) {
  Game *g = r->play.g;
  bool hidden = item->clauses.given & SCENARIO_CLAUSE_FACE_DOWN;
  if (hidden) setup_status(g, slot, STATUS_FACE_DOWN, FACE_DOWN_MORPH);
  setup_face(g, slot, face_cast(r->db, card, face));
  setup_controller(g, slot, item->controller ? item->controller->player : player);
  if (item->copy_of.text.length > 0) object_row(g, slot)->cv = carddb_find(r->db, item->copy_of.text, NULL);
  if (item->flags & 1u << SCENARIO_FLAG_COMMANDER) setup_commander(g, slot);
}

typedef struct Putting {
  const ScenarioItem *item;
  u32 player, slot;
} Putting;

static bool put_spell(Runner *r, void *arg) {
  Putting *p = arg;
  Game *g = r->play.g;
  u32 face, card = carddb_find(r->db, p->item->name.text, &face);
  u32 slot = setup_card(g, p->player, card, ZONE_STACK, UINT32_MAX);
  p->slot = slot;
  Heap ext = HEAP_NEW(g, StackItem);
  Heap cast = HEAP_NEW(g, CastInfo);
  object_row(g, slot)->ext = ext;
  StackItem *item = stack_item_of(g, slot);
  item->source = object_ref(g, slot);
  item->cast = cast;
  put_looks(r, p->item, slot, p->player, card, face);
  facts_changed(g, ~(Facts)0); /* what was set up was not announced as changes */
  CastContext s = context_of_stack(g, slot);
  Heap env = spell_env(g, &s);
  stack_item_of(g, slot)->env = env;
  env_set_number(g, env, SLOT_X, p->item->clauses.x);
  put_cast(r, &p->item->clauses, slot, object_row(g, slot)->controller);
  facts_changed(g, FACT_ZONES | FACT_COPY);
  return setup_chosen(r, p->item, slot);
}

/* --- its modes and targets -------------------------------------------------------------------- */

typedef struct Beginning {
  void (*begin)(Game *g, u32 stack_slot);
  u32 slot;
} Beginning;

static bool begin_choice(Runner *r, void *arg) {
  const Beginning *b = arg;
  Game *g = r->play.g;
  r->play.doing.frame = count_of(g, T_FRAMES);
  b->begin(g, b->slot);
  return true;
}

/* Whether the choosing frame is still at work. */
static bool choosing(Game *g, void *user) { return count_of(g, T_FRAMES) <= *(const u32 *)user; }

static bool choose(Runner *r, void (*begin)(Game *g, u32 stack_slot), const Putting *p) {
  Beginning b = {begin, p->slot};
  if (!run_guard(r, begin_choice, &b)) return false;
  u32 frame = r->play.doing.frame;
  for (;;) {
    if (game_resume_until(r->play.g, choosing, &frame)) return run_game_failed(r);
    if (!run_waits(r)) break;
    bool waits;
    if (!run_arrive(r) || !run_answer(r, &waits)) return false;
  }
  if (core(r->play.g)->ret) return true;
  return run_fail(r, p->item->place, "no legal modes or targets for %.*s (601.2b, 601.2c)",
                  (int)p->item->name.text.length, p->item->name.text.data);
}

/* Nothing has triggered, and nothing has happened. */
static bool forget_events(Runner *r, void *unused) {
  (void)unused;
  Game *g = r->play.g;
  for (u32 i = 0; i < count_of(g, T_PENDING); i++) env_free(g, row_PENDING(g, i)->env);
  table_drop(g, T_PENDING, count_of(g, T_PENDING));
  return true;
}

static bool cast_spell(Runner *r, const ScenarioItem *item, u32 player, u32 *slot) {
  Putting p = {.item = item, .player = player};
  if (!run_guard(r, put_spell, &p)) return false;
  *slot = p.slot;
  if (!doing_begin(r, &item->clauses, NULL, 0)) return false;
  /* These have been said; what was paid needs no asking. */
  r->play.doing.x_said = true;
  r->play.doing.kicked = 0;
  for (u32 i = 0; i < item->clauses.paying.count && i < COUNT_OF(r->play.doing.times); i++)
    r->play.doing.times[i] = item->clauses.paying.data[i].times;
  r->setting_up = true;
  bool chosen = choose(r, modes_begin, &p) && choose(r, targets_begin, &p);
  r->setting_up = false;
  bool said = chosen && doing_end(r);
  r->play.doing.clauses = NULL;
  return said;
}

static bool object_cast(Runner *r, const ScenarioItem *item, u32 player, u32 place, u32 *slot) {
  if (item->zone != ZONE_STACK) return true;
  if (!cast_spell(r, item, player, slot)) return false;
  setup_named(r, item, place, *slot);
  return run_guard(r, forget_events, NULL);
}

bool setup_stack(Runner *r) { return setup_each(r, object_cast); }
