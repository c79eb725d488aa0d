#include "explain/account.h"

#include "cards/ir_args.h"
#include "explain/citations.h"
#include "explain/options.h"
#include "explain/trace.h"
#include "rules/cast/cast.h"

void account_init(Account *account, const Str *players, GavelLanguage language, GavelAllocator allocator) {
  *account = (Account){.allocator = allocator,
                       .names = {.players = players, .labels = &account->labels, .language = language}};
  labels_init(&account->labels, allocator);
  text_init(&account->texts, allocator);
  text_init(&account->scratch, allocator);
}

void account_free(Account *account) {
  labels_free(&account->labels);
  text_free(&account->texts);
  text_free(&account->scratch);
  vec_free(&account->allocator, &account->entries);
  vec_free(&account->allocator, &account->rules);
  vec_free(&account->allocator, &account->standings);
  vec_free(&account->allocator, &account->looks);
  vec_free(&account->allocator, &account->carried_out);
}

/* --- keeping --------------------------------------------------------------------------------- */

void account_rule(Account *account, const char *number, Ref about) {
  const CarriedOut rule = {number, about};
  if (citation_begins(number)) account->carried_out.count = 0;
  if (strcmp(number, "601.2a") == 0 || strcmp(number, "602.2a") == 0) account->announced = account->entries.count;
  if (citation_is(number) && !vec_push(&account->allocator, &account->carried_out, rule)) account->failed = true;
}

/* Whether an event is about an object or player. A move is about what moves, and not about what moves it. */
static bool involves(const Event *event, Ref ref) {
  if (event->object == ref || event->became == ref) return true;
  if (event->kind == EVENT_MOVE) return false;
  bool by_player = ref_is_player(ref) && event->player == ref_slot(ref);
  return by_player || event->source == ref || event->other == ref;
}

bool account_cites(const Event *event, CarriedOut rule) {
  if (!citation_fits(rule.number, (EventKind)event->kind)) return false;
  Zone to = citation_destination(rule.number);
  if (event->kind == EVENT_MOVE && to != ZONE_NONE && event->to != to) return false;
  if (rule.about == REF_NONE) return true;
  return citation_is_of_source(rule.number) ? event->source == rule.about : involves(event, rule.about);
}

static bool is_cited(const Account *account, const AccountEntry *entry, const char *number) {
  for (u32 k = entry->rule; k < account->rules.count; k++)
    if (strcmp(account->rules.data[k].number, number) == 0) return true;
  return false;
}

/* Gives an entry the rules that are about it, each once: another event of the kind has carried them out for itself,
   unless it was for an object of this one. */
static void cite(Account *account, AccountEntry *entry) {
  u32 kept = 0;
  for (u32 i = 0; i < account->carried_out.count; i++) {
    const CarriedOut rule = account->carried_out.data[i];
    bool fits = account_cites(&entry->as, rule);
    bool cited = fits && is_cited(account, entry, rule.number);
    if (!fits || (cited && rule.about == REF_NONE))
      account->carried_out.data[kept++] = rule;
    else if (!cited && !vec_push(&account->allocator, &account->rules, rule))
      account->failed = true;
  }
  account->carried_out.count = kept;
  entry->rules = account->rules.count - entry->rule;
}

static AccountEntry *entry_add(Account *account, AccountEntry entry) {
  entry.line = account->line;
  entry.rule = account->rules.count;
  if (entry.kind == ACCOUNT_EVENT) cite(account, &entry);
  if (account->texts.failed || account->labels.failed || account->scratch.failed ||
      !vec_push(&account->allocator, &account->entries, entry)) {
    account->failed = true;
    return NULL;
  }
  return &account->entries.data[account->entries.count - 1];
}

/* The last entry but `back` that is an event of that kind; null if it is another. */
static AccountEntry *last_event(Account *account, u32 back, EventKind kind) {
  if (account->entries.count <= back) return NULL;
  AccountEntry *entry = &account->entries.data[account->entries.count - 1 - back];
  return entry->kind == ACCOUNT_EVENT && entry->event == kind ? entry : NULL;
}

/* How many events back what contains another is looked for: those of one batch are told in a row. */
#define BATCH_BACK 64u

