/* The members of the structs of the block; see walk.h. A field that decides the meaning of another comes before it,
   because that is the order of the walk. */
#include "state/walk.h"

/* A list of fields consists of F(STRUCT, member, FIELD_kind, arg) and, for arrays, A(STRUCT, member, elements,
   FIELD_kind, arg). */

#define OBJECT_FIELDS(F, A)                       \
  F(Object, generation, SERIAL, 0)                \
  F(Object, kind, ENUM, OBJECT_EMBLEM + 1)        \
  F(Object, owner, OWNER, 0)                      \
  F(Object, zone, ZONE, 0)                        \
  F(Object, reserved, NUMBER, 0)                  \
  F(Object, reserved2, NUMBER, 0)                 \
  F(Object, cv, CV, 0)                            \
  F(Object, timestamp, TIMESTAMP, 0)              \
  F(Object, next, SLOT, 0)                        \
  F(Object, prev, SLOT, 0)                        \
  F(Object, card, CARD_ROW, 0)                    \
  F(Object, ext, EXT, 0)                          \
  F(Object, notes, NOTE_CHAIN, 0)                 \
  F(Object, counters, COUNTER_CHAIN, 0)           \
  F(Object, lki, LKI_CHAIN, 0)                    \
  F(Object, acquisition, ACQUISITION, 0)          \
  F(Object, controller, OWNER, 0)                 \
  F(Object, base_controller, OWNER, 0)            \
  F(Object, status, ENUM, 16)                     \
  F(Object, face, NUMBER, 0)                      \
  F(Object, face_down, ENUM, FACE_DOWN_CLOAK + 1) \
  F(Object, known, NUMBER, 0)                     \
  F(Object, flags, NUMBER, 0)

#define FREE_OBJECT_FIELDS(F, A)   \
  F(Object, generation, SERIAL, 0) \
  F(Object, owner, NUMBER, 0)      \
  F(Object, zone, ZONE, 0)         \
  F(Object, next, FREE, T_OBJECTS) \
  F(Object, lki, LKI_CHAIN, 0)

#define CARD_FIELDS(F, A)    \
  F(Card, def, CARD_DEF, 0)  \
  F(Card, object, SLOT, 0)   \
  F(Card, next, CARD_ROW, 0) \
  F(Card, owner, OWNER, 0)   \
  F(Card, flags, NUMBER, 0)  \
  F(Card, casts, NUMBER, 0)
#define FREE_CARD_FIELDS(F, A) F(Card, next, FREE, T_CARDS)

#define FRAME_FIELDS(F, A)        \
  F(Frame, proc, PROCEDURE, 0)    \
  F(Frame, step, NUMBER, 0)       \
  F(Frame, node, NODE, 0)         \
  F(Frame, flags, NUMBER, 0)      \
  F(Frame, env, FRAME_ENV, 0)     \
  F(Frame, lists, FRAME_LISTS, 0) \
  F(Frame, cost, COST, 0)         \
  A(Frame, a, FRAME_LOCALS, LOCAL, 0)

#define EVENT_FIELDS(F, A)              \
  F(Event, kind, EVENT_KIND, 0)         \
  F(Event, cause, PLAYER_1, 0)          \
  F(Event, flags, NUMBER, 0)            \
  F(Event, player, PLAYER, 0)           \
  F(Event, from, ZONE, 0)               \
  F(Event, to, ZONE, 0)                 \
  F(Event, position, NUMBER, 0)         \
  F(Event, object, REF, 0)              \
  F(Event, source, REF, 0)              \
  F(Event, other, REF, 0)               \
  F(Event, became, REF, 0)              \
  F(Event, amount, SIGNED, 0)           \
  F(Event, word, EVENT_WORD, 0)         \
  F(Event, parent, NUMBER, 0)           \
  F(Event, entry, OWN, OWN_ENTRY)       \
  F(Event, applied, OWN, OWN_APPLIED)   \
  F(Event, node, NODE, 0)               \
  F(Event, env, EVENT_ENV, 0)           \
  F(Event, acquisition, ACQUISITION, 0) \
  F(Event, excess, NUMBER, 0)

#define COUNTERS_FIELDS(F, A)          \
  F(Counters, timestamp, TIMESTAMP, 0) \
  F(Counters, n, SIGNED, 0)            \
  F(Counters, next, COUNTER_NEXT, 0)   \
  F(Counters, kind, WORD, WC_COUNTER)  \
  F(Counters, reserved, SKIP, 0)
#define FREE_COUNTERS_FIELDS(F, A) F(Counters, next, FREE, T_COUNTERS)

#define NOTE_FIELDS(F, A)              \
  F(Note, next, NOTE_NEXT, 0)          \
  F(Note, acquisition, ACQUISITION, 0) \
  F(Note, link, NAME, 0)               \
  F(Note, reserved, SKIP, 0)           \
  F(Note, value, STRUCT, STRUCT_VALUE)
#define FREE_NOTE_FIELDS(F, A) \
  F(Note, next, FREE, T_NOTES) \
  F(Note, reserved, NUMBER, 0)

