/* What every module stands on: fixed-width names, assertions, allocation, text, hashing, random
   numbers. Nothing here knows what a game is. */
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

/* An invariant of our own code: tested in checked builds (GAVEL_CHECKED); elsewhere the condition is not even evaluated, and
   nothing is assumed of it. */
#ifdef GAVEL_CHECKED
/* Names the broken invariant on the standard error stream and aborts, as C's own assert does. */
_Noreturn void base_assert_failed(const char *what, const char *file, int line);
#define ASSERT(cond) ((cond) ? (void)0 : base_assert_failed(#cond, __FILE__, __LINE__))
#else
#define ASSERT(cond) ((void)sizeof(cond))
#endif

#define PRINTF_LIKE(fmt, first) __attribute__((format(printf, fmt, first)))

/* --- errors ------------------------------------------------------------------------------ */

/* Fills `error` (may be null) and answers `status`, so that `return error_set(...)` reads well. The
   arguments may point into `error->message`, which lets a caller put more words around it; a
   message that is too long is cut between two UTF-8 characters. */
GavelStatus error_set(GavelError *error, GavelStatus status, u32 line, u32 column, u64 byte, const char *format, ...)
    PRINTF_LIKE(6, 7);
/* The same for functions that take arguments of their own to put in. */
GavelStatus error_setv(GavelError *error, GavelStatus status, u32 line, u32 column, u64 byte, const char *format,
                       va_list arguments) PRINTF_LIKE(6, 0);

/* --- memory ------------------------------------------------------------------------------ */

/* Memory that is given back all at once. Everything immutable (definitions, parsed scenarios) lives
   in one. Allocations are aligned to 16 bytes and zeroed. */
typedef struct ArenaChunk ArenaChunk;
typedef struct Arena {
  GavelAllocator allocator;
  ArenaChunk *chunks;
  size_t used; /* bytes handed out, for reports */
} Arena;

/* An empty arena; allocates nothing yet. */
void arena_init(Arena *arena, GavelAllocator allocator);
/* Gives everything back; the arena is then as after arena_init. */
void arena_free(Arena *arena);
/* `size` bytes, of which there may be none: the answer is null only when the allocator refuses. */
void *arena_alloc(Arena *arena, size_t size);
/* A copy of `length` bytes with a closing zero, or null. */
char *arena_text(Arena *arena, const char *text, size_t length);

/* A growing array of plain values, for code outside the game's block. `data` moves when it grows.
   Declare as: VEC(u32) words = {0}; The macros below name their arguments more than once. */
#define VEC(T)      \
  struct {          \
    T *data;        \
    u32 count, cap; \
  }

/* The array `data` with room for `n` elements of `size` bytes (at least 1) behind its first `count`,
   and `*cap` to match; the same array and `*cap` when the allocator refuses. */
void *vec_grow(GavelAllocator *allocator, void *data, u32 count, u32 *cap, u32 n, size_t size);
/* Whether `n` more elements fit without growing. */
#define vec_has_room(v, n) ((v)->cap - (v)->count >= (u32)(n))
/* Makes room for `n` more elements; false when the allocator refuses. */
#define vec_reserve(allocator, v, n)                                                                  \
  (vec_has_room(v, n) ||                                                                              \
   ((v)->data = vec_grow((allocator), (v)->data, (v)->count, &(v)->cap, (u32)(n), sizeof *(v)->data), \
    vec_has_room(v, n)))
/* False when the allocator refuses; the vector is then unchanged. */
#define vec_push(allocator, v, value) \
  (vec_reserve((allocator), (v), 1) ? ((v)->data[(v)->count] = (value), (v)->count++, true) : false)
/* Gives the memory back; the vector is then empty and may be used again. */
#define vec_free(allocator, v)                                                                                     \
  ((v)->data ? (void)(allocator)->resize((allocator)->user, (v)->data, (v)->cap * sizeof *(v)->data, 0) : (void)0, \
   (v)->data = NULL, (v)->count = (v)->cap = 0)

/* --- structs as bytes ---------------------------------------------------------------------- */

/* Structs between these two may be compared, hashed and stored byte by byte: if one of them had padding, whose bytes are
   anything, it would not compile. */
