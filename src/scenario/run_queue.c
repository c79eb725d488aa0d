/* The queue of answers: results that are forced, answers that are left, and those that name what nobody had to
   choose. */
#include "scenario/run_private.h"
#include "state/setup.h"

/* --- the queue -------------------------------------------------------------------------------- */

/* The kind of T_DUE that an answer forces, DUE_EXTRA_TURN for none. */
static DueKind forced_kind(const ScenarioAnswer *answer) {
  switch (answer->kind) {
    case SCENARIO_ANSWER_HEADS:
    case SCENARIO_ANSWER_TAILS:
    case SCENARIO_ANSWER_WIN:
    case SCENARIO_ANSWER_LOSE: return DUE_COIN;
    case SCENARIO_ANSWER_DIE: return DUE_DIE;
    case SCENARIO_ANSWER_SHUFFLE: return DUE_SHUFFLE;
    default: return DUE_EXTRA_TURN;
  }
}

bool is_result(const ScenarioAnswer *answer) { return forced_kind(answer) != DUE_EXTRA_TURN; }

/* The first of the player's cards, in the library before elsewhere, that the reference means and that is not
   among `slots`; 0 if there is none. */
static u32 shuffled_card(Runner *r, u32 player, const ScenarioRef *ref, const u32 *slots, u32 count) {
  static const u32 WHERE[] = {ZONE_BIT(ZONE_LIBRARY), ZONES_ALL};
  for (u32 w = 0; w < COUNT_OF(WHERE); w++) {
    if (!ref_find(r, ref, WHERE[w])) return 0;
    for (u32 i = 0; i < r->found.count; i++) {
      u32 slot = ref_slot(r->found.data[i]);
      bool taken = object_row(r->play.g, slot)->owner != player;
      for (u32 k = 0; k < count && !taken; k++) taken = slots[k] == slot;
      if (!taken) return slot;
    }
  }
  return 0;
}

static bool force_shuffle(Runner *r, u32 player, const ScenarioAnswer *answer) {
  u32 slots[SET_CAP];
  u32 count = 0;
  for (u32 i = 0; i < answer->refs.count; i++) {
    const ScenarioRef *ref = answer->refs.data[i];
    u32 slot = shuffled_card(r, player, ref, slots, count);
    if (!slot) {
      return run_fail(r, answer->place, "%.*s has no such card to shuffle: %.*s", (int)player_name(r, player).length,
                      player_name(r, player).data, (int)ref->text.length, ref->text.data);
    }
    slots[count++] = slot;
  }
  setup_force_shuffle(r->play.g, player, slots, count);
  return true;
}

static bool force_result(Runner *r, void *arg) {
  const Queued *queued = arg;
  const ScenarioAnswer *answer = queued->answer;
  DueKind kind = forced_kind(answer);
  if (kind == DUE_SHUFFLE) return force_shuffle(r, queued->player, answer);
  Game *g = r->play.g;
  i64 n = kind == DUE_DIE ? answer->number - 1
                          : answer->kind == SCENARIO_ANSWER_HEADS || answer->kind == SCENARIO_ANSWER_WIN;
  u32 row = table_add(g, T_DUE, 1);
  *row_DUE(g, row) = (Due){.kind = (u16)kind, .player = (u8)queued->player, .n = n};
  return true;
}

bool queue_add(Runner *r, u32 player, const ScenarioAnswer *answer, u32 lapses) {
  if (answer->refs.count > SET_CAP || answer->options.count > SET_CAP)
    return run_fail(r, answer->place, "an answer names at most %u objects, and as many options", SET_CAP);
  Queued queued = {.answer = answer, .player = player, .lapses = lapses};
  if (!vec_push(&r->allocator, &r->play.queue, queued)) return run_no_memory(r);
  return !is_result(answer) || run_guard(r, force_result, &queued);
}

void queue_remove(Runner *r, u32 i) {
  Queued *data = r->play.queue.data;
  u32 behind = r->play.queue.count - i - 1;
  if (behind) memmove(data + i, data + i + 1, behind * sizeof *data);
  r->play.queue.count--;
}

/* Whether a row of T_DUE is the first of a result that is forced and still to come. */
static bool is_due(const Due *due, DueKind kind, u32 player) {
  return due->kind == kind && due->player == player && !due->used && (kind != DUE_SHUFFLE || due->n == 0);
}

static u32 due_count(const Game *g, DueKind kind, u32 player) {
  u32 n = 0;
  for (u32 i = 0; i < count_of(g, T_DUE); i++) n += is_due(row_DUE(g, i), kind, player);
  return n;
}

/* Whether the forced result at that place of the queue is still to come: they come in order. */
static bool result_waits(const Runner *r, u32 at) {
  const Queued *queued = &r->play.queue.data[at];
  DueKind kind = forced_kind(queued->answer);
  u32 after = 0;
  for (u32 i = at + 1; i < r->play.queue.count; i++) {
    const Queued *other = &r->play.queue.data[i];
    after += other->player == queued->player && forced_kind(other->answer) == kind;
  }
  return due_count(r->play.g, kind, queued->player) > after;
}

