/* Assist (702.132): another player may pay some of the generic mana that a spell costs. Whoever casts it chooses that
   player, who then says how much and pays it: nothing, or at least so much that the caster can pay the rest. */
#include "rules/cast/casting.h"

bool assist_is_open(const CastContext *s) { return s->spell && !s->assisted && context_has_keyword(s, W_ASSIST); }

static CastContext assisted(const CastContext *s, u32 player) {
  CastContext c = *s;
  c.player = player;
  c.assisted = true;
  return c;
}

/* How much of the generic mana the player could pay. */
static i64 most_help(const CastContext *s, u32 player, i64 generic) {
  CastContext helper = assisted(s, player);
  PaymentProblem b;
  problem_begin(s->g, player, NULL, &b);
  i64 most = 0, limit = num_min(generic, NUMBERS_OFFERED - 1);
  while (most < limit) {
    CostTotal t = {.generic = most + (limit - most + 1) / 2};
    Reserved none;
    none.count = 0;
    if (problem_pays(&b, &helper, &t, &none))
      most = t.generic;
    else
      limit = t.generic - 1;
  }
  problem_end(&b);
  return most;
}

bool assist_pays(PaymentProblem *b, const CastContext *s, const CostTotal *t, const Reserved *r) {
  i64 most = 0;
  for (u32 i = 0, p; (p = player_other(s->g, s->player, i)) != PLAYER_NONE; i++)
    most = num_max(most, most_help(s, p, t->generic));
  if (most == 0) return false;
  CostTotal rest = *t;
  rest.generic -= most;
  return mana_is_free(&rest) || problem_pays(b, s, &rest, r);
}

/* Whether the player who casts the spell could pay the rest. */
static bool rest_payable(const CastContext *s, const CostTotal *t, i64 helped) {
  CastContext alone = assisted(s, s->player);
  CostTotal rest = *t;
  rest.generic -= helped;
  return cost_total_payable(&alone, &rest, NULL);
}

/* The frame of the spell keeps in AN_CURSOR first who helps, then how much they pay. */
static Flow assist_over(Game *g, i64 helped) {
  Frame *f = frame_top(g);
  f->a[AN_FLAGS] |= ANNOUNCE_ASSISTED;
  f->a[AN_CURSOR] = helped;
  f->step = ANNOUNCE_PAY;
  return FLOW_STEP;
}

Flow assist_ask(Game *g, const CastContext *s, const CostTotal *t) {
  Ref helpers[PLAYERS_CAP];
  u32 count = 0;
  for (u32 i = 0, p; (p = player_other(g, s->player, i)) != PLAYER_NONE; i++) {
    i64 most = most_help(s, p, t->generic);
    if (most > 0 && rest_payable(s, t, most)) helpers[count++] = ref_player(p);
  }
  if (count == 0) return assist_over(g, 0);
  RULE(g, "702.132a");
  bool alone = rest_payable(s, t, 0);
  frame_top(g)->step = ANNOUNCE_ASSIST_TAKEN;
  decide_begin(g, DECISION_OBJECT, s->player, s->ref, "702.132a");
  if (alone) decide_simple(g, OPTION_DONE);
  for (u32 i = 0; i < count; i++) decide_ref(g, helpers[i]);
  return decide_end(g);
}

Flow assist_taken(Game *g) {
  const Option taken = *decide_taken(g);
  if (taken.kind == OPTION_DONE) return assist_over(g, 0);
  CastContext s = context_of_frame(g, frame_index(g));
  CostTotal t;
  cost_total(&s, 0, &t);
  u32 player = ref_slot(taken.ref);
  i64 most = most_help(&s, player, t.generic), least = 1;
  while (least < most && !rest_payable(&s, &t, least)) least++;
  Frame *f = frame_top(g);
  f->a[AN_CURSOR] = player;
  f->step = ANNOUNCE_ASSIST_AMOUNT;
  decide_begin(g, DECISION_NUMBER, player, s.ref, "702.132a");
  decide_number(g, 0);
  for (i64 n = least; n <= most; n++) decide_number(g, n);
  core(g)->decision.max = most;
  return decide_end(g);
}

Flow assist_pay(Game *g) {
  i64 n = decide_taken(g)->n;
  u32 player = (u32)frame_top(g)->a[AN_CURSOR];
  if (n == 0) return assist_over(g, 0);
  frame_top(g)->a[AN_CURSOR] = n;
  frame_top(g)->step = ANNOUNCE_ASSIST_PAID;
  u32 first = count_of(g, T_CHOSEN);
  CostTotal t = {.generic = n};
  cost_write(g, &t);
  pay_announced_by(g, first, player);
  return FLOW_STEP;
}

Flow assist_paid(Game *g) {
  if (core(g)->ret > 0) return assist_over(g, frame_top(g)->a[AN_CURSOR]);
  frame_top(g)->step = ANNOUNCE_FAILED;
  return FLOW_STEP;
}