#define BYTEWISE_BEGIN _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wpadded\"")
#define BYTEWISE_END _Pragma("GCC diagnostic pop")

/* --- text -------------------------------------------------------------------------------- */

/* A piece of text somebody else owns; not zero-terminated. */
typedef struct Str {
  const char *data;
  u32 length;
} Str;

#define STR(literal) ((Str){(literal), (u32)sizeof(literal) - 1})
/* The whole of a zero-terminated text. */
Str str_of(const char *text);
/* Whether the bytes are the same. */
bool str_equal(Str a, Str b);
/* Whether the bytes are those of a zero-terminated text. */
bool str_is(Str a, const char *text);
/* Whether the first or last bytes of a text are those of a piece. */
bool str_begins(Str text, Str piece);
bool str_ends(Str text, Str piece);
/* A text from its byte `at` on, which must not lie behind its end. */
static inline Str str_from(Str text, u32 at) { return (Str){text.data + at, text.length - at}; }
/* Where its last line begins, not counting line breaks at its end. */
u32 str_last_line(Str text);
/* Byte order, a text before those it begins: below 0, 0 or above 0 as `a` stands before `b`, is equal or stands after. */
int str_compare(Str a, Str b);

/* The first character of a text that is not empty, and its length in bytes; STR_MALFORMED and 1 where no well-formed
   UTF-8 begins. */
#define STR_MALFORMED UINT32_MAX
u32 str_character(Str text, u32 *length);
/* Whether a character moves the cursor, rings or begins an escape sequence instead of being seen: C0, DEL and C1. */
bool is_control_character(u32 character);
/* Whether a text that was handed in can be kept and shown as it is: well-formed UTF-8, and no control character but
   tabs and the ends of lines. GAVEL_E_SYNTAX with the place (lines and columns from 1, columns in characters). */
GavelStatus text_check(Str text, GavelError *error);
/* How many of its first bytes are well-formed UTF-8: all of them, or those before the first that are not. */
u32 str_well_formed(Str text);

/* Equal once case, diacritics and typographic variants of quotes and dashes are set aside, as names
   are matched everywhere in Gavel. UTF-8; malformed bytes compare as themselves. */
bool str_equal_folded(Str a, Str b);
/* Whether as many of the first bytes as a piece has are equal to it so. */
bool str_begins_folded(Str text, Str piece);
/* Writes the folded form of `text` into `out` (at most `cap` bytes, no closing zero; `out` may be
   null when `cap` is 0); answers its length, which may exceed `cap`. Letters of Latin-1 and Latin
   Extended-A become their ASCII base letters in lower case ("Æ" two of them), combining marks
   vanish, everything else stays. The folded form is never longer than the text. */
u32 str_fold(Str text, char *out, u32 cap);
/* A folded form longer than this (the longest card name has 141 letters) is near nothing. */
#define STR_DISTANCE_MAX 255
/* Edit distance in bytes of the folded forms, for "did you mean"; stops counting at `limit`, and
   is `limit` for different texts of which one is longer than STR_DISTANCE_MAX. */
u32 str_distance(Str a, Str b, u32 limit);

/* Text under construction. After a refused allocation `failed` is set and appends do nothing. */
typedef struct Text {
  GavelAllocator allocator;
  char *data; /* zero-terminated once anything was appended; null before */
  u32 length, cap;
  bool failed;
} Text;

/* An empty text; allocates nothing yet. */
void text_init(Text *text, GavelAllocator allocator);
/* Gives the memory back; the text is then as after text_init. */
void text_free(Text *text);
/* Empties the text and forgets a failure, but keeps the memory for what is appended next. */
void text_clear(Text *text);
/* Appends a piece, which must not be part of the text itself. An append that the allocator refuses,
   or that would reach 2^32 bytes, appends nothing and sets `failed`. */
