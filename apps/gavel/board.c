#include "board.h"

#include "gavel/player.h"

#include <stdlib.h>

static const char *const STEPS[] = {"untap step",
                                    "upkeep",
                                    "draw step",
                                    "main phase",
                                    "beginning of combat",
                                    "declare attackers",
                                    "declare blockers",
                                    "first strike damage",
                                    "combat damage",
                                    "end of combat",
                                    "second main phase",
                                    "end step",
                                    "cleanup"};

/* Writes a text in which players are numbered with their names instead. */
static void name_players(const Seating *seating, const char *text, Text *out) {
  static const char WORD[] = "player ";
  for (const char *at = text; *at;) {
    u32 player = (u32)(strncmp(at, WORD, sizeof WORD - 1) == 0 ? at[sizeof WORD - 1] - '0' : 99);
    if (player < seating->count) {
      text_adds(out, seating->seats[player].name);
      at += sizeof WORD;
    } else {
      text_addc(out, *at++);
    }
  }
}

/* "Red Burn's", "Azure Wings'" */
static void possessive(const char *name, Text *out) {
  size_t length = strlen(name);
  text_addf(out, "%s'%s", name, length > 0 && name[length - 1] == 's' ? "" : "s");
}

/* "turn 3, Red Burn's declare attackers" */
static void moment(const Seating *seating, const GavelGame *game, Text *out) {
  GavelSituation s = gavel_game_situation(game);
  if (s.turn == 0)
    text_adds(out, "before the first turn");
  else {
    text_addf(out, "turn %u, ", s.turn);
    possessive(seating->seats[s.active].name, out);
    text_addf(out, " %s", STEPS[s.step]);
  }
}

/* --- permanents ------------------------------------------------------------------------------------- */

enum { LISTED = 512, NAME_CAP = 160, RULES_CAP = 4096, INDENT = 14 };

/* What the viewer may call an object or player. */
static void name_of(GavelGame *game, u32 viewer, GavelRef ref, char *out, size_t size) {
  if (viewer == GAVEL_NO_PLAYER)
    gavel_game_name(game, ref, out, size);
  else
    gavel_view_name(game, viewer, gavel_view_handle(game, viewer, ref), out, size);
}

/* What the viewer sees of its characteristics. */
static bool values_of(GavelGame *game, u32 viewer, GavelRef ref, GavelCharacteristics *c) {
  if (viewer == GAVEL_NO_PLAYER) return gavel_game_characteristics(game, ref, c);
  return gavel_view_characteristics(game, viewer, gavel_view_handle(game, viewer, ref), c);
}

/* What a permanent is called on the board: name, power and toughness, what it does and bears. */
static void describe(GavelGame *game, u32 viewer, GavelRef ref, Text *out) {
  char name[NAME_CAP];
  GavelObject o;
  GavelCharacteristics c;
  name_of(game, viewer, ref, name, sizeof name);
  text_adds(out, name);
  if (!gavel_game_object(game, ref, &o) || !values_of(game, viewer, ref, &c)) return;
  if (c.has_power_toughness) text_addf(out, " %lld/%lld", (long long)c.power, (long long)c.toughness);
  if (c.types & GAVEL_PLANESWALKER)
    text_addf(out, " [%lld]", (long long)gavel_game_counters(game, ref, gavel_word_find("loyalty")));
  if (c.types & GAVEL_BATTLE)
    text_addf(out, " [%lld]", (long long)gavel_game_counters(game, ref, gavel_word_find("defense")));
  if (o.damage) text_addf(out, " (%lld damage)", (long long)o.damage);
  if (o.status & GAVEL_STATUS_TAPPED) text_adds(out, " tapped");
  if (o.status & GAVEL_STATUS_PHASED_OUT) text_adds(out, " phased out");
  if (o.attacking) text_adds(out, " attacking");
  if (o.summoning_sick && c.types & GAVEL_CREATURE) text_adds(out, " new");
  if (o.attached_to) {
    name_of(game, viewer, o.attached_to, name, sizeof name);
    text_addf(out, " on %s", name);
  }
}

typedef struct Row {
  Text text;
  u32 count;
} Row;

/* Adds a description to rows of what is there how often. */
static void row_add(Row *rows, u32 *count, GavelGame *game, u32 viewer, GavelRef ref) {
  Text text;
  text_init(&text, gavel_allocator_default());
  describe(game, viewer, ref, &text);
  for (u32 i = 0; i < *count; i++) {
    if (!str_equal(text_str(&rows[i].text), text_str(&text))) continue;
    rows[i].count++;
    text_free(&text);
    return;
  }
  rows[(*count)++] = (Row){text, 1};
}

