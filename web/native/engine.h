/* The library for a program in a browser: numbers and zero-terminated UTF-8 in, a status and a text out. Only web/gavel
   calls it, and documents the calls for its users.

   - A call that can fail returns a GavelStatus. Its text is then the error in JSON: `status`, `message`, and `line`,
     `column` and `byte` if they are known.
   - The text of a call is valid until the next call for the same engine.
   - A 64-bit number is written in hexadecimal digits, because JSON has none. */
#ifndef WEB_ENGINE_H
#define WEB_ENGINE_H

#include "gavel/import.h"
#include "gavel/session.h"

#include "out.h"

#include <emscripten/emscripten.h>

#define WEB_API EMSCRIPTEN_KEEPALIVE

/* Card data, and its reader. */
typedef struct Engine {
  GavelCards *cards;
  GavelImport *import;    /* owns the image of `cards`, if it was made here */
  void *image;            /* owns the image otherwise */
  GavelImport *importing; /* the current import */
  GavelReader *reader;    /* created when first needed */
  GavelLanguage language; /* of all texts about games */
  Out out;
} Engine;

/* Clears the text for a new answer. */
Out *engine_out(Engine *engine);
/* Finishes an answer; writes the error if `status` is one. */
GavelStatus engine_close(Engine *engine, GavelStatus status, const GavelError *error);

#endif
