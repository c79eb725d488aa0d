/* What an object is at a moment, in words. */
#ifndef EXPLAIN_STANDING_H
#define EXPLAIN_STANDING_H

#include "explain/names.h"

/* What is said of an object beside its power and toughness, its counters, what was chosen for it, and what it is attached
   to. */
typedef enum StandingDetail {
  STANDING_TYPES = 1,    /* its type line */
  STANDING_KEYWORDS = 2, /* its keyword abilities */
  STANDING_BUSY = 4,     /* whether it is tapped, attacking or blocking */
  STANDING_PASSING = 8,  /* damage, phasing, summoning sickness */
  STANDING_ALL = 16, /* what it is a copy of, colors that its mana cost doesn't say, and what was announced for it */
  STANDING_BOARD = STANDING_BUSY | STANDING_PASSING
} StandingDetail;

/* Appends what an object is: "4/4 Creature — Angel, 1 +1/+1 counter, tapped". Answers whether that begins with power
   and toughness. Computes layers; must run within game_protect. */
bool standing_say(Game *g, const Names *names, u32 slot, u32 detail, Text *out);
/* Appends whether a permanent is tapped, attacking or blocking, each behind a comma. */
void standing_busy(Game *g, const Names *names, u32 slot, Text *out);
/* Appends all that is to be seen of an object in one line, "Grizzly Bears (the Clone), controlled by Alice: Creature —
   Bear, {1}{G}, mana value 2, 3/3", and with object_describe a line break and its text, a line an ability. Likewise. */
void object_describe_briefly(Game *g, const Names *names, u32 slot, Text *out);
void object_describe(Game *g, const Names *names, u32 slot, Text *out);

/* Appends what a player, who must have a name, has: "Alice: life 20, hand 3, library 50". */
void player_describe(Game *g, const Names *names, u32 player, Text *out);

/* Appends which mana a permanent, or all that a player controls, could produce (106.7), as a sentence and a line break. Must run
   within game_protect. */
bool mana_say(Game *g, const Names *names, Ref ref, Text *out);

/* Appends a type line as cards print it, with at most so many subtypes (STANDING_SUBTYPES: all); and the abilities of
   an object, a line each. */
#define STANDING_SUBTYPES UINT32_MAX
void type_line_say(const Chars *c, u32 most, Text *out);
void rules_text_say(Game *g, u32 slot, Text *out);

#endif
