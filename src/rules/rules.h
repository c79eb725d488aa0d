/* What the chapters of the game ask of each other. */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "rules/events/batch.h"
#include "rules/query/eval.h"
#include "rules/kernel/frame.h"
#include "rules/query/layers/layers.h"
#include "rules/query/noted.h"
#include "rules/query/permanents.h"
#include "rules/query/sets.h"

/* --- players (turn.c) ----------------------------------------------------------------------- */

/* The next player in turn order still in the game; players in turn order beginning with the active one. */
u32 player_next(const Game *g, u32 player);
/* The i-th player still in the game, counting from the active player (APNAP, 101.4); PLAYER_NONE past the end. */
u32 player_apnap(const Game *g, u32 i);
bool player_in_game(const Game *g, u32 player);
/* How many are. */
u32 players_in_game(const Game *g);
bool players_are_opponents(const Game *g, u32 a, u32 b);
/* Whether the player could cast a sorcery now: priority, own main phase, empty stack (307.5). */
bool sorcery_timing(const Game *g, u32 player);
/* Starts the game at the beginning of turn 1 (nothing shuffled or drawn): pushes PROC_GAME. */
void game_start(Game *g);
/* Likewise, with libraries shuffled, opening hands drawn and mulligans first (103.3, 103.5); and before that, unless
   `chooser` is PLAYER_NONE, that player chooses who begins (103.1). */
void game_start_with_hands(Game *g, u32 chooser);

/* --- triggers (triggers.c) -------------------------------------------------------------------- */

/* Notes every ability the event triggers. `before`: look-back abilities only, the event not yet done. */
void triggers_notice(Game *g, u32 event_row, bool before);
void triggers_notice_event(Game *g, const Event *event);
/* Look-back triggers noticed since T_PENDING had `first` rows: their conditions are checked on the state after
   the event (603.4). */
void triggers_confirm(Game *g, u32 first);
/* State triggers (603.8), checked after every batch of events and whenever a player would get priority. */
void triggers_state(Game *g);
bool triggers_waiting(const Game *g);
/* Takes a row of T_PENDING away. */
void pending_remove(Game *g, u32 row);
/* Waiting triggered mana abilities resolve at once (605.4a): true if there was one and a frame was pushed. */
bool triggers_mana(Game *g);

/* Whether PROC_CHECK would find nothing to do, as it mostly does (117.5). It may answer false and still find nothing. */
bool check_finds_nothing(Game *g);

/* --- casting (casting.c, targets.c, costs.c, payment.c) ---------------------------------------- */

/* Ways to cast a card: bits of Option.a of OPTION_CAST name the zone permission; see casting.h. Adds every
   legal action of the player with priority to the decision being built: spells, lands, abilities, special
   actions; each looked ahead as 601.3 allows and payable. */
void actions_offer(Game *g, u32 player);
/* Carries out the option taken: pushes the frame of the cast, activation, land play or special action. */
void action_begin(Game *g, u32 player, const Option *action);
/* Casts during resolution (608.2g), with a `via` only for the alternative cost with that label: pushes PROC_CAST; ret 1
   if it was cast. `how` is a set of CAST_…. */
enum {
  CAST_FREE = 1,
  CAST_TRANSFORMED = 2,
  CAST_FOR_COST = 4,  /* which the action that tells to cast names */
  CAST_IF_WANTED = 8, /* the player may decline; nobody is asked about what can't be cast (608.2d) */
};
void cast_begin(Game *g, u32 player, Ref card, u32 how, Word via);
/* The frame just pushed casts only what the resulting spell matches (a filter in that environment, which is kept by
   another frame as long). */
void cast_only_as(Game *g, Node filter, Heap env);
/* Whether a spell with these values and that face is a fused split spell (702.102b). */
bool is_fused(const Game *g, CvId cv, u32 face);
/* What keeps an object or player from being a legal target for a slot of an ability (115): it is where no target can be,
   it is the spell or ability itself (115.5), it is not what the text says, it has shroud, hexproof, or protection from
   the source, or an effect says that it can't be targeted. */
typedef enum TargetFault {
  TARGET_FINE,
  TARGET_ELSEWHERE,
  TARGET_ITSELF,
  TARGET_OTHER,
  TARGET_SHROUD,
  TARGET_HEXPROOF,
  TARGET_PROTECTED,
  TARGET_FORBIDDEN,
} TargetFault;
TargetFault target_fault(const Eval *e, Node target, Ref ref);
/* Whether nothing does. */
bool target_legal(const Eval *e, Node target, Ref ref);
/* Whether some set of legal targets exists for all target slots of an ability's node. */
bool targets_exist(const Eval *e, Node ability);
/* For an object of the stack (a triggered ability put there, a copy): push the frames that choose its modes, its
   targets and divisions, new targets (`quiet`: whoever begins it notices what they are). core.ret is 0 if no legal
   choice exists, else 1. */