/* The next forced result of that kind does not come any more. */
static void result_drop(Game *g, DueKind kind, u32 player) {
  u32 i = 0;
  while (i < count_of(g, T_DUE) && !is_due(row_DUE(g, i), kind, player)) i++;
  for (bool first = true; i < count_of(g, T_DUE); i++, first = false) {
    Due *due = row_DUE(g, i);
    if (due->kind != kind || due->player != player || due->used) continue;
    if (!first && (kind != DUE_SHUFFLE || due->n == 0)) return;
    due->used = 1;
  }
}

bool order_is_over(const Queued *queued) {
  const ScenarioAnswer *answer = queued->answer;
  return answer->kind == SCENARIO_ANSWER_ORDER && queued->next > 0 && queued->next + 1 == answer->refs.count;
}

bool queued_used_up(const Queued *queued) {
  const ScenarioAnswer *answer = queued->answer;
  switch (answer->kind) {
    case SCENARIO_ANSWER_ORDER: return queued->next == answer->refs.count;
    case SCENARIO_ANSWER_SPLIT: return false;
    case SCENARIO_ANSWER_SET:
      for (u32 i = 0; i < answer->refs.count; i++)
        if (!mark_get(&queued->used, i)) return false;
      return true;
    default: return true;
  }
}

/* --- answers that nobody has used ----------------------------------------------------------------- */

static Unused *unused_find(const Runner *r, const ScenarioAnswer *answer) {
  for (u32 i = 0; i < r->unused.count; i++)
    if (r->unused.data[i].as.answer == answer) return &r->unused.data[i];
  return NULL;
}

/* What is noted of an answer; null if there is no memory. */
static Unused *unused_note(Runner *r, const Queued *queued) {
  Unused *found = unused_find(r, queued->answer);
  if (found) return found;
  Unused fresh = {.as = *queued};
  if (vec_push(&r->allocator, &r->unused, fresh)) return &r->unused.data[r->unused.count - 1];
  run_no_memory(r);
  return NULL;
}

/* The answer at `i` among those in the queue and those on the lines right behind the present one; false beyond them. */
static bool waiting_at(const Runner *r, u32 i, Queued *out) {
  if (i < r->play.queue.count) {
    *out = r->play.queue.data[i];
    return true;
  }
  i -= r->play.queue.count;
  for (u32 at = r->line_at; at < r->line_end; at++) {
    const ScenarioLine *line = &r->lines[at];
    if (line->kind == SCENARIO_LINE_EXPECT) continue;
    if (line->kind != SCENARIO_LINE_ANSWERS) return false;
    const ScenarioAnswers *answers = line->as.answers;
    if (i < answers->answers.count) {
      *out = (Queued){.answer = &answers->answers.data[i], .player = answers->player};
      return true;
    }
    i -= answers->answers.count;
  }
  return false;
}

/* Whether an answer may name an outcome that nobody chose: not while a choice is being made by it, and once. */
static bool may_name_forced(const Runner *r, const Queued *queued, u32 player) {
  const Unused *unused = unused_find(r, queued->answer);
  if (queued->player != player || is_result(queued->answer) || queued->kind || queued->next) return false;
  return queued->answer->kind != SCENARIO_ANSWER_SPLIT && !(unused && unused->forgiven);
}

/* Whether the answer, which may have named steps of the same set before, names the only option there is. */
static bool names_forced(Runner *r, Queued *as) {
  u32 option;
  return (!as->answer->has_options || options_listed(r, as->answer)) && answer_fits(r, as, &option);
}

void queue_name_forced(Runner *r) {
  u32 player = run_decision(r)->player;
  Queued queued;
  for (u32 i = 0; !r->trying && waiting_at(r, i, &queued); i++) {
    if (!may_name_forced(r, &queued, player)) continue;
    const Unused *before = unused_find(r, queued.answer);
    Queued as = before ? before->as : queued;
    if (!names_forced(r, &as)) {
      as = queued; /* from its beginning, if what it had begun to name is over */
      if (!before || !names_forced(r, &as)) continue;
    }
    Unused *unused = unused_note(r, &queued);
    if (!unused) return;
    unused->as = as;
    unused->forgiven = queued_used_up(&as) || order_is_over(&as);
    return;
  }
}

/* The first triggered ability of the player on the stack that the reference names and that is not among `taken`; if
   `like` is given, only one that says the same. 0 if there is none. */
static u32 triggered_find(Runner *r, u32 player, const ScenarioRef *ref, u32 like, const u32 *taken, u32 count) {
  Game *g = r->play.g;
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next) {
    const Object *o = object_row(g, s);
    if (o->kind != OBJECT_ABILITY || o->controller != player || !o->ext) continue;
    const StackItem item = *stack_item_of(g, s);
    bool out = !(item.flags & STACK_TRIGGERED) || (like && !carddb_says_same(r->db, like, item.ability));
    for (u32 i = 0; i < count; i++) out |= taken[i] == s;
    Option option = {.kind = OPTION_ABILITY, .ref = item.source, .a = item.ability};
    if (!out && option_is_ref(r, &option, ref)) return s;
  }
  return 0;
}

