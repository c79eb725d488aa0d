/* The foundation of every module: fixed-width names, assertions, allocation, text, hashing, random numbers. Nothing
   here knows what a game is. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include "gavel/base.h"

#include <stdarg.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* Checks an invariant of our own code in checked builds (GAVEL_CHECKED). Other builds neither evaluate the condition
   nor assume that it holds. */
#ifdef GAVEL_CHECKED
/* Prints the broken invariant to standard error and aborts, like C's own assert. */
_Noreturn void base_assert_failed(const char *what, const char *file, int line);
#define ASSERT(cond) ((cond) ? (void)0 : base_assert_failed(#cond, __FILE__, __LINE__))
#else
#define ASSERT(cond) ((void)sizeof(cond))
#endif

#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))

/* --- errors ------------------------------------------------------------------------------ */

/* Fills `error` (may be null) and returns `status`, so that `return error_set(...)` reads well. The arguments may point
   into `error->message`, so a caller can extend its message; a message that is too long is cut between two UTF-8
   characters. */
GavelStatus error_set(GavelError *error, GavelStatus status, u32 line, u32 column, u64 byte, const char *format, ...)
    PRINTF_LIKE(6, 7);
/* The same with a va_list. */
GavelStatus error_setv(GavelError *error, GavelStatus status, u32 line, u32 column, u64 byte, const char *format,
                       va_list arguments) PRINTF_LIKE(6, 0);

/* --- memory ------------------------------------------------------------------------------ */

/* Zeroes memory whose size is known when this is compiled. Up to 64 bytes compilers write a few stores, but for more they
   write a loop, which takes several times as long. */
static inline void zero(void *memory, size_t size) {
  u8 *at = memory;
#define ZERO_PIECE     \
  if (size > 64) {     \
    memset(at, 0, 64); \
    at += 64;          \
    size -= 64;        \
  }
  ZERO_PIECE ZERO_PIECE ZERO_PIECE ZERO_PIECE ZERO_PIECE
#undef ZERO_PIECE
      memset(at, 0, size);
}

/* Memory that is freed all at once. Immutable data (definitions, parsed scenarios) lives in arenas. Allocations are
   aligned to 16 bytes and zeroed. */
typedef struct ArenaChunk ArenaChunk;
typedef struct Arena {
  GavelAllocator allocator;
  ArenaChunk *chunks;
  size_t used; /* bytes allocated, for reports */
} Arena;

/* Initialises an empty arena; allocates nothing yet. */
void arena_init(Arena *arena, GavelAllocator allocator);
/* Frees everything; the arena is then as after arena_init. */
void arena_free(Arena *arena);
/* Allocates `size` bytes; 0 is allowed. Null only if the allocator refuses. */
void *arena_alloc(Arena *arena, size_t size);
/* Returns a copy of `length` bytes with a terminating zero, or null. */
char *arena_text(Arena *arena, const char *text, size_t length);

/* A growing array of plain values, for code outside the game's block. `data` moves when it grows. Declare as: VEC(u32)
   words = {0}; The macros below evaluate their arguments more than once. */
#define VEC(T)      \
  struct {          \
    T *data;        \
    u32 count, cap; \
  }

/* Returns the array `data` grown to hold `n` more elements of `size` bytes (at least 1) after its first `count`, and
   updates `*cap`. If the allocator refuses, returns `data` and leaves `*cap` unchanged. */
void *vec_grow(GavelAllocator *allocator, void *data, u32 count, u32 *cap, u32 n, size_t size);
/* Whether `n` more elements fit without growing. */
#define vec_has_room(v, n) ((v)->cap - (v)->count >= (u32)(n))
/* Makes room for `n` more elements; false if the allocator refuses. */
#define vec_reserve(allocator, v, n)                                                                  \
  (vec_has_room(v, n) ||                                                                              \
   ((v)->data = vec_grow((allocator), (v)->data, (v)->count, &(v)->cap, (u32)(n), sizeof *(v)->data), \
    vec_has_room(v, n)))
/* Appends a value. False if the allocator refuses; the vector is then unchanged. */
#define vec_push(allocator, v, value) \
  (vec_reserve((allocator), (v), 1) ? ((v)->data[(v)->count] = (value), (v)->count++, true) : false)
/* Frees the memory; the vector is then empty and may be used again. */
#define vec_free(allocator, v)                                                                                     \
  ((v)->data ? (void)(allocator)->resize((allocator)->user, (v)->data, (v)->cap * sizeof *(v)->data, 0) : (void)0, \
   (v)->data = NULL, (v)->count = (v)->cap = 0)