/* Whether one event says another: a destruction or a draw contains the move, damage and payment the loss of life. */
static bool contains(const Event *event, const Event *part) {
  switch ((EventKind)event->kind) {
    case EVENT_DESTROY:
    case EVENT_SACRIFICE:
    case EVENT_DISCARD:
    case EVENT_MILL: return part->kind == EVENT_MOVE && event->object == part->object && part->to == ZONE_GRAVEYARD;
    case EVENT_DRAW: return part->kind == EVENT_MOVE && part->from == ZONE_LIBRARY && event->player == part->player;
    case EVENT_DAMAGE: return part->kind == EVENT_LOSE_LIFE && event->object == ref_player(part->player);
    case EVENT_PAY_LIFE: return part->kind == EVENT_LOSE_LIFE && event->player == part->player;
    default: return false;
  }
}

static bool is_about_triggers(const AccountEntry *entry) {
  bool about = entry->event == REMARK_IF_FAILS || entry->event == REMARK_TRIGGER_STOPPED;
  return entry->kind == ACCOUNT_REMARK && (about || entry->event == REMARK_TRIGGERED_BEFORE);
}

static bool is_contained(Account *account, const Event *event) {
  for (u32 back = 0; back < BATCH_BACK && back < account->entries.count; back++) {
    const AccountEntry *before = &account->entries.data[account->entries.count - 1 - back];
    if (is_about_triggers(before)) continue;
    if (before->kind != ACCOUNT_EVENT || before->event == EVENT_STEP || before->event == EVENT_CAST) return false;
    if (contains(&before->as, event)) return true;
  }
  return false;
}

/* Abilities that look back are judged before an event happens; that they don't trigger is told behind it. Answers the
   event that was added last, in its place. */
static AccountEntry *put_before_remarks(Account *account, AccountEntry *entry) {
  while (entry && entry > account->entries.data && is_about_triggers(entry - 1) && entry[-1].batch == entry->batch) {
    AccountEntry remark = entry[-1];
    entry[-1] = *entry;
    *entry-- = remark;
  }
  return entry;
}

/* Whether something has been the target of a spell or ability before. */
static bool has_targeted(const Account *account, Ref source, Ref object) {
  for (u32 i = account->entries.count; i-- > 0;) {
    const AccountEntry *before = &account->entries.data[i];
    bool target = before->kind == ACCOUNT_EVENT && before->event == EVENT_TARGET;
    if (target && before->as.source == source && before->as.object == object) return true;
  }
  return false;
}

/* Whether what has a target now has had another before, or is a copy that has that of the original: its controller has
   chosen anew as something resolved. */
static bool is_aimed_anew(const Account *account, const Event *target) {
  for (u32 i = account->entries.count, resolved = 0; i-- > 0;) {
    const AccountEntry *before = &account->entries.data[i];
    bool event = before->kind == ACCOUNT_EVENT;
    resolved |= before->kind == ACCOUNT_REMARK && before->event == REMARK_RESOLVES;
    if (event && before->event == EVENT_COPY && before->as.object == target->source)
      return !has_targeted(account, before->as.other, target->object);
    if (event && before->event == EVENT_TARGET && before->as.source == target->source && resolved) return true;
  }
  return false;
}

/* Whether the effect that gives control of an object has just been told. */
static bool is_told_by_effect(const Account *account, const Event *event) {
  for (u32 i = account->entries.count; i-- > 0;) {
    const AccountEntry *before = &account->entries.data[i];
    bool effect = before->kind == ACCOUNT_REMARK && before->event == REMARK_EFFECT_BEGINS;
    if (!effect && !(before->kind == ACCOUNT_EVENT && before->event == EVENT_CONTROL)) return false;
    if (effect && before->as.object == event->object) return before->as.acquisition;
  }
  return false;
}

static bool is_minor(Account *account, const Game *g, const Event *event) {
  switch ((EventKind)event->kind) {
    case EVENT_ADD_MANA:
    case EVENT_TAPPED_FOR_MANA:
    case EVENT_SHUFFLE: return true;
    case EVENT_TARGET: return !is_aimed_anew(account, event);
    case EVENT_UNTAP: return core(g)->step == 0 /* the untap step (502.3) */;
    case EVENT_TAP: return event->flags & EVF_COST;
    case EVENT_DRAW: return step_now(g) == W_STEP_DRAW && !event->cause; /* 504.1 */
    case EVENT_PERFORM: return event->word == W_K_CRIME;
    case EVENT_MOVE:
      if (event->to == ZONE_STACK) return true;
      if (event->from == ZONE_STACK) return event->to == ZONE_GRAVEYARD || event->to == ZONE_NONE;
      return is_contained(account, event);
    case EVENT_LOSE_LIFE: return is_contained(account, event);
    case EVENT_CONTROL: return is_told_by_effect(account, event);
    case EVENT_BLOCKED: return event->other != REF_NONE; /* the block says so */
    default: return false;
  }
}

