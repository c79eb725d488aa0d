#include "board.h"

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

/* "turn 3, Red Burn's declare attackers" */
static void moment(const Seating *seating, const GavelGame *game, Text *out) {
  GavelSituation s = gavel_game_situation(game);
  if (s.turn == 0)
    text_adds(out, "before the first turn");
  else
    text_addf(out, "turn %u, %s's %s", s.turn, seating->seats[s.active].name, STEPS[s.step]);
}

/* --- permanents ------------------------------------------------------------------------------------- */

enum { LISTED = 512, NAME_CAP = 160 };

/* What a permanent is called on the board: name, power and toughness, what it does and bears. */
static void describe(GavelGame *game, GavelRef ref, Text *out) {
  char name[NAME_CAP];
  GavelObject o;
  GavelCharacteristics c;
  gavel_game_name(game, ref, name, sizeof name);
  text_adds(out, name);
  if (!gavel_game_object(game, ref, &o) || !gavel_game_characteristics(game, ref, &c)) return;
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
    gavel_game_name(game, o.attached_to, name, sizeof name);
    text_addf(out, " on %s", name);
  }
}

typedef struct Row {
  Text text;
  u32 count;
} Row;

/* Adds a description to rows of what is there how often. */
static void row_add(Row *rows, u32 *count, GavelGame *game, GavelRef ref) {
  Text text;
  text_init(&text, gavel_allocator_default());
  describe(game, ref, &text);
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
  enum { INDENT = 14 };
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
static void permanents_print(GavelGame *game, u32 player, u32 types, const char *title) {
  GavelRef all[LISTED];
  Row rows[LISTED];
  u32 n = gavel_game_zone(game, GAVEL_ZONE_BATTLEFIELD, 0, all, LISTED), count = 0;
  for (u32 i = 0; i < n && i < LISTED; i++) {
    GavelObject o;
    GavelCharacteristics c;
    if (!gavel_game_object(game, all[i], &o) || o.controller != player || !gavel_game_characteristics(game, all[i], &c))
      continue;
    u32 kind = c.types & GAVEL_CREATURE ? GAVEL_CREATURE : c.types & GAVEL_LAND ? GAVEL_LAND : GAVEL_ARTIFACT;
    if (kind == types) row_add(rows, &count, game, all[i]);
  }
  rows_print(rows, count, title);
}

static void zone_print(GavelGame *game, GavelZone zone, u32 player, const char *title) {
  GavelRef all[LISTED];
  Row rows[LISTED];
  u32 n = gavel_game_zone(game, zone, player, all, LISTED), count = 0;
  for (u32 i = 0; i < n && i < LISTED; i++) row_add(rows, &count, game, all[i]);
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
  permanents_print(game, player, GAVEL_LAND, "lands");
  permanents_print(game, player, GAVEL_ARTIFACT, "others");
  permanents_print(game, player, GAVEL_CREATURE, "creatures");
  zone_print(game, GAVEL_ZONE_GRAVEYARD, player, "graveyard");
  if (viewer == player || viewer == GAVEL_NO_PLAYER) zone_print(game, GAVEL_ZONE_HAND, player, "hand");
}

/* The stack, what resolves first at the top, with controllers and targets. */
static void stack_print(const Seating *seating, GavelGame *game) {
  GavelRef stack[64], targets[8];
  u32 count = gavel_game_zone(game, GAVEL_ZONE_STACK, 0, stack, COUNT_OF(stack));
  for (u32 i = count < COUNT_OF(stack) ? count : COUNT_OF(stack); i-- > 0;) {
    char name[NAME_CAP];
    GavelObject o;
    Text text, named;
    text_init(&text, gavel_allocator_default());
    text_init(&named, gavel_allocator_default());
    gavel_game_name(game, stack[i], name, sizeof name);
    text_adds(&text, name);
    if (gavel_game_object(game, stack[i], &o)) text_addf(&text, " (player %u)", o.controller);
    u32 targeted = gavel_game_targets(game, stack[i], targets, COUNT_OF(targets));
    for (u32 t = 0; t < targeted && t < COUNT_OF(targets); t++) {
      gavel_game_name(game, targets[t], name, sizeof name);
      text_addf(&text, "%s%s", t ? ", " : " at ", name);
    }
    name_players(seating, text_str(&text).data, &named);
    printf("    %-10s%s\n", i + 1 == count ? "stack" : "", text_str(&named).data);
    text_free(&text);
    text_free(&named);
  }
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
  zone_print(game, GAVEL_ZONE_EXILE, 0, "exile");
  stack_print(seating, game);
}

void board_question(const Seating *seating, GavelGame *game, bool numbered) {
  GavelDecision d;
  char text[512];
  if (!gavel_game_decision(game, &d)) {
    puts("nothing is asked any more");
    return;
  }
  Text named;
  text_init(&named, gavel_allocator_default());
  gavel_game_decision_text(game, text, sizeof text);
  name_players(seating, text, &named);
  for (u32 i = 0; i < d.option_count; i++) {
    gavel_game_option_text(game, i, text, sizeof text);
    if (numbered)
      text_addf(&named, "\n  %2u  ", i + 1);
    else
      text_adds(&named, "\n  ");
    name_players(seating, text, &named);
  }
  printf("%s\n", named.data);
  text_free(&named);
}

/* --- the log ---------------------------------------------------------------------------------------- */

/* Kinds of event that nobody misses in a log. */
static bool is_bookkeeping(const GavelEvent *event) {
  static const char *const KINDS[] = {"step begins", "tap for mana", "add mana",     "become a target",
                                      "reveal",      "shuffle",      "untap",        "tap",
                                      "turn begins", "activate",     "put counters", "attack unblocked"};
  for (u32 i = 0; i < COUNT_OF(KINDS); i++)
    if (strcmp(event->kind, KINDS[i]) == 0) return true;
  bool drawn = event->from == GAVEL_ZONE_LIBRARY && event->to == GAVEL_ZONE_HAND;
  return strcmp(event->kind, "move") == 0 &&
         (event->to == GAVEL_ZONE_STACK || event->from == GAVEL_ZONE_STACK || drawn);
}

/* Whether the viewer may know what an event is about: of cards that move where others do not see them only their own. */
static bool is_seen(const BoardLog *log, const GavelGame *game, const GavelEvent *event) {
  GavelRef now = event->became ? event->became : event->object;
  bool moves = strcmp(event->kind, "move") == 0;
  return log->viewer == GAVEL_NO_PLAYER || !moves || gavel_view_knows(game, log->viewer, now);
}

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
  if (is_bookkeeping(event) || !is_seen(log, game, event)) return;
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
  if (gavel_game_listen(game, &listener)) out_of_memory();
}
