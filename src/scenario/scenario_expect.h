/* What can be expected, and how it is written: the rows of scenario_expect.def. */
#ifndef SCENARIO_EXPECT_H
#define SCENARIO_EXPECT_H

#include "scenario/scenario_ast.h"

/* Of what an expectation speaks before its words. */
typedef enum ExpectSubject { OF_OBJECTS, OF_PLAYER, OF_ZONE, OF_GAME } ExpectSubject;

/* What stands behind the words. */
typedef enum ExpectShape {
  EXPECT_NOTHING,
  EXPECT_AMOUNT,
  EXPECT_TEXT, /* in quotes */
  EXPECT_TEXT_OR_NONE,
  EXPECT_MANA, /* or `none` */
  EXPECT_POOL, /* mana, one kind of it and an amount, or `none` */
  EXPECT_COUNTERS,
  EXPECT_PLAYER,
  EXPECT_PLAYER_OR_NONE,
  EXPECT_ABILITY,
  EXPECT_DESCRIPTORS,
  EXPECT_ATTACHED, /* to an object or a player, or nothing where it is negated */
  EXPECT_POSSIBLE, /* what a player can do */
  EXPECT_ATTEMPT,  /* what a player does or answers */
  EXPECT_ZONE      /* perhaps an object, and a count */
} ExpectShape;

typedef struct ExpectForm {
  ScenarioExpectKind kind;
  ExpectSubject subject;
  const char *words, *negated;
  ExpectShape shape;
  i64 least; /* of an amount */
  const char *what;
} ExpectForm;

typedef struct ExpectForms {
  const ExpectForm *rows;
  u32 count;
} ExpectForms;

extern const ExpectForms scenario_expect_forms;

/* The row that the printer writes a kind by. */
const ExpectForm *scenario_expect_form(ScenarioExpectKind kind);

#endif
