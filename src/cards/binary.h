/* Numbers of the binary form, shared by binary.c (whole databases) and binary_card.c (one card).

   They are varints: seven bits a byte, the lowest first, with the eighth bit set if more follow; signed ones have their
   sign in the lowest bit. */
#ifndef CARDS_BINARY_H
#define CARDS_BINARY_H

#include "cards/carddb.h"

/* --- writing ------------------------------------------------------------------------------- */

static inline void put(Text *out, u64 value) {
  for (; value >= 0x80; value >>= 7) text_addc(out, (char)((value & 0x7f) | 0x80));
  text_addc(out, (char)value);
}

static inline void put_signed(Text *out, i64 value) { put(out, (u64)value << 1 ^ (value < 0 ? UINT64_MAX : 0)); }

/* --- reading ------------------------------------------------------------------------------- */

/* Bytes to read. After an error, which is then in `error`, every number read is 0. */
typedef struct Source {
  CardDb *db;
  GavelError *error;
  GavelStatus status;
  Str bytes;
  u32 at;
} Source;

/* Reports an error at the next byte; only the first counts. */
void source_fail(Source *source, GavelStatus status, const char *what);
/* Reads a number, at most `most`. */
u64 source_get(Source *source, u64 most);
static inline u32 get_u32(Source *source) { return (u32)source_get(source, UINT32_MAX); }
static inline u16 get_u16(Source *source) { return (u16)source_get(source, UINT16_MAX); }
static inline u8 get_u8(Source *source) { return (u8)source_get(source, UINT8_MAX); }
static inline i64 get_signed(Source *source) {
  u64 value = source_get(source, UINT32_MAX);
  return (i64)(value >> 1) ^ -(i64)(value & 1);
}
/* Reads the number of elements of an array, each of which takes at least one of the following bytes. */
u32 source_count(Source *source);

/* --- one card ------------------------------------------------------------------------------ */

/* Reads a card up to the end of the source and adds it to the database. Its faces still lack what follows from the rest
   (face_complete), and nobody may use it before check_database. After an error, parts of it may have been added. */
void card_read(Source *source);

#endif
