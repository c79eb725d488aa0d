/* Objects, decisions and the state in words, for messages. */
#include "explain/trace.h"
#include "rules/combat/combat.h"
#include "scenario/run_private.h"

/* --- where the game is ------------------------------------------------------------------------ */

void show_moment(const Runner *r, Text *out) {
  const Game *g = r->play.g;
  Word step = step_now(g);
  const char *name = step == W_STEP_UNTAP ? "untap" : scenario_word_text(&scenario_step_words, step);
  text_addf(out, "turn %u, %s", core(g)->turn, name);
}

/* --- sentences ----------------------------------------------------------------------------------- */

static void say(Runner *r, GavelLanguage language, Sentence sentence, const Event *about, Str words, Text *out) {
  Str players[PLAYERS_CAP];
  for (u32 i = 0; i < core(r->play.g)->player_count; i++) players[i] = player_name(r, i);
  const Names names = {.players = players, .language = language};
  sentence_say(r->play.g, &names, sentence, about, words, out);
}

void show_sentence(Runner *r, Sentence sentence, Said as, Text *out) {
  const Event about = {.player = (u8)as.player, .amount = as.n, .word = (u16)as.word};
  say(r, r->play.g->language, sentence, &about, as.words, out);
}

const char *show_plain(const Runner *r, Sentence sentence) { return sentence_text(r->play.g->language, sentence); }

bool run_refuse(Runner *r, ScenarioPlace place, Sentence sentence, Said as) {
  Text text;
  text_init(&text, r->allocator);
  show_sentence(r, sentence, as, &text);
  run_fail(r, place, "%.*s", (int)text.length, text.length ? text.data : "");
  text_free(&text);
  return false;
}

/* --- objects ---------------------------------------------------------------------------------- */

static void show_name(Runner *r, Ref ref, Text *out) {
  Game *g = r->play.g;
  u32 slot = object_live(g, ref), row = slot ? 0 : lki_find(g, ref);
  if (!slot && !row) {
    text_adds(out, "something that is gone");
    return;
  }
  const Object o = slot ? *object_row(g, slot) : row_LKI(g, row)->object;
  if (o.kind == OBJECT_ABILITY && o.zone == ZONE_STACK) {
    text_adds(out, "an ability");
    if (!slot || !o.ext) return;
    text_adds(out, " of ");
    Ref source = stack_item_of(g, slot)->source;
    if (source == ref) return;
    show_ref(r, source, out);
    return;
  }
  Eval e = {.g = g};
  const Chars *c = eval_chars(&e, ref);
  if (object_hidden(&o)) {
    text_adds(out, "a face-down object");
  } else {
    text_add(out, c && c->name ? run_name(r, c->name) : STR("a nameless object"));
  }
}

void show_ref(Runner *r, Ref ref, Text *out) {
  if (ref == REF_NONE) {
    text_adds(out, "nothing");
  } else if (ref_is_player(ref)) {
    text_add(out, player_name(r, ref_slot(ref)));
  } else {
    show_name(r, ref, out);
  }
}

/* --- decisions -------------------------------------------------------------------------------- */

static void phrase_ref(void *user, Game *g, Ref ref, Text *out) {
  (void)g;
  show_ref(user, ref, out);
}

static Str phrase_name(void *user, const Game *g, StrId name) {
  (void)g;
  return run_name(user, name);
}

static void phrase_ability(void *user, Game *g, AbilityInst inst, Ref source, Text *out) {
  (void)g;
  text_of_ability(user, inst, self_name_of(user, source).name, out);
}

static Phrasing phrasing(Runner *r) {
  return (Phrasing){r, phrase_ref, phrase_name, phrase_ability, true, GAVEL_ENGLISH};
}

void show_option(Runner *r, const Option *option, Text *out) {
  Phrasing p = phrasing(r);
  option_words(r->play.g, option, &p, out);
}

void show_choice(Runner *r, const Option *option, Text *out) {
  Phrasing p = phrasing(r);
  p.answers = false;
  p.language = r->play.g->language;
  option_words(r->play.g, option, &p, out);
}

void show_way(Runner *r, const Option *option, Text *out) {
  Phrasing p = phrasing(r);
  way_words(r->play.g, option, &p, out);
}

/* More options than this are only counted, and so are more things of one zone. */
#define OPTIONS_SHOWN 40u
#define THINGS_SHOWN 100u

void show_question(Runner *r, GavelLanguage language, Text *out) {
  const Decision d = core(r->play.g)->decision;
  Phrasing p = phrasing(r);
  const Event asked = {.player = d.player, .object = ref_player(d.for_player)};
  p.language = language;
  say(r, language, d.for_player != d.player ? SENTENCE_DECIDES_FOR : SENTENCE_DECIDES, &asked, STR(""), out);
  question_words(r->play.g, &p, out);
}

void show_decision(Runner *r, Text *out) {
  Game *g = r->play.g;
  show_question(r, GAVEL_ENGLISH, out);
  text_adds(out, "; options: ");
  u32 count = option_count(g);
  for (u32 i = 0; i < count && i < OPTIONS_SHOWN; i++) {
    if (i > 0) text_adds(out, ", ");
    const Option option = *option_at(g, i);
    show_option(r, &option, out);
  }
  if (count > OPTIONS_SHOWN) text_addf(out, " and %u more", count - OPTIONS_SHOWN);
}

