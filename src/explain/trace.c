#include "explain/trace.h"

#include "explain/names.h"
#include "explain/sentences.h"
#include "state/mods.h"
#include "rules/cast/cast.h"

/* --- events in words --------------------------------------------------------------------------------- */

/* What a sentence is made for. */
typedef struct Saying {
  const Names *names;
  Text *out;
  Game *g;
  const Event *ev;
  StrId card, copied; /* names, 0 for none … */
  StrId was;          /* … also that of the object before it turned over */
  Ref ref;            /* whose name is said */
  Text *name;         /* of a form: gets the name of the object that others may be told with; else null */

  Str words; /* what was chosen or paid */
} Saying;

/* A verb in the third person: "explores", "is tempted by the Ring". The first word of the action is the verb. */
static void say_english_action(Str action, Text *out) {
  u32 end = 0;
  while (end < action.length && action.data[end] != ' ') end++;
  Str verb = {action.data, end}, rest = {action.data + end, action.length - end};
  bool hisses = str_ends(verb, STR("s")) || str_ends(verb, STR("sh")) || str_ends(verb, STR("ch"));
  if (str_is(verb, "be")) {
    text_adds(out, "is");
  } else {
    text_add(out, verb);
    text_adds(out, hisses ? "es" : "s");
  }
  text_add(out, rest);
}

/* The text of an ability in one line; its object is called by its name. */
static void say_ability(const Saying *s) {
  Text *out = s->out;
  u32 from = out->length;
  const CardDb *db = s->g->db;
  if (!s->ev->word || s->ev->word >= db->abilities.count) return;
  ability_words(db, s->ev->word, name_of(s->g, s->ev->object), out);
  text_join_lines(out, from);
}

/* What a player or object does: "explores", "esplora". */
static void say_action(const Saying *s, Word action) {
  if (s->names->language == GAVEL_ENGLISH)
    say_english_action(word_text(action), s->out);
  else
    text_add(s->out, word_said(s->names->language, action, WORD_FROM));
}

static void say(const Saying *s, Sentence sentence);

/* How long an effect lasts, as the end of a sentence: without the comma that separates it from a timestamp. */
static void say_duration(const Saying *s, Word duration) {
  const char *text = sentence_text(s->names->language, sentence_of_duration(duration));
  text_adds(s->out, *text == ',' ? text + 1 : text);
}

/* Says an ability up to a mark, in brackets if it stands in brackets. */
static void say_up_to(const Saying *s, char mark) {
  Text *out = s->out;
  u32 from = out->length, to = from;
  say_ability(s);
  while (to < out->length && out->data[to] != mark) to++;
  if (to == out->length) return;
  out->length = to;
  if (out->data[from] == '[') text_addc(out, ']');
}

/* What it costs to activate an ability. */
static void say_activation_cost(const Saying *s) { say_up_to(s, ':'); }

/* What a triggered ability triggers on. */
static void say_condition(const Saying *s) {
  u32 from = s->out->length;
  say_up_to(s, ',');
  if (s->out->length > from && s->out->data[s->out->length - 1] == '.') s->out->length--;
}

/* How something enters: tapped, attacking or both. */
static void say_how(const Saying *s) {
  u32 slot = object_live(s->g, s->ev->object);
  if (!slot || object_row(s->g, slot)->zone != ZONE_BATTLEFIELD) return;
  bool tapped = object_row(s->g, slot)->status & STATUS_TAPPED, attacks = permanent_of(s->g, slot)->attacking;
  Sentence how = tapped && attacks ? SENTENCE_HOW_BOTH : tapped ? SENTENCE_HOW_TAPPED : SENTENCE_HOW_ATTACKING;
  if (tapped || attacks) text_adds(s->out, sentence_text(s->names->language, how));
}

/* The condition of a triggered ability in parentheses (603.4): its words from "if" to the next comma. */
static void say_if(const Saying *s) {
  static const char IF[] = ", if ";
  u32 from = s->out->length, begins = 0;
  say_ability(s);
  for (u32 i = from; i + sizeof IF < s->out->length && !begins; i++)
    if (memcmp(s->out->data + i, IF, sizeof IF - 1) == 0) begins = i + 2;
  u32 end = begins;
  while (begins && end < s->out->length && s->out->data[end] != ',') end++;
  u32 length = end - begins;
  s->out->length = from;
  if (!length) return;
  memmove(s->out->data + from + 2, s->out->data + begins, length);
  memcpy(s->out->data + from, " (", 2);
  s->out->length = from + 2 + length;
  text_addc(s->out, ')');
}

