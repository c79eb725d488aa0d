/* Reports to listeners that are not events: that something resolves, and what was tried and didn't happen. */
#ifndef STATE_REMARKS_H
#define STATE_REMARKS_H

/* RM(KIND, "name"). The sentences are in explain/sentences_en.def. */
#define REMARKS(RM)                                                                                                    \
  RM(RESOLVES, "resolves")                 /* a spell or ability; amount: 1 if it is a permanent spell (608.1) */      \
  RM(NO_TARGET, "no legal target")         /* it doesn't resolve (608.2b) */                                           \
  RM(TARGET_ILLEGAL, "illegal target")     /* one of several (608.2b) */                                               \
  RM(IF_FAILS, "condition fails")          /* an ability doesn't trigger (603.4) */                                    \
  RM(IF_FAILED, "condition failed")        /* it has triggered and does nothing (608.2a) */                            \
  RM(TRIGGER_STOPPED, "trigger stopped")   /* because of `other`'s effect (101.2) */                                   \
  RM(TRIGGERED_BEFORE, "triggered before") /* as often as it may in a turn (101.1, 603.2h) */                          \
  RM(NO_EXCHANGE, "no exchange")           /* it can't be completed (701.12a) */                                       \
  RM(ONE_CONTROLLER, "one controller")     /* control isn't exchanged (701.12b) */                                     \
  RM(NO_FIGHT, "no fight")                 /* one of the two can't fight (701.14b) */                                  \
  RM(COPIES_NOTHING, "copies nothing")     /* what enters is no copy (101.3) */                                        \
  RM(ENTERS_WITHOUT, "enters without")     /* an ability that says how it enters: it wouldn't have that ability there
                                          (614.12) */  \
  RM(NOTHING_TO_CHOOSE, "nothing to choose") /* a player who may do something isn't asked, as nothing can be chosen
                                                (608.2d) */    \
  RM(NO_MELD, "no meld")                     /* 701.42c */                                                             \
  RM(INDESTRUCTIBLE, "indestructible")       /* 702.12b */                                                             \
  RM(CANT, "can't happen")                   /* the event that was tried (101.2) */                                    \
  RM(CEASES, "ceases to exist")              /* 704.5d, 704.5e */                                                      \
  RM(REPLACED, "replaced")             /* an effect of `source` applies to what would happen to the object (614.1) */  \
  RM(PREVENTED, "prevented")           /* damage; the amount prevented (615.1) */                                      \
  RM(PROTECTED, "protected")           /* damage, by protection (702.16e) */                                           \
  RM(REDIRECTED, "redirected")         /* damage, to `other` (614.9) */                                                \
  RM(APPLIED_BEFORE, "applied before") /* the replacement or prevention effect would apply again (614.5) */            \
  RM(NOTHING_LINKED,                                                                                                   \
     "nothing linked") /* an ability refers to the result of its linked ability, and there is none (607.1) */          \
  RM(NOT_REPLACED, "not replaced")   /* an effect of `other` forbids it, so nothing can replace it (614.17c) */        \
  RM(TRANSFORMED, "has transformed") /* after the ability that would transform it was put on the stack (701.27f) */    \
  RM(OVER_ALREADY, "over already")   /* the effect's end, `other` leaving, has already happened (610.3b) */            \
  RM(NO_COMBAT_DAMAGE, "no combat damage") /* its power, the amount, is 0 or less (510.1a) */                          \
  RM(DIVIDES, "divides")             /* the player divides combat damage of another player's creature (702.22j) */     \
  RM(HAS_STRUCK, "has struck")       /* it assigned its combat damage in the first of two steps (510.4) */             \
  RM(HARMS_NOTHING, "harms nothing") /* nothing to assign its combat damage to; amount: 1 if it is blocked (510.1c) */ \
  RM(NO_EFFECT, "no effect")         /* what resolves; listeners see whether anything happened meanwhile (608.2c) */   \
  RM(NOT_CAST, "not cast")           /* nothing allows the player to cast it (601.3) */                                \
  RM(REGENERATES, "regenerates")     /* instead of being destroyed (701.19a) */                                        \
  RM(NOT_REGENERATED, "not regenerated")  /* it can't be (701.19c) */                                                  \
  RM(EXTRA_TURN, "extra turn")            /* the player takes one; amount: 1 unless others are due, too (500.7) */     \
  RM(EXTRA_PHASE, "extra phase")          /* a phase or step, the word, is added to this turn (500.8, 500.9) */        \
  RM(SKIPS_TURN, "skips turn")            /* the player's next one (500.11) */                                         \
  RM(SKIPS_STEP, "skips step")            /* the player's next such phase or step, the word (500.11) */                \
  RM(TURN_ENDS, "turn ends")              /* by an effect (724.1) */                                                   \
  RM(COMBAT_ENDS, "combat ends")          /* by an effect (724.2) */                                                   \
  RM(NOT_PREVENTED, "not prevented")      /* damage from `other`, by an effect of `source` (615.12) */                 \
  RM(TARGET_STAYS, "target stays")        /* it can't be changed to another (115.7a) */                                \
  RM(NOT_STACKED, "not put on the stack") /* a triggered ability of a player who has left (800.4d) */                  \
  RM(CANT_PAY, "can't pay")               /* the player can't pay what is offered, and so isn't asked (118.3) */       \
  RM(EFFECT_BEGINS, "effect begins") /* a continuous effect of `source` affects the object; word: how long (611.2a) */ \
  RM(EFFECT_ENDS, "effect ends")     /* that effect has ended (514.2, 611.2a, 611.2b) */

typedef enum Remark {
#define RM(KIND, NAME) REMARK_##KIND,
  REMARKS(RM)
#undef RM
      REMARK_COUNT
} Remark;

#endif
