#include "explain/trace.h"

#include "explain/names.h"
#include "explain/sentences.h"

/* --- events in words --------------------------------------------------------------------------------- */

/* What a sentence is made for. */
typedef struct Saying {
  const Str *players;
  Text *out;
  Game *g;
  const Event *ev;
  StrId card, copied; /* names, 0 for none */
} Saying;

/* A verb in the third person: "explores", "is tempted by the Ring". The first word of the action is the verb. */
static void say_third_person(Str action, Text *out) {
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

static void say(const Saying *s, Sentence sentence);

/* The card of an object, and the card whose values it has though it is no such card (707.2); 0 where it has none of its
   own, or is what it is. */
static StrId card_name(const Game *g, const Object *o) {
  return o->card ? carddb_card(g->db, row_CARDS(g, o->card)->def)->name : 0;
}

static StrId copied_name(const Game *g, const Object *o) {
  if (!o->card || o->zone != ZONE_BATTLEFIELD || o->status & STATUS_FACE_DOWN) return 0;
  u32 values = cv_card(g, o->cv);
  for (u32 card = o->card; card; card = row_CARDS(g, card)->next)
    if (row_CARDS(g, card)->def == values) return 0;
  return values ? carddb_card(g->db, values)->name : 0;
}

/* An object as it is, or as it was as it left; null if nobody knows. */
static const Object *object_known(const Game *g, Ref ref) {
  if (ref_is_player(ref)) return NULL;
  u32 slot = object_live(g, ref), row = slot ? 0 : lki_find(g, ref);
  return slot ? object_row(g, slot) : row ? &row_LKI(g, row)->object : NULL;
}

/* An object or player by name; of a permanent that is a copy also which card it is. */
static void say_object(const Saying *s, Ref ref) {
  name_ref(s->g, s->players, ref, s->out);
  const Object *o = object_known(s->g, ref);
  StrId copied = o ? copied_name(s->g, o) : 0;
  if (!copied || copied == card_name(s->g, o)) return;
  Saying which = *s;
  which.card = card_name(s->g, o);
  say(&which, SENTENCE_WHICH_CARD);
}

static Str zone_name(u32 zone) {
  return zone < ZONE_COUNT ? word_text(zone_word((Zone)zone)) : str_of(sentence_text(SENTENCE_NOWHERE));
}

/* {n?one|many} */
static void say_form(const Saying *s, Str forms) {
  const char *bar = memchr(forms.data, '|', forms.length);
  u32 first = bar ? (u32)(bar - forms.data) : forms.length;
  if (s->ev->amount == 1)
    text_add(s->out, (Str){forms.data, first});
  else if (bar)
    text_add(s->out, (Str){bar + 1, forms.length - first - 1});
}

/* One of the names in braces. */
static void say_part(const Saying *s, Str name) {
  Text *out = s->out;
  const Event *ev = s->ev;
  if (str_is(name, "p")) {
    name_player(s->players, ev->player, out);
  } else if (str_is(name, "o")) {
    say_object(s, ev->object);
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
    say_third_person(word_text((Word)ev->word), out);
  } else if (str_is(name, "a")) {
    say_ability(s);
  } else if (str_is(name, "n")) {
    text_addf(out, "%lld", (long long)ev->amount);
  } else if (str_is(name, "w")) {
    text_add(out, word_text((Word)ev->word));
    if (ev->word == W_LEVEL) text_addf(out, " %lld", (long long)ev->amount);
  } else if (str_is(name, "m")) {
    text_add(out, word_text((Word)(W_WHITE + (ev->word & 0xff))));
  } else if (str_is(name, "turn")) {
    text_addf(out, "%u", core(s->g)->turn);
  } else if (str_is(name, "from") || str_is(name, "to")) {
    text_add(out, zone_name(str_is(name, "to") ? ev->to : ev->from));
  } else if (str_is(name, "card") || str_is(name, "copied")) {
    text_add(out, intern_text(&s->g->db->names, str_is(name, "card") ? s->card : s->copied));
  } else if (str_begins(name, STR("n?"))) {
    say_form(s, (Str){name.data + 2, name.length - 2});
  } else {
    text_adds(out, sentence_text(ev->amount == 1 ? SENTENCE_DAYTIME : SENTENCE_NIGHTTIME));
  }
}

static void say(const Saying *s, Sentence sentence) {
  for (const char *at = sentence_text(sentence); *at;) {
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

/* A move: what enters is called as it is now, and what is copied is said. */
static void say_move(const Saying *s) {
  Event ev = *s->ev;
  Saying as = *s;
  as.ev = &ev;
  if (ev.to != ZONE_BATTLEFIELD) {
    say(&as, SENTENCE_MOVE);
    return;
  }
  if (ev.became) ev.object = ev.became;
  const Object *o = object_known(s->g, ev.object);
  as.copied = o ? copied_name(s->g, o) : 0;
  as.card = o ? card_name(s->g, o) : 0;
  say(&as, as.copied ? SENTENCE_ENTERS_AS_COPY : SENTENCE_ENTERS);
}

void object_say(Game *g, const Str *players, Ref ref, Text *out) {
  const Event nothing = {0};
  const Saying s = {.players = players, .out = out, .g = g, .ev = &nothing};
  say_object(&s, ref);
}

void event_say(Game *g, const Str *players, const Event *event, Text *out) {
  const Saying s = {.players = players, .out = out, .g = g, .ev = event};
  if (event->kind == EVENT_MOVE) {
    say_move(&s);
  } else if (event->kind == EVENT_PERFORM) {
    say(&s, sentence_of_action((Word)event->word));
  } else if (event->kind > EVENT_NONE && event->kind < EVENT_KIND_COUNT) {
    say(&s, sentence_of_event((EventKind)event->kind));
  }
}
