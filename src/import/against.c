#include "import/against.h"

#include "import/forms.h"
#include "oracle/normal.h"

/* --- fingerprints -------------------------------------------------------------------------------- */

static void hash_str(Hash *hash, Str text) {
  hash_u64(hash, text.length);
  if (text.length > 0) hash_bytes(hash, text.data, text.length);
}

static u64 fingerprint_of_text(const ImportCard *printed) {
  Hash hash;
  hash_init(&hash, printed->face_count);
  for (u32 i = 0; i < printed->face_count; i++)
    for (u32 k = 0; k < TEXT_COUNT; k++) hash_str(&hash, printed->faces[i].texts[k]);
  return hash_end(&hash);
}

static u64 fingerprint_of_definition(Against *a, Lf definition) {
  Hash hash;
  Text text;
  text_init(&text, a->allocator);
  lf_print(&a->forms, definition, &text);
  a->failed |= text.failed;
  hash_init(&hash, 0);
  hash_str(&hash, text_str(&text));
  text_free(&text);
  return hash_end(&hash);
}

/* --- compiling ------------------------------------------------------------------------------------ */

static void refuse(AgainstCard *card, ImportRefusal refusal, Str why) {
  card->result = AGAINST_REFUSED;
  card->refusal = refusal;
  text_add(&card->why, why);
}

static void refused(void *user, u32 index, const GavelError *error) {
  Against *a = user;
  refuse(&a->cards.data[a->owners.data[index]], REFUSED_CHECK, str_of(error->message));
}

static void compile(Against *a, Oracle *oracle, u32 card, const ImportCard *printed) {
  AgainstCard *here = &a->cards.data[card];
  Text definition;
  Str detail;
  if (here->printed) return; /* of cards with the same name the first counts */
  here->printed = printed;
  here->text = fingerprint_of_text(printed);
  text_init(&definition, a->allocator);
  ImportRefusal refusal = import_compile(oracle, printed, &definition, NULL, &detail);
  if (refusal) {
    refuse(here, refusal, detail);
  } else {
    const char *kept = arena_text(&a->arena, definition.data, definition.length);
    a->failed |= !kept || !vec_push(&a->allocator, &a->definitions, ((Str){kept, definition.length})) ||
                 !vec_push(&a->allocator, &a->owners, card);
    here->result = AGAINST_DIFFERENT;
  }
  a->failed |= definition.failed;
  text_free(&definition);
}

static GavelStatus compile_all(Against *a, const Import *import, Oracle *oracle, GavelError *error) {
  for (u32 i = 0; i < import->cards.count && !a->failed; i++) {
    u32 card = carddb_find_whole(a->db, import->cards.data[i].name);
    if (card) compile(a, oracle, card, &import->cards.data[i]);
  }
  if (a->failed) return GAVEL_E_MEMORY;
  GavelStatus status =
      carddb_load_each(&a->compiled, a->definitions.data, NULL, a->definitions.count, refused, a, error);
  return status ? status : carddb_link(&a->compiled, error);
}

/* --- comparing ------------------------------------------------------------------------------------- */

static void compare(Against *a, u32 card) {
  AgainstCard *here = &a->cards.data[card];
  LfStore *lf = &a->forms;
  u32 mark = lf_mark(lf);
  Lf defined = form_of_card(lf, a->db, card);
  if (!lf->failed) here->definition = fingerprint_of_definition(a, defined);
  if (!lf->failed && here->result == AGAINST_DIFFERENT) {
    here->twin = carddb_find_whole(&a->compiled, intern_text(&a->db->names, carddb_card(a->db, card)->name));
    Lf compiled = lf_normal(lf, form_of_card(lf, &a->compiled, here->twin));
    defined = lf_normal(lf, defined);
    if (defined == compiled) here->result = AGAINST_EQUAL;
    if (defined != compiled && !lf->failed) forms_write_difference(lf, defined, compiled, &here->why);
  }
  a->failed |= lf->failed || here->why.failed;
  lf_forget(lf, mark);
}

GavelStatus against_compare(Against *against, GavelAllocator allocator, const CardDb *db, const Import *import,
                            Oracle *oracle, GavelError *error) {
  *against = (Against){.allocator = allocator, .db = db};
  arena_init(&against->arena, allocator);
  lf_init(&against->forms, allocator);
  GavelStatus status = carddb_init(&against->compiled, allocator, error);
  if (status) return status;
  for (u32 card = 0; card < db->cards.count && !against->failed; card++) {
    AgainstCard here = {.result = AGAINST_ABSENT};
    text_init(&here.why, allocator);
    against->failed |= !vec_push(&allocator, &against->cards, here);
  }
  status = against->failed ? GAVEL_E_MEMORY : compile_all(against, import, oracle, error);
  for (u32 card = 1; card < db->cards.count && !status && !against->failed; card++) compare(against, card);
  if (against->failed) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  return status;
}

void against_free(Against *against) {
  for (u32 i = 0; i < against->cards.count; i++) text_free(&against->cards.data[i].why);
  vec_free(&against->allocator, &against->cards);
  vec_free(&against->allocator, &against->definitions);
  vec_free(&against->allocator, &against->owners);
  lf_free(&against->forms);
  carddb_free(&against->compiled);
  arena_free(&against->arena);
}
