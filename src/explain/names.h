/* Names of what events and effects speak of. */
#ifndef EXPLAIN_NAMES_H
#define EXPLAIN_NAMES_H

#include "explain/sentences.h"
#include "state/objects.h"

/* What an object that is on the battlefield, or was, is told from others with its name by. */
typedef struct Label {
  Ref ref;
  StrId name, card; /* what it is called, and the card that it is if that is another (707.2), else 0 … */
  u32 number;       /* … and which of its owner's so called it is, in the order in which they were seen, from 1 */
  u8 owner;
  u64 seen, left; /* the batches in which it entered or was seen first, and in which it left, 0 while it is there */
} Label;

/* Labels of a whole account: an object is called the same all along. */
typedef struct Labels {
  GavelAllocator allocator;
  VEC(Label) rows;
  bool begun, failed; /* what was there to begin with has been seen; memory ran out */
  bool named;         /* every label has the names its object has now */
} Labels;

/* How names are given in a text. */
typedef struct Names {
  const Str *players; /* their names by number; null: Player 1, Player 2 … */
  Labels *labels;     /* null: objects with one name aren't told apart */
  u32 reader;         /* 1 + the player the text is for, who may not know every card; 0: whoever knows all */
  GavelLanguage language;
} Names;

void labels_init(Labels *labels, GavelAllocator allocator);
void labels_free(Labels *labels);
/* An event has happened: what was there before is seen, and what has entered by it; what has left is noted. Called
   before the event is put into words. */
void labels_see(Labels *labels, Game *g, const Event *event);

/* Gives all labels the names that their objects have now. Nothing may happen before labels_name_end. */
void labels_name(Labels *labels, Game *g);
static inline void labels_name_end(Labels *labels) { labels->named = false; }

/* How an object is told from others: its number, 0 if it needs none, and whether its owner's name must be said. */
typedef struct Apart {
  u32 number;
  bool owner;
  u8 whose;
} Apart;
Apart labels_apart(Labels *labels, Game *g, Ref ref);
/* The same as it was when its name was last said, and that name; 0 if it wasn't. */
Apart labels_apart_before(const Labels *labels, Ref ref);
StrId labels_was(const Labels *labels, Ref ref);

/* The card of an object, and the card whose values it has though it is no such card (707.2); 0 where it has none of
   its own, or is what it is. */
StrId card_name(const Game *g, const Object *o);
StrId copied_name(const Game *g, const Object *o);
/* The name of the card of a permanent that an effect calls otherwise: one that is a copy, or has become one; 0 for
   none. */
StrId card_behind(Game *g, Ref ref);

/* An event as a reader (1 + a player) sees it: what has left a hidden place is what it has become where they see it. */
Event event_seen(const Game *g, u32 reader, const Event *event);

/* Appends a player's name. */
void name_player(const Names *names, u32 player, Text *out);
/* Appends the name of an object or player, as it is now or as last known; of what the reader may not know only what
   kind of thing it is. Computes no layers: an object is called as it was when characteristics were last computed. */
void name_ref(Game *g, const Names *names, Ref ref, Text *out);
/* The name of an object now or as last known, likewise; 0 for players, nameless objects and what nobody remembers. */
StrId name_of(Game *g, Ref ref);

#endif