#define EFFECT_FIELDS(F, A)                \
  F(Effect, id, EFFECT_ID, 0)              \
  F(Effect, kind, ENUM, EFFECT_KINDS)      \
  F(Effect, controller, OWNER, 0)          \
  F(Effect, flags, NUMBER, 0)              \
  F(Effect, timestamp, TIMESTAMP, 0)       \
  F(Effect, node, NODE, 0)                 \
  F(Effect, ability, ABILITY, 0)           \
  F(Effect, env, OWN, OWN_ENV)             \
  F(Effect, objects, OWN, OWN_REFS)        \
  F(Effect, mods, OWN, OWN_MODS)           \
  F(Effect, cv, CV, 0)                     \
  F(Effect, acquisition, ACQUISITION, 0)   \
  F(Effect, duration, WORD, WC_DURATION)   \
  F(Effect, duration_player, PLAYER, 0)    \
  F(Effect, next_trigger_batch, NUMBER, 0) \
  F(Effect, duration_turn, TURN, 0)        \
  F(Effect, reserved, SKIP, 0)             \
  F(Effect, duration_object, REF, 0)       \
  F(Effect, amount, SIGNED, 0)
#define FREE_EFFECT_FIELDS(F, A) F(Effect, duration_turn, FREE, T_EFFECTS)

#define PENDING_FIELDS(F, A)              \
  F(Pending, source, REF, 0)              \
  F(Pending, ability, ABILITY, 0)         \
  F(Pending, subst, SUBST, 0)             \
  F(Pending, acquisition, ACQUISITION, 0) \
  F(Pending, env, OWN, OWN_ENV)           \
  F(Pending, effect, EFFECT_ID, 0)        \
  F(Pending, controller, OWNER, 0)        \
  F(Pending, wave, NUMBER, 0)             \
  F(Pending, flags, NUMBER, 0)            \
  F(Pending, order, SERIAL, 0)            \
  F(Pending, batch, SERIAL, 0)            \
  F(Pending, depth, SERIAL, 0)            \
  F(Pending, epoch, SERIAL, 0)

#define LKI_FIELDS(F, A)                    \
  F(Lki, ref, REF, 0)                       \
  F(Lki, became, REF, 0)                    \
  F(Lki, next, LKI_NEXT, 0)                 \
  F(Lki, turn, TURN, 0)                     \
  F(Lki, object, STRUCT, STRUCT_LKI_OBJECT) \
  F(Lki, chars, STRUCT, STRUCT_LKI_CHARS)   \
  F(Lki, ext, EXT, 1)                       \
  F(Lki, counters, OWN, OWN_COUNTERS)       \
  F(Lki, notes, OWN, OWN_NOTES)             \
  F(Lki, attachments, OWN, OWN_REFS)        \
  F(Lki, more, OWN, OWN_REFS)               \
  F(Lki, blockers, OWN, OWN_REFS)
#define FREE_LKI_FIELDS(F, A) F(Lki, next, FREE, T_LKI)

#define LKI_OBJECT_FIELDS(F, A)                   \
  F(Object, generation, SERIAL, 0)                \
  F(Object, kind, ENUM, OBJECT_EMBLEM + 1)        \
  F(Object, owner, OWNER, 0)                      \
  F(Object, zone, ZONE, 0)                        \
  F(Object, reserved, SKIP, 0)                    \
  F(Object, reserved2, NUMBER, 0)                 \
  F(Object, cv, CV, 0)                            \
  F(Object, timestamp, TIMESTAMP, 0)              \
  F(Object, next, SKIP, 0)                        \
  F(Object, prev, SKIP, 0)                        \
  F(Object, card, CARD_ROW, 0)                    \
  F(Object, ext, SKIP, 0)                         \
  F(Object, notes, SKIP, 0)                       \
  F(Object, counters, SKIP, 0)                    \
  F(Object, lki, SKIP, 0)                         \
  F(Object, acquisition, ACQUISITION, 0)          \
  F(Object, controller, OWNER, 0)                 \
  F(Object, base_controller, OWNER, 0)            \
  F(Object, status, ENUM, 16)                     \
  F(Object, face, NUMBER, 0)                      \
  F(Object, face_down, ENUM, FACE_DOWN_CLOAK + 1) \
  F(Object, known, NUMBER, 0)                     \
  F(Object, flags, NUMBER, 0)

#define LKI_CHARS_FIELDS(F, A)            \
  F(Chars, subtypes, WORD_SET, 0)         \
  F(Chars, keywords, WORD_SET, 1)         \
  F(Chars, power, SIGNED, 0)              \
  F(Chars, toughness, SIGNED, 0)          \
  F(Chars, name, NAME, 0)                 \
  F(Chars, mana_cost, COST, 0)            \
  F(Chars, abilities_in_block, NUMBER, 0) \
  F(Chars, ability_count, NUMBER, 0)      \
  F(Chars, abilities, INSTS, 0)           \
  F(Chars, loyalty, SIGNED, 0)            \
  F(Chars, defense, SIGNED, 0)            \
  F(Chars, types, NUMBER, 0)              \
  F(Chars, supertypes, NUMBER, 0)         \
  F(Chars, colors, NUMBER, 0)             \
  F(Chars, color_indicator, NUMBER, 0)    \
  F(Chars, has, NUMBER, 0)

#define CV_FIELDS(F, A)               \
  F(CvRecord, hash, NUMBER, 0)        \
  F(CvRecord, card, CARD_DEF, 0)      \
  F(CvRecord, subst, SUBST, 0)        \
  F(CvRecord, mods, OWN, OWN_CV_MODS) \
  F(CvRecord, mod_count, NUMBER, 0)   \
  F(CvRecord, only_face, NUMBER, 0)   \
  F(CvRecord, flags, NUMBER, 0)       \
  A(CvRecord, chars, 4, SKIP, 0)