/* A mana ability is activated: what it cost is part of the payment as well. */
static void fold_payment(Account *account, const Game *g, AccountEntry *entry) {
  if (!entry || entry->event != EVENT_ACTIVATE || !entry->as.word) return;
  if (!(carddb_ability(g->db, entry->as.word)->flags & ABILITY_MANA)) return;
  Ref source = entry->as.object;
  entry->minor = true;
  AccountEntry *tap = last_event(account, 1, EVENT_TAP);
  if (tap && tap->as.object == source) tap->minor = true;
}

/* Whether what has become a target is one of what is cast, activated or has triggered. */
static bool targets_for(const Game *g, const Event *target, const Event *event) {
  if (target->source == event->object) return true;
  u32 slot = ref_is_player(target->source) ? 0 : object_live(g, target->source);
  const Object *o = slot ? object_row(g, slot) : NULL;
  bool ability = o && o->kind == OBJECT_ABILITY && o->zone == ZONE_STACK && o->ext;
  return ability && stack_item_of(g, slot)->source == event->object;
}

/* --- what is said behind what is cast, activated or has triggered ------------------------------ */

static void begin_piece(const Account *account, AccountText *piece) { piece->at = account->texts.length; }
static void end_piece(const Account *account, AccountText *piece) { piece->length = account->texts.length - piece->at; }

static void tail_say(Account *account, Game *g, Sentence sentence, const Event *about, Str words) {
  sentence_say(g, &account->names, sentence, about, words, &account->texts);
}

/* What a spell was cast for. */
static void add_cost(Account *account, Game *g, const Event *event) {
  u32 slot = object_live(g, event->object);
  if (!slot || object_row(g, slot)->zone != ZONE_STACK || !object_row(g, slot)->ext) return;
  Heap cast = stack_item_of(g, slot)->cast;
  if (!cast) return;
  const CastInfo info = *HEAP_AT(g, CastInfo, cast);
  const Object o = *object_row(g, slot);
  u32 cost = o.status & STATUS_FACE_DOWN ? 0 : cv_chars(g, o.cv, shown_face(g, &o, o.cv))->mana_cost;
  text_clear(&account->scratch);
  if (cost) mana_cost_print(&g->db->costs.data[cost], &account->scratch);
  Event about = {.word = info.method, .amount = info.x};
  if (info.free)
    tail_say(account, g, SENTENCE_FOR_NOTHING, &about, STR(""));
  else if (info.method)
    tail_say(account, g, info.method == W_LABEL_ALTERNATIVE_COST ? SENTENCE_FOR_ALTERNATIVE : SENTENCE_FOR_ITS_COST,
             &about, STR(""));
  else if (cost)
    tail_say(account, g, SENTENCE_FOR_COST, &about, text_str(&account->scratch));
  for (u32 i = 0; i < paid_count(g, info.paid); i++) {
    about.word = paid_at(g, info.paid, i).keyword;
    if (about.word) tail_say(account, g, SENTENCE_AND_ITS_COST, &about, STR(""));
  }
  if (info.x) tail_say(account, g, SENTENCE_WITH_X, &about, STR(""));
  about.amount = mana_spent_of(g, &info, MANA_OF_ANY_KIND);
  bool as_said = cost && !info.method && !info.free && !paid_count(g, info.paid);
  i64 said = as_said ? mana_value_shown(g, slot, cv_chars(g, o.cv, shown_face(g, &o, o.cv))) : 0;
  if (about.amount != said) tail_say(account, g, SENTENCE_MANA_SPENT, &about, STR(""));
}

