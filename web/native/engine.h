/* The library as a program in a browser calls it: numbers and zero-terminated UTF-8 in, a status and a text out. web/gavel
   is the one caller, and documents for its users what the calls mean.

   - A call that can fail answers a GavelStatus. Its text is then the error in JSON: `status`, `message`, and `line`,
     `column` and `byte` where they are known.
   - The text that a call leaves stays until the next call for the same engine.
   - A number of 64 bits goes out in hexadecimal digits, as JSON has none. */
#ifndef WEB_ENGINE_H
#define WEB_ENGINE_H

#include "gavel/import.h"
#include "gavel/session.h"

#include "out.h"

#include <emscripten/emscripten.h>

#define WEB_API EMSCRIPTEN_KEEPALIVE

/* Card data, and what reads it. */
typedef struct Engine {
  GavelCards *cards;
  GavelImport *import;    /* whose image `cards` lies on, if that was made here */
  void *image;            /* the image it lies on otherwise */
  GavelImport *importing; /* under way */
  GavelReader *reader;    /* made when it is first asked */
  GavelLanguage language; /* of all that is said of games */
  Out out;
} Engine;

/* Empties the text, for a new answer. */
Out *engine_out(Engine *engine);
/* Closes an answer: the error as its text if `status` is one. */
GavelStatus engine_close(Engine *engine, GavelStatus status, const GavelError *error);

#endif