#define FREE_CV_FIELDS(F, A)     \
  F(CvRecord, card, FREE, T_CVS) \
  F(CvRecord, flags, NUMBER, 0)

#define SUBST_FIELDS(F, A) \
  F(Subst, from, WORD, 0)  \
  F(Subst, to, WORD, 0)    \
  F(Subst, next, SUBST, 0)

#define MANA_FIELDS(F, A)        \
  F(Mana, player, OWNER, 0)      \
  F(Mana, kind, ENUM, 6)         \
  F(Mana, snow, ENUM, 2)         \
  F(Mana, stays, ENUM, 3)        \
  F(Mana, n, NUMBER, 0)          \
  F(Mana, source, REF, 0)        \
  F(Mana, terms, NODE, SORT_ACT) \
  F(Mana, env, OWN, OWN_ENV)

#define HISTORY_FIELDS(F, A)              \
  F(History, kind, EVENT_KIND, 0)         \
  F(History, player, PLAYER, 0)           \
  F(History, from, ZONE, 0)               \
  F(History, to, ZONE, 0)                 \
  F(History, types, NUMBER, 0)            \
  F(History, colors, NUMBER, 0)           \
  F(History, flags, NUMBER, 0)            \
  F(History, turn, TURN, 0)               \
  F(History, word, EVENT_WORD, 1)         \
  F(History, object, REF, 0)              \
  F(History, source, REF, 0)              \
  F(History, amount, SIGNED, 0)           \
  F(History, acquisition, ACQUISITION, 0) \
  F(History, excess, NUMBER, 0)

#define DUE_FIELDS(F, A)                       \
  F(Due, kind, ENUM, DUE_COMMANDER_DAMAGE + 1) \
  F(Due, player, PLAYER, 0)                    \
  F(Due, used, NUMBER, 0)                      \
  F(Due, a, DUE_A, 0)                          \
  F(Due, n, DUE_N, 0)

#define OPTION_REST(F)            \
  F(Option, reserved, ENUM, 1)    \
  F(Option, word, OPTION_WORD, 0) \
  F(Option, a, OPTION_A, 0)       \
  F(Option, ref, REF, 0)          \
  F(Option, n, OPTION_N, 0)
#define OPTION_FIELDS(F, A)              \
  F(Option, kind, ENUM, OPTION_MANA + 1) \
  OPTION_REST(F)

/* A row of T_CHOSEN; its kind decides which. */
typedef struct ChosenRow {
  u8 kind;
  u8 rest[sizeof(Chosen) - 1];
} ChosenRow;
_Static_assert(sizeof(ChosenRow) == sizeof(Chosen), "a row is its kind and the rest");
#define CHOSEN_FIELDS(F, A)              \
  F(ChosenRow, kind, ENUM, CHOSEN_KINDS) \
  F(ChosenRow, rest, CHOSEN, 0)
#define CHOSEN_OPTION_FIELDS(F, A) OPTION_REST(F)
#define CHOSEN_PLACE_FIELDS(F, A)             \
  F(ChosenPlace, zone, ENUM, ZONE_COUNT)      \
  F(ChosenPlace, known, NUMBER, 0)            \
  F(ChosenPlace, status, ENUM, 16)            \
  F(ChosenPlace, acquisition, ACQUISITION, 0) \
  F(ChosenPlace, next, REF, 0)                \
  F(ChosenPlace, timestamp, TIMESTAMP, 0)
#define CHOSEN_LOOKS_FIELDS(F, A)                      \
  F(ChosenLooks, flags, NUMBER, 0)                     \
  F(ChosenLooks, face, NUMBER, 0)                      \
  F(ChosenLooks, face_down, ENUM, FACE_DOWN_CLOAK + 1) \
  F(ChosenLooks, generation, SERIAL, 0)                \
  F(ChosenLooks, card, REF, 0)                         \
  F(ChosenLooks, permission, NODE, 0)                  \
  F(ChosenLooks, none, SKIP, 0)
#define CHOSEN_WAY_FIELDS(F, A)             \
  F(ChosenWay, none, SKIP, 0)               \
  F(ChosenWay, ability, ABILITY, 0)         \
  F(ChosenWay, subst, SUBST, 0)             \
  F(ChosenWay, acquisition, ACQUISITION, 0) \
  F(ChosenWay, none2, SKIP, 0)
#define CHOSEN_SYMBOL_FIELDS(F, A)   \
  F(ChosenSymbol, none, SKIP, 0)     \
  F(ChosenSymbol, symbol, NUMBER, 0) \
  F(ChosenSymbol, none2, SKIP, 0)    \
  F(ChosenSymbol, none3, SKIP, 0)    \
  F(ChosenSymbol, n, SIGNED, 0)
#define CHOSEN_PART_FIELDS(F, A)       \
  F(ChosenPart, none, SKIP, 0)         \
  F(ChosenPart, from, NUMBER, 0)       \
  F(ChosenPart, node, NODE, SORT_COST) \
  F(ChosenPart, none2, SKIP, 0)
#define CHOSEN_REDUCED_FIELDS(F, A) \
  F(ChosenReduced, none, SKIP, 0)   \
  F(ChosenReduced, none2, SKIP, 0)  \
  F(ChosenReduced, generic, SIGNED, 0)
