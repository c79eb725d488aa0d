/* Splicing cards from the hand onto a spell as it is cast (702.47): the spell gets their rules text behind its own
   (612.10), which is kept with its copiable values, so that copies of the spell have it, too. Each spell ability of that
   text has variables of its own, in an environment in StackItem.spliced. What was spliced is a row of CastInfo.paid with
   the acquisition of the card in the hand, of which no other has the same. */
#include "rules/cast/casting.h"
#include "state/objects.h"

bool splices_held(Game *g, u32 player) {
  for (u32 s = zone_first(g, ZONE_HAND, player); s; s = object_row(g, s)->next)
    if (has_keyword(g, s, W_SPLICE)) return true;
  return false;
}

/* How often cards with this splice ability were spliced onto the spell. */
static u32 times_spliced(const CastContext *s, u32 ability) {
  Heap cast = s->stack ? stack_item_of(s->g, s->stack)->cast : 0;
  Heap paid = cast ? HEAP_AT(s->g, CastInfo, cast)->paid : 0;
  u32 times = 0;
  for (u32 i = 0; i < paid_count(s->g, paid); i++) {
    Paid row = paid_at(s->g, paid, i);
    times += row.keyword == W_SPLICE && row.ability == ability;
  }
  return times;
}

/* The spell may have the ability by its own text, too, which stands before what was spliced. */
bool splice_is_paid(const CastContext *s, u32 index) {
  u32 ability = context_ability(s, index).ability, times = times_spliced(s, ability);
  if (times == 0) return false;
  u32 count = context_ability_count(s), later = 0;
  for (u32 i = index + 1; i < count; i++) later += context_ability(s, i).ability == ability;
  return later < times;
}

/* --- putting the text there ---------------------------------------------------------------------------------- */

static u32 parts_of(const CastContext *s) {
  AbilityInst inst;
  u32 count = 0;
  while (context_part(s, count, &inst)) count++;
  return count;
}

static void splice(Game *g, const CastContext *s, u32 card, u32 ability) {
  u32 first = parts_of(s);
  const Object held = *object_row(g, card);
  CvId cv = cv_spliced(g, object_row(g, s->stack)->cv, held.cv, object_face(&held));
  object_row(g, s->stack)->cv = cv;
  facts_changed(g, FACT_COPY);
  AbilityInst inst;
  Node part;
  for (u32 i = first; (part = context_part(s, i, &inst)) != 0; i++) {
    if (part_first_target(g->db, part) < node_argc(g->db, part)) RULE(g, "702.47d");
    Heap env = ability_env(g, inst.ability, s->ref, s->player, inst.subst, inst.acquisition);
    env_at(g, env)->stack_object = s->ref;
    Heap spliced = stack_item_of(g, s->stack)->spliced;
    list_add(g, &spliced, i | (u64)env << 32);
    stack_item_of(g, s->stack)->spliced = spliced;
  }
  paid_add(s, W_SPLICE, ability, held.acquisition, 1);
}

/* Takes back the last splice: `cv` is what the spell's values were before, `parts` how many of its parts were spliced. */
static void unsplice(Game *g, const CastContext *s, CvId cv, u32 parts) {
  Heap spliced = stack_item_of(g, s->stack)->spliced;
  for (u32 n = list_count(g, spliced); n > parts; n--) {
    env_free(g, (Heap)(list_get(g, spliced, n - 1) >> 32));
    list_remove(g, spliced, n - 1);
  }
  object_row(g, s->stack)->cv = cv;
  facts_changed(g, FACT_COPY);
  paid_remove(s);
}

/* --- what can be spliced --------------------------------------------------------------------------------------- */

/* A card is spliced onto the same spell at most once (702.47b). */
static bool is_spliced(const CastContext *s, u32 card) {
  Heap paid = HEAP_AT(s->g, CastInfo, stack_item_of(s->g, s->stack)->cast)->paid;
  u32 acquisition = object_row(s->g, card)->acquisition;
  for (u32 i = 0; i < paid_count(s->g, paid); i++) {
    Paid row = paid_at(s->g, paid, i);
    if (row.keyword == W_SPLICE && row.acquisition == acquisition) return true;
  }
  return false;
}

