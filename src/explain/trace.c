#include "explain/trace.h"

#include "explain/names.h"

/* What is said of each kind of event: {p} the player, {o} the object, {s} the source, {t} the other object, {n} the
   amount, {w} the word, {a} the text of the ability, {who} whatever takes a keyword action, and {does} that action. */
static const char *const SENTENCES[EVENT_KIND_COUNT] = {
    [EVENT_CREATE] = "{p} creates {n} token(s)",
    [EVENT_DRAW] = "{p} draws a card",
    [EVENT_DISCARD] = "{o} is discarded by {p}",
    [EVENT_MILL] = "{o} is milled",
    [EVENT_SACRIFICE] = "{o} is sacrificed by {p}",
    [EVENT_DESTROY] = "{o} is destroyed",
    [EVENT_DAMAGE] = "{s} deals {n} damage to {o}",
    [EVENT_GAIN_LIFE] = "{p} gains {n} life",
    [EVENT_LOSE_LIFE] = "{p} loses {n} life",
    [EVENT_PAY_LIFE] = "{p} pays {n} life",
    [EVENT_COUNTERS_PUT] = "{n} {w} counter(s) are put on {o}",
    [EVENT_COUNTERS_REMOVE] = "{n} {w} counter(s) are removed from {o}",
    [EVENT_TAP] = "{o} becomes tapped",
    [EVENT_UNTAP] = "{o} becomes untapped",
    [EVENT_ATTACH] = "{o} becomes attached to {t}",
    [EVENT_UNATTACH] = "{o} becomes unattached from {t}",
    [EVENT_TRANSFORM] = "{o} transforms",
    [EVENT_FLIP] = "{o} flips",
    [EVENT_DESIGNATE] = "{o} becomes {w}",
    [EVENT_TURN_FACE_UP] = "{o} is turned face up",
    [EVENT_TURN_FACE_DOWN] = "{o} is turned face down",
    [EVENT_MERGE] = "{t} merges with {o}",
    [EVENT_PHASE_OUT] = "{o} phases out",
    [EVENT_PHASE_IN] = "{o} phases in",
    [EVENT_CONTROL] = "{p} gains control of {o}",
    [EVENT_ADD_MANA] = "{p} adds {n} {m} mana from {s}",
    [EVENT_CAST] = "{p} casts {o}",
    [EVENT_ACTIVATE] = "{p} activates {o}: {a}",
    [EVENT_TRIGGER] = "{o} triggers: {a}",
    [EVENT_COUNTER] = "{o} is countered",
    [EVENT_COPY] = "{o} is copied",
    [EVENT_TARGET] = "{o} becomes the target of {s}",
    [EVENT_TURN] = "== {p}'s turn {turn} begins",
    [EVENT_STEP] = "-- {w}",
    [EVENT_ATTACK] = "{o} attacks {t}",
    [EVENT_BLOCK] = "{o} blocks {t}",
    [EVENT_BLOCKED] = "{o} becomes blocked{by}",
    [EVENT_UNBLOCKED] = "{o} attacks and is not blocked",
    [EVENT_EXERT] = "{o} is exerted",
    [EVENT_ENLIST] = "{o} enlists {t}",
    [EVENT_GOAD] = "{o} is goaded",
    [EVENT_LEAVE_COMBAT] = "{o} is removed from combat",
    [EVENT_SHUFFLE] = "{p} shuffles",
    [EVENT_SEARCH] = "{p} searches {o}",
    [EVENT_REVEAL] = "{o} is revealed",
    [EVENT_SCRY] = "{p} scries {n}",
    [EVENT_SURVEIL] = "{p} surveils {n}",
    [EVENT_COIN] = "{p} flips a coin: {n}",
    [EVENT_DIE] = "{p} rolls {n}",
    [EVENT_TAPPED_FOR_MANA] = "{o} is tapped for mana",
    [EVENT_WIN] = "{p} wins the game",
    [EVENT_LOSE] = "{p} loses the game",
    [EVENT_LEAVE_GAME] = "{p} leaves the game",
    [EVENT_MONARCH] = "{p} becomes the monarch",
    [EVENT_DAY] = "it becomes {day}",
    [EVENT_VENTURE] = "{p} moves their venture marker into room {n} of {o}",
    [EVENT_COMPLETE] = "{p} completes {o}",
    [EVENT_INITIATIVE] = "{p} takes the initiative",
    [EVENT_SPEED] = "{p}'s speed increases by {n}",
    [EVENT_PERFORM] = "{who} {does}",
    [EVENT_PROGRAM] = "something happens instead",
};

