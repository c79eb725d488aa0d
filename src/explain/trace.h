/* Events, choices and remarks in words; and how an object has become what it is. */
#ifndef EXPLAIN_TRACE_H
#define EXPLAIN_TRACE_H

#include "explain/names.h"
#include "explain/sentences.h"

/* Appends what an object or player is called in sentences; a permanent that is a copy is told from what it copies, and where
   there are labels, objects with one name from each other. */
void object_say(Game *g, const Names *names, Ref ref, Text *out);
/* Appends what happened as a sentence without a full stop. */
void event_say(Game *g, const Names *names, const Event *event, Text *out);
/* Appends what didn't happen, or that something resolves, likewise; as a form if `name` isn't null (see below). */
void remark_say(Game *g, const Names *names, Remark remark, const Event *about, Text *out, Text *name);
/* Appends any sentence, with `words` in the place of {words}. */
void sentence_say(Game *g, const Names *names, Sentence sentence, const Event *about, Str words, Text *out);

/* The same of a part of a sentence, which is left open for several objects if `name` isn't null (see below). */
void clause_say(Game *g, const Names *names, Sentence sentence, const Event *about, Str words, Text *out, Text *name);
/* Appends what an effect does, by its evaluated modifications (a List of Mods): "gets +3/+3 and gains trample". False, and
   nothing is appended, if there are no words for some of it. */
bool effect_words(Game *g, const Names *names, Heap mods, Text *out, Text *name);
/* Appends an ability as one that something has: a keyword, or its words in quotation marks. */
void ability_said(Game *g, const Names *names, u32 ability, Text *out);
/* The player who gains control by an effect that does only that; PLAYER_NONE for others. */
u32 effect_controller(const Game *g, Heap mods);

/* Forms are sentences for brief accounts that are filled in later, when it is known how many events are told together. What
   depends on that stands between these characters. */
#define FORM_OPEN '\1'
#define FORM_CLOSE '\2'
/* Appends the form of an event, or of a sentence; the name of its object goes to `name`, which must be empty. */
void event_form(Game *g, const Names *names, const Event *event, Text *form, Text *name);
void sentence_form(Game *g, const Names *names, Sentence sentence, const Event *about, Text *form, Text *name);
/* Whether events with that form can be told together; appends it for so many, with their names. */
bool form_joins(Str form);
void form_fill(GavelLanguage language, Str form, const Str *listed, u32 count, Text *out);

/* Appends what an object is and what each layer (613.1) has made of it: its copiable values and where they come from, then
   a line a layer that has done something, with what did it in the order in which it was applied, its timestamp if
   `timestamps`, its duration, and what it had to wait for (613.8b). The game must not be running. GAVEL_OK, or what the
   game has failed with. */
GavelStatus explain_object(Game *g, u32 slot, const Names *names, bool timestamps, Text *out);

#endif
