/* Gavel: statuses, errors, allocator. All other public headers include this one. */
#ifndef GAVEL_BASE_H
#define GAVEL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(GAVEL_BUILDING) && (defined(__GNUC__) || defined(__clang__))
#define GAVEL_API __attribute__((visibility("default")))
#else
#define GAVEL_API
#endif

/* Marks functions that take a game. A GAVEL_REFEREE function knows everything: never show its result to a player. A
   GAVEL_VIEWER function returns only what the viewer it is given, or everybody, may know. */
#define GAVEL_REFEREE GAVEL_API
#define GAVEL_VIEWER GAVEL_API

/* Result of every function that can fail. Success is zero, so `if (status)` reads "if it failed". */
typedef enum GavelStatus {
  GAVEL_OK = 0,
  GAVEL_E_MEMORY,  /* the allocator refused */
  GAVEL_E_LIMIT,   /* a limit of the instance was reached; the message names it */
  GAVEL_E_SYNTAX,  /* the text does not follow its grammar */
  GAVEL_E_CHECK,   /* the text is well formed, but what it says is not legal */
  GAVEL_E_UNKNOWN, /* unknown name: card, player, object */
  GAVEL_E_ILLEGAL, /* the rules do not allow this answer or action */
  GAVEL_E_CORRUPT, /* a damaged save, card database or replay */
  GAVEL_E_VERSION, /* data from another version of the engine or of its cards */
  GAVEL_E_MISUSE,  /* the interface does not allow this call now */
  GAVEL_E_STOPPED  /* the caller stopped it */
} GavelStatus;

/* Size of the longest error message, including the terminating zero. */
#define GAVEL_MESSAGE_CAP 512

/* What went wrong, where, and how to fix it. `line` and `column` count from 1; both are 0 if the place is a `byte`
   offset (binary data) or if there is none. */
typedef struct GavelError {
  GavelStatus status;
  uint32_t line;
  uint32_t column;
  uint64_t byte;
  char message[GAVEL_MESSAGE_CAP];
} GavelError;

/* The allocator of an instance. `resize` works like realloc: it allocates if `pointer` is null; it frees and returns
   null if `new_size` is zero; it returns null if it refuses, and the old memory stays valid. `old_size` is the size
   that was last requested for the memory. */
typedef struct GavelAllocator {
  void *(*resize)(void *user, void *pointer, size_t old_size, size_t new_size);
  void *user;
} GavelAllocator;

/* Returns an allocator that uses the C library's realloc and free. */
GAVEL_API GavelAllocator gavel_allocator_default(void);

/* Returns a status as a sentence fragment for users, e.g. "out of memory". Never null. */
GAVEL_API const char *gavel_status_text(GavelStatus status);

#ifdef __cplusplus
}
#endif
#endif