/* What doesn't happen, as the end of a sentence that says who can't. */
static Sentence sentence_not(u32 kind) {
  switch (kind) {
    case EVENT_DRAW: return SENTENCE_CANT_DRAW;
    case EVENT_SACRIFICE: return SENTENCE_CANT_SACRIFICE;
    case EVENT_GAIN_LIFE: return SENTENCE_CANT_GAIN_LIFE;
    case EVENT_LOSE_LIFE:
    case EVENT_PAY_LIFE: return SENTENCE_CANT_LOSE_LIFE;
    case EVENT_COUNTERS_PUT: return SENTENCE_CANT_HAVE_COUNTERS;
    case EVENT_COUNTER: return SENTENCE_CANT_COUNTER;
    case EVENT_LOSE: return SENTENCE_CANT_LOSE;
    case EVENT_WIN: return SENTENCE_CANT_WIN;
    default: return SENTENCE_CANT_ENTER;
  }
}

/* An object or player by name; of a permanent that is a copy also which card it is. */
static void say_name(const Saying *s) {
  if (s->was) {
    text_add(s->out, intern_text(&s->g->db->names, s->was));
    return;
  }
  name_ref(s->g, s->names, s->ref, s->out);
  StrId card = card_behind(s->g, s->ref);
  if (!card || name_of(s->g, s->ref) == card) return;
  Saying which = *s;
  which.card = card;
  say(&which, SENTENCE_WHICH_CARD);
}

/* An object by a name, told from others that have it. */
static void say_apart(const Saying *s, Ref ref, Apart apart, StrId was) {
  const Event of = {.player = apart.whose, .amount = apart.number};
  Saying as = *s;
  as.ev = &of;
  as.ref = ref;
  as.name = NULL;
  as.was = was;
  const Object *o = object_known(s->g, ref);
  bool hidden = o && object_hidden(o), named = was || (!hidden && name_of(s->g, ref));
  if (apart.number)
    say(&as,
        apart.owner ? named ? SENTENCE_OBJECT_OF_NUMBERED : SENTENCE_NAMELESS_OF_NUMBERED : SENTENCE_OBJECT_NUMBERED);
  else
    say(&as, apart.owner ? named ? SENTENCE_OBJECT_OF : SENTENCE_NAMELESS_OF : SENTENCE_OBJECT);
}

/* Likewise, as it is called now. */
static void say_object(const Saying *s, Ref ref) {
  say_apart(s, ref, s->names->labels ? labels_apart(s->names->labels, s->g, ref) : (Apart){0}, 0);
}

/* What the object of an event that turns it over, or face down, was called before; 0 if nobody knows. */
static StrId name_before(const Saying *s) {
  Game *g = s->g;
  const Event *ev = s->ev;
  const Object *o = object_known(g, ev->object);
  if (!o || o->zone != ZONE_BATTLEFIELD) return 0;
  switch ((EventKind)ev->kind) {
    case EVENT_TRANSFORM: return cv_chars(g, o->cv, object_face(o) == FACE_BACK ? 0 : FACE_BACK)->name;
    case EVENT_FLIP: return cv_chars(g, o->cv, o->face ? FACE_BACK : 0)->name;
    case EVENT_TURN_FACE_DOWN: return s->names->labels ? labels_was(s->names->labels, ev->object) : 0;
    default: return 0;
  }
}

/* The object of such an event, as it was called before. */
static void say_was(const Saying *s) {
  Ref ref = s->ev->object;
  StrId was = name_before(s);
  if (!was)
    say_object(s, ref);
  else
    say_apart(s, ref, s->names->labels ? labels_apart_before(s->names->labels, ref) : (Apart){0}, was);
}

static Str zone_name(GavelLanguage language, u32 zone, WordForm form) {
  if (zone >= ZONE_COUNT) return str_of(sentence_text(language, SENTENCE_NOWHERE));
  return word_said(language, zone_word((Zone)zone), form);
}

/* {n?one|many} */
static void say_form(const Saying *s, Str forms, i64 n) {
  const char *bar = memchr(forms.data, '|', forms.length);
  u32 first = bar ? (u32)(bar - forms.data) : forms.length;
  if (n == 1)
    text_add(s->out, (Str){forms.data, first});
  else if (bar)
    text_add(s->out, (Str){bar + 1, forms.length - first - 1});
}

