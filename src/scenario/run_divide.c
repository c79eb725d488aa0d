/* Divisions: what a `split` says of them, and combat damage that nobody divides. */
#include "interp/interp.h"
#include "rules/cast/cast.h"
#include "rules/combat/combat.h"
#include "scenario/run_private.h"

/* --- what is divided -------------------------------------------------------------------------- */

/* Everybody who can get something of what is being divided, in the order they are asked for, and how much it is. */
typedef struct Shares {
  Ref refs[SET_CAP];
  u32 count;
  i64 total;
} Shares;

/* So many recipients of one division can be told apart; more fail the scenario. */
static u32 recipients_fit(Runner *r, u32 count) {
  if (count > SET_CAP)
    run_fail(r, run_place(r), "this is divided among %u; a scenario divides among %u at most", count, SET_CAP);
  return (u32)num_min(count, SET_CAP);
}

/* Those that were pushed behind `mark`. */
static void shares_take(Runner *r, u32 mark, u32 count, Shares *s) {
  Game *g = r->play.g;
  s->count = recipients_fit(r, count);
  for (u32 i = 0; i < s->count; i++) s->refs[i] = scratch_get(g, mark + i);
  scratch_release(g, mark);
}

/* Those of a creature's combat damage; how many of them are creatures. */
static u32 shares_of_damage(Runner *r, const Dividing *d, Shares *s) {
  u32 mark = scratch_mark(r->play.g), creatures, count = division_recipients(d, &creatures);
  shares_take(r, mark, count, s);
  s->total = division_damage(r->play.g, d->slot);
  return (u32)num_min(creatures, s->count);
}

static Shares shares_of_decision(Runner *r) {
  Shares s = {.count = 0};
  u32 mark = scratch_mark(r->play.g);
  if (run_decision(r)->kind == DECISION_ASSIGN) {
    Dividing d = combat_dividing(r->play.g);
    shares_of_damage(r, &d, &s);
  } else {
    u32 count = shares_asked(r->play.g, &s.total);
    shares_take(r, mark, count, &s);
  }
  return s;
}

/* The rule that an illegal division breaks. */
static const char *rule_of_division(Runner *r) {
  if (run_decision(r)->kind == DECISION_DIVIDE) return "601.2d";
  u32 slot = ref_slot(run_decision(r)->source);
  if (!is_attacking(r->play.g, slot)) return "510.1d";
  return division_tramples(r->play.g, slot) ? "702.19b" : "510.1c";
}

/* Which of its parts a split gives each recipient, its number of parts for none. */
typedef struct Parts {
  u32 of[SET_CAP];
  u32 named; /* recipients that a part names */
} Parts;

/* A mere name takes what is left by what says more exactly whom it means. */
static Parts parts_of(Runner *r, const ScenarioAnswer *split, const Shares *s) {
  Parts parts = {.named = 0};
  Marks used = {{0}};
  u32 none = split->refs.count;
  for (u32 i = 0; i < s->count; i++) parts.of[i] = none;
  for (u32 exact = REF_EXACTNESS_MOST + 1; exact-- > 0;) {
    for (u32 k = 0; k < none; k++) {
      if (mark_get(&used, k) || ref_exactness(split->refs.data[k]) != exact) continue;
      u32 i = 0;
      while (i < s->count && (parts.of[i] != none || !ref_is(r, split->refs.data[k], s->refs[i], ZONES_ALL))) i++;
      if (i == s->count) continue;
      parts.of[i] = k;
      parts.named++;
      mark_set(&used, k);
    }
  }
  return parts;
}

/* --- splits ----------------------------------------------------------------------------------- */

/* What is wrong stands in r->text_b. */
static bool wrong(Runner *r, const ScenarioAnswer *split) {
  r->wrong_answer = true;
  return run_fail(r, split->place, "this can't be split like that: %.*s (%s)", (int)r->text_b.length, r->text_b.data,
                  rule_of_division(r));
}