/* --- structs without padding --------------------------------------------------------------- */

/* Structs between these two may be compared, hashed and stored byte by byte: a struct with padding, whose bytes are
   indeterminate, doesn't compile. */
#define BYTEWISE_BEGIN _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wpadded\"")
#define BYTEWISE_END _Pragma("GCC diagnostic pop")

/* --- text -------------------------------------------------------------------------------- */

/* A piece of text that is owned elsewhere; not zero-terminated. */
typedef struct Str {
  const char *data;
  u32 length;
} Str;

#define STR(literal) ((Str){(literal), (u32)sizeof(literal) - 1})
/* Wraps a zero-terminated text. */
Str str_of(const char *text);
/* Whether the bytes are equal. */
bool str_equal(Str a, Str b);
/* Whether the bytes equal those of a zero-terminated text. */
bool str_is(Str a, const char *text);
/* Whether a text begins or ends with the bytes of a piece. */
bool str_begins(Str text, Str piece);
bool str_ends(Str text, Str piece);
/* The rest of a text from byte `at`, which must not be past its end. */
static inline Str str_from(Str text, u32 at) { return (Str){text.data + at, text.length - at}; }
/* The start of the last line, ignoring line breaks at the end. */
u32 str_last_line(Str text);
/* Compares in byte order, a prefix first: negative, 0 or positive if `a` is before, equal to or after `b`. */
int str_compare(Str a, Str b);

/* Returns the first character of a non-empty text, and its length in bytes; STR_MALFORMED and 1 if the text doesn't
   begin with well-formed UTF-8. */
#define STR_MALFORMED UINT32_MAX
u32 str_character(Str text, u32 *length);
/* Whether a character is a control character: C0, DEL or C1. */
bool is_control_character(u32 character);
/* Checks whether a text from outside can be kept and shown: well-formed UTF-8, with no control characters except tabs
   and line ends. Returns GAVEL_E_SYNTAX with the place (lines and columns from 1, columns in characters). */
GavelStatus text_check(Str text, GavelError *error);
/* The number of bytes before the first malformed UTF-8; all of them if there is none. */
u32 str_well_formed(Str text);

/* Compares names the way Gavel always does: ignoring case, diacritics and typographic variants of quotes and dashes.
   UTF-8; malformed bytes compare as themselves. */
bool str_equal_folded(Str a, Str b);
/* Whether a text begins with as many bytes as the piece has, and they compare equal in the same way. */
bool str_begins_folded(Str text, Str piece);
/* Writes the folded form of `text` into `out` (at most `cap` bytes, no terminating zero; `out` may be null if `cap` is
   0); returns its length, which may exceed `cap`. Letters of Latin-1 and Latin Extended-A become lower-case ASCII base
   letters ("Æ" becomes two), combining marks are dropped, everything else stays. The folded form is never longer than
   the text. */
u32 str_fold(Str text, char *out, u32 cap);
/* Folded forms longer than this match nothing (the longest card name has 141 letters). */
#define STR_DISTANCE_MAX 255
/* Edit distance in bytes between the folded forms, for "did you mean". Stops counting at `limit`; returns `limit` for
   different texts if one is longer than STR_DISTANCE_MAX. */
u32 str_distance(Str a, Str b, u32 limit);

/* A text builder. After a refused allocation `failed` is set and appends do nothing. */
typedef struct Text {
  GavelAllocator allocator;
  char *data; /* zero-terminated after the first append; null before */
  u32 length, cap;
  bool failed;
} Text;

/* Initialises an empty text; allocates nothing yet. */
void text_init(Text *text, GavelAllocator allocator);
/* Frees the memory; the text is then as after text_init. */
void text_free(Text *text);
/* Empties the text and clears `failed`, but keeps the memory. */
void text_clear(Text *text);
/* Appends a piece, which must not be part of the text itself. If the allocator refuses, or the text would reach 2^32
   bytes, appends nothing and sets `failed`. */