/* How many columns a text takes: its characters. */
static u32 columns_of(const char *text) {
  u32 columns = 0;
  for (; *text; text++) columns += (*text & 0xc0) != 0x80;
  return columns;
}

/* A heading and the rows behind it, broken between them where the line ends. */
static void rows_print(Row *rows, u32 count, const char *title) {
  u32 width = output_width(), column = INDENT;
  if (!count) return;
  printf("    %-10s", title);
  for (u32 i = 0; i < count; i++) {
    char times[16] = "";
    if (rows[i].count > 1) snprintf(times, sizeof times, "%u ", rows[i].count);
    u32 needed = columns_of(times) + columns_of(rows[i].text.data) + 1; /* with its semicolon */
    if (i > 0 && column + needed + 1 > width) {
      printf("\n%*s", INDENT, "");
      column = INDENT;
    } else if (i > 0) {
      putchar(' ');
      column++;
    }
    printf("%s%s%s", times, rows[i].text.data, i + 1 < count ? ";" : "\n");
    column += needed;
    text_free(&rows[i].text);
  }
}

/* The permanents of a player that are lands, creatures or neither. */
static void permanents_print(GavelGame *game, u32 viewer, u32 player, u32 types, const char *title) {
  GavelRef all[LISTED];
  Row rows[LISTED];
  u32 n = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, all, LISTED), count = 0;
  for (u32 i = 0; i < n && i < LISTED; i++) {
    GavelObject o;
    GavelCharacteristics c;
    if (!gavel_game_object(game, all[i], &o) || o.controller != player || !gavel_game_characteristics(game, all[i], &c))
      continue;
    u32 kind = c.types & GAVEL_CREATURE ? GAVEL_CREATURE : c.types & GAVEL_LAND ? GAVEL_LAND : GAVEL_ARTIFACT;
    if (kind == types) row_add(rows, &count, game, viewer, all[i]);
  }
  rows_print(rows, count, title);
}

static void zone_print(GavelGame *game, u32 viewer, GavelZone zone, u32 player, const char *title) {
  GavelRef all[LISTED];
  Row rows[LISTED];
  u32 n = gavel_game_zone(game, zone, player, all, LISTED), count = 0;
  for (u32 i = 0; i < n && i < LISTED; i++) row_add(rows, &count, game, viewer, all[i]);
  rows_print(rows, count, title);
}

static void player_print(const Seating *seating, GavelGame *game, u32 player, u32 viewer) {
  static const char *const COLORS[] = {"white", "blue", "black", "red", "green", "colorless"};
  Style style = style_of_output();
  GavelPlayer p = gavel_game_player(game, player);
  printf("  %s%s%s  life %lld, hand %u, library %u, graveyard %u", style.bold, seating->seats[player].name, style.plain,
         (long long)p.life, p.hand, p.library, p.graveyard);
  i64 poison = gavel_game_counters(game, gavel_ref_player(player), gavel_word_find("poison"));
  if (poison) printf(", poison %lld", (long long)poison);
  for (u32 i = 0; i < COUNT_OF(COLORS); i++) {
    i64 mana = gavel_game_mana(game, player, gavel_word_find(COLORS[i]));
    if (mana) printf(", %lld %s mana", (long long)mana, COLORS[i]);
  }
  printf("%s\n", p.left ? ", has left" : p.monarch ? ", monarch" : "");
  permanents_print(game, viewer, player, GAVEL_LAND, "lands");
  permanents_print(game, viewer, player, GAVEL_ARTIFACT, "others");
  permanents_print(game, viewer, player, GAVEL_CREATURE, "creatures");
  zone_print(game, viewer, GAVEL_ZONE_GRAVEYARD, player, "graveyard");
  if (viewer == player || viewer == GAVEL_NO_PLAYER) zone_print(game, viewer, GAVEL_ZONE_HAND, player, "hand");
}

/* What an object does, its abilities in one line. */
static void text_of(GavelGame *game, GavelRef ref, Text *out) {
  char text[RULES_CAP];
  gavel_game_rules_text(game, ref, text, sizeof text);
  const char *before = ": ";
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
    text_addf(out, "%s%s", before, line);
    before = " / ";
  }
}