/* Whether the parts make up the whole, if one recipient that is left out gets the rest. */
static bool adds_up(Runner *r, const ScenarioAnswer *split, const Shares *s, i64 *rest) {
  u32 left_out = s->count - split->refs.count;
  *rest = s->total;
  for (u32 k = 0; k < split->refs.count; k++) *rest -= split->amounts.data[k];
  bool fine = left_out == 0 ? *rest == 0 : *rest >= 0;
  text_clear(&r->text_b);
  if (!fine) {
    text_addf(&r->text_b, "the parts add up to %lld, but %lld must be divided", (long long)(s->total - *rest),
              (long long)s->total);
    return wrong(r, split);
  }
  if (left_out < 2 || (*rest == 0 && run_decision(r)->kind == DECISION_ASSIGN)) return true;
  text_addf(&r->text_b, "%u recipients are left out, and only one can get the rest", left_out);
  return wrong(r, split);
}

static bool not_allowed(Runner *r, const ScenarioAnswer *split, Ref recipient, i64 share) {
  text_clear(&r->text_b);
  show_ref(r, recipient, &r->text_b);
  text_addf(&r->text_b, " can't get %lld", (long long)share);
  return wrong(r, split);
}

bool split_fits(Runner *r, Queued *queued, u32 *option) {
  Game *g = r->play.g;
  const ScenarioAnswer *split = queued->answer;
  Decision d = *run_decision(r);
  if (d.kind != DECISION_DIVIDE && d.kind != DECISION_ASSIGN) return false;
  if (queued->kind && (queued->kind != d.kind || queued->group != d.group)) return false;
  Shares s = shares_of_decision(r);
  Parts parts = parts_of(r, split, &s);
  i64 rest;
  if (parts.named < split->refs.count) return false;
  if (!adds_up(r, split, &s, &rest)) return false;
  Ref recipient = option_at(g, 0)->ref;
  u32 i = 0;
  while (i < s.count && s.refs[i] != recipient) i++;
  bool named = i < s.count && parts.of[i] < split->refs.count;
  i64 share = named ? split->amounts.data[parts.of[i]] : s.count == split->refs.count + 1 ? rest : 0;
  for (u32 o = 0; o < option_count(g); o++) {
    if (option_at(g, o)->n != share) continue;
    *option = o;
    queued->kind = d.kind;
    queued->group = d.group;
    return true;
  }
  return not_allowed(r, split, recipient, share);
}

/* Whether a split could be for another creature's combat damage. */
static bool may_come_later(Runner *r, const ScenarioAnswer *split) {
  Game *g = r->play.g;
  if (run_decision(r)->kind != DECISION_ASSIGN) return false;
  Dividing d = combat_dividing(g);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    const Permanent *p = permanent_of(g, s);
    if (s == d.slot || (!p->attacking && !(p->flags & PERM_BLOCKING))) continue;
    Dividing other = {.g = g, .first = d.first, .slot = s};
    Shares shares = {.count = 0};
    shares_of_damage(r, &other, &shares);
    if (parts_of(r, split, &shares).named == split->refs.count) return true;
  }
  return false;
}

/* Says which part names nobody who gets a share. */
static bool names_nobody(Runner *r, const ScenarioAnswer *split, const Shares *s, const Parts *parts) {
  u32 k = 0;
  for (bool found = true; k < split->refs.count && found; k += found) {
    found = false;
    for (u32 i = 0; i < s->count; i++) found |= parts->of[i] == k;
  }
  if (k == split->refs.count) return true;
  text_clear(&r->text_b);
  scenario_print_ref(r->s, split->refs.data[k], &r->text_b);
  text_adds(&r->text_b, " gets no share");
  return wrong(r, split);
}