#define CHOSEN_PAYS_FIELDS(F, A) \
  F(ChosenPays, none, SKIP, 0)   \
  F(ChosenPays, part, NUMBER, 0) \
  F(ChosenPays, ref, REF, 0)     \
  F(ChosenPays, none2, SKIP, 0)
#define CHOSEN_STANDS_IN_FIELDS(F, A)          \
  F(ChosenStandsIn, none, SKIP, 0)             \
  F(ChosenStandsIn, keyword, WORD, WC_KEYWORD) \
  F(ChosenStandsIn, none2, SKIP, 0)            \
  F(ChosenStandsIn, ref, REF, 0)               \
  F(ChosenStandsIn, none3, SKIP, 0)
#define CHOSEN_MANA_FIELDS(F, A)  \
  F(ChosenMana, none, SKIP, 0)    \
  F(ChosenMana, row, ROW, T_MANA) \
  F(ChosenMana, none2, SKIP, 0)
#define CHOSEN_TARGET_FIELDS(F, A)  \
  F(ChosenTarget, legal, ENUM, 2)   \
  F(ChosenTarget, none, SKIP, 0)    \
  F(ChosenTarget, slot, NUMBER, 0)  \
  F(ChosenTarget, ref, REF, 0)      \
  F(ChosenTarget, place, NUMBER, 0) \
  F(ChosenTarget, none2, SKIP, 0)
#define CHOSEN_ANSWER_FIELDS(F, A)     \
  F(ChosenAnswer, question, NUMBER, 0) \
  F(ChosenAnswer, none, SKIP, 0)       \
  F(ChosenAnswer, none2, SKIP, 0)      \
  F(ChosenAnswer, ref, REF, 0)         \
  F(ChosenAnswer, says, OWNER, 0)
#define CHOSEN_SHARE_FIELDS(F, A) \
  F(ChosenShare, none, SKIP, 0)   \
  F(ChosenShare, slot, SLOT, 0)   \
  F(ChosenShare, to, REF, 0)      \
  F(ChosenShare, n, SIGNED, 0)
#define CHOSEN_UNBLOCKED_FIELDS(F, A) \
  F(ChosenUnblocked, none, SKIP, 0)   \
  F(ChosenUnblocked, slot, SLOT, 0)   \
  F(ChosenUnblocked, none2, SKIP, 0)
#define CHOSEN_AMONG_FIELDS(F, A)      \
  F(ChosenAmong, none, SKIP, 0)        \
  F(ChosenAmong, count, ROW, T_CHOSEN) \
  F(ChosenAmong, none2, SKIP, 0)

enum { STEPS = W_STEP_CLEANUP - W_STEP_UNTAP + 1 };

#define CORE_FIELDS(F, A)                              \
  F(Core, rng.state, SERIAL, 0)                        \
  F(Core, next_timestamp, SERIAL, 0)                   \
  F(Core, decisions, SERIAL, 0)                        \
  F(Core, events, SERIAL, 0)                           \
  F(Core, next_acquisition, SERIAL, 0)                 \
  F(Core, next_effect, SERIAL, 0)                      \
  F(Core, next_group, SERIAL, 0)                       \
  F(Core, turn, SERIAL, 0)                             \
  F(Core, step_serial, SERIAL, 0)                      \
  F(Core, format, ENUM, FORMAT_BRAWL + 1)              \
  F(Core, player_count, NUMBER, 0)                     \
  F(Core, active, OWNER, 0)                            \
  F(Core, priority, PLAYER, 0)                         \
  F(Core, step, ENUM, STEPS)                           \
  F(Core, passes, NUMBER, 0)                           \
  F(Core, over, ENUM, 2)                               \
  F(Core, starting_player, OWNER, 0)                   \
  F(Core, day, ENUM, 3)                                \
  F(Core, by_hand, NUMBER, 0)                          \
  F(Core, first_strikers, NUMBER, 0)                   \
  F(Core, combat_phases, NUMBER, 0)                    \
  F(Core, main_phases, NUMBER, 0)                      \
  F(Core, draw_by_loop, ENUM, 2)                       \
  F(Core, ending, ENUM, 3)                             \
  F(Core, flags, NUMBER, 0)                            \
  F(Core, loop_begun, SERIAL, 0)                       \
  F(Core, loop_outline, SERIAL, 0)                     \
  F(Core, decision, STRUCT, STRUCT_DECISION)           \
  F(Core, taken, STRUCT, STRUCT_OPTION)                \
  F(Core, ret, SIGNED, 0)                              \
  A(Core, zones, 5, STRUCT, STRUCT_ZONE_LIST)          \
  F(Core, free_object, FREE, T_OBJECTS)                \
  F(Core, free_card, FREE, T_CARDS)                    \
  F(Core, free_counter, FREE, T_COUNTERS)              \
  F(Core, free_note, FREE, T_NOTES)                    \
  F(Core, free_lki, FREE, T_LKI)                       \
  F(Core, free_effect, FREE, T_EFFECTS)                \
  A(Core, heap_free, 56, SKIP, 0)                      \
  F(Core, heap_used, SKIP, 0)                          \
  F(Core, choices_base, NUMBER, 0)                     \
  F(Core, pending_order, SERIAL, 0)                    \
  A(Core, players, PLAYERS_CAP, STRUCT, STRUCT_PLAYER) \
  A(Core, sight_key, 2, TAG, 0)                        \
  F(Core, sight_serial, TAG, 0)                        \
  F(Core, cv_enough, NUMBER, 0)                        \
  F(Core, reserved, SKIP, 0)                           \
  F(Core, free_cv, FREE, T_CVS)                        \
  F(Core, checked_timestamp, SERIAL, 0)                \
  F(Core, turn_order, NUMBER, 0)                       \
  F(Core, last_active, NUMBER, 0)                      \
  F(Core, attacked, NUMBER, 0)                         \
  F(Core, attacked_players, NUMBER, 0)                 \
  F(Core, loop_steps, SERIAL, 0)                       \
  F(Core, loop_next, SERIAL, 0)                        \
  F(Core, loop_position, SERIAL, 0)                    \
  F(Core, loop_decisions, SERIAL, 0)                   \
  F(Core, cause_depth, SERIAL, 0)                      \
  F(Core, cause_epoch, SERIAL, 0)                      \
  F(Core, batch, SERIAL, 0)