/* Parts that depend on how many are told together: {o}, {o?is|are}, {c}, {c?card|cards}. */
static bool is_open(Str name) {
  bool is = name.length > 0 && (name.data[0] == 'o' || name.data[0] == 'c');
  return is && (name.length == 1 || name.data[1] == '?');
}

/* Leaves such a part as it is, for form_fill; the name of the object goes where it is wanted. */
static void leave_open(const Saying *s, Str name) {
  text_addc(s->out, FORM_OPEN);
  text_add(s->out, name);
  text_addc(s->out, FORM_CLOSE);
  if (!str_is(name, "o") || s->name->length) return;
  Saying as = *s;
  as.out = s->name;
  as.name = NULL;
  say_object(&as, s->ev->object);
}

/* The same of one event alone, but for the object. */
static bool say_counted(const Saying *s, Str name) {
  if (!is_open(name) || str_is(name, "o")) return false;
  if (name.length == 1)
    text_adds(s->out, sentence_text(s->names->language, SENTENCE_ONE));
  else
    say_form(s, (Str){name.data + 2, name.length - 2}, 1);
  return true;
}

/* How long an effect lasts, as the end of a sentence; nothing if it has no end. */
static void say_until(const Saying *s) {
  if (s->ev->word && s->ev->word != W_INDEFINITE) say_duration(s, (Word)s->ev->word);
}

/* Why a target is illegal. */
static void say_why(const Saying *s) {
  switch ((TargetFault)s->ev->word) {
    case TARGET_FINE: return;
    case TARGET_ELSEWHERE: say(s, SENTENCE_ILLEGAL_ELSEWHERE); return;
    case TARGET_SHROUD: say(s, SENTENCE_ILLEGAL_SHROUD); return;
    case TARGET_HEXPROOF: say(s, SENTENCE_ILLEGAL_HEXPROOF); return;
    case TARGET_PROTECTED: say(s, SENTENCE_ILLEGAL_PROTECTED); return;
    case TARGET_FORBIDDEN: say(s, SENTENCE_ILLEGAL_FORBIDDEN); return;
    case TARGET_ITSELF:
    case TARGET_OTHER:
      say(s, object_live(s->g, s->ev->object) || ref_is_player(s->ev->object) ? SENTENCE_ILLEGAL_OTHER
                                                                              : SENTENCE_ILLEGAL_ELSEWHERE);
      return;
  }
}

/* One of the names in braces. */
static void say_part(const Saying *s, Str name) {
  Text *out = s->out;
  const Event *ev = s->ev;
  GavelLanguage language = s->names->language;
  if (s->name && is_open(name)) {
    leave_open(s, name);
    return;
  }
  if (say_counted(s, name)) return;
  if (str_is(name, "p")) {
    name_player(s->names, ev->player, out);
  } else if (str_is(name, "o")) {
    say_object(s, ev->object);
  } else if (str_is(name, "was")) {
    say_was(s);
  } else if (str_is(name, "s")) {
    say_object(s, ev->source);
  } else if (str_is(name, "t")) {
    say_object(s, ev->other);
  } else if (str_is(name, "by")) {
    if (ev->other) say(s, SENTENCE_BLOCKED_BY);
  } else if (str_is(name, "who")) {
    Ref who = ev->object && !ref_is_player(ev->object) ? ev->object : ref_player(ev->player);
    say_object(s, who);
  } else if (str_is(name, "does")) {
    say_action(s, (Word)ev->word);
  } else if (str_is(name, "a")) {
    say_ability(s);
    if (!s->ev->kind && s->out->data[s->out->length - 1] == '.') s->out->length--; /* a remark goes on */
  } else if (str_is(name, "name")) {
    say_name(s);
  } else if (str_is(name, "words")) {
    text_add(out, s->words);
  } else if (str_is(name, "pays")) {
    say_activation_cost(s);
  } else if (str_is(name, "when")) {
    say_condition(s);
  } else if (str_is(name, "how")) {
    say_how(s);
  } else if (str_is(name, "if")) {
    say_if(s);
  } else if (str_is(name, "keyword")) {
    ability_said(s->g, s->names, s->ev->word, out);
  } else if (str_is(name, "event")) {
    say(s, sentence_not(ev->kind));
  } else if (str_is(name, "lasts")) {
    if (ev->word) say_duration(s, (Word)ev->word);
  } else if (str_is(name, "until")) {
    say_until(s);
  } else if (str_is(name, "why")) {
    say_why(s);
  } else if (str_is(name, "n")) {
    text_addf(out, "%lld", (long long)ev->amount);
  } else if (str_is(name, "w")) {
    text_add(out, word_said(language, (Word)ev->word, WORD_MASCULINE));
    if (ev->word == W_LEVEL) text_addf(out, " %lld", (long long)ev->amount);
  } else if (str_is(name, "step")) {
    text_adds(out, sentence_text(language, (Sentence)(SENTENCE_STEP_0 + (u32)(ev->word - W_STEP_UNTAP))));
  } else if (str_is(name, "m")) {
    text_add(out, word_said(language, (Word)(W_WHITE + (ev->word & 0xff)), WORD_MASCULINE));
  } else if (str_is(name, "turn")) {
    text_addf(out, "%u", core(s->g)->turn);
  } else if (str_is(name, "from") || str_is(name, "to")) {
    bool to = str_is(name, "to");
    text_add(out, zone_name(language, to ? ev->to : ev->from, to ? WORD_TO : WORD_FROM));
  } else if (str_is(name, "card") || str_is(name, "copied")) {
    text_add(out, intern_text(&s->g->db->names, str_is(name, "card") ? s->card : s->copied));
  } else if (str_begins(name, STR("n?"))) {
    say_form(s, (Str){name.data + 2, name.length - 2}, ev->amount);
  } else {
    text_adds(out, sentence_text(language, ev->amount == 1 ? SENTENCE_DAYTIME : SENTENCE_NIGHTTIME));
  }
}

