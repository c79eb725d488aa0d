/* The steps that casting a spell and activating an ability share: announcing (601.2b–e) and paying (601.2f–h). */
#include "rules/cast/casting.h"

/* --- optional costs (601.2b, 118.8b) --------------------------------------------------------------------- */

void paid_add(const CastContext *s, Word label, u32 ability, u32 acquisition, i64 times) {
  Game *g = s->g;
  u32 instance = acquisition == object_row(g, s->slot)->acquisition ? 0 : acquisition;
  Heap cast = context_item(s)->cast, paid = HEAP_AT(g, CastInfo, cast)->paid;
  paid_push(g, &paid, (Paid){.keyword = label, .times = (u32)times, .ability = ability, .acquisition = instance});
  HEAP_AT(g, CastInfo, cast)->paid = paid;
}

void paid_remove(const CastContext *s) {
  Game *g = s->g;
  paid_drop(g, HEAP_AT(g, CastInfo, context_item(s)->cast)->paid);
}

/* How often the cost can be paid, at most `most` times: each time more must leave all else possible, the optional costs
   from `later` on paid or not. */
static i64 times_possible(const CastContext *s, PaymentContext *payment, const AbilityInst *inst, Word label, i64 most,
                          u32 later) {
  i64 times = 0;
  for (; times < most; times++) {
    paid_add(s, label, inst->ability, inst->acquisition, times + 1);
    bool possible = announceable(s, later, payment, NULL);
    paid_remove(s);
    if (!possible) break;
  }
  return times;
}

/* `later`: the abilities whose costs are announced after this one's. Not to pay is offered if the spell can be cast so. */
static Flow optional_ask(Game *g, const CastContext *s, const AbilityInst *inst, u32 later) {
  Node node = carddb_ability(g->db, inst->ability)->node;
  Word label = (Word)node_arg(g->db, node, ARG_OPTIONAL_COST_LABEL);
  i64 most = node_int(g->db, node, ARG_OPTIONAL_COST_TIMES);
  bool once = most <= 1;
  PaymentContext payment;
  payment_context_begin(g, s->player, &payment);
  i64 times = times_possible(s, &payment, inst, label, once ? 1 : num_min(most, NUMBERS_OFFERED - 1), later);
  bool without = times == 0 || announceable(s, later, &payment, NULL);
  payment_context_end(&payment);
  RULE(g, "601.2b");
  frame_top(g)->step = ANNOUNCE_OPTIONAL_TAKEN;
  decide_begin(g, DECISION_OPTIONAL_COST, s->player, s->ref, "601.2b");
  Decision *d = &core(g)->decision;
  d->ability = inst->ability;
  d->node = node;
  d->max = times;
  if (once && without) decide_simple(g, OPTION_NO);
  if (once && times > 0) decide_simple(g, OPTION_YES);
  for (i64 n = !without; !once && n <= times; n++) decide_number(g, n);
  return decide_end(g);
}

/* a[AN_CURSOR] is the ability looked at next. */
static Flow announce_optional(Game *g, Frame *f) {
  u32 frame = frame_index(g), at = (u32)f->a[AN_CURSOR];
  CastContext s = context_of_frame(g, frame);
  u32 count = context_ability_count(&s);
  for (; at < count; at++) {
    AbilityInst inst = context_ability(&s, at);
    if (carddb_ability(g->db, inst.ability)->op != IR_OPTIONAL_COST) continue;
    frame_at(g, frame)->a[AN_CURSOR] = at;
    return optional_ask(g, &s, &inst, at + 1);
  }
  frame_at(g, frame)->step = ANNOUNCE_MODES;
  return FLOW_STEP;
}

static Flow optional_taken(Game *g, Frame *f) {
  const Option taken = *decide_taken(g);
  u32 frame = frame_index(g), at = (u32)f->a[AN_CURSOR]++;
  f->step = ANNOUNCE_OPTIONAL;
  i64 times = taken.kind == OPTION_YES ? 1 : taken.kind == OPTION_NUMBER ? taken.n : 0;
  if (times <= 0) return FLOW_STEP;
  CastContext s = context_of_frame(g, frame);
  AbilityInst inst = context_ability(&s, at);
  Node node = carddb_ability(g->db, inst.ability)->node;
  paid_add(&s, (Word)node_arg(g->db, node, ARG_OPTIONAL_COST_LABEL), inst.ability, inst.acquisition, times);
  spell_changed(g); /* an effect may ask whether it was paid */
  return FLOW_STEP;
}

/* --- choices among costs, {X}, symbols (601.2b) ---------------------------------------------------------------- */

static void announce_row(Game *g, u32 frame, Option row) {
  chosen_option(g, row);
  frame_at(g, frame)->a[AN_COUNT]++;
}