void text_add(Text *text, Str piece);
/* Appends a zero-terminated piece. */
void text_adds(Text *text, const char *piece);
/* Appends one byte. */
void text_addc(Text *text, char c);
/* Appends a piece in quotation marks, with a backslash before each quotation mark and backslash in it. */
void text_addq(Text *text, Str piece);
/* Appends a piece as a JSON string, with its quotation marks; malformed UTF-8 becomes U+FFFD. */
void text_addj(Text *text, Str piece);
/* Appends formatted text; the arguments must not be part of the text either. */
void text_addf(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
/* Replaces line ends from byte `from` on by spaces. */
void text_join_lines(Text *text, u32 from);
/* The text so far; valid until the next append. Never null. */
Str text_str(const Text *text);
/* The text after the first `from` bytes; valid as long. */
Str text_from(const Text *text, u32 from);

/* --- interned text ------------------------------------------------------------------------ */

/* Texts numbered from 1 in order of first appearance; 0 is "none". Equal texts get equal ids. */
typedef u32 StrId;
typedef struct Intern {
  Arena *arena;
  VEC(Str) texts;
  VEC(u32) slots; /* open addressing; count is the table size */
} Intern;

/* Initialises an empty table that copies texts into `arena`, and uses the arena's allocator for its own memory. */
void intern_init(Intern *intern, Arena *arena);
/* Frees the table's own memory; the texts stay in the arena. */
void intern_free(Intern *intern);
/* Fills an empty table with `count` zero-terminated texts that lie contiguously in `bytes`, which must stay there.
   `starts` holds the start of each, then the end of all. `slots`, which is copied, is the hash table of the same texts
   in the same order. Returns false if the allocator refuses; the table must then be freed. */
bool intern_take(Intern *intern, const char *bytes, const u32 *starts, u32 count, const u32 *slots, u32 slot_count);
/* Returns the id of `text`, adding it if it is new; 0 if the allocator refuses, and the table is then unchanged. */
StrId intern_add(Intern *intern, Str text);
/* Returns the id of `text`, or 0 if it is not in the table. */
StrId intern_find(const Intern *intern, Str text);
/* The text of an id, zero-terminated; empty for 0 and unknown ids. */
Str intern_text(const Intern *intern, StrId id);

/* --- hashing ------------------------------------------------------------------------------ */

/* A 64-bit hash fed word by word; the same on every platform. Not secure against adversaries. */
typedef struct Hash {
  u64 state;
} Hash;
/* Starts a hash; different seeds give unrelated hashes. */
static inline void hash_init(Hash *hash, u64 seed) { hash->state = seed ^ 0x9e3779b97f4a7c15u; }
/* Feeds one word. */
static inline void hash_u64(Hash *hash, u64 value) {
  u64 x = hash->state ^ (value * 0xff51afd7ed558ccdu);
  x ^= x >> 32;
  x *= 0xc4ceb9fe1a85ec53u;
  x ^= x >> 29;
  hash->state = x + 0x2545f4914f6cdd1du;
}
/* Feeds three words at once, which takes less time than feeding one after the other. */
static inline void hash_three(Hash *hash, u64 a, u64 b, u64 c) {
  hash_u64(hash, a + b * 0x9fb21c651e98df25u + c * 0xd6e8feb86659fd93u);
}
/* Feeds `size` bytes and then the size, so that the boundaries of consecutive pieces count. `data` may be null if
   `size` is 0. */
void hash_bytes(Hash *hash, const void *data, size_t size);
/* Hashes many bytes in four parallel lanes; the result differs from hash_bytes. */
u64 hash_wide(const void *data, size_t size);
/* The hash of everything fed so far. */
static inline u64 hash_end(const Hash *hash) {
  u64 x = hash->state;
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdu;
  x ^= x >> 33;
  return x;
}

/* --- random numbers ----------------------------------------------------------------------- */

/* SplitMix64: one word of state, kept in the block. */
typedef struct Rng {
  u64 state;
} Rng;
/* Returns the next word, uniform over all 64-bit values. */
u64 rng_next(Rng *rng);
/* Returns a uniform number in [0, bound); bound is at least 1. Draws one word, rarely more. */
u64 rng_below(Rng *rng, u64 bound);

/* --- numbers ------------------------------------------------------------------------------ */

/* Sorts `count` numbers in place in ascending order, in n log n steps for any input. */
void sort_u64(u64 *data, u32 count);
/* Saturating arithmetic; sets `*clipped` (may be null) if the result was clipped, and never clears it. */
i64 num_add(i64 a, i64 b, bool *clipped);
i64 num_mul(i64 a, i64 b, bool *clipped);
static inline i64 num_min(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 num_max(i64 a, i64 b) { return a > b ? a : b; }
/* The number of set bits, and the index of the lowest and highest one (the mask must not be 0). */
static inline u32 bits_count(u64 mask) { return (u32)__builtin_popcountll(mask); }
static inline u32 bits_first(u64 mask) { return (u32)__builtin_ctzll(mask); }
static inline u32 bits_last(u64 mask) { return 63 - (u32)__builtin_clzll(mask); }

#endif