void modes_begin(Game *g, u32 stack_slot);
void targets_begin(Game *g, u32 stack_slot);
void new_targets_begin(Game *g, u32 stack_slot, u32 player, bool quiet);
/* A StackItem.modes list with the environments of modes picked more than once copied too. */
Heap modes_copy(Game *g, Heap modes);
void modes_free(Game *g, Heap modes);
/* The kinds of mana (bit per kind) the mana abilities of an object could produce (106.7). */
u32 mana_kinds_of(Game *g, u32 slot);
/* The kinds of mana that an action that lets one choose may add. */
u32 mana_kinds_named(const Eval *e, Node node);
/* While the automatic payer activates a mana ability: the kind of mana (a colour word) its plan takes for the next
   choice in this environment, used up; 0 if the player chooses. */
Word mana_choice_planned(Game *g, Heap env);
/* Re-checks the targets of a stack object as it resolves (608.2b): illegal ones are taken out of the
   variables; false if all are illegal and there was one. */
bool targets_recheck(Game *g, u32 stack_slot);
/* Pays a cost (an IR COST node) by a player during resolution: pushes PROC_PAY; ret 1 if paid. `chosen`: ask
   first whether to pay. */
void pay_begin(Game *g, u32 player, Node cost, Heap env, bool ask);
/* Whether the pending decision is whether to pay a cost: a player who has left doesn't (800.4f). */
bool payment_declined(Game *g);
bool cost_payable(const Eval *e, u32 player, Node cost);
/* Empties mana pools as steps and phases end (500.5). */
void mana_empty(Game *g);
/* `made` is the kind of the mana and MANA_…. */
enum { MANA_SNOW = 0x100, MANA_STAYS = 0x200 };
void mana_add(Game *g, u32 player, u32 made, u32 n, Ref source, Node restriction, Heap env);
/* Effects by which mana isn't lost end with the turn (514.2). */
void mana_stays_no_longer(Game *g);

/* --- patterns (patterns.c) ------------------------------------------------------------------ */

/* Whether an event (one that happened, or with `would` one that is proposed) matches an EVT node. Filters
   see objects that moved as `e` says: what left as last known information, what entered as it is now. */
bool pattern_matches(const Eval *e, Node pattern, const Event *ev, bool would);
/* The same of what triggers before the event, because it looks back in time (603.10), or of what triggers after. */
bool pattern_matches_now(const Eval *e, Node pattern, const Event *ev, bool before);
/* How often an event that matches makes an ability with this pattern trigger: once for each of the chapters of a Saga
   that it reaches (714.2c), else once. */
u32 pattern_times(const Eval *e, Node pattern, const Event *ev);
/* Of the events of this turn, or the last, that match: their number, the total of their amounts, or to how many
   different objects they happened. */
typedef enum HistoryCounted { COUNT_EVENTS, COUNT_AMOUNTS, COUNT_OBJECTS } HistoryCounted;
i64 history_count(const Eval *e, Node pattern, bool last_turn, HistoryCounted counted);
/* Those of this turn before the event that the ability triggered on. */
i64 history_count_before(const Eval *e, Node pattern);
/* How a spell was cast or what a permanent was cast as: 0 if nothing is known. */
Heap cast_info_of(Game *g, const Eval *e, Ref ref);

/* --- effects on the rules (rules_effects.c) ----------------------------------------------------- */

/* Hands and top cards of libraries that are played revealed, or may be looked at any time, are known to those who see
   them (401.5): called as a player is asked something. */
void standing_reveal(Game *g);

/* --- resolving (resolve.c) ---------------------------------------------------------------------- */

/* An environment for an ability of a source: X 0, controller and source set. */
Heap ability_env(Game *g, u32 ability, Ref source, u32 controller, u32 subst, u32 acquisition);
/* Puts an ability on the stack as its top object; answers the slot. Takes over env. */
u32 stack_add_ability(Game *g, Ref source, u32 controller, const AbilityInst *inst, Heap env, u32 flags);
/* Runs an action program: pushes PROC_ACT for the node in the env. */
void act_begin(Game *g, Node action, Heap env);
/* Likewise of an action that pays a cost: what it does is no effect (609.1). */
void act_begin_cost(Game *g, Node action, Heap env);

/* --- replacement (replace.c) --------------------------------------------------------------------- */

/* Adds a floating effect; answers its row. Takes over env, objects and mods. */
u32 effect_add(Game *g, EffectKind kind, Heap env, Node node, u32 ability, Word duration);
/* Ends what ends now (cleanup 514.2, turn begins, objects left); `when` is the step that begins or ends. */
void effects_expire(Game *g, Word when);
/* Ends each effect that lasts only as long as something is so that is so no longer; one that would begin then
   does nothing (611.2b). */
void effects_hold(Game *g);
/* Any time a player with ascend controls ten permanents they get the city's blessing, also between instructions, and
   continuous effects are reapplied before anything triggers (702.131b, d). */