static bool payable_announcing(Game *g, u32 frame, Option row) {
  announce_row(g, frame, row);
  CastContext s = context_of_frame(g, frame);
  bool payable = cost_reads_targets(&s) ? announceable(&s, OPTIONAL_ANNOUNCED, NULL, NULL) : context_payable(&s);
  frame_at(g, frame)->a[AN_COUNT]--;
  table_drop(g, T_CHOSEN, 1);
  return payable;
}

static Flow announce_fail(Game *g) {
  frame_top(g)->step = ANNOUNCE_FAILED;
  return FLOW_STEP;
}

static Flow announce_either(Game *g) {
  u32 frame = frame_index(g);
  CastContext s = context_of_frame(g, frame);
  CostTotal t;
  cost_total(&s, 0, &t);
  frame_at(g, frame)->step = t.either ? ANNOUNCE_EITHER_TAKEN : ANNOUNCE_X;
  if (!t.either) return FLOW_STEP;
  decide_begin(g, DECISION_OPTION, s.player, s.ref, "601.2b");
  core(g)->decision.node = t.either;
  return offer_either(g, t.either, frame, payable_announcing) ? decide_end(g) : announce_fail(g);
}

void context_set_x(const CastContext *s, i64 x) {
  Game *g = s->g;
  env_set_number(g, s->env, SLOT_X, x);
  if (s->stack) HEAP_AT(g, CastInfo, stack_item_of(g, s->stack)->cast)->x = x;
}

/* The values with which what is announced can be completed. */
static Flow announce_x(Game *g) {
  u32 frame = frame_index(g);
  CastContext s = context_of_frame(g, frame);
  frame_at(g, frame)->step = ANNOUNCE_SYMBOL;
  if (!cost_has_x(&s)) return FLOW_STEP;
  RULE(g, "107.3a");
  frame_at(g, frame)->step = ANNOUNCE_X_TAKEN;
  PaymentContext payment;
  bool priced = cost_reads_targets(&s), falls = priced && cost_falls_by_targets(&s);
  /* If it costs no less with targets, it is tried without them first where it becomes dear. */
  bool rises = priced && !falls && cost_counts_targets(&s);
  payment_context_begin(g, s.player, &payment);
  decide_begin(g, DECISION_X, s.player, s.ref, "601.2b");
  i64 x = 0, most = 0;
  for (; x < NUMBERS_OFFERED; x++) {
    context_set_x(&s, x);
    bool dear = rises && x + 2 >= payment.estimate.total && !payment_context_pays(&payment, &s);
    SOUND_ANEW(g, !dear || !announceable(&s, OPTIONAL_ANNOUNCED, &payment, NULL));
    if (dear ||
        (priced ? !announceable(&s, OPTIONAL_ANNOUNCED, &payment, NULL) : !payment_context_pays(&payment, &s))) {
      /* What is priced by its targets may lack only them, or be cheaper with some. */
      bool others = x < X_LOOKED_AT && (cost_chooses_by_x(&s) || falls);
      if (!others && (dear || !(priced && payment_context_pays(&payment, &s)))) break;
      continue;
    }
    most = x;
    if (context_targets_exist(&s) && (!s.spell || cast_allowed(&s))) decide_number(g, x); /* 601.3a */
  }
  core(g)->decision.max = most;
  payment_context_end(&payment);
  context_set_x(&s, 0); /* how far was looked is no part of the state */
  if (count_of(g, T_OPTIONS)) return decide_end(g);
  core(g)->decision.kind = DECISION_NONE;
  return announce_fail(g);
}

static Flow announce_symbol(Game *g) {
  u32 frame = frame_index(g);
  CastContext s = context_of_frame(g, frame);
  CostTotal t;
  cost_total(&s, 0, &t);
  frame_at(g, frame)->step = t.open ? ANNOUNCE_SYMBOL_TAKEN : ANNOUNCE_TARGETS;
  if (!t.open) return FLOW_STEP;
  RULE(g, "118.13a");
  decide_begin(g, DECISION_SYMBOL, s.player, s.ref, "601.2b");
  return offer_symbol(g, t.open, frame, payable_announcing) ? decide_end(g) : announce_fail(g);
}

/* --- modes and targets ------------------------------------------------------------------------------------------- */

static Flow begin_modes(Game *g, Frame *f) {
  u32 stack = announced_item(g, f);
  f->step = ANNOUNCE_MODES_CHOSEN;
  core(g)->ret = 1;
  if (stack) announce_modes(g, stack); /* a mana ability chooses as it resolves */
  return FLOW_STEP;
}

static Flow begin_targets(Game *g, Frame *f) {
  u32 stack = announced_item(g, f);
  const CardForm *form = form_straight(g, frame_index(g));
  f->step = ANNOUNCE_TARGETS_CHOSEN;
  core(g)->ret = 1;
  if (form && form->targets == TARGETS_NONE) {
    f->step = ANNOUNCE_PAY;
    return FLOW_STEP;
  }
  if (stack) announce_targets(g, stack);
  return FLOW_STEP;
}

/* --- spells that leave little to announce -------------------------------------------------------------------------- */