static void say(const Saying *s, Sentence sentence) {
  for (const char *at = sentence_text(s->names->language, sentence); *at;) {
    if (*at != '{') {
      text_addc(s->out, *at++);
      continue;
    }
    const char *end = strchr(at, '}');
    say_part(s, (Str){at + 1, (u32)(end - at - 1)});
    at = end + 1;
  }
}

static Sentence sentence_of_action(Word action) {
  if (action == W_K_PLAY_LAND) return SENTENCE_PLAYS_LAND;
  return action == W_K_TIME_TRAVEL ? SENTENCE_TIME_TRAVELS : SENTENCE_PERFORM;
}

/* What a move is called in brief accounts. */
static Sentence sentence_of_move(const Event *ev) {
  switch (ev->to) {
    case ZONE_EXILE: return SENTENCE_GOES_TO_EXILE;
    case ZONE_GRAVEYARD: return SENTENCE_GOES_TO_GRAVEYARD;
    case ZONE_HAND: return ev->from == ZONE_LIBRARY ? SENTENCE_GOES_FROM_LIBRARY : SENTENCE_GOES_TO_HAND;
    case ZONE_LIBRARY: return SENTENCE_GOES_TO_LIBRARY;
    case ZONE_COMMAND: return SENTENCE_GOES_TO_COMMAND;
    case ZONE_OUTSIDE: return SENTENCE_GOES_OUTSIDE;
    case ZONE_ANTE: return SENTENCE_GOES_TO_ANTE;
    default: return SENTENCE_MOVE;
  }
}

/* A move: what enters is called as it is now, and what is copied is said. */
static void say_move(const Saying *s) {
  Event ev = *s->ev;
  Saying as = *s;
  as.ev = &ev;
  if (ev.to != ZONE_BATTLEFIELD) {
    say(&as, s->name ? sentence_of_move(&ev) : SENTENCE_MOVE);
    return;
  }
  if (ev.became) ev.object = ev.became;
  const Object *o = object_known(s->g, ev.object);
  if (o && o->zone == ZONE_BATTLEFIELD) ev.player = o->controller;
  as.copied = o ? copied_name(s->g, o) : 0;
  as.card = o ? card_name(s->g, o) : 0;
  bool created = s->name && o && o->kind == OBJECT_TOKEN && !(ev.flags & EVF_NOT_CREATED);
  say(&as, created ? SENTENCE_TOKEN_ENTERS : as.copied ? SENTENCE_ENTERS_AS_COPY : SENTENCE_ENTERS);
}