#define PLAYER_FIELDS(F, A)                     \
  F(Player, life, SIGNED, 0)                    \
  F(Player, counters, COUNTER_CHAIN, 0)         \
  A(Player, zones, 4, STRUCT, STRUCT_ZONE_LIST) \
  F(Player, lands_played, NUMBER, 0)            \
  F(Player, draws_this_turn, NUMBER, 0)         \
  F(Player, spells_this_turn, NUMBER, 0)        \
  F(Player, spells_last_turn, NUMBER, 0)        \
  F(Player, turns_taken, SERIAL, 0)             \
  F(Player, lost, ENUM, 2)                      \
  F(Player, won, ENUM, 2)                       \
  F(Player, left, ENUM, 3)                      \
  F(Player, drew_from_empty, ENUM, 2)           \
  F(Player, monarch, ENUM, 2)                   \
  F(Player, initiative, ENUM, 2)                \
  F(Player, blessing, ENUM, 2)                  \
  F(Player, speed, NUMBER, 0)                   \
  F(Player, decided_by, OWNER, 0)               \
  F(Player, dungeons, NUMBER, 0)                \
  F(Player, mulligans, NUMBER, 0)               \
  F(Player, conceded, ENUM, 2)                  \
  A(Player, mixed, PLAYERS_CAP, TAG, 0)         \
  F(Player, room, NUMBER, 0)

#define ZONE_LIST_FIELDS(F, A) \
  F(ZoneList, first, SLOT, 0)  \
  F(ZoneList, last, SLOT, 0)   \
  F(ZoneList, count, NUMBER, 0)

#define DECISION_FIELDS(F, A)                  \
  F(Decision, kind, ENUM, DECISION_KIND_COUNT) \
  F(Decision, player, PLAYER, 0)               \
  F(Decision, for_player, PLAYER, 0)           \
  F(Decision, flags, NUMBER, 0)                \
  F(Decision, group, SERIAL, 0)                \
  F(Decision, source, REF, 0)                  \
  F(Decision, ability, ABILITY, 0)             \
  F(Decision, node, NODE, 0)                   \
  F(Decision, reserved, SKIP, 0)               \
  F(Decision, chosen, NUMBER, 0)               \
  F(Decision, min, SIGNED, 0)                  \
  F(Decision, max, SIGNED, 0)

#define VALUE_FIELDS(F, A)             \
  F(Value, tag, ENUM, VALUE_EVENT + 1) \
  F(Value, divided, OWN, OWN_WORDS)    \
  F(Value, v, VALUE, 0)

#define MOD_FIELDS(F, A)    \
  F(Mod, op, OPERATION, 0)  \
  F(Mod, word, MOD_WORD, 0) \
  F(Mod, a, MOD_A, 0)       \
  F(Mod, x, MOD_X, 0)       \
  F(Mod, y, SIGNED, 0)
#define CV_MOD_FIELDS(F, A) \
  F(Mod, op, OPERATION, 0)  \
  F(Mod, word, MOD_WORD, 0) \
  F(Mod, a, MOD_A, 0)       \
  F(Mod, x, CV_MOD_X, 0)    \
  F(Mod, y, SIGNED, 0)

#define INST_FIELDS(F, A)                     \
  F(AbilityInst, ability, ABILITY, 0)         \
  F(AbilityInst, subst, SUBST, 0)             \
  F(AbilityInst, acquisition, ACQUISITION, 0) \
  F(AbilityInst, env, STALE, 0)

#define PERMANENT_FIELDS(F, A)           \
  F(Permanent, damage, SIGNED, 0)        \
  F(Permanent, attached_to, REF, 0)      \
  F(Permanent, attacking, REF, 0)        \
  F(Permanent, attacked, REF, 0)         \
  F(Permanent, paired, REF, 0)           \
  F(Permanent, blocking, OWN, OWN_REFS)  \
  F(Permanent, cast, OWN, OWN_CAST_INFO) \
  F(Permanent, entered_turn, TURN, 0)    \
  F(Permanent, flags, NUMBER, 0)         \
  F(Permanent, exerted, NUMBER, 0)       \
  F(Permanent, deathtouched, NUMBER, 0)  \
  F(Permanent, level, NUMBER, 0)         \
  F(Permanent, protector, PLAYER_1, 0)   \
  F(Permanent, band, NUMBER, 0)          \
  F(Permanent, arrived, SERIAL, 0)

