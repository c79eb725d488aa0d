/* What a scenario names must be known before anything runs. */
#include "scenario/run_private.h"

/* --- cards ------------------------------------------------------------------------------------ */

static void unknown_card(Runner *r, ScenarioText name) {
  Text *text = &r->text_a;
  text_clear(text);
  if (r->options.why_unknown && r->options.why_unknown(r->options.user, name.text, text)) {
    run_unsupported(r, name.place, "%.*s", (int)text->length, text->length ? text->data : "");
    return;
  }
  carddb_say_unknown(r->db, name.text, 3, text);
  run_unsupported(r, name.place, "%.*s", (int)text->length, text->data);
}

static bool need_card(Runner *r, ScenarioText name) {
  u32 card = carddb_find(r->db, name.text, NULL);
  if (!card) {
    unknown_card(r, name);
    return false;
  }
  Str whole = intern_text(&r->db->names, carddb_card(r->db, card)->name);
  for (u32 i = 0; i < r->out->cards.count; i++)
    if (str_equal(r->out->cards.data[i], whole)) return true;
  return vec_push(&r->given, &r->out->cards, whole) || run_no_memory(r);
}

static bool need_item(Runner *r, const ScenarioItem *item) {
  bool described = item->token_is.count > 0 || item->token_has.count > 0;
  bool token_alone = item->token && (described || item->copy_of.text.length > 0);
  if (!token_alone && !need_card(r, item->name)) return false;
  if (item->copy_of.text.length > 0 && !need_card(r, item->copy_of)) return false;
  return item->melded_with.text.length == 0 || need_card(r, item->melded_with);
}

static bool need_action(Runner *r, const ScenarioAction *action) {
  bool names = action->verb == SCENARIO_CAST || action->verb == SCENARIO_PLAY;
  if (!names || !action->object || action->object->kind != SCENARIO_REF_NAME) return true;
  if (carddb_find(r->db, action->object->text, NULL)) return true;
  unknown_card(r, (ScenarioText){action->object->text, action->object->place});
  return false;
}

/* --- expectations ----------------------------------------------------------------------------- */

bool run_word_known(Runner *r, ScenarioPlace place, Str text, WordClass wc, Word *word) {
  const char *what = word_class_text(wc);
  *word = word_find(text, wc);
  if (*word) return true;
  Word near = word_nearest(text, wc);
  if (!near) return run_unsupported(r, place, "there is no %s \"%.*s\"", what, (int)text.length, text.data);
  Str nearest = word_text(near);
  return run_unsupported(r, place, "there is no %s \"%.*s\"; nearest: %.*s", what, (int)text.length, text.data,
                         (int)nearest.length, nearest.data);
}

Word word_take(Str line, u32 *at, WordClass wc) {
  for (u32 end = line.length; end > *at; end--) {
    if (end < line.length && line.data[end] != ' ') continue;
    Word word = word_find((Str){line.data + *at, end - *at}, wc);
    if (!word) continue;
    *at = end;
    return word;
  }
  return 0;
}

/* Takes an ending off a text, which has more than that; false if it ends otherwise. */
static bool take_ending(Str *text, Str ending) {
  if (text->length <= ending.length) return false;
  u32 length = text->length - ending.length;
  if (!str_equal_folded((Str){text->data + length, ending.length}, ending)) return false;
  text->length = length;
  return true;
}

/* Whether a name is that of a kind of token: its subtypes and the word Token (111.4). */
static bool names_token_kind(Str kinds) {
  u32 at = 0;
  if (!take_ending(&kinds, STR(" Token"))) return false;
  while (at < kinds.length) {
    if (!word_take(kinds, &at, WC_SUBTYPE)) return false;
    while (at < kinds.length && kinds.data[at] == ' ') at++;
  }
  return true;
}