static Sentence sentence_in_brief(EventKind kind) {
  switch (kind) {
    case EVENT_ACTIVATE: return SENTENCE_ACTIVATES;
    case EVENT_TRIGGER: return SENTENCE_TRIGGERS;
    case EVENT_TURN: return SENTENCE_TURN_OF;
    default: return sentence_of_event(kind);
  }
}

static Sentence sentence_of_search(const Event *ev) {
  switch (ev->from) {
    case ZONE_GRAVEYARD: return SENTENCE_SEARCHES_GRAVEYARD;
    case ZONE_HAND: return SENTENCE_SEARCHES_HAND;
    default: return ev->object == ref_player(ev->player) ? SENTENCE_SEARCH : SENTENCE_SEARCHES_LIBRARY;
  }
}

/* Whether it is called an ability or a face-down spell, which may be feminine in a language. */
static bool is_no_card(const Game *g, Ref ref) {
  const Object *o = object_known(g, ref);
  return o && (o->kind == OBJECT_ABILITY || object_hidden(o));
}

/* Whether an object has other triggered abilities than that one, so that it must be said which doesn't trigger. */
static bool is_one_of_several(Game *g, Ref ref, u32 ability) {
  const Object *o = object_known(g, ref);
  if (!o || !ability) return false;
  const Chars *c = cv_chars(g, o->cv, shown_face(g, o, o->cv));
  bool others = false;
  for (u32 i = 0; i < c->ability_count; i++) {
    u32 other = inst_of_chars(g, c, i).ability;
    others |= other != ability && carddb_ability(g->db, other)->op == IR_TRIGGERED;
  }
  return others;
}

static void say_event(const Saying *s) {
  EventKind kind = (EventKind)s->ev->kind;
  if (kind == EVENT_MOVE) {
    say_move(s);
  } else if (kind == EVENT_SEARCH) {
    say(s, sentence_of_search(s->ev));
  } else if (kind == EVENT_COUNTER && is_no_card(s->g, s->ev->object)) {
    say(s, SENTENCE_ABILITY_COUNTERED);
  } else if (kind == EVENT_PERFORM) {
    say(s, sentence_of_action((Word)s->ev->word));
  } else if (kind == EVENT_TRIGGER && s->name && is_one_of_several(s->g, s->ev->object, s->ev->word)) {
    say(s, SENTENCE_TRIGGERS_WHICH);
  } else if (kind > EVENT_NONE && kind < EVENT_KIND_COUNT) {
    say(s, s->name ? sentence_in_brief(kind) : sentence_of_event(kind));
  }
}

void object_say(Game *g, const Names *names, Ref ref, Text *out) {
  const Event nothing = {0};
  const Saying s = {.names = names, .out = out, .g = g, .ev = &nothing};
  say_object(&s, ref);
}

void event_say(Game *g, const Names *names, const Event *event, Text *out) {
  const Saying s = {.names = names, .out = out, .g = g, .ev = event};
  say_event(&s);
}

void event_form(Game *g, const Names *names, const Event *event, Text *form, Text *name) {
  const Saying s = {.names = names, .out = form, .g = g, .ev = event, .name = name};
  say_event(&s);
}

static Sentence sentence_of_which(Remark remark, Sentence sentence) {
  switch (remark) {
    case REMARK_IF_FAILS: return SENTENCE_IF_FAILS_WHICH;
    case REMARK_TRIGGER_STOPPED: return SENTENCE_TRIGGER_STOPPED_WHICH;
    case REMARK_TRIGGERED_BEFORE: return SENTENCE_TRIGGERED_BEFORE_WHICH;
    default: return sentence;
  }
}

/* What an effect that replaces something makes of it. */
static Sentence sentence_of_replaced(const Event *about) {
  if (about->kind == EVENT_DRAW && about->amount <= 0) return SENTENCE_REPLACES_DRAW;
  if (about->amount <= 0) return SENTENCE_REPLACED;
  switch ((EventKind)about->kind) {
    case EVENT_COUNTERS_PUT: return SENTENCE_MAKES_COUNTERS;
    case EVENT_DAMAGE: return SENTENCE_MAKES_DAMAGE;
    case EVENT_GAIN_LIFE:
    case EVENT_LOSE_LIFE: return SENTENCE_MAKES_LIFE;
    case EVENT_CREATE: return SENTENCE_MAKES_TOKENS;
    case EVENT_DRAW: return SENTENCE_MAKES_CARDS;
    default: return SENTENCE_REPLACED;
  }
}