/* What a copy of a spell or ability has from the original, since it was chosen or paid for that (707.10). */
static void add_copied(Account *account, Game *g, const Event *event) {
  u32 slot = object_live(g, event->object);
  if (!slot || !object_row(g, slot)->ext) return;
  const StackItem item = *stack_item_of(g, slot);
  for (u32 i = 0; i < list_count(g, item.modes); i++) {
    const Event about = {.amount = (i64)(list_get(g, item.modes, i) & 0xffffffff)};
    Str says = says_mode(carddb_says(g->db, item.ability), (u32)about.amount);
    tail_say(account, g, says.length ? SENTENCE_COPIED_MODE : SENTENCE_COPIED_MODE_NUMBER, &about, says);
  }
  if (!item.cast) return;
  const CastInfo info = *HEAP_AT(g, CastInfo, item.cast);
  Event about = {.amount = info.x};
  if (info.x) tail_say(account, g, SENTENCE_WITH_X, &about, STR(""));
  for (u32 i = 0; i < paid_count(g, info.paid); i++) {
    about.word = paid_at(g, info.paid, i).keyword;
    if (about.word) tail_say(account, g, SENTENCE_COPIED_COST, &about, STR(""));
  }
}

/* The value that was chosen for X in the cost of an ability. */
static void add_x(Account *account, Game *g, const Event *event) {
  u32 top = zone_list(g, ZONE_STACK, 0)->last;
  if (!top || object_row(g, top)->kind != OBJECT_ABILITY || stack_item_of(g, top)->source != event->object) return;
  Heap cast = stack_item_of(g, top)->cast;
  const Event about = {.amount = cast ? HEAP_AT(g, CastInfo, cast)->x : 0};
  if (about.amount) tail_say(account, g, SENTENCE_WITH_X, &about, STR(""));
}

/* The first entry since something else was put on the stack. */
static u32 announced_from(const Account *account) {
  u32 first = account->entries.count;
  for (; first > 0; first--) {
    const AccountEntry *before = &account->entries.data[first - 1];
    bool event = before->kind == ACCOUNT_EVENT, choice = before->kind == ACCOUNT_CHOICE;
    bool other = before->event == EVENT_CAST || before->event == EVENT_TRIGGER || before->event == EVENT_STEP;
    if (!choice && !is_about_triggers(before) && (!event || other)) break;
  }
  return first;
}

/* The modes that were chosen, and the targets. */
static void add_announced(Account *account, Game *g, const Event *event) {
  u32 first = announced_from(account), end = account->texts.length;
  for (u32 i = first; i < account->entries.count; i++) {
    AccountEntry *mode = &account->entries.data[i];
    if (mode->kind != ACCOUNT_CHOICE || mode->event != DECISION_MODE) continue;
    mode->minor = true;
    text_clear(&account->scratch);
    text_add(&account->scratch, account_text(account, mode->tail));
    tail_say(account, g, SENTENCE_CHOOSES_MODE, event, text_str(&account->scratch));
    end = account->texts.length;
  }
  for (u32 i = first; i < account->entries.count; i++) {
    const Event target = account->entries.data[i].as;
    bool is = account->entries.data[i].kind == ACCOUNT_EVENT && target.kind == EVENT_TARGET;
    if (!is || !targets_for(g, &target, event)) continue;
    bool begun = account->texts.length > end;
    text_adds(&account->texts,
              sentence_text(account->names.language, begun ? SENTENCE_AND_TARGETING : SENTENCE_TARGETING));
    object_say(g, &account->names, target.object, &account->texts);
  }
}

/* Whether it may pay a cost. */
static bool is_payment(const AccountEntry *entry) {
  switch ((EventKind)entry->event) {
    case EVENT_SACRIFICE:
    case EVENT_DISCARD:
    case EVENT_MILL:
    case EVENT_MOVE:
    case EVENT_TAP:
    case EVENT_UNTAP:
    case EVENT_PAY_LIFE:
    case EVENT_REVEAL:
    case EVENT_COUNTERS_PUT:
    case EVENT_COUNTERS_REMOVE: return entry->kind == ACCOUNT_EVENT && !entry->minor && !entry->as.cause;
    default: return false;
  }
}