/* Whether an object in this scenario might have the name. */
static bool name_known(const Runner *r, Str name) {
  if (carddb_find(r->db, name, NULL) || intern_find(&r->db->names, name) || names_token_kind(name)) return true;
  for (u32 p = 0; p < r->s->players.count; p++) {
    const ScenarioPlayer *player = &r->s->players.data[p];
    for (u32 i = 0; i < player->items.count; i++)
      if (player->items.data[i].token && str_equal_folded(player->items.data[i].name.text, name)) return true;
  }
  return false;
}

/* On the stack a text may also be that of an ability. */
static bool need_ref(Runner *r, const ScenarioRef *ref, bool may_be_text) {
  if (!ref || ref->kind != SCENARIO_REF_NAME || may_be_text || name_known(r, ref->text)) return true;
  unknown_card(r, (ScenarioText){ref->text, ref->place});
  return false;
}

/* Whether a text names a kind of landwalk (702.14a). */
static bool names_landwalk(Str land) { return take_ending(&land, STR("walk")) && word_find(land, WC_SUBTYPE); }

static bool need_ability(Runner *r, const ScenarioAbility *ability) {
  Str text = ability->text.text;
  Word word;
  if (ability->quoted || word_find(text, WC_KEYWORD) || names_landwalk(text)) return true;
  return run_word_known(r, ability->text.place, text, WC_KEYWORD, &word);
}

/* What is expected not to be would hold of any word that is misspelled. */
static bool need_expect(Runner *r, const ScenarioExpect *expect) {
  Word word;
  bool on_stack = expect->kind == SCENARIO_EXPECT_ZONE && expect->zone == ZONE_STACK;
  if (expect->action) return need_action(r, expect->action);
  if (!need_ref(r, expect->ref, on_stack) || !need_ref(r, expect->other, false)) return false;
  switch (expect->kind) {
    case SCENARIO_EXPECT_COUNTERS:
    case SCENARIO_EXPECT_PLAYER_COUNTERS:
      return run_word_known(r, expect->counters.place, expect->counters.kind, WC_COUNTER, &word);
    case SCENARIO_EXPECT_HAS:
    case SCENARIO_EXPECT_PLAYER_HAS: return need_ability(r, &expect->ability);
    case SCENARIO_EXPECT_IS:
      for (u32 i = 0; i < expect->descriptors.count; i++) {
        const ScenarioDescriptor *d = &expect->descriptors.data[i];
        if (d->kind == SCENARIO_IS_SUBTYPE && !run_word_known(r, d->place, d->text, WC_SUBTYPE, &word)) return false;
      }
      return true;
    default: return true;
  }
}

/* --- the whole scenario ----------------------------------------------------------------------- */

static bool need_line(Runner *r, const ScenarioLine *line) {
  if (line->kind == SCENARIO_LINE_ACTION) return need_action(r, line->as.action);
  return line->kind != SCENARIO_LINE_EXPECT || need_expect(r, line->as.expect);
}

static bool has_default_library(const Scenario *s) {
  for (u32 p = 0; p < s->players.count; p++)
    if (!s->players.data[p].has_library) return true;
  return false;
}

bool run_needs_known(Runner *r) {
  const Scenario *s = r->s;
  if (s->players.count > PLAYERS_CAP) {
    return run_unsupported(r, s->players.data[PLAYERS_CAP].place, "at most %d players are supported", PLAYERS_CAP);
  }
  for (u32 p = 0; p < s->players.count; p++)
    for (u32 i = 0; i < s->players.data[p].items.count; i++)
      if (!need_item(r, &s->players.data[p].items.data[i])) return false;
  for (u32 k = 0; k < s->sections.count; k++)
    for (u32 i = 0; i < s->sections.data[k].lines.count; i++)
      if (!need_line(r, &s->sections.data[k].lines.data[i])) return false;
  if (has_default_library(s) && !carddb_find(r->db, STR("Wastes"), NULL)) {
    return run_unsupported(r, s->place,
                           "the default library is made of Wastes, but no card is called that; write a "
                           "`library:` line");
  }
  return true;
}
