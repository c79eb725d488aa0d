/* The byte layout of an image, for image.c and image_sound.c. */
#ifndef CARDS_IMAGE_LAYOUT_H
#define CARDS_IMAGE_LAYOUT_H

#include "cards/image.h"

/* The arrays of a CardDb that an image stores unchanged: X(NAME, field). */
#define IMAGE_ARRAYS(X)             \
  X(CARDS, cards)                   \
  X(COSTS, costs)                   \
  X(BY_NAME, by_name)               \
  X(SLOT_NAMES, slot_names)         \
  X(FORM_ABILITIES, form_abilities) \
  X(WORDS, words) X(TRAITS, traits) X(ABILITIES, abilities) X(FACES, faces) X(FORMS, forms) X(SAYS, says)

/* The sections in order. Those before IMAGE_WORDS are checked when an image is opened, the others card by card. */
enum {
  IMAGE_CARDS,
  IMAGE_COSTS,
  IMAGE_BY_NAME,
  IMAGE_SLOT_NAMES,
  IMAGE_FORM_ABILITIES,
  IMAGE_NAME_STARTS, /* the start of each name among the texts, and the end of the last */
  IMAGE_NAME_SLOTS,
  IMAGE_NAME_TEXTS, /* zero-terminated */
  IMAGE_CARD_SUMS,  /* image_card_sum of each card */
  IMAGE_KEYWORDS,   /* of the built-in image: definitions, … */
  IMAGE_OPERATIONS,
  IMAGE_DEFINITION_TEXTS, /* … and their texts, zero-terminated */
  IMAGE_WORDS,
  IMAGE_TRAITS,
  IMAGE_ABILITIES,
  IMAGE_FACES,
  IMAGE_FORMS,
  IMAGE_SAYS,
  IMAGE_SECTIONS
};

BYTEWISE_BEGIN
typedef struct ImageSection {
  u32 at, count; /* in bytes; in elements */
} ImageSection;

typedef struct ImageHead {
  char magic[8];
  u64 sum;    /* checksum of what follows, up to the words */
  u64 layout; /* if it differs, everything has another meaning */
  u64 base;   /* the checksum of the image that this one is based on, 0 for none */
  u64 version;
  u32 intrinsic[5], by_rules[GIVEN_COUNT];
  ImageSection sections[IMAGE_SECTIONS];
} ImageHead;
_Static_assert(sizeof(ImageHead) % IMAGE_ALIGNMENT == 0, "the first section is aligned");

/* A KeywordDef or OperationDef; texts are given by their offsets, 0 for none. */
typedef struct ImageDefinition {
  u32 what, params, line, column;
  u32 rule, each, source, length; /* the last two: start and length of the source */
} ImageDefinition;
BYTEWISE_END

static inline const ImageHead *image_head(const CardDb *db) { return (const void *)db->image.data; }
static inline const void *image_section(const CardDb *db, u32 section) {
  return db->image.data + image_head(db)->sections[section].at;
}

/* Writes the checksums into an image, which must be aligned; only that of the header if its rows don't fit its
   arrays. */
void image_sign(char *bytes, u32 length);
/* Whether the arrays of an image fit each other, and what belongs to each card begins where that of the previous one
   ends. `db` needs nothing except the arrays. */
bool image_cards_fit(const CardDb *db);
/* The checksum of what belongs to a card: nodes and their traits, abilities, faces, forms and its text. */
u64 image_card_sum(const CardDb *db, u32 card);
/* Checks what is used before a card is found. `db` is as image_open leaves it, except the names. Returns a sentence and
   the section it is about, or null if all is well. */
const char *image_wrong(const CardDb *db, const CardDb *base, u32 *section);

#endif