/* What was done to pay for it since it was announced, each told behind it and no more by itself. */
static void add_paid(Account *account, Game *g, const Event *event) {
  for (u32 i = account->announced; i < account->entries.count; i++) {
    AccountEntry *paid = &account->entries.data[i];
    if (!is_payment(paid)) continue;
    Str name = account_text(account, paid->name);
    text_clear(&account->scratch);
    form_fill(account->names.language, account_text(account, paid->form), &name, 1, &account->scratch);
    paid->minor = true;
    paid->as.flags |= EVF_COST;
    bool said = event->kind == EVENT_ACTIVATE && paid->as.object == event->object; /* by the words of the ability */
    if (!said) tail_say(account, g, SENTENCE_COST_PAID, event, text_str(&account->scratch));
  }
}

/* Whether it cites a rule that doesn't go without saying. */
static bool cites_special(const Account *account, const AccountEntry *entry) {
  for (u32 k = 0; k < entry->rules; k++)
    if (!citation_is_plain(account->rules.data[entry->rule + k].number)) return true;
  return false;
}

/* Whether it is told of what is about to enter. */
static bool is_about_entering(const AccountEntry *entry) {
  if (entry->kind == ACCOUNT_CHOICE) return true;
  bool about = entry->event == REMARK_ENTERS_WITHOUT || entry->event == REMARK_COPIES_NOTHING;
  return entry->kind == ACCOUNT_REMARK && (about || entry->event == REMARK_REPLACED);
}

/* A land has been played: its entering is told behind that, and goes without saying if it enters untapped by no
   special rule. */
static AccountEntry *put_before_entering(Account *account, const Game *g, AccountEntry *played) {
  AccountEntry *first = account->entries.data, *entered = played;
  if (!played || played->event != EVENT_PERFORM || played->as.word != W_K_PLAY_LAND) return played;
  do {
    if (entered == first || entered[-1].event == EVENT_STEP) return played;
    entered--;
  } while (entered->kind != ACCOUNT_EVENT || entered->event != EVENT_MOVE || entered->as.became != played->as.object);
  u32 slot = object_live(g, played->as.object);
  entered->minor = slot && !(object_row(g, slot)->status & STATUS_TAPPED) && !cites_special(account, entered);
  while (entered > first && is_about_entering(entered - 1)) entered--;
  const AccountEntry moved = *played;
  memmove(entered + 1, entered, (size_t)(played - entered) * sizeof *played);
  *entered = moved;
  return entered;
}

/* --- what happens ------------------------------------------------------------------------------ */

/* A creature attacks: that it was tapped for it goes without saying. */
static void fold_attack(Account *account, const Event *event) {
  for (u32 i = account->entries.count; i-- > 0;) {
    AccountEntry *before = &account->entries.data[i];
    if (before->kind != ACCOUNT_EVENT || before->event == EVENT_STEP) return;
    if (before->event == EVENT_TAP && before->as.object == event->object) before->minor = true;
  }
}

static void add_form(Account *account, Game *g, AccountEntry *entry) {
  begin_piece(account, &entry->also);
  text_clear(&account->scratch);
  bool damage = entry->event == EVENT_DAMAGE, counters = entry->event == EVENT_COUNTERS_PUT;
  if (damage || counters)
    sentence_form(g, &account->names, damage ? SENTENCE_DAMAGE_ALSO : SENTENCE_WITH_COUNTERS, &entry->as,
                  &account->texts, &account->scratch);
  end_piece(account, &entry->also);
  begin_piece(account, &entry->form);
  text_clear(&account->scratch);
  event_form(g, &account->names, &entry->as, &account->texts, &account->scratch);
  end_piece(account, &entry->form);
  begin_piece(account, &entry->name);
  text_add(&account->texts, text_str(&account->scratch));
  end_piece(account, &entry->name);
}

/* What has made a token, to tell it from those that something else makes. */
static void add_maker(Account *account, Game *g, AccountEntry *entry) {
  const Object *o = entry->as.became ? object_known(g, entry->as.became) : NULL;
  begin_piece(account, &entry->maker);
  if (entry->event == EVENT_MOVE && entry->as.to == ZONE_BATTLEFIELD && o && o->kind == OBJECT_TOKEN &&
      entry->as.source) {
    const Event by = {.object = entry->as.source};
    sentence_say(g, &account->names, SENTENCE_MADE_BY, &by, STR(""), &account->texts);
  }
  end_piece(account, &entry->maker);
}

