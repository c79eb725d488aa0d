/* The moment in words, and how two moments differ. */
#include "ask.h"
#include "things.h"

#include <stdlib.h>

enum { WORDS_CAP = 256 };

/* What a player controls in a zone, or all of the stack. */
static void print_zone(GavelGame *game, GavelZone zone, u32 player, const char *title) {
  Things things = things_in(game, zone, player);
  Rows rows = {0};
  for (u32 i = 0; i < things.count; i++) {
    GavelObject o;
    bool own = gavel_game_object(game, things.data[i], &o) && (zone == GAVEL_ZONE_STACK || o.controller == player);
    if (own) rows_add(&rows, game, GAVEL_NO_PLAYER, things.data[i]);
  }
  u32 indent = zone == GAVEL_ZONE_STACK ? 0 : 2;
  rows_print(&rows, title, (Layout){.indent = indent, .title = (u32)strlen(title)});
  things_free(&things);
}

void ask_player(const char *name, const GavelPlayer *player, GavelLanguage language) {
  print_said(language, SENTENCE_SAY_LIFE, player->life, name);
  print_said(language, SENTENCE_SAY_HAND, player->hand, "");
  print_said(language, SENTENCE_SAY_LIBRARY, player->library, "");
}

void ask_board(const GavelSession *session, GavelLanguage language) {
  GavelGame *game = gavel_session_game(session);
  if (!game) return;
  GavelSituation now = gavel_game_situation(game);
  for (u32 p = 0; p < now.player_count; p++) {
    GavelPlayer player = gavel_game_player(game, p);
    ask_player(gavel_session_player(session, p), &player, language);
    printf("%s\n", now.active == p ? sentence_text(language, SENTENCE_SAY_WHOSE_TURN) : "");
    print_zone(game, GAVEL_ZONE_HAND, p, sentence_text(language, SENTENCE_TITLE_HAND));
    print_zone(game, GAVEL_ZONE_BATTLEFIELD, p, sentence_text(language, SENTENCE_TITLE_BATTLEFIELD));
    print_zone(game, GAVEL_ZONE_GRAVEYARD, p, sentence_text(language, SENTENCE_TITLE_GRAVEYARD));
    print_zone(game, GAVEL_ZONE_EXILE, p, sentence_text(language, SENTENCE_TITLE_EXILE));
  }
  print_zone(game, GAVEL_ZONE_STACK, 0, sentence_text(language, SENTENCE_TITLE_STACK));
}

void ask_stack(const GavelSession *session, GavelLanguage language) {
  GavelGame *game = gavel_session_game(session);
  bool any = game && gavel_game_zone_count(game, GAVEL_ZONE_STACK, 0);
  if (any)
    print_zone(game, GAVEL_ZONE_STACK, 0, sentence_text(language, SENTENCE_TITLE_STACK));
  else
    puts(sentence_text(language, SENTENCE_SAY_STACK_EMPTY));
}

/* --- two moments ----------------------------------------------------------------------------- */

static bool is_permanent(GavelGame *game, GavelRef ref) {
  GavelObject o;
  return gavel_game_object(game, ref, &o) && o.zone == GAVEL_ZONE_BATTLEFIELD;
}

static void add_state(GavelSession *session, GavelRef ref, Text *out) {
  size_t length = gavel_session_standing(session, ref, true, NULL, 0);
  char *text = room_for_text(length);
  gavel_session_standing(session, ref, true, text, length + 1);
  text_adds(out, text);
  free(text);
}

/* Appends how a permanent differs; nothing if it doesn't. */
static void add_change(GavelSession *then, GavelSession *now, GavelRef ref, GavelLanguage language, Text *out) {
  GavelGame *before = gavel_session_game(then), *after = gavel_session_game(now);
  char name[WORDS_CAP];
  Text was, is;
  bool there = is_permanent(before, ref), stays = is_permanent(after, ref);
  text_init(&was, gavel_allocator_default());
  text_init(&is, gavel_allocator_default());
  gavel_game_name(stays ? after : before, ref, name, sizeof name);
  if (there) add_state(then, ref, &was);
  if (stays) add_state(now, ref, &is);
  if (!stays)
    add_said(out, language, SENTENCE_SAY_GONE, 0, name);
  else if (!there)
    add_said(out, language, SENTENCE_SAY_NEW, 0, name);
  else if (!str_equal(text_str(&was), text_str(&is)))
    text_addf(out, "  %s: ", name);
  if (stays && !str_equal(text_str(&was), text_str(&is))) text_add(out, text_str(&is));
  if (stays && there && out->length) add_said(out, language, SENTENCE_SAY_BEFORE, 0, was.data);
  text_free(&was);
  text_free(&is);
}

/* Lines of differences: each is printed with how often it comes in a row. */
typedef struct Changes {
  GavelLanguage language;
  Text last;
  u32 times;
} Changes;

static void changes_print(Changes *c) {
  if (!c->times) return;
  fputs(c->last.data, stdout);
  if (c->times > 1) print_said(c->language, SENTENCE_SAY_TIMES, c->times, "");
  putchar('\n');
  c->times = 0;
}

static void changes_add(Changes *c, GavelSession *before, GavelSession *after, GavelRef ref) {
  Text change;
  text_init(&change, gavel_allocator_default());
  add_change(before, after, ref, c->language, &change);
  text_addc(&change, '\0');
  if (change.failed) out_of_memory();
  bool same = c->times && strcmp(change.data, c->last.data) == 0;
  if (!same && change.data[0]) {
    changes_print(c);
    text_clear(&c->last);
    text_adds(&c->last, change.data);
    text_addc(&c->last, '\0');
    if (c->last.failed) out_of_memory();
  }
  c->times += change.data[0] != 0;
  text_free(&change);
}

void ask_differences(GavelSession *before, GavelSession *after, GavelLanguage language) {
  GavelGame *then = gavel_session_game(before), *now = gavel_session_game(after);
  if (!then || !now) return;
  u32 players = gavel_game_situation(now).player_count;
  for (u32 p = 0; p < players; p++) {
    GavelPlayer was = gavel_game_player(then, p), is = gavel_game_player(now, p);
    if (was.life == is.life) continue;
    fputs("  ", stdout);
    print_said(language, SENTENCE_SAY_LIFE, is.life, gavel_session_player(after, p));
    print_said(language, SENTENCE_SAY_LIFE_BEFORE, was.life, "");
  }
  Things old = things_in(then, GAVEL_ZONE_BATTLEFIELD, 0), present = things_in(now, GAVEL_ZONE_BATTLEFIELD, 0);
  Changes changes = {.language = language};
  text_init(&changes.last, gavel_allocator_default());
  for (u32 i = 0; i < old.count; i++) changes_add(&changes, before, after, old.data[i]);
  for (u32 i = 0; i < present.count; i++)
    if (!is_permanent(then, present.data[i])) changes_add(&changes, before, after, present.data[i]);
  changes_print(&changes);
  text_free(&changes.last);
  things_free(&old);
  things_free(&present);
}
