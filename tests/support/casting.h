/* Shared by tests of casting and paying: cards, and one game per program. */
#ifndef SUPPORT_CASTING_H
#define SUPPORT_CASTING_H

#include "support/play.h"

#include "rules/cast/casting.h"
#include "rules/turn/turn.h"

extern const char CASTING_CARDS[];

static Play play;

static inline void open(u32 players, GameFormat format) {
  play_open(&play, CASTING_CARDS, players, format);
  for (u32 p = 0; p < players; p++) play_library(&play, p, "Bear", 10);
}

static inline u32 put(u32 player, const char *name, Zone zone) { return play_put(&play, player, name, zone); }

static inline void lands(u32 player, const char *name, u32 n) {
  for (u32 i = 0; i < n; i++) put(player, name, ZONE_BATTLEFIELD);
}

/* Goes to the first main phase of the first turn. */
static inline void begin(void) {
  play_start(&play);
  play_to(&play, 1, W_STEP_MAIN);
}

static inline u32 option_at(OptionKind kind, u32 slot, u32 a) {
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(play.game, i);
    if (o->kind == kind && o->ref == play_ref(&play, slot) && o->a == a) return i;
  }
  return NO_OPTION;
}

static inline bool can_cast(u32 slot) { return option_at(OPTION_CAST, slot, 0) != NO_OPTION; }

static inline void cast(u32 slot) {
  u32 option = option_at(OPTION_CAST, slot, 0);
  if (option == NO_OPTION) fail_msg("the card can't be cast");
  play_take(&play, option);
}

static inline bool asked(DecisionKind kind) { return play_decision(&play)->kind == kind; }

static inline bool offers_ref(Ref ref) {
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(play.game, i);
    if (o->kind == OPTION_REF && o->ref == ref) return true;
  }
  return false;
}

static inline void answer_ref(u32 slot) { play_answer(&play, OPTION_REF, play_ref(&play, slot), 0); }
static inline void answer_mode(i64 mode) { play_answer(&play, OPTION_MODE, REF_NONE, mode); }
static inline void answer_player(u32 player) { play_answer(&play, OPTION_REF, ref_player(player), 0); }
static inline void answer(OptionKind kind) { play_answer(&play, kind, REF_NONE, 0); }
static inline void answer_number(i64 n) { play_answer(&play, OPTION_NUMBER, REF_NONE, n); }

static inline void answer_kind(Word kind, u32 generic) {
  for (u32 i = 0; i < count_of(play.game, T_OPTIONS); i++) {
    const Option *o = row_OPTIONS(play.game, i);
    if (o->kind != OPTION_MANA || o->word != kind || o->a != (generic > 1 ? generic : 0)) continue;
    play_take(&play, i);
    return;
  }
  fail_msg("this way to pay is not offered");
}

static inline u32 tapped(u32 player) {
  u32 n = 0;
  for (u32 s = zone_first(play.game, ZONE_BATTLEFIELD, 0); s; s = object_row(play.game, s)->next) {
    const Object *o = object_row(play.game, s);
    n += o->controller == player && o->status & STATUS_TAPPED;
  }
  return n;
}

static inline u32 pool(u32 player) {
  u32 n = 0;
  for (u32 i = 0; i < count_of(play.game, T_MANA); i++)
    if (row_MANA(play.game, i)->player == player) n += row_MANA(play.game, i)->n;
  return n;
}

static inline u32 on_stack(void) { return zone_list(play.game, ZONE_STACK, 0)->count; }

#endif