#define CAST_INFO_FIELDS(F, A)        \
  F(CastInfo, method, WORD, 0)        \
  F(CastInfo, from, ZONE, 0)          \
  F(CastInfo, free, ENUM, 2)          \
  F(CastInfo, was_cast, ENUM, 2)      \
  F(CastInfo, player, OWNER, 0)       \
  F(CastInfo, untimely, ENUM, 2)      \
  F(CastInfo, foretold, ENUM, 2)      \
  F(CastInfo, lives, NUMBER, 0)       \
  F(CastInfo, reserved, SKIP, 0)      \
  F(CastInfo, paid, OWN, OWN_PAID)    \
  F(CastInfo, spent, OWN, OWN_WORDS)  \
  F(CastInfo, objects, OWN, OWN_REFS) \
  F(CastInfo, sources, OWN, OWN_REFS) \
  F(CastInfo, x, SIGNED, 0)

#define STACK_ITEM_FIELDS(F, A)                       \
  F(StackItem, source, REF, 0)                        \
  F(StackItem, ability, ABILITY, 0)                   \
  F(StackItem, subst, SUBST, 0)                       \
  F(StackItem, acquisition, ACQUISITION, 0)           \
  F(StackItem, env, OWN, OWN_ENV)                     \
  F(StackItem, cast, OWN, OWN_CAST_INFO)              \
  F(StackItem, modes, OWN, OWN_MODES)                 \
  F(StackItem, spliced, OWN, OWN_MODES)               \
  F(StackItem, flags, NUMBER, 0)                      \
  F(StackItem, trigger_condition_rechecks, NUMBER, 0) \
  F(StackItem, depth, SERIAL, 0)                      \
  F(StackItem, epoch, SERIAL, 0)                      \
  A(StackItem, reserved, 7, SKIP, 0)

#define ENTRY_FIELDS(F, A)                       \
  F(Entry, cv, CV, 0)                            \
  F(Entry, acquisition, ACQUISITION, 0)          \
  F(Entry, controller, OWNER, 0)                 \
  F(Entry, tapped, ENUM, 2)                      \
  F(Entry, face_down, ENUM, FACE_DOWN_CLOAK + 2) \
  F(Entry, face, NUMBER, 0)                      \
  F(Entry, protector, PLAYER_1, 0)               \
  F(Entry, attached_to, REF, 0)                  \
  F(Entry, attacking, REF, 0)                    \
  F(Entry, blocking, REF, 0)                     \
  F(Entry, among, OWN, OWN_REFS)                 \
  F(Entry, own, CV, 0)                           \
  F(Entry, notes, OWN, OWN_NOTES)                \
  F(Entry, cast, OWN, OWN_CAST_INFO)             \
  F(Entry, also, OWN, OWN_PROGRAMS)              \
  F(Entry, copy_and, NODE, SORT_ACT)             \
  F(Entry, copy_and_env, OWN, OWN_ENV)           \
  F(Entry, link, NAME, 0)                        \
  F(Entry, noted_by, REF, 0)                     \
  F(Entry, noted_acquisition, ACQUISITION, 0)    \
  F(Entry, flags, NUMBER, 0)                     \
  F(Entry, copy_until, WORD, WC_DURATION)

#define ENV_FIELDS(F, A)              \
  F(Env, source, REF, 0)              \
  F(Env, stack_object, REF, 0)        \
  F(Env, granter, REF, 0)             \
  F(Env, ability, ABILITY, 0)         \
  F(Env, subst, SUBST, 0)             \
  F(Env, acquisition, ACQUISITION, 0) \
  F(Env, controller, OWNER, 0)        \
  F(Env, slots, SKIP, 0)              \
  F(Env, flags, NUMBER, 0)            \
  F(Env, applied, OWN, OWN_APPLIED)   \
  F(Env, excess, NUMBER, 0)

/* --- the tables ------------------------------------------------------------------------------ */

typedef struct ItemNote {
  u64 key, tag, v;
} ItemNote;
typedef struct ItemPair {
  u64 a, b;
} ItemPair;
typedef struct ItemWord {
  u64 a;
} ItemWord;

typedef struct SightRow {
  u32 tag;
} SightRow;
_Static_assert(sizeof(SightRow) == sizeof(*row_SIGHT(NULL, 0)), "a row of T_SIGHT is its tag");

#define SIGHT_FIELDS(F, A) F(SightRow, tag, TAG, 0)
#define ITEM_WORD_FIELDS(F, A) F(ItemWord, a, SIGNED, 0)
#define ITEM_REF_FIELDS(F, A) F(ItemWord, a, REF, 0)
#define ITEM_APPLIED_FIELDS(F, A) F(ItemWord, a, SERIAL, 0)
#define ITEM_ENV_FIELDS(F, A) F(ItemWord, a, OWN, OWN_ENV)
#define ITEM_COUNTERS_FIELDS(F, A) \
  F(ItemPair, a, WORD, WC_COUNTER) \
  F(ItemPair, b, SIGNED, 0)
#define ITEM_PAID_FIELDS(F, A) \
  F(Paid, keyword, WORD, 0)    \
  F(Paid, times, NUMBER, 0)    \
  F(Paid, ability, ABILITY, 0) \
  F(Paid, acquisition, ACQUISITION, 0)
#define ITEM_NOTE_FIELDS(F, A)            \
  F(ItemNote, key, NOTE_KEY, 0)           \
  F(ItemNote, tag, ENUM, VALUE_EVENT + 1) \
  F(ItemNote, v, NOTED_VALUE, 0)