/* Prints a text behind a title, its lines broken between words and indented below each other. */
static void paragraph_print(const char *title, const char *text) {
  u32 width = output_width(), column = INDENT;
  printf("    %-10s", title);
  for (const char *at = text; *at;) {
    while (*at == ' ') at++;
    size_t length = strcspn(at, " ");
    char wordy[RULES_CAP];
    snprintf(wordy, sizeof wordy, "%.*s", (int)length, at);
    u32 columns = columns_of(wordy);
    if (column > INDENT && column + 1 + columns > width) {
      printf("\n%*s", INDENT, "");
      column = INDENT;
    } else if (column > INDENT) {
      putchar(' ');
      column++;
    }
    fputs(wordy, stdout);
    column += columns;
    at += length;
  }
  putchar('\n');
}

/* The stack, what resolves first at the top: whose each spell and ability is, what it targets and what it does. */
static void stack_print(const Seating *seating, GavelGame *game, u32 viewer) {
  GavelRef stack[64], targets[8];
  u32 count = gavel_game_zone(game, GAVEL_ZONE_STACK, 0, stack, COUNT_OF(stack));
  for (u32 i = count < COUNT_OF(stack) ? count : COUNT_OF(stack); i-- > 0;) {
    char name[NAME_CAP];
    GavelObject o;
    Text text, named;
    text_init(&text, gavel_allocator_default());
    text_init(&named, gavel_allocator_default());
    name_of(game, viewer, stack[i], name, sizeof name);
    text_adds(&text, name);
    if (gavel_game_object(game, stack[i], &o)) text_addf(&text, " (player %u)", o.controller);
    u32 targeted = gavel_game_targets(game, stack[i], targets, COUNT_OF(targets));
    for (u32 t = 0; t < targeted && t < COUNT_OF(targets); t++) {
      name_of(game, viewer, targets[t], name, sizeof name);
      text_addf(&text, "%s%s", t ? ", " : " targeting ", name);
      if (gavel_game_object(game, targets[t], &o)) text_addf(&text, " of player %u", o.controller);
    }
    text_of(game, stack[i], &text);
    name_players(seating, text_str(&text).data, &named);
    paragraph_print(i + 1 == count ? "stack" : "", text_str(&named).data);
    text_free(&text);
    text_free(&named);
  }
}

void board_card_print(GavelGame *game, u32 viewer, GavelRef ref) {
  char name[NAME_CAP], cost[NAME_CAP], types[NAME_CAP], text[RULES_CAP];
  GavelCharacteristics c;
  GavelHandle handle = gavel_view_handle(game, viewer, ref);
  gavel_view_name(game, viewer, handle, name, sizeof name);
  if (!handle || !name[0]) {
    puts("the rules ask this, and no card: nothing to read");
    return;
  }
  bool known = gavel_view_characteristics(game, viewer, handle, &c);
  gavel_view_mana_cost(game, viewer, handle, cost, sizeof cost);
  gavel_view_type_line(game, viewer, handle, types, sizeof types);
  gavel_view_rules_text(game, viewer, handle, text, sizeof text);
  printf("  %s%s%s\n", name, cost[0] ? "  " : "", cost);
  if (types[0]) printf("  %s\n", types);
  for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) printf("  %s\n", line);
  if (known && c.has_power_toughness) printf("  %lld/%lld\n", (long long)c.power, (long long)c.toughness);
}

void board_print(const Seating *seating, GavelGame *game, u32 viewer) {
  Text now;
  Style style = style_of_output();
  text_init(&now, gavel_allocator_default());
  moment(seating, game, &now);
  printf("%s--- %s ---%s\n", style.dim, now.data, style.plain);
  text_free(&now);
  u32 near = viewer == GAVEL_NO_PLAYER ? 0 : viewer;
  for (u32 i = 1; i <= seating->count; i++) player_print(seating, game, (near + i) % seating->count, viewer);
  zone_print(game, viewer, GAVEL_ZONE_EXILE, 0, "exile");
  stack_print(seating, game, viewer);
}

/* --- questions -------------------------------------------------------------------------------------- */

/* What tells an option from others: its words, and all that can be seen of the object it names. */
static void option_key(GavelGame *game, u32 viewer, u32 index, const char *words, Text *out) {
  const GavelOption *option = &gavel_game_options(game)[index];
  char text[RULES_CAP];
  GavelRef ref = option->ref;
  text_addf(out, "%s\n%u %lld\n", words, option->kind, option->kind == GAVEL_OPTION_REF ? 0 : (long long)option->n);
  if (!ref || gavel_ref_to_player(ref) != GAVEL_NO_PLAYER) return;
  describe(game, viewer, ref, out);
  gavel_view_rules_text(game, viewer, gavel_view_handle(game, viewer, ref), text, sizeof text);
  text_adds(out, text);
  GavelRef attached[16];
  u32 count = gavel_game_attachments(game, ref, attached, COUNT_OF(attached));
  for (u32 i = 0; i < count && i < COUNT_OF(attached); i++) text_addf(out, " %llu", (unsigned long long)attached[i]);
}