void account_event(Account *account, Game *g, const Event *happened) {
  u32 reader = account->names.reader;
  const Event seen = reader ? event_seen(g, reader, happened) : *happened, *event = &seen;
  labels_see(&account->labels, g, happened);
  if (event->kind == EVENT_ATTACK) fold_attack(account, event);
  AccountEntry entry = {.kind = ACCOUNT_EVENT, .event = event->kind, .batch = core(g)->batch, .as = *event};
  if (event->source) entry.source = name_of(g, event->source);
  begin_piece(account, &entry.text);
  event_say(g, &account->names, event, &account->texts);
  end_piece(account, &entry.text);
  add_form(account, g, &entry);
  entry.minor = is_minor(account, g, event);
  begin_piece(account, &entry.tail);
  if (event->kind == EVENT_CAST) add_cost(account, g, event);
  if (event->kind == EVENT_CAST || event->kind == EVENT_ACTIVATE) add_paid(account, g, event);
  if (event->kind == EVENT_ACTIVATE) add_x(account, g, event);
  if (event->kind == EVENT_COPY) add_copied(account, g, event);
  if (event->kind == EVENT_CAST || event->kind == EVENT_ACTIVATE || event->kind == EVENT_TRIGGER)
    add_announced(account, g, event);
  end_piece(account, &entry.tail);
  add_maker(account, g, &entry);
  AccountEntry *added = put_before_remarks(account, entry_add(account, entry));
  fold_payment(account, g, put_before_entering(account, g, added));
}

/* Replacements are looked for again each time an event has changed, and a spell may have several effects on one
   object: that one has applied already, or that they begin or end, is told once of what resolves or of a step. */
static bool is_told_before(const Account *account, Remark remark, const Event *about) {
  bool once = remark == REMARK_APPLIED_BEFORE || remark == REMARK_EFFECT_BEGINS || remark == REMARK_EFFECT_ENDS ||
              remark == REMARK_ENTERS_WITHOUT || remark == REMARK_NOT_REGENERATED || remark == REMARK_NOT_PREVENTED;
  for (u32 i = account->entries.count; once && i-- > 0;) {
    const AccountEntry *before = &account->entries.data[i];
    bool told = before->kind == ACCOUNT_REMARK, step = before->kind == ACCOUNT_EVENT && before->event == EVENT_STEP;
    if (step || (told && before->event == REMARK_RESOLVES)) return false;
    bool same = before->as.object == about->object && before->as.source == about->source;
    same &= remark != REMARK_EFFECT_BEGINS || before->as.env == about->env;
    if (told && before->event == remark && same) return true;
  }
  return false;
}

/* Counts all that could have come of what resolves. */
static u64 deeds_of(const Game *g) {
  const Core *c = core(g);
  return c->events + c->next_effect + c->next_timestamp + c->next_acquisition;
}

/* Whether something has come of what resolves, or was told of it. */
static bool has_effect(const Account *account, const Game *g) {
  if (account->resolving != deeds_of(g)) return true;
  for (u32 i = account->resolved; i < account->entries.count; i++)
    if (!account->entries.data[i].minor) return true;
  return false;
}

/* That a player isn't asked may tell what they hold. */
static bool is_private(const Account *account, Remark remark, const Event *about) {
  u32 reader = account->names.reader;
  return reader && remark == REMARK_NOTHING_TO_CHOOSE && about->player != reader - 1;
}

/* Nobody asks why what says how it enters doesn't say so twice, nor why an ability is kept from triggering whose
   condition may not be met either. */
static bool is_minor_remark(const Game *g, Remark remark, const Event *about) {
  if (remark == REMARK_APPLIED_BEFORE) return about->object == about->source;
  if (remark != REMARK_TRIGGER_STOPPED || !about->word) return false;
  return node_arg(g->db, carddb_ability(g->db, about->word)->node, ARG_TRIGGERED_IF);
}

static void add_rule(Account *account, AccountEntry *entry, const char *rule, Ref about) {
  if (!rule) return;
  if (!vec_push(&account->allocator, &account->rules, ((CarriedOut){rule, about})))
    account->failed = true;
  else
    entry->rules++;
}

/* The rule that makes a target illegal; null if that is only that it isn't what the text says. */
static const char *rule_of_fault(const Game *g, const Event *about) {
  switch ((TargetFault)about->word) {
    case TARGET_ELSEWHERE: return "400.7";
    case TARGET_SHROUD: return "702.18a";
    case TARGET_HEXPROOF: return "702.11b";
    case TARGET_PROTECTED: return "702.16b";
    case TARGET_FORBIDDEN: return "101.2";
    case TARGET_ITSELF:
    case TARGET_OTHER: return ref_is_player(about->object) || object_live(g, about->object) ? NULL : "400.7";
    case TARGET_FINE: break;
  }
  return NULL;
}

