/* The moment in words, and how two moments differ. */
#include "ask.h"
#include "things.h"

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

/* --- two moments ----------------------------------------------------------------------------- */

static bool is_permanent(GavelGame *game, GavelRef ref) {
  GavelObject o;
  return gavel_game_object(game, ref, &o) && o.zone == GAVEL_ZONE_BATTLEFIELD;
}

static void print_change(GavelGame *before, GavelGame *after, GavelRef ref, GavelLanguage language) {
  char name[WORDS_CAP];
  Text was, is;
  bool there = is_permanent(before, ref), stays = is_permanent(after, ref);
  text_init(&was, gavel_allocator_default());
  text_init(&is, gavel_allocator_default());
  gavel_game_name(stays ? after : before, ref, name, sizeof name);
  if (there) thing_state(before, GAVEL_NO_PLAYER, ref, true, &was);
  if (stays) thing_state(after, GAVEL_NO_PLAYER, ref, true, &is);
  if (!stays)
    print_said(language, SENTENCE_SAY_GONE, 0, name);
  else if (!there)
    print_said(language, SENTENCE_SAY_NEW, 0, name);
  else if (!str_equal(text_str(&was), text_str(&is)))
    printf("  %s: %s", name, is.data);
  if (stays && !there) printf("%s\n", is.data);
  if (stays && there && !str_equal(text_str(&was), text_str(&is)))
    print_said(language, SENTENCE_SAY_BEFORE, 0, was.data);
  text_free(&was);
  text_free(&is);
}

void ask_differences(const GavelSession *before, GavelSession *after, GavelLanguage language) {
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
  for (u32 i = 0; i < old.count; i++) print_change(then, now, old.data[i], language);
  for (u32 i = 0; i < present.count; i++)
    if (!is_permanent(then, present.data[i])) print_change(then, now, present.data[i], language);
  things_free(&old);
  things_free(&present);
}
