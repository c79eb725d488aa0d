#include "base/base.h"

/* Reads eight bytes or fewer as one little-endian number, on any processor. */
static u64 word_of(const u8 *bytes, size_t count) {
  u64 word = 0;
  for (size_t i = 0; i < count; i++) word |= (u64)bytes[i] << (8 * i);
  return word;
}

void hash_bytes(Hash *hash, const void *data, size_t size) {
  const u8 *bytes = data;
  hash_u64(hash, size);
  size_t i = 0;
  for (; size - i >= 8; i += 8) hash_u64(hash, word_of(bytes + i, 8));
  if (i < size) hash_u64(hash, word_of(bytes + i, size - i));
}

/* Compilers turn this into a single load where they can. */
static u64 whole_word_of(const u8 *b) {
  return (u64)b[0] | (u64)b[1] << 8 | (u64)b[2] << 16 | (u64)b[3] << 24 | (u64)b[4] << 32 | (u64)b[5] << 40 |
         (u64)b[6] << 48 | (u64)b[7] << 56;
}

u64 hash_wide(const void *data, size_t size) {
  const u8 *bytes = data;
  Hash lanes[4], all;
  size_t at = 0;
  for (u32 i = 0; i < 4; i++) hash_init(&lanes[i], i);
  for (; size - at >= 32; at += 32)
    for (u32 i = 0; i < 4; i++) hash_u64(&lanes[i], whole_word_of(bytes + at + 8 * i));
  hash_init(&all, size);
  for (u32 i = 0; i < 4; i++) hash_u64(&all, hash_end(&lanes[i]));
  for (; at < size; at++) hash_u64(&all, bytes[at]);
  return hash_end(&all);
}

u64 rng_next(Rng *rng) {
  rng->state += 0x9e3779b97f4a7c15u;
  u64 x = rng->state;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

__extension__ typedef unsigned __int128 u128;

u64 rng_below(Rng *rng, u64 bound) {
  ASSERT(bound > 0);
  /* Lemire's method: the high half of word times bound is the result. Low halves below 2^64 mod bound belong to results
     that would come up once too often, so those words are drawn again. */
  u128 product = (u128)rng_next(rng) * bound;
  if ((u64)product < bound) {
    u64 excess = -bound % bound;
    while ((u64)product < excess) product = (u128)rng_next(rng) * bound;
  }
  return (u64)(product >> 64);
}

i64 num_add(i64 a, i64 b, bool *clipped) {
  i64 sum;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  if (clipped) *clipped = true;
  return a < 0 ? INT64_MIN : INT64_MAX;
}

i64 num_mul(i64 a, i64 b, bool *clipped) {
  i64 product;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  if (clipped) *clipped = true;
  return (a < 0) != (b < 0) ? INT64_MIN : INT64_MAX;
}

static void sift(u64 *data, u32 root, u32 count) {
  for (u32 child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && data[child] < data[child + 1]) child++;
    if (data[root] >= data[child]) return;
    u64 value = data[root];
    data[root] = data[child];
    data[child] = value;
  }
}

void sort_u64(u64 *data, u32 count) {
  for (u32 i = count / 2; i-- > 0;) sift(data, i, count);
  for (u32 i = count; i-- > 1;) {
    u64 value = data[0];
    data[0] = data[i];
    data[i] = value;
    sift(data, 0, i);
  }
}