#define ITEM_MODE_FIELDS(F, A) F(ItemWord, a, MODE, 0)
#define ITEM_PROGRAM_FIELDS(F, A) \
  F(ItemPair, a, NODE, SORT_ACT)  \
  F(ItemPair, b, OWN, OWN_ENV)

/* SC(StructId, struct, bytes not covered by fields); FOO_FIELDS for STRUCT_FOO. */
#define SCHEMAS(SC)                                 \
  SC(OBJECT, Object, 0)                             \
  SC(CARD, Card, 0)                                 \
  SC(FRAME, Frame, 0)                               \
  SC(EVENT, Event, 0)                               \
  SC(COUNTERS, Counters, 0)                         \
  SC(NOTE, Note, 0)                                 \
  SC(EFFECT, Effect, 0)                             \
  SC(PENDING, Pending, 0)                           \
  SC(LKI, Lki, 0)                                   \
  SC(LKI_OBJECT, Object, 0)                         \
  SC(LKI_CHARS, Chars, 0)                           \
  SC(CV, CvRecord, 0)                               \
  SC(SUBST, Subst, 0)                               \
  SC(MANA, Mana, 0)                                 \
  SC(HISTORY, History, 0)                           \
  SC(DUE, Due, 0)                                   \
  SC(OPTION, Option, 0)                             \
  SC(CHOSEN, ChosenRow, 0)                          \
  SC(CHOSEN_OPTION, Option, 1)                      \
  SC(CHOSEN_PLACE, ChosenPlace, 1)                  \
  SC(CHOSEN_LOOKS, ChosenLooks, 1)                  \
  SC(CHOSEN_WAY, ChosenWay, 1)                      \
  SC(CHOSEN_SYMBOL, ChosenSymbol, 1)                \
  SC(CHOSEN_PART, ChosenPart, 1)                    \
  SC(CHOSEN_REDUCED, ChosenReduced, 1)              \
  SC(CHOSEN_PAYS, ChosenPays, 1)                    \
  SC(CHOSEN_STANDS_IN, ChosenStandsIn, 1)           \
  SC(CHOSEN_MANA, ChosenMana, 1)                    \
  SC(CHOSEN_TARGET, ChosenTarget, 1)                \
  SC(CHOSEN_ANSWER, ChosenAnswer, 1)                \
  SC(CHOSEN_SHARE, ChosenShare, 1)                  \
  SC(CHOSEN_UNBLOCKED, ChosenUnblocked, 1)          \
  SC(CHOSEN_AMONG, ChosenAmong, 1)                  \
  SC(SIGHT, SightRow, 0)                            \
  SC(FREE_OBJECT, Object, sizeof(Object) - 14)      \
  SC(FREE_CARD, Card, sizeof(Card) - 4)             \
  SC(FREE_COUNTERS, Counters, sizeof(Counters) - 4) \
  SC(FREE_NOTE, Note, sizeof(Note) - 8)             \
  SC(FREE_EFFECT, Effect, sizeof(Effect) - 4)       \
  SC(FREE_LKI, Lki, sizeof(Lki) - 4)                \
  SC(FREE_CV, CvRecord, sizeof(CvRecord) - 5)       \
  SC(CORE, Core, 0)                                 \
  SC(PLAYER, Player, 0)                             \
  SC(ZONE_LIST, ZoneList, 0)                        \
  SC(DECISION, Decision, 0)                         \
  SC(VALUE, Value, 0)                               \
  SC(MOD, Mod, 0)                                   \
  SC(CV_MOD, Mod, 0)                                \
  SC(INST, AbilityInst, 0)                          \
  SC(PERMANENT, Permanent, 0)                       \
  SC(CAST_INFO, CastInfo, 0)                        \
  SC(STACK_ITEM, StackItem, 0)                      \
  SC(ENTRY, Entry, 0)                               \
  SC(ENV, Env, 0)                                   \
  SC(ITEM_WORD, ItemWord, 0)                        \
  SC(ITEM_REF, ItemWord, 0)                         \
  SC(ITEM_APPLIED, ItemWord, 0)                     \
  SC(ITEM_ENV, ItemWord, 0)                         \
  SC(ITEM_COUNTERS, ItemPair, 0)                    \
  SC(ITEM_NOTE, ItemNote, 0)                        \
  SC(ITEM_PAID, Paid, 0)                            \
  SC(ITEM_MODE, ItemWord, 0)                        \
  SC(ITEM_PROGRAM, ItemPair, 0)