/* Whether alternatives that look alike may be taken for one: choosing among objects, not numbers or orders. */
static bool is_grouped(const GavelDecision *d) {
  return d->kind != GAVEL_DECISION_ORDER && d->kind != GAVEL_DECISION_DIVIDE && d->kind != GAVEL_DECISION_ASSIGN;
}

void choices_make(const Seating *seating, GavelGame *game, Choices *choices) {
  GavelAllocator allocator = gavel_allocator_default();
  GavelDecision d;
  VEC(Text) keys = {0};
  *choices = (Choices){0};
  if (!gavel_game_decision(game, &d)) return;
  for (u32 i = 0; i < d.option_count; i++) {
    char words[512];
    Text key, named;
    text_init(&key, allocator);
    gavel_view_option_text(game, d.player, i, words, sizeof words);
    option_key(game, d.player, i, words, &key);
    u32 same = 0;
    while (same < keys.count && !str_equal(text_str(&keys.data[same]), text_str(&key))) same++;
    if (is_grouped(&d) && same < keys.count) {
      choices->rows.data[same].times++;
      text_free(&key);
      continue;
    }
    text_init(&named, allocator);
    name_players(seating, words, &named);
    Choice row = {.option = i, .times = 1, .words = named};
    if (key.failed || named.failed || !vec_push(&allocator, &keys, key) || !vec_push(&allocator, &choices->rows, row))
      out_of_memory();
  }
  for (u32 i = 0; i < keys.count; i++) text_free(&keys.data[i]);
  vec_free(&allocator, &keys);
}

void choices_free(Choices *choices) {
  GavelAllocator allocator = gavel_allocator_default();
  for (u32 i = 0; i < choices->rows.count; i++) text_free(&choices->rows.data[i].words);
  vec_free(&allocator, &choices->rows);
}

void board_question(const Seating *seating, GavelGame *game, bool numbered) {
  GavelDecision d;
  char text[512];
  if (!gavel_game_decision(game, &d)) {
    puts("nothing is asked any more");
    return;
  }
  Text named;
  Choices choices;
  text_init(&named, gavel_allocator_default());
  choices_make(seating, game, &choices);
  gavel_view_decision_text(game, d.player, text, sizeof text);
  name_players(seating, text, &named);
  for (u32 i = 0; i < choices.rows.count; i++) {
    const Choice *row = &choices.rows.data[i];
    if (numbered)
      text_addf(&named, "\n  %2u  ", i + 1);
    else
      text_adds(&named, "\n  ");
    text_add(&named, text_str(&row->words));
    if (row->times > 1) text_addf(&named, " (%u of them)", row->times);
  }
  printf("%s\n", text_str(&named).data);
  choices_free(&choices);
  text_free(&named);
}

/* --- the log ---------------------------------------------------------------------------------------- */

static void heard(void *user, GavelGame *game, const GavelEvent *event) {
  BoardLog *log = user;
  if (log->silent) return;
  Style style = style_of_output();
  GavelSituation s = gavel_game_situation(game);
  if (s.turn != log->turn) {
    log->turn = s.turn;
    printf("%s== turn %u: %s ==%s", style.bold, s.turn, log->seating->seats[s.active].name, style.plain);
    for (u32 p = 0; p < log->seating->count; p++)
      printf("  %s %lld", log->seating->seats[p].name, (long long)gavel_game_player(game, p).life);
    putchar('\n');
  }
  if (!gavel_person_hears(event)) return;
  char text[512];
  Text named;
  gavel_event_text(game, event, text, sizeof text);
  if (!text[0]) return;
  text_init(&named, gavel_allocator_default());
  name_players(log->seating, text, &named);
  printf("  %s\n", named.data);
  text_free(&named);
}

void board_log_listen(BoardLog *log, GavelGame *game) {
  GavelListener listener = {.event = heard, .user = log};
  bool all = log->viewer == GAVEL_NO_PLAYER;
  if (all ? gavel_game_listen(game, &listener) : gavel_view_listen(game, log->viewer, &listener)) out_of_memory();
}