void account_remark(Account *account, Game *g, Remark remark, const char *rule, const Event *about) {
  if (is_told_before(account, remark, about) || is_private(account, remark, about)) return;
  if (remark == REMARK_NO_EFFECT && has_effect(account, g)) return;
  AccountEntry entry = {.kind = ACCOUNT_REMARK, .event = (u8)remark, .batch = core(g)->batch, .as = *about};
  entry.minor = is_minor_remark(g, remark, about);
  if (remark == REMARK_EFFECT_BEGINS) entry.as.acquisition = effect_controller(g, about->env) != PLAYER_NONE;
  labels_see(&account->labels, g, NULL);
  begin_piece(account, &entry.also);
  if (remark == REMARK_NO_TARGET) tail_say(account, g, SENTENCE_TARGETLESS, about, STR(""));
  end_piece(account, &entry.also);
  begin_piece(account, &entry.text);
  remark_say(g, &account->names, remark, about, &account->texts, NULL);
  end_piece(account, &entry.text);
  begin_piece(account, &entry.form);
  text_clear(&account->scratch);
  remark_say(g, &account->names, remark, about, &account->texts, &account->scratch);
  end_piece(account, &entry.form);
  begin_piece(account, &entry.name);
  text_add(&account->texts, text_str(&account->scratch));
  end_piece(account, &entry.name);
  AccountEntry *added = entry_add(account, entry);
  if (!added) return;
  if (remark == REMARK_RESOLVES) account->resolving = deeds_of(g);
  if (remark == REMARK_RESOLVES) account->resolved = account->entries.count;
  add_rule(account, added, rule, about->object);
  if (remark == REMARK_TARGET_ILLEGAL) add_rule(account, added, rule_of_fault(g, about), about->object);
}

void account_add(Account *account, AccountKind kind, Str text) {
  if (account->names.reader) return; /* written by whoever knows everything */
  AccountEntry entry = {.kind = (u8)kind};
  begin_piece(account, &entry.text);
  text_add(&account->texts, text);
  end_piece(account, &entry.text);
  entry.form = entry.text;
  entry_add(account, entry);
}

/* --- choices ----------------------------------------------------------------------------------- */

/* Whether a decision is one that nothing else tells of: not actions, targets, attackers, payments. */
static bool is_told(u32 decision) {
  switch ((DecisionKind)decision) {
    case DECISION_MAY:
    case DECISION_OBJECT:
    case DECISION_NUMBER:
    case DECISION_MODE:
    case DECISION_WORD:
    case DECISION_NAME:
    case DECISION_REPLACEMENT:
    case DECISION_OPTION:
    case DECISION_LEGEND: return true;
    default: return false;
  }
}

typedef struct Choosing {
  Account *account;
  const Option *option;
} Choosing;

static void phrase_ref(void *user, Game *g, Ref ref, Text *out) {
  const Account *account = user;
  object_say(g, &account->names, ref, out);
}

static Str phrase_name(void *user, const Game *g, StrId name) {
  (void)user;
  return intern_text(&g->db->names, name);
}

static void phrase_ability(void *user, Game *g, AbilityInst inst, Ref source, Text *out) {
  (void)user;
  ability_words(g->db, inst.ability, name_of(g, source), out);
}

static Sentence sentence_of_choice(const Game *g, const Option *option) {
  const Decision *d = &core(g)->decision;
  if (option->kind == OPTION_NO && frame_top(g)->proc == PROC_NEW_TARGETS) return SENTENCE_KEEPS_TARGETS;
  if (option->kind == OPTION_NO && d->node) return SENTENCE_CHOOSES_NOT_TO_DO;
  if (option->kind == OPTION_NO) return d->source ? SENTENCE_CHOOSES_NOT_TO_FOR : SENTENCE_CHOOSES_NOT_TO;
  if (option->kind == OPTION_DONE) return SENTENCE_CHOOSES_NOTHING;
  if (option->kind == OPTION_ABILITY && d->kind == DECISION_REPLACEMENT) return SENTENCE_CHOOSES_FIRST;
  return option->kind == OPTION_REF && d->kind != DECISION_REPLACEMENT ? SENTENCE_CHOOSES_OBJECT : SENTENCE_CHOOSES;
}