#define MEMBER(S, M) (((S *)0)->M)
#define FIELD_ROW(S, M, K, ARG) \
  {.offset = (u16)offsetof(S, M), .count = 1, .size = (u8)sizeof(MEMBER(S, M)), .kind = FIELD_##K, .arg = (ARG)},
#define FIELD_ROWS(S, M, N, K, ARG)          \
  {.offset = (u16)offsetof(S, M),            \
   .count = (N),                             \
   .size = (u8)(sizeof(MEMBER(S, M)) / (N)), \
   .kind = FIELD_##K,                        \
   .arg = (ARG)},
#define SC(ID, S, UNCOVERED) static const Field ID##_ROWS[] = {ID##_FIELDS(FIELD_ROW, FIELD_ROWS)};
SCHEMAS(SC)
#undef SC

/* The bytes that fields cover, and those they don't, must add up to the struct: the assertion reminds whoever adds a
   member to extend the schema. */
/* Terms of a sum. NOLINTBEGIN(bugprone-macro-parentheses) */
#define FIELD_SIZE(S, M, K, ARG) (sizeof(MEMBER(S, M))) +
#define FIELD_SIZES(S, M, N, K, ARG) (sizeof(MEMBER(S, M))) +
/* NOLINTEND(bugprone-macro-parentheses) */
#define SC(ID, S, UNCOVERED) \
  _Static_assert(ID##_FIELDS(FIELD_SIZE, FIELD_SIZES)(UNCOVERED) == sizeof(S), "the schema of " #S " covers it");
SCHEMAS(SC)
#undef SC

static const Schema SCHEMA[STRUCT_COUNT] = {
#define SC(ID, S, UNCOVERED) [STRUCT_##ID] = {#S, ID##_ROWS, (u16)COUNT_OF(ID##_ROWS), (u16)sizeof(S)},
    SCHEMAS(SC)
#undef SC
};

const Schema *schema_of(StructId id) { return &SCHEMA[id]; }

u64 schema_fingerprint(void) {
  Hash hash;
  hash_init(&hash, STRUCT_COUNT);
  for (u32 i = 0; i < STRUCT_COUNT; i++) {
    const Schema *schema = &SCHEMA[i];
    hash_u64(&hash, (u64)i << 32 | schema->count);
    for (u32 k = 0; k < schema->count; k++) {
      const Field *f = &schema->fields[k];
      hash_u64(&hash, (u64)f->count << 24 | (u64)f->size << 16 | (u64)f->kind << 8 | f->arg);
    }
  }
  hash_u64(&hash, frames_fingerprint());
  return hash_end(&hash);
}

static const u8 ROWS[TABLE_COUNT] = {
    [T_OBJECTS] = STRUCT_OBJECT,    [T_CARDS] = STRUCT_CARD, [T_FRAMES] = STRUCT_FRAME,   [T_EVENTS] = STRUCT_EVENT,
    [T_COUNTERS] = STRUCT_COUNTERS, [T_NOTES] = STRUCT_NOTE, [T_EFFECTS] = STRUCT_EFFECT, [T_PENDING] = STRUCT_PENDING,
    [T_LKI] = STRUCT_LKI,           [T_CVS] = STRUCT_CV,     [T_SUBSTS] = STRUCT_SUBST,   [T_MANA] = STRUCT_MANA,
    [T_HISTORY] = STRUCT_HISTORY,   [T_DUE] = STRUCT_DUE,    [T_OPTIONS] = STRUCT_OPTION, [T_CHOSEN] = STRUCT_CHOSEN,
    [T_SIGHT] = STRUCT_SIGHT,
};
static const u8 FREE_ROWS[TABLE_COUNT] = {
    [T_OBJECTS] = STRUCT_FREE_OBJECT, [T_CARDS] = STRUCT_FREE_CARD,     [T_COUNTERS] = STRUCT_FREE_COUNTERS,
    [T_NOTES] = STRUCT_FREE_NOTE,     [T_EFFECTS] = STRUCT_FREE_EFFECT, [T_LKI] = STRUCT_FREE_LKI,
    [T_CVS] = STRUCT_FREE_CV,
};

StructId schema_of_rows(TableId t) { return (StructId)ROWS[t]; }
StructId schema_of_free_rows(TableId t) { return (StructId)FREE_ROWS[t]; }

typedef struct OwnInfo {
  u8 head, items;
} OwnInfo;

static const OwnInfo OWN_INFO[OWN_KIND_COUNT] = {
    [OWN_PERMANENT] = {STRUCT_PERMANENT, STRUCT_NONE},
    [OWN_STACK_ITEM] = {STRUCT_STACK_ITEM, STRUCT_NONE},
    [OWN_CAST_INFO] = {STRUCT_CAST_INFO, STRUCT_NONE},
    [OWN_ENTRY] = {STRUCT_ENTRY, STRUCT_NONE},
    [OWN_ENV] = {STRUCT_ENV, STRUCT_VALUE},
    [OWN_WORDS] = {STRUCT_NONE, STRUCT_ITEM_WORD},
    [OWN_REFS] = {STRUCT_NONE, STRUCT_ITEM_REF},
    [OWN_APPLIED] = {STRUCT_NONE, STRUCT_ITEM_APPLIED},
    [OWN_MODS] = {STRUCT_NONE, STRUCT_MOD},
    [OWN_CV_MODS] = {STRUCT_NONE, STRUCT_CV_MOD},
    [OWN_COUNTERS] = {STRUCT_NONE, STRUCT_ITEM_COUNTERS},
    [OWN_NOTES] = {STRUCT_NONE, STRUCT_ITEM_NOTE},
    [OWN_PAID] = {STRUCT_NONE, STRUCT_ITEM_PAID},
    [OWN_ENVS] = {STRUCT_NONE, STRUCT_ITEM_ENV},
    [OWN_PROGRAMS] = {STRUCT_NONE, STRUCT_ITEM_PROGRAM},
    [OWN_MODES] = {STRUCT_NONE, STRUCT_ITEM_MODE},
    [OWN_INSTS] = {STRUCT_NONE, STRUCT_INST},
};

StructId schema_of_head(OwnKind kind) { return (StructId)OWN_INFO[kind].head; }
StructId schema_of_items(OwnKind kind) { return (StructId)OWN_INFO[kind].items; }