/* Says what an effect that begins does to its object; false if there are no words for it. */
static bool say_effect(const Saying *s) {
  Text words;
  u32 player = effect_controller(s->g, s->ev->env);
  if (player != PLAYER_NONE) {
    const Event gains = {.player = (u8)player, .object = s->ev->object, .word = s->ev->word};
    Saying control = *s;
    control.ev = &gains;
    say(&control, SENTENCE_CONTROL);
    say_until(&control);
    return true;
  }
  text_init(&words, s->g->allocator);
  bool said = effect_words(s->g, s->names, s->ev->env, &words, s->name);
  Saying as = *s;
  as.words = text_str(&words);
  if (said) say(&as, SENTENCE_EFFECT_ON);
  if (said) say(&as, SENTENCE_EFFECT_DOES);
  text_free(&words);
  return said;
}

void remark_say(Game *g, const Names *names, Remark remark, const Event *about, Text *out, Text *name) {
  static const u16 SENTENCES[REMARK_COUNT] = {
#define RM(KIND, NAME) [REMARK_##KIND] = SENTENCE_##KIND,
      REMARKS(RM)
#undef RM
  };
  const Saying s = {.names = names, .out = out, .g = g, .ev = about, .name = name};
  Sentence sentence = (Sentence)SENTENCES[remark];
  bool itself = about->source == about->object;
  if (remark == REMARK_CANT && about->source == REF_NONE) sentence = SENTENCE_CANT_ENTER_AT_ALL;
  if (remark == REMARK_CANT && itself && about->kind == EVENT_COUNTER) sentence = SENTENCE_CANT_BE_COUNTERED;
  if (remark == REMARK_EFFECT_BEGINS && itself) sentence = SENTENCE_EFFECT_BEGINS_ITSELF;
  if (remark == REMARK_REPLACED) sentence = sentence_of_replaced(about);
  if (remark == REMARK_EFFECT_BEGINS && about->env && say_effect(&s)) return;
  if (remark == REMARK_EFFECT_ENDS && itself) sentence = SENTENCE_EFFECT_ENDS_ITSELF;
  bool which = sentence_of_which(remark, sentence) != sentence;
  if (which && about->word && is_one_of_several(g, about->object, about->word))
    sentence = sentence_of_which(remark, sentence);
  say(&s, sentence);
}

void sentence_say(Game *g, const Names *names, Sentence sentence, const Event *about, Str words, Text *out) {
  const Saying s = {.names = names, .out = out, .g = g, .ev = about, .words = words};
  say(&s, sentence);
}

void clause_say(Game *g, const Names *names, Sentence sentence, const Event *about, Str words, Text *out, Text *name) {
  const Saying s = {.names = names, .out = out, .g = g, .ev = about, .words = words, .name = name};
  say(&s, sentence);
}

void sentence_form(Game *g, const Names *names, Sentence sentence, const Event *about, Text *form, Text *name) {
  const Saying s = {.names = names, .out = form, .g = g, .ev = about, .name = name};
  say(&s, sentence);
}

/* --- forms ------------------------------------------------------------------------------------------- */

static void say_list(GavelLanguage language, const Str *listed, u32 count, Text *out) {
  for (u32 i = 0; i < count; i++) {
    if (i > 0) text_adds(out, sentence_text(language, i + 1 < count ? SENTENCE_LIST_COMMA : SENTENCE_LIST_AND));
    text_add(out, listed[i]);
  }
}

void form_fill(GavelLanguage language, Str form, const Str *listed, u32 count, Text *out) {
  const Event of = {.amount = count};
  const Saying s = {.out = out, .ev = &of};
  for (u32 i = 0; i < form.length; i++) {
    if (form.data[i] != FORM_OPEN) {
      text_addc(out, form.data[i]);
      continue;
    }
    u32 end = ++i;
    while (end < form.length && form.data[end] != FORM_CLOSE) end++;
    Str part = {form.data + i, end - i};
    i = end;
    if (str_is(part, "o"))
      say_list(language, listed, count, out);
    else if (part.length > 2)
      say_form(&s, (Str){part.data + 2, part.length - 2}, count);
    else if (count == 1)
      text_adds(out, sentence_text(language, SENTENCE_ONE));
    else
      text_addf(out, "%u", count);
  }
}

bool form_joins(Str form) { return form.length && memchr(form.data, FORM_OPEN, form.length); }