const CardForm *form_straight(Game *g, u32 frame) {
  const Frame *f = frame_at(g, frame);
  u32 stack = announced_item(g, f);
  if (!game_is_quick(g) || f->proc != PROC_CAST || f->a[AN_METHOD] || !stack) return NULL;
  if (f->a[AN_FLAGS] || derived(g)->layers.changes_spells || object_row(g, stack)->flags & OBJECT_COMMANDER)
    return NULL;
  const CardForm *form = form_of(g, stack);
  return form && form->straight ? form : NULL;
}

/* --- the total cost (601.2e–h) -------------------------------------------------------------------------------------- */

/* Notes for how many Phyrexian symbols the player of a spell has chosen to pay life (601.2b). */
static void note_lives(const CastContext *s) {
  Game *g = s->g;
  u32 lives = 0;
  for (u32 i = s->announced; i < s->announced_end; i++) lives += row_CHOSEN(g, i)->option.kind == OPTION_LIFE;
  if (lives) HEAP_AT(g, CastInfo, context_item(s)->cast)->lives = (u8)num_min(UINT8_MAX, lives);
}

static Flow begin_payment(Game *g) {
  u32 frame = frame_index(g);
  layers_update(g);
  CastContext s = context_of_frame(g, frame);
  const CardForm *form = form_straight(g, frame);
  if (form && derived(g)->layers.rules == 0 && payment_at_once(&s, form)) return cast_finish(g, frame_top(g));
  if (s.spell) {
    RULE(g, "601.2e");
    if (!cast_allowed(&s)) { /* 601.6 */
      RULE(g, "601.6");
      return announce_fail(g);
    }
  }
  RULE(g, "601.2f");
  CostTotal t;
  cost_total(&s, 0, &t);
  if (t.unpayable || t.either || t.open) return announce_fail(g);
  if (s.spell) note_lives(&s);
  if (t.generic > 0 && assist_is_open(&s)) return assist_ask(g, &s, &t);
  if (s.assisted) t.generic -= frame_at(g, frame)->a[AN_CURSOR];
  u32 first = count_of(g, T_CHOSEN);
  cost_write(g, &t);
  frame_at(g, frame)->step = ANNOUNCE_PAID;
  RULE(g, "601.2g");
  pay_announced(g, first);
  return FLOW_STEP;
}

/* A dispatcher. */
Flow announce(Game *g, Frame *f) {
  u32 frame = frame_index(g);
  bool done = core(g)->ret > 0, spell = f->proc == PROC_CAST;
  switch (f->step) {
    case ANNOUNCE_OPTIONAL: return announce_optional(g, f);
    case ANNOUNCE_OPTIONAL_TAKEN: return optional_taken(g, f);
    case ANNOUNCE_MODES: return begin_modes(g, f);
    case ANNOUNCE_MODES_CHOSEN:
      f->step = done ? ANNOUNCE_SPLICE : ANNOUNCE_FAILED;
      f->a[AN_CURSOR] = 0;
      return FLOW_STEP;
    case ANNOUNCE_SPLICE: return announce_splice(g);
    case ANNOUNCE_SPLICE_TAKEN: return splice_taken(g, f);
    case ANNOUNCE_EITHER: return announce_either(g);
    case ANNOUNCE_EITHER_TAKEN:
      f->step = ANNOUNCE_EITHER;
      announce_row(g, frame, *decide_taken(g));
      return FLOW_STEP;
    case ANNOUNCE_X: return announce_x(g);
    case ANNOUNCE_X_TAKEN: {
      f->step = ANNOUNCE_SYMBOL;
      CastContext s = context_of_frame(g, frame);
      context_set_x(&s, decide_taken(g)->n);
      return FLOW_STEP;
    }
    case ANNOUNCE_SYMBOL: return announce_symbol(g);
    case ANNOUNCE_SYMBOL_TAKEN:
      f->step = ANNOUNCE_SYMBOL;
      announce_row(g, frame, *decide_taken(g));
      return FLOW_STEP;
    case ANNOUNCE_TARGETS: return begin_targets(g, f);
    case ANNOUNCE_TARGETS_CHOSEN:
      f->step = done ? ANNOUNCE_PAY : ANNOUNCE_FAILED;
      return done ? begin_payment(g) : FLOW_STEP;
    case ANNOUNCE_PAY: return begin_payment(g);
    case ANNOUNCE_ASSIST_TAKEN: return assist_taken(g);
    case ANNOUNCE_ASSIST_AMOUNT: return assist_pay(g);
    case ANNOUNCE_ASSIST_PAID: return assist_paid(g);
    case ANNOUNCE_PAID:
      if (!done) f->step = ANNOUNCE_FAILED;
      if (!done) return FLOW_STEP;
      return spell ? cast_finish(g, f) : activate_finish(g, f);
    default: RULE(g, "733.1"); return spell ? cast_reverse(g, f) : activate_reverse(g, f);
  }
}