/* Whether words say what a player does, and not what happens: "draw a card", but not "~ enters as a copy of it". */
static bool is_done_by_player(Str words) {
  static const char *const SUBJECTS[] = {"~ ", "that ", "it ", "each ", "target ", "you ", "its "};
  for (u32 i = 0; i < COUNT_OF(SUBJECTS); i++)
    if (str_begins(words, str_of(SUBJECTS[i]))) return false;
  return words.length && words.data[0] != '{';
}

/* What a player who may do something decides not to do; false, and nothing is appended, if there are no words for it. */
static bool declined_words(Game *g, Text *out) {
  const Decision *d = &core(g)->decision;
  u32 from = out->length, ability = asking_ability(g);
  bool may = node_op(g->db, d->node) == IR_MAY;
  node_english(g->db, ability, may ? node_arg(g->db, d->node, ARG_MAY_THEN) : d->node, out);
  text_join_lines(out, from);
  for (u32 i = from; i + 1 < out->length; i++)
    if (out->data[i] == '.' && out->data[i + 1] == ' ') out->length = i;
  if (out->length > from && out->data[out->length - 1] == '.') out->length--;
  bool done = is_done_by_player(text_from(out, from));
  if (!done || memchr(out->data + from, '~', out->length - from)) out->length = from;
  return out->length > from;
}

static void choice_body(Game *g, void *user) {
  const Choosing *c = user;
  Account *account = c->account;
  const Decision d = core(g)->decision;
  Sentence sentence = sentence_of_choice(g, c->option);
  AccountEntry entry = {.kind = ACCOUNT_CHOICE, .event = d.kind, .minor = c->option->kind == OPTION_YES};
  entry.as =
      (Event){.player = d.for_player, .object = c->option->ref, .source = d.source, .from = ZONE_NONE, .to = ZONE_NONE};
  entry.minor |= c->option->kind == OPTION_DONE && d.chosen > 0;
  labels_see(&account->labels, g, NULL);
  const Phrasing phrasing = {account, phrase_ref, phrase_name, phrase_ability, false, account->names.language};
  begin_piece(account, &entry.tail);
  if (sentence == SENTENCE_CHOOSES) option_words(g, c->option, &phrasing, &account->texts);
  if (sentence == SENTENCE_CHOOSES_NOT_TO_DO && !declined_words(g, &account->texts))
    sentence = d.source ? SENTENCE_CHOOSES_NOT_TO_FOR : SENTENCE_CHOOSES_NOT_TO;
  if (sentence == SENTENCE_CHOOSES_FIRST) object_say(g, &account->names, c->option->ref, &account->texts);
  end_piece(account, &entry.tail);
  begin_piece(account, &entry.text);
  text_clear(&account->scratch);
  text_add(&account->scratch, account_text(account, entry.tail));
  sentence_say(g, &account->names, sentence, &entry.as, text_str(&account->scratch), &account->texts);
  end_piece(account, &entry.text);
  entry.form = entry.text;
  if (sentence == SENTENCE_CHOOSES_OBJECT) {
    begin_piece(account, &entry.form);
    text_clear(&account->scratch);
    sentence_form(g, &account->names, sentence, &entry.as, &account->texts, &account->scratch);
    end_piece(account, &entry.form);
    begin_piece(account, &entry.name);
    text_add(&account->texts, text_str(&account->scratch));
    end_piece(account, &entry.name);
  }
  entry_add(account, entry);
}

void account_choice(Account *account, Game *g, const Option *option) {
  Choosing c = {account, option};
  u32 reader = account->names.reader, kind = core(g)->decision.kind;
  /* What others choose is seen by what comes of it, but for what they must announce. */
  bool announced = kind == DECISION_MODE || kind == DECISION_LEGEND || kind == DECISION_REPLACEMENT;
  if (reader && core(g)->decision.player != reader - 1 && !announced) return;
  bool priced = core(g)->decision.source == REF_NONE && core(g)->decision.kind == DECISION_NUMBER;
  if (is_told(core(g)->decision.kind) && !priced && option->kind != OPTION_PASS) game_protect(g, choice_body, &c);
}
