/* Bit positions of words, derived from the order of words.def. */
#ifndef CARDS_WORDS_BITS_H
#define CARDS_WORDS_BITS_H

static inline u32 subtype_bit(Word w) { return (u32)(w - W_SUBTYPE_FIRST); }
static inline u32 keyword_bit(Word w) { return (u32)(w - W_KEYWORD_FIRST); }
static inline u32 type_bit(Word w) { return (u32)(w - W_ARTIFACT); }
static inline u32 supertype_bit(Word w) { return (u32)(w - W_BASIC); }
static inline u32 color_bit(Word w) { return (u32)(w - W_WHITE); }
/* The kind of mana as a mask; 0 for words that are not kinds of mana. */
static inline u32 color_mask(Word w) { return w >= W_WHITE && w <= W_COLORLESS ? 1u << (w - W_WHITE) : 0; }

/* Masks of Chars.types, Chars.supertypes and Chars.colors. */
#define TYPE(ENUM) ((u16)(1u << (W_##ENUM - W_ARTIFACT)))
#define SUPERTYPE(ENUM) ((u16)(1u << (W_##ENUM - W_BASIC)))
#define COLOR(ENUM) ((u8)(1u << (W_##ENUM - W_WHITE)))

/* Permanent types (110.4). */
#define PERMANENT_TYPES \
  (TYPE(ARTIFACT) | TYPE(BATTLE) | TYPE(CREATURE) | TYPE(ENCHANTMENT) | TYPE(LAND) | TYPE(PLANESWALKER))

#endif