/* Whether an order names triggered abilities that are on the stack and alike. */
static bool orders_alike(Runner *r, const Queued *queued) {
  u32 taken[SET_CAP], count = queued->answer->refs.count, like = 0;
  for (u32 i = 0; i < count; i++) {
    taken[i] = triggered_find(r, queued->player, queued->answer->refs.data[i], like, taken, i);
    if (!taken[i]) return false;
    like = stack_item_of(r->play.g, taken[i])->ability;
  }
  return count > 0;
}

static bool name_alike_body(Runner *r, void *arg) {
  const Queued *queued = arg;
  if (!orders_alike(r, queued)) return true;
  Unused *unused = unused_note(r, queued);
  if (unused) unused->forgiven = true;
  return unused;
}

bool queue_name_alike(Runner *r) {
  Queued queued;
  for (u32 i = 0; !r->trying && waiting_at(r, i, &queued); i++) {
    bool orders = queued.answer->kind == SCENARIO_ANSWER_ORDER && may_name_forced(r, &queued, queued.player);
    if (orders && !run_guard(r, name_alike_body, &queued)) return false;
  }
  return true;
}

void queue_note_misfit(Runner *r, u32 at) {
  if (r->trying) return;
  Unused *unused = unused_note(r, &r->play.queue.data[at]);
  if (!unused || unused->question.length) return;
  Text text;
  text_init(&text, r->allocator);
  show_decision(r, &text);
  const char *kept = arena_text(&r->arena, text.data ? text.data : "", text.length);
  unused->question = (Str){kept, kept ? text.length : 0};
  text_free(&text);
}

/* Whether an answer has been used up, though it still stands in the queue, or names what happened without a choice. */
static bool is_spent(const Runner *r, u32 i) {
  const Queued *queued = &r->play.queue.data[i];
  const Unused *unused = unused_find(r, queued->answer);
  if (is_result(queued->answer)) return !result_waits(r, i);
  if (order_is_over(queued) || (unused && unused->forgiven)) return true;
  if (queued->answer->kind != SCENARIO_ANSWER_SPLIT) return false;
  bool divides = queued->kind && queued->kind != DECISION_TARGET;
  return divides || (queued->targeted && queued->rest == 0); /* a single target gets all, and nobody is asked */
}

/* "Alice 3 (line 7) doesn't fit what was asked: …", or that nothing was asked. */
static void say_unused(Runner *r, const Queued *queued, Text *out) {
  const Unused *unused = unused_find(r, queued->answer);
  text_add(out, player_name(r, queued->player));
  text_addc(out, ' ');
  scenario_print_answer(r->s, queued->answer, out);
  text_addf(out, " (line %u)", queued->answer->place.line);
  if (unused && unused->question.length) {
    text_adds(out, " doesn't fit what was asked: ");
    text_add(out, unused->question);
  } else {
    text_adds(out, " answers nothing that was asked");
  }
}

void queue_say_misfits(Runner *r, u32 player, Text *out) {
  bool first = true;
  for (u32 i = 0; i < r->play.queue.count; i++) {
    const Queued *queued = &r->play.queue.data[i];
    if (queued->player != player || is_result(queued->answer) || is_spent(r, i)) continue;
    text_adds(out, first ? "; this answer doesn't fit: " : ", nor does ");
    first = false;
    scenario_print_answer(r->s, queued->answer, out);
    text_addf(out, " (line %u)", queued->answer->place.line);
  }
}

/* `lenient` forgives an answer that nothing asked for, and says so. */
static void pass_over(Runner *r, const Queued *queued) {
  say_unused(r, queued, &r->out->passed_over);
  text_addc(&r->out->passed_over, '\n');
}

void queue_lapse(Runner *r, u32 section) {
  if (!r->s->lenient) return;
  for (u32 i = 0; i < r->play.queue.count;) {
    const Queued queued = r->play.queue.data[i];
    if (queued.lapses > section) {
      i++;
      continue;
    }
    if (!is_spent(r, i)) pass_over(r, &queued);
    if (is_result(queued.answer) && result_waits(r, i))
      result_drop(r->play.g, forced_kind(queued.answer), queued.player);
    queue_remove(r, i);
  }
}

bool queue_end(Runner *r) {
  if (r->options.no_actions) return true;
  for (u32 i = 0; r->s->lenient && i < r->play.queue.count; i++)
    if (!is_spent(r, i)) pass_over(r, &r->play.queue.data[i]);
  if (r->s->lenient) return true;
  Text *text = &r->text_a;
  text_clear(text);
  ScenarioPlace place = {0, 0};
  for (u32 i = 0; i < r->play.queue.count; i++) {
    if (is_spent(r, i)) continue;
    const Queued *queued = &r->play.queue.data[i];
    if (!place.line) place = queued->answer->place;
    text_adds(text, text->length ? "; " : "");
    say_unused(r, queued, text);
  }
  if (!place.line) return true;
  return run_fail(r, place, "answers are left: %.*s", (int)text->length, text->data);
}