/* Keyword actions that aren't said as whoever takes them, followed by their own words with the first one as a verb. */
static const struct {
  Word action;
  const char *sentence;
} ACTIONS[] = {
    {W_K_PLAY_LAND, "{p} plays {o}"},
    {W_K_TIME_TRAVEL, "{p} time travels"},
};

/* --- events in words --------------------------------------------------------------------------------- */

/* What a sentence is made for. */
typedef struct Saying {
  const Str *players;
  Text *out;
  Game *g;
  const Event *ev;
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

/* One of the names in braces. */
static void say_part(const Saying *s, Str name) {
  Text *out = s->out;
  const Event *ev = s->ev;
  if (str_is(name, "p")) {
    name_player(s->players, ev->player, out);
  } else if (str_is(name, "o")) {
    name_ref(s->g, s->players, ev->object, out);
  } else if (str_is(name, "s")) {
    name_ref(s->g, s->players, ev->source, out);
  } else if (str_is(name, "t")) {
    name_ref(s->g, s->players, ev->other, out);
  } else if (str_is(name, "by")) {
    if (!ev->other) return;
    text_adds(out, " by ");
    name_ref(s->g, s->players, ev->other, out);
  } else if (str_is(name, "who")) {
    Ref who = ev->object && !ref_is_player(ev->object) ? ev->object : ref_player(ev->player);
    name_ref(s->g, s->players, who, out);
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
  } else {
    text_adds(out, ev->amount == 1 ? "day" : "night");
  }
}

static void say_sentence(const Saying *s, const char *sentence) {
  for (const char *at = sentence; *at;) {
    if (*at != '{') {
      text_addc(s->out, *at++);
      continue;
    }
    const char *end = strchr(at, '}');
    say_part(s, (Str){at + 1, (u32)(end - at - 1)});
    at = end + 1;
  }
}

static const char *sentence_of_action(Word action) {
  for (u32 i = 0; i < COUNT_OF(ACTIONS); i++)
    if (ACTIONS[i].action == action) return ACTIONS[i].sentence;
  return SENTENCES[EVENT_PERFORM];
}

static Str zone_name(u32 zone) { return zone < ZONE_COUNT ? word_text(zone_word((Zone)zone)) : STR("nowhere"); }

/* What an object was called before it moved: the name of its card. */
static StrId card_name(const Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  u32 card = slot ? object_row(g, slot)->card : 0;
  return card ? carddb_card(g->db, row_CARDS(g, card)->def)->name : 0;
}

/* The card whose values a permanent has that is no such card: it entered as a copy of it (707.5). 0 if it is
   itself. */
static StrId copied_name(const Game *g, Ref ref) {
  u32 slot = object_live(g, ref);
  const Object *o = slot ? object_row(g, slot) : NULL;
  if (!o || !o->card || o->zone != ZONE_BATTLEFIELD || o->status & STATUS_FACE_DOWN) return 0;
  u32 values = cv_card(g, o->cv);
  for (u32 card = o->card; card; card = row_CARDS(g, card)->next)
    if (row_CARDS(g, card)->def == values) return 0;
  return values ? carddb_card(g->db, values)->name : 0;
}

static void say_move(const Saying *s) {
  Text *out = s->out;
  const Event *ev = s->ev;
  Ref now = ev->became ? ev->became : ev->object;
  StrId copied = ev->to == ZONE_BATTLEFIELD ? copied_name(s->g, now) : 0;
  if (copied) {
    text_add(out, intern_text(&s->g->db->names, card_name(s->g, now)));
    text_adds(out, " enters as a copy of ");
    text_add(out, intern_text(&s->g->db->names, copied));
    return;
  }
  name_ref(s->g, s->players, ev->to == ZONE_BATTLEFIELD ? now : ev->object, out);
  if (ev->to == ZONE_BATTLEFIELD) {
    text_adds(out, " enters under the control of ");
    name_player(s->players, ev->player, out);
    return;
  }
  Str from = zone_name(ev->from), to = zone_name(ev->to);
  text_addf(out, " moves from %.*s to %.*s", (int)from.length, from.data, (int)to.length, to.data);
}

void event_say(Game *g, const Str *players, const Event *event, Text *out) {
  Saying s = {players, out, g, event};
  if (event->kind == EVENT_MOVE) {
    say_move(&s);
  } else if (event->kind == EVENT_PERFORM) {
    say_sentence(&s, sentence_of_action((Word)event->word));
  } else if (event->kind < EVENT_KIND_COUNT && SENTENCES[event->kind]) {
    say_sentence(&s, SENTENCES[event->kind]);
  }
}