/* --- the state -------------------------------------------------------------------------------- */

static void show_counters(Game *g, u32 first, Text *out) {
  for (u32 c = first; c; c = row_COUNTERS(g, c)->next) {
    Str kind = word_text(row_COUNTERS(g, c)->kind);
    text_addf(out, " %lld %.*s", (long long)row_COUNTERS(g, c)->n, (int)kind.length, kind.data);
  }
}

static void show_permanent(Runner *r, u32 slot, Text *out) {
  Game *g = r->play.g;
  show_ref(r, object_ref(g, slot), out);
  const Chars c = *chars_of(g, slot);
  const Object o = *object_row(g, slot);
  const Permanent p = *permanent_of(g, slot);
  if (c.types & TYPE(CREATURE)) text_addf(out, " %lld/%lld", (long long)c.power, (long long)c.toughness);
  if (o.kind == OBJECT_TOKEN) text_adds(out, " token");
  if (o.status & STATUS_TAPPED) text_adds(out, " tapped");
  if (o.status & STATUS_PHASED_OUT) text_adds(out, " phased-out");
  if (p.damage) text_addf(out, " damage %lld", (long long)p.damage);
  show_counters(g, o.counters, out);
  if (p.attached_to) {
    text_adds(out, " on ");
    show_ref(r, p.attached_to, out);
  }
  if (p.attacking) {
    text_adds(out, " attacking ");
    show_ref(r, p.attacking, out);
  }
  if (p.flags & PERM_BLOCKING) text_adds(out, " blocking");
}

/* Names of a zone, equal ones in a row together. */
static void show_zone(Runner *r, Zone zone, u32 player, const char *label, Text *out) {
  Game *g = r->play.g;
  u32 s = zone_first(g, zone, player), shown = 0, rest = 0;
  while (s) {
    Eval e = {.g = g};
    const Chars *c = eval_chars(&e, object_ref(g, s));
    StrId name = c ? c->name : 0;
    u32 n = 0, begin = s;
    while (s) {
      c = eval_chars(&e, object_ref(g, s));
      bool alike = (c ? c->name : 0) == name && name;
      if (n > 0 && !alike) break;
      n++;
      s = object_row(g, s)->next;
    }
    if (shown == THINGS_SHOWN) {
      rest += n;
      continue;
    }
    text_adds(out, shown++ == 0 ? label : ", ");
    if (n > 1) text_addf(out, "%u ", n);
    show_ref(r, object_ref(g, begin), out);
  }
  if (rest > 0) text_addf(out, " and %u more", rest);
}

static void show_battlefield(Runner *r, u32 player, Text *out) {
  Game *g = r->play.g;
  u32 n = 0;
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    if (object_row(g, s)->controller != player || n++ >= THINGS_SHOWN) continue;
    text_adds(out, n == 1 ? "; battlefield: " : ", ");
    show_permanent(r, s, out);
  }
  if (n > THINGS_SHOWN) text_addf(out, " and %u more", n - THINGS_SHOWN);
}

static void show_player(Runner *r, u32 player, Text *out) {
  Game *g = r->play.g;
  const Player p = core(g)->players[player];
  Str name = player_name(r, player);
  text_addf(out, "%.*s: life %lld", (int)name.length, name.data, (long long)p.life);
  show_counters(g, p.counters, out);
  if (p.won) text_adds(out, ", has won");
  if (p.lost || p.left) text_adds(out, ", has lost");
  text_addf(out, ", library %u", zone_list(g, ZONE_LIBRARY, player)->count);
  show_zone(r, ZONE_HAND, player, ", hand: ", out);
  show_zone(r, ZONE_GRAVEYARD, player, "; graveyard: ", out);
  show_battlefield(r, player, out);
  text_addc(out, '\n');
}

void show_state(Runner *r, Text *out) {
  Game *g = r->play.g;
  show_moment(r, out);
  Str active = player_name(r, core(g)->active);
  text_addf(out, ", %.*s is active", (int)active.length, active.data);
  if (core(g)->priority != PLAYER_NONE) {
    Str priority = player_name(r, core(g)->priority);
    text_addf(out, ", %.*s has priority", (int)priority.length, priority.data);
  }
  if (core(g)->over) text_adds(out, ", the game is over");
  text_addc(out, '\n');
  for (u32 p = 0; p < core(g)->player_count; p++) show_player(r, p, out);
  u32 before = out->length;
  show_zone(r, ZONE_STACK, 0, "stack: ", out);
  show_zone(r, ZONE_EXILE, 0, out->length > before ? "; exile: " : "exile: ", out);
  show_zone(r, ZONE_COMMAND, 0, out->length > before ? "; command: " : "command: ", out);
  if (out->length > before) text_addc(out, '\n');
  u32 kind = core(g)->decision.kind;
  if (kind == DECISION_NONE || kind == DECISION_PRIORITY) return;
  show_decision(r, out);
  text_addc(out, '\n');
}