/* The ability by which a card can be spliced onto the spell so that all choices for its text can be made and all be paid
   (702.47b); 0 without one. */
static u32 splice_ability(const CastContext *s, u32 card, PaymentProblem *b) {
  Game *g = s->g;
  if (!has_keyword(g, card, W_SPLICE) || is_spliced(s, card)) return 0;
  u32 count = ability_count(g, card), parts = list_count(g, stack_item_of(g, s->stack)->spliced);
  for (u32 i = 0; i < count; i++) {
    AbilityInst inst = ability_get(g, card, i);
    const AbilityDef *def = carddb_ability(g->db, inst.ability);
    if (def->op != IR_KEYWORD || def->keyword != W_SPLICE) continue;
    Eval e = eval_of_ability(g, card, &inst);
    e.controller = (u8)s->player;
    if (!context_matches(s, &e, node_arg(g->db, def->node, ARG_KEYWORD_QUALITY))) continue;
    CvId cv = object_row(g, s->stack)->cv;
    splice(g, s, card, inst.ability);
    bool possible = announceable(s, OPTIONAL_ANNOUNCED, NULL, b);
    unsplice(g, s, cv, parts);
    if (possible) return inst.ability;
  }
  return 0;
}

/* --- announcing it (601.2b) -------------------------------------------------------------------------------------- */

/* What is spliced is chosen card by card, in the order in which the effects will happen (702.47b); a[AN_GROUP] is
   the group of the choices. */
Flow announce_splice(Game *g) {
  u32 frame = frame_index(g);
  CastContext s = context_of_frame(g, frame);
  frame_at(g, frame)->step = ANNOUNCE_EITHER;
  if (!s.spell || !splices_held(g, s.player)) return FLOW_STEP;
  if (!frame_at(g, frame)->a[AN_GROUP]) frame_at(g, frame)->a[AN_GROUP] = decide_group(g);
  RULE(g, "702.47b");
  decide_begin(g, DECISION_OBJECT, s.player, s.ref, "702.47a");
  Decision *d = &core(g)->decision;
  d->group = (u32)frame_at(g, frame)->a[AN_GROUP];
  d->chosen = list_count(g, stack_item_of(g, s.stack)->spliced);
  decide_simple(g, OPTION_DONE);
  PaymentProblem b;
  problem_begin(g, s.player, &s, &b);
  for (u32 card = zone_first(g, ZONE_HAND, s.player); card; card = object_row(g, card)->next) {
    u32 ability = splice_ability(&s, card, &b);
    if (ability) decide_option(g, (Option){.kind = OPTION_REF, .ref = object_ref(g, card), .a = ability});
  }
  problem_end(&b);
  u32 offered = count_of(g, T_OPTIONS) - 1;
  core(g)->decision.max = core(g)->decision.chosen + offered;
  if (offered > 0) {
    frame_at(g, frame)->step = ANNOUNCE_SPLICE_TAKEN;
    return decide_end(g);
  }
  table_drop(g, T_OPTIONS, 1);
  core(g)->decision.kind = DECISION_NONE;
  return FLOW_STEP;
}

Flow splice_taken(Game *g, Frame *f) {
  const Option taken = *decide_taken(g);
  bool done = taken.kind == OPTION_DONE;
  f->step = done ? ANNOUNCE_EITHER : ANNOUNCE_SPLICE;
  if (done) return FLOW_STEP;
  CastContext s = context_of_frame(g, frame_index(g));
  u32 card = object_live(g, taken.ref);
  SOUND(g, card && object_row(g, card)->zone == ZONE_HAND);
  RULE(g, "702.47a");
  RULE(g, "612.10");
  splice(g, &s, card, taken.a);
  reveal_held(g, card, s.player);
  return FLOW_STEP;
}