void text_add(Text *text, Str piece);
/* Likewise a zero-terminated piece. */
void text_adds(Text *text, const char *piece);
/* Likewise one byte. */
void text_addc(Text *text, char c);
/* Likewise a piece between quotation marks, with a backslash before each of those and each backslash in it. */
void text_addq(Text *text, Str piece);
/* Likewise a piece as a string of JSON, with its quotation marks; bytes that are no UTF-8 become U+FFFD. */
void text_addj(Text *text, Str piece);
/* Likewise what printf would make of the arguments, which must not be part of the text either. */
void text_addf(Text *text, const char *format, ...) PRINTF_LIKE(2, 3);
/* Makes one line of what stands from byte `from` on: line ends become spaces. */
void text_join_lines(Text *text, u32 from);
/* What was appended so far; valid until the next append. Never null. */
Str text_str(const Text *text);
/* What was appended behind the first `from` bytes, likewise. */
Str text_from(const Text *text, u32 from);

/* --- interned text ------------------------------------------------------------------------ */

/* Texts numbered from 1 in order of first appearance; 0 is "none". Equal texts get equal ids. */
typedef u32 StrId;
typedef struct Intern {
  Arena *arena;
  VEC(Str) texts;
  VEC(u32) slots; /* open addressing; count is the table size */
} Intern;

/* An empty table whose texts are copied into `arena`, and whose own memory comes from the arena's
   allocator. */
void intern_init(Intern *intern, Arena *arena);
/* Gives the table's own memory back; the texts stay with the arena. */
void intern_free(Intern *intern);
/* Fills an empty table with `count` texts that lie one behind the other in `bytes`, a zero behind each, and stay there:
   `starts` says where each begins, and last where they end. `slots` is the table of the same texts in the same order,
   of which a copy is made. False when the allocator refuses; the table is then to be freed. */
bool intern_take(Intern *intern, const char *bytes, const u32 *starts, u32 count, const u32 *slots, u32 slot_count);
/* The id of `text`, which is entered if it is new; 0 when the allocator refuses, and the table is
   then unchanged. */
StrId intern_add(Intern *intern, Str text);
/* The id of `text`, or 0 when it was never entered. */
StrId intern_find(const Intern *intern, Str text);
/* The text of an id, zero-terminated; empty for 0 and for ids never given out. */
Str intern_text(const Intern *intern, StrId id);

/* --- hashing ------------------------------------------------------------------------------ */

/* A 64-bit hash fed word by word; the same on every platform. Not for adversaries. */
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
/* Feeds `size` bytes and their number, so that pieces fed one after another do not run together.
   `data` may be null when there are none. */
void hash_bytes(Hash *hash, const void *data, size_t size);
/* The hash of many bytes, in four lanes that a processor works on side by side; not the number hash_bytes makes. */
u64 hash_wide(const void *data, size_t size);
/* The hash of what was fed so far. */
static inline u64 hash_end(const Hash *hash) {
  u64 x = hash->state;
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdu;
  x ^= x >> 33;
  return x;
}

/* --- random numbers ----------------------------------------------------------------------- */

/* SplitMix64: one word of state, which lives in the block. */
typedef struct Rng {
  u64 state;
} Rng;
/* The next word, uniform over all 64-bit values. */
u64 rng_next(Rng *rng);
/* Uniform in [0, bound); bound at least 1. Draws one word, seldom more. */
u64 rng_below(Rng *rng, u64 bound);

/* --- numbers ------------------------------------------------------------------------------ */

/* Sorts so many numbers in place, the smallest first: n log n steps whatever their order. */
void sort_u64(u64 *data, u32 count);
/* Arithmetic that stops at the ends of the range instead of overflowing; `*clipped` (may be null)
   is set when it did, and is never cleared. */
i64 num_add(i64 a, i64 b, bool *clipped);
i64 num_mul(i64 a, i64 b, bool *clipped);
/* The lesser and the greater of two. */
static inline i64 num_min(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 num_max(i64 a, i64 b) { return a > b ? a : b; }
/* How many bits are set, and the place of the lowest one (of a mask that is not 0). */
static inline u32 bits_count(u64 mask) { return (u32)__builtin_popcountll(mask); }
static inline u32 bits_first(u64 mask) { return (u32)__builtin_ctzll(mask); }
static inline u32 bits_last(u64 mask) { return 63 - (u32)__builtin_clzll(mask); }

#endif
