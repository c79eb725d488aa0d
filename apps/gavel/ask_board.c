/* The moment in words, and how two moments differ. */
#include "ask.h"

#include <stdlib.h>

enum { WORDS_CAP = 256, LISTED = 512 };

/* "2/2, tapped", with types "2/2 Creature — Bear, tapped" */
static void describe(GavelGame *game, GavelRef ref, bool types, Text *out) {
  char words[WORDS_CAP] = "";
  GavelObject o;
  GavelCharacteristics c;
  if (!gavel_game_object(game, ref, &o) || !gavel_game_characteristics(game, ref, &c)) return;
  if (c.has_power_toughness) text_addf(out, "%lld/%lld", (long long)c.power, (long long)c.toughness);
  if (types) gavel_game_type_line(game, ref, words, sizeof words);
  if (words[0]) text_addf(out, "%s%s", out->length ? " " : "", words);
  if (o.damage) text_addf(out, "%s%lld damage", out->length ? ", " : "", (long long)o.damage);
  if (o.status & GAVEL_STATUS_TAPPED) text_adds(out, out->length ? ", tapped" : "tapped");
  if (o.status & GAVEL_STATUS_PHASED_OUT) text_adds(out, out->length ? ", phased out" : "phased out");
  if (o.attacking) text_adds(out, out->length ? ", attacking" : "attacking");
}

/* What a thing in a zone is called on the board: "Serra Angel (4/4, tapped)". */
static void add_thing(GavelGame *game, GavelRef ref, Text *out) {
  char name[WORDS_CAP];
  Text what;
  gavel_game_name(game, ref, name, sizeof name);
  text_adds(out, name);
  text_init(&what, gavel_allocator_default());
  describe(game, ref, false, &what);
  if (what.length) text_addf(out, " (%s)", what.data);
  text_free(&what);
}

/* Several alike in a row are one with their number. */
static void print_zone(GavelGame *game, GavelZone zone, u32 player, const char *title) {
  GavelRef refs[LISTED];
  u32 count = gavel_game_zone(game, zone, player, refs, LISTED), alike = 0, shown = 0;
  Text now, last;
  text_init(&now, gavel_allocator_default());
  text_init(&last, gavel_allocator_default());
  for (u32 i = 0; i <= count && i < LISTED; i++) {
    GavelObject o;
    text_clear(&now);
    if (i < count) {
      if (!gavel_game_object(game, refs[i], &o) || (zone != GAVEL_ZONE_STACK && o.controller != player)) continue;
      add_thing(game, refs[i], &now);
    }
    if (i < count && alike && str_equal(text_str(&now), text_str(&last))) {
      alike++;
      continue;
    }
    if (alike > 1) printf("%s%u %s", shown++ ? "; " : title, alike, last.data);
    if (alike == 1) printf("%s%s", shown++ ? "; " : title, last.data);
    text_clear(&last);
    text_add(&last, text_str(&now));
    alike = 1;
  }
  if (shown) putchar('\n');
  text_free(&now);
  text_free(&last);
}

void ask_board(const GavelSession *session) {
  GavelGame *game = gavel_session_game(session);
  if (!game) return;
  GavelSituation now = gavel_game_situation(game);
  for (u32 p = 0; p < now.player_count; p++) {
    GavelPlayer player = gavel_game_player(game, p);
    printf("%s: life %lld, hand %u, library %u%s\n", gavel_session_player(session, p), (long long)player.life,
           player.hand, player.library, now.active == p ? ", whose turn it is" : "");
    print_zone(game, GAVEL_ZONE_HAND, p, "  hand: ");
    print_zone(game, GAVEL_ZONE_BATTLEFIELD, p, "  battlefield: ");
    print_zone(game, GAVEL_ZONE_GRAVEYARD, p, "  graveyard: ");
    print_zone(game, GAVEL_ZONE_EXILE, p, "  exile: ");
  }
  print_zone(game, GAVEL_ZONE_STACK, 0, "stack: ");
}

/* --- two moments ----------------------------------------------------------------------------- */

static bool is_permanent(GavelGame *game, GavelRef ref) {
  GavelObject o;
  return gavel_game_object(game, ref, &o) && o.zone == GAVEL_ZONE_BATTLEFIELD;
}

static void print_change(GavelGame *before, GavelGame *after, GavelRef ref) {
  char name[WORDS_CAP];
  Text was, is;
  bool there = is_permanent(before, ref), stays = is_permanent(after, ref);
  text_init(&was, gavel_allocator_default());
  text_init(&is, gavel_allocator_default());
  gavel_game_name(stays ? after : before, ref, name, sizeof name);
  if (there) describe(before, ref, true, &was);
  if (stays) describe(after, ref, true, &is);
  if (!stays)
    printf("  %s is gone\n", name);
  else if (!there)
    printf("  %s is new: %s\n", name, is.data);
  else if (!str_equal(text_str(&was), text_str(&is)))
    printf("  %s: %s; before: %s\n", name, is.data, was.data);
  text_free(&was);
  text_free(&is);
}

void ask_differences(const GavelSession *before, GavelSession *after) {
  GavelGame *then = gavel_session_game(before), *now = gavel_session_game(after);
  GavelRef refs[LISTED];
  if (!then || !now) return;
  u32 players = gavel_game_situation(now).player_count;
  for (u32 p = 0; p < players; p++) {
    GavelPlayer was = gavel_game_player(then, p), is = gavel_game_player(now, p);
    if (was.life != is.life)
      printf("  %s: life %lld; before: %lld\n", gavel_session_player(after, p), (long long)is.life,
             (long long)was.life);
  }
  u32 count = gavel_game_zone(then, GAVEL_ZONE_BATTLEFIELD, 0, refs, LISTED);
  for (u32 i = 0; i < count && i < LISTED; i++) print_change(then, now, refs[i]);
  count = gavel_game_zone(now, GAVEL_ZONE_BATTLEFIELD, 0, refs, LISTED);
  for (u32 i = 0; i < count && i < LISTED; i++)
    if (!is_permanent(then, refs[i])) print_change(then, now, refs[i]);
}