void blessings_give(Game *g);
void effect_remove(Game *g, u32 row);
/* Ends what lasts until the next turn of a player who has left, or a point in it, as it would have begun (800.4m). */
void effects_of_turn_expire(Game *g, u32 player);

/* --- choices (choose.c) ---------------------------------------------------------------------------- */

/* Lets a player choose between min and max of the scratch list's top `count` refs (taken off it) as a set in
   canonical order. PROC_CHOOSE returns with core.ret the number chosen; the chosen are T_CHOSEN rows from the
   returned base on; read them, then choose_end. Set conditions (SORT_SET node in env) hold for what is offered. */
u32 choose_begin(Game *g, DecisionKind kind, u32 player, Ref source, u32 count, i64 min, i64 max, Node set, Heap env,
                 const char *rule);
Ref choose_get(const Game *g, u32 base, u32 i);
/* After players have left: whether PROC_CHOOSE or PROC_ORDER had asked. What has left with them is no candidate any more,
   and the decision is withdrawn, to be asked anew. */
bool choice_asked_anew(Game *g);
void choose_end(Game *g, u32 base);
/* While PROC_CHOOSE asks: the first row of T_CHOSEN with what may be in the set at all, also what is no longer or not
   yet offered. Answers their number, 0 if something else asks. */
u32 choose_candidates(const Game *g, u32 *first);
/* An ordering of the scratch list's top `count` refs; the same way of reading. */
u32 order_begin(Game *g, DecisionKind kind, u32 player, Ref source, u32 count, const char *rule);

/* The flag of Permanent.flags that keeps a designation (701.37b, 701.60b, 702.112b, 702.171b). */
static inline u32 designation_flag(Word word) {
  return word == W_MONSTROUS     ? PERM_MONSTROUS
         : word == W_RENOWNED    ? PERM_RENOWNED
         : word == W_SADDLED     ? PERM_SADDLED
         : word == W_IS_SOLVED   ? PERM_SOLVED
         : word == W_SUSPECTED   ? PERM_SUSPECTED
         : word == W_RING_BEARER ? PERM_RING_BEARER
         : word == W_GOADED      ? PERM_GOADED
                                 : 0;
}

/* The players by whom a permanent is goaded now, bit per player: by what they did (701.15a) and by static abilities of
   theirs. */
u32 goaded_by(Game *g, u32 slot);

/* --- creatures that are paired (pair.c) --- */

/* Pairs two creatures of a player, if both are that and neither is paired; answers whether they are (702.95c). */
bool creatures_pair(Game *g, Ref a, Ref b, u32 player);
/* Whether a paired permanent is still paired as it and the other are now (702.95e). */
bool paired_still(Game *g, u32 slot);
/* Unpairs a permanent and the one it is paired with, if it is paired. */
void creatures_unpair(Game *g, u32 slot);

/* --- Commander (commander.c) ---------------------------------------------------------------------------- */

/* The colors in the color identity of a player's commanders together (903.4), bit per color; false if they have none, and
   it is undefined (903.4f). */
bool commander_identity(const Game *g, u32 player, u32 *colors);
/* Whether an effect may bring a card from outside the game into it (903.11a). */
bool may_be_brought_in(Game *g, u32 slot);

/* --- companions (opening.c) ------------------------------------------------------------------------------ */

/* A player chooses a card outside the game as companion, before the game begins (103.2b): false, and nothing changes, if
   it has no companion ability, the player has chosen one already, or a card of the starting deck, which lies in the zones
   of the game by now, isn't what the ability demands (702.139b). */
bool companion_choose(Game *g, u32 slot);

/* --- keywords (keywords.c) --------------------------------------------------------------------------- */

/* Announces that an ability is carried out, and the rule of the keyword that it stands for, if it stands for one. `slot`
   is its object, 0 if that is gone; where it has several instances of the keyword, so is the rule about them. */
void ability_announce(Game *g, u32 slot, u32 ability);
/* Announces that several instances of a keyword do no more than one, where an object that has several was asked for it. */
void keyword_asked(Game *g, u32 slot, Word keyword);

/* Reveals all face-down spells and permanents and all foretold cards of a player who leaves the game, or of everybody
   (PLAYER_NONE) as it ends (708.9, 702.143f). */
void face_down_reveal(Game *g, u32 player);

/* --- state-based actions, cleanup (sba.c, turn.c) --------------------------------------------------- */

/* --- choices of players who have left (stand_in.c) ---------------------------------------------------- */

/* An object's controller names who makes the choice that the object asks of a player who has just left (800.4g): pushes
   PROC_STAND_IN. A pending decision waits until then. */
void stand_in_begin(Game *g, u32 controller, u32 left);

/* --- a game's end (turn.c) ---------------------------------------------------------------------------- */
void player_concede(Game *g, u32 player);

#endif