bool splits_sound(Runner *r, void *unused) {
  (void)unused;
  u32 kind = run_decision(r)->kind;
  if (kind != DECISION_DIVIDE && kind != DECISION_ASSIGN) return true;
  Shares s = shares_of_decision(r);
  for (u32 i = 0; i < r->play.queue.count; i++) {
    const Queued *queued = &r->play.queue.data[i];
    if (queued->player != run_decision(r)->player || queued->answer->kind != SCENARIO_ANSWER_SPLIT) continue;
    Parts parts = parts_of(r, queued->answer, &s);
    if (parts.named == 0 || parts.named == queued->answer->refs.count || may_come_later(r, queued->answer)) continue;
    return names_nobody(r, queued->answer, &s, &parts);
  }
  return true;
}

/* --- combat damage that nobody divides -------------------------------------------------------- */

void blocks_note(Runner *r, Ref blocker, Ref attacker) {
  BlockNoted noted = {blocker, attacker};
  if (r->trying) return;
  if (!vec_push(&r->allocator, &r->blocks, noted)) run_no_memory(r);
}

/* Where in the order of declaration a blocker of that attacker stands; those nobody declared come last. */
static u32 block_place(const Runner *r, Ref blocker, Ref attacker) {
  u32 i = 0;
  while (i < r->blocks.count && (r->blocks.data[i].blocker != blocker || r->blocks.data[i].attacker != attacker)) i++;
  return i;
}

/* Puts the creatures among recipients in the order of their declaration as blockers. */
static void order_blockers(const Runner *r, Ref attacker, Ref *refs, u32 count) {
  for (u32 i = 1; i < count; i++) {
    Ref ref = refs[i];
    u32 place = block_place(r, ref, attacker), at = i;
    for (; at > 0 && block_place(r, refs[at - 1], attacker) > place; at--) refs[at] = refs[at - 1];
    refs[at] = ref;
  }
}

/* What is lethal to each creature in turn, and the rest to the last of them or to what stands behind them. */
static i64 default_share(Runner *r, Ref to) {
  Dividing d = combat_dividing(r->play.g);
  Shares s = {.count = 0};
  u32 creatures = shares_of_damage(r, &d, &s);
  order_blockers(r, object_ref(d.g, d.slot), s.refs, creatures);
  i64 left = division_left(&d);
  for (u32 i = 0; i < s.count; i++) {
    if (division_assigned(&d, s.refs[i])) continue;
    i64 share = i + 1 == s.count || i >= creatures ? left : num_min(left, division_lethal(&d, s.refs[i]));
    if (s.refs[i] == to) return share;
    left -= share;
  }
  return 0;
}

bool assign_by_default(Runner *r, void *arg) {
  u32 *option = arg;
  const Game *g = r->play.g;
  i64 share = default_share(r, option_at(g, 0)->ref);
  *option = 0;
  for (u32 i = 0; i < option_count(r->play.g); i++)
    if (option_at(g, i)->n <= share) *option = i;
  return true;
}

/* --- splits that name targets ----------------------------------------------------------------- */

bool split_names_target(Runner *r, Queued *queued, u32 *option) {
  const ScenarioAnswer *split = queued->answer;
  const ScenarioRef *const *refs = (const ScenarioRef *const *)split->refs.data;
  Decision d = *run_decision(r);
  u32 which;
  i64 total;
  if (d.kind != DECISION_TARGET || !targets_to_divide(r->play.g, &total)) return false;
  if (queued->kind ? queued->group != d.group || queued->kind != d.kind : !candidates_hold(r, refs, split->refs.count))
    return false;
  if (!answer_next_of_set(r, refs, split->refs.count, &queued->used, 0, option, &which)) return false;
  queued->targeted = true;
  queued->rest = total;
  for (u32 k = 0; k < split->refs.count; k++) queued->rest -= split->amounts.data[k];
  mark_set(&queued->used, which);
  queued->group = d.group;
  queued->kind = d.kind;
  return true;
}

bool split_has_named(const Queued *queued) {
  for (u32 k = 0; k < queued->answer->refs.count; k++)
    if (!mark_get(&queued->used, k)) return false;
  return true;
}
