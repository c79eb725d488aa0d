/* Gavel: statuses, errors, allocator. Every other public header stands on this one. */
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

/* Whose a function of a game is. The referee's knows everything, and no player may be shown what it answers; a viewer's
   answers what the viewer it names, or everybody, may know. */
#define GAVEL_REFEREE GAVEL_API
#define GAVEL_VIEWER GAVEL_API

/* Every function that can fail answers with one of these. Zero is success, so that
   `if (status)` reads as "if it failed". */
typedef enum GavelStatus {
  GAVEL_OK = 0,
  GAVEL_E_MEMORY,  /* the allocator refused */
  GAVEL_E_LIMIT,   /* a named limit of the instance was reached */
  GAVEL_E_SYNTAX,  /* text that does not follow its grammar */
  GAVEL_E_CHECK,   /* well-formed text that means nothing legal */
  GAVEL_E_UNKNOWN, /* a name that is not known: card, player, object */
  GAVEL_E_ILLEGAL, /* an answer or action the rules do not allow */
  GAVEL_E_CORRUPT, /* a save, card database or replay that is damaged */
  GAVEL_E_VERSION, /* data from another version of the engine or its cards */
  GAVEL_E_MISUSE,  /* a call that the interface does not allow now */
  GAVEL_E_STOPPED  /* the caller has stopped it */
} GavelStatus;

/* The longest error message, its closing zero included. */
#define GAVEL_MESSAGE_CAP 512

/* What went wrong, where, and what would put it right. `line` and `column` count from 1 and are
   0 when the place is a `byte` offset (binary data) or when there is none. */
typedef struct GavelError {
  GavelStatus status;
  uint32_t line;
  uint32_t column;
  uint64_t byte;
  char message[GAVEL_MESSAGE_CAP];
} GavelError;

/* The allocator of an instance. `resize` behaves as realloc: pointer null allocates, `new_size`
   zero frees and answers null; it answers null when it refuses, leaving the old memory as it was.
   `old_size` is the size the memory was last given. */
typedef struct GavelAllocator {
  void *(*resize)(void *user, void *pointer, size_t old_size, size_t new_size);
  void *user;
} GavelAllocator;

/* The allocator on top of the C library's realloc and free. */
GAVEL_API GavelAllocator gavel_allocator_default(void);

/* A status as the sentence fragment users read, e.g. "out of memory". Never null. */
GAVEL_API const char *gavel_status_text(GavelStatus status);

#ifdef __cplusplus
}
#endif
#endif
