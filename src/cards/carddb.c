#include "cards/carddb.h"

#include "cards/binary.h"
#include "cards/check.h"
#include "base/embedded.h"
#include "cards/forms.h"
#include "cards/ir_args.h"
#include "cards/read.h"
#include "cards/tokens.h"
#include "cards/traits.h"

/* --- names --------------------------------------------------------------------------------- */

/* An entry of CardDb.by_name is twice the number of a face, or twice the number of a card plus one if it is the card's
   whole name. 0 is an empty slot. A whole name takes precedence over a face's. */

static Str entry_name(const CardDb *db, u32 entry) {
  StrId name = entry & 1 ? db->cards.data[entry >> 1].name : db->faces.data[entry >> 1].chars.name;
  return intern_text(&db->names, name);
}

static u32 folded_hash(Str name) {
  char folded[READ_NAME_MAX];
  u32 length = str_fold(name, folded, sizeof folded);
  Hash hash;
  hash_init(&hash, 0);
  hash_bytes(&hash, folded, length < sizeof folded ? length : sizeof folded);
  return (u32)hash_end(&hash);
}

/* Returns the slot that holds `name`, or the empty one where it belongs; the table must not be empty. */
static u32 name_slot(const CardDb *db, Str name) {
  u32 mask = db->by_name.count - 1;
  u32 slot = folded_hash(name) & mask;
  for (;;) {
    u32 entry = db->by_name.data[slot];
    if (!entry || str_equal_folded(entry_name(db, entry), name)) return slot;
    slot = (slot + 1) & mask;
  }
}

static void enter_names(CardDb *db, u32 card) {
  const CardDef *def = &db->cards.data[card];
  db->by_name.data[name_slot(db, intern_text(&db->names, def->name))] = card << 1 | 1;
  for (u32 face = def->face; face < def->face + def->faces; face++) {
    u32 slot = name_slot(db, intern_text(&db->names, db->faces.data[face].chars.name));
    if (!db->by_name.data[slot]) db->by_name.data[slot] = face << 1;
  }
}

#define NAMES_MIN 64u

/* Rebuilds the table of names, large enough to be at most half full with all cards. */
static bool rebuild_names(CardDb *db) {
  u32 size = NAMES_MIN;
  while (size / 2 < db->cards.count + db->faces.count) size *= 2;
  db->by_name.count = 0;
  if (!vec_reserve(&db->allocator, &db->by_name, size)) return false;
  db->by_name.count = size;
  memset(db->by_name.data, 0, size * sizeof *db->by_name.data);
  for (u32 card = 1; card < db->cards.count; card++) enter_names(db, card);
  return true;
}

bool carddb_enter_names(CardDb *db, u32 card) {
  if (db->by_name.count / 2 < db->cards.count + db->faces.count) return rebuild_names(db);
  enter_names(db, card);
  return true;
}

static u32 find_entry(const CardDb *db, Str name) {
  return db->by_name.count ? db->by_name.data[name_slot(db, name)] : 0;
}

u32 carddb_named(const CardDb *db, Str name) {
  u32 entry = find_entry(db, name);
  return entry & 1 ? entry >> 1 : 0;
}

u32 carddb_bare_keyword(const CardDb *db, Word keyword) {
  for (u32 a = 1; a < db->abilities.count; a++) {
    const AbilityDef *def = carddb_ability(db, a);
    if (def->op != IR_KEYWORD || def->keyword != keyword || !carddb_ability_sound(db, a)) continue;
    bool bare = !node_arg(db, def->node, ARG_KEYWORD_COST) && !node_arg(db, def->node, ARG_KEYWORD_N) &&
                !node_arg(db, def->node, ARG_KEYWORD_QUALITY);
    if (bare) return a;
  }
  return 0;
}

u32 carddb_find_whole(const CardDb *db, Str name) {
  u32 card = carddb_named(db, name);
  return carddb_sound(db, card) ? card : 0;
}

u32 carddb_find(const CardDb *db, Str name, u32 *face) {
  u32 entry = find_entry(db, name);
  bool whole = entry & 1;
  u32 card = whole ? entry >> 1 : db->faces.data[entry >> 1].card;
  u32 index = 0;
  if (!carddb_sound(db, card)) card = 0;
  if (!whole) index = (entry >> 1) - db->cards.data[card].face;
  if (index >= db->cards.data[card].faces) card = index = 0; /* the face belongs to another card */
  if (face) *face = index;
  return card;
}

/* The nearest names so far, nearest first. */
#define NEAREST_CAP 16u
typedef struct Nearest {
  Str wanted;
  StrId names[NEAREST_CAP];
  u32 distances[NEAREST_CAP];
  u32 count, cap;
} Nearest;

static void consider(Nearest *nearest, const CardDb *db, StrId name) {
  for (u32 i = 0; i < nearest->count; i++) {
    if (nearest->names[i] == name) return;
  }
  u32 limit = nearest->wanted.length / 2 + 2;
  bool full = nearest->count == nearest->cap;
  if (full && nearest->distances[nearest->count - 1] < limit) {
    limit = nearest->distances[nearest->count - 1];
  }
  u32 distance = str_distance(nearest->wanted, intern_text(&db->names, name), limit);
  if (distance >= limit) return;
  u32 i = full ? nearest->count - 1 : nearest->count++;
  for (; i > 0 && nearest->distances[i - 1] > distance; i--) {
    nearest->distances[i] = nearest->distances[i - 1];
    nearest->names[i] = nearest->names[i - 1];
  }
  nearest->distances[i] = distance;
  nearest->names[i] = name;
}

u32 carddb_nearest(const CardDb *db, Str name, StrId *out, u32 cap) {
  Nearest nearest = {.wanted = name, .cap = (u32)num_min(cap, NEAREST_CAP)};
  for (u32 card = 1; card < db->cards.count && nearest.cap; card++) {
    consider(&nearest, db, db->cards.data[card].name);
  }
  for (u32 face = 1; face < db->faces.count && nearest.cap; face++) {
    consider(&nearest, db, db->faces.data[face].chars.name);
  }
  memcpy(out, nearest.names, nearest.count * sizeof *out);
  return nearest.count;
}

void carddb_say_unknown(const CardDb *db, Str name, u32 cap, Text *out) {
  if (find_entry(db, name)) { /* it exists but is not sound */
    text_addf(out, "the definition of \"%.*s\" is damaged in its card database: import the cards again",
              (int)name.length, name.data);
    return;
  }
  if (db->why_not && db->why_not(db->why_not_user, name, out)) return;
  StrId near[4];
  u32 count = carddb_nearest(db, name, near, (u32)num_min(cap, COUNT_OF(near)));
  text_addf(out, "no card is called \"%.*s\"", (int)name.length, name.data);
  for (u32 i = 0; i < count; i++) {
    text_adds(out, i == 0 ? "; nearest: \"" : ", \"");
    text_add(out, intern_text(&db->names, near[i]));
    text_addc(out, '"');
  }
}

CardDef carddb_end(const CardDb *db, u32 card) {
  if (card + 1 < db->cards.count) return db->cards.data[card + 1];
  return (CardDef){.first_word = db->words.count,
                   .first_ability = db->abilities.count,
                   .first_slot_name = db->slot_names.count,
                   .first_listed = db->form_abilities.count};
}

u32 carddb_card_at(const CardDb *db, size_t first, u32 index) {
  u32 low = 0, high = db->cards.count;
  while (high - low > 1) {
    u32 middle = low + (high - low) / 2, begins;
    memcpy(&begins, (const char *)carddb_card(db, middle) + first, sizeof begins);
    if (begins <= index)
      low = middle;
    else
      high = middle;
  }
  return low;
}

u32 carddb_keyword_of(const CardDb *db, u32 ability) {
  /* A keyword precedes the abilities it expands to. */
  for (u32 back = 1; back <= 16 && back < ability; back++) {
    const AbilityDef *def = carddb_ability(db, ability - back);
    if (def->op == IR_KEYWORD && def->expansion_count >= back) return ability - back;
  }
  return 0;
}

bool carddb_same(const CardDb *db, Node a, Node b) {
  if (a == b) return true;
  if (!a || !b || node_op(db, a) != node_op(db, b) || node_argc(db, a) != node_argc(db, b)) return false;
  const IrSignature *signature = &db->signatures[node_op(db, a)];
  for (u32 i = 0; i < node_argc(db, a); i++) {
    u32 left = node_arg(db, a, i), right = node_arg(db, b, i);
    if (ir_arg_is_node(signature, i) ? !carddb_same(db, left, right) : left != right) return false;
  }
  return true;
}

bool carddb_says_same(const CardDb *db, u32 a, u32 b) {
  if (a == b) return true;
  u32 left = carddb_keyword_of(db, a), right = carddb_keyword_of(db, b);
  if (!left || !right || a - left != b - right) return false;
  const AbilityDef *x = carddb_ability(db, left), *y = carddb_ability(db, right);
  return x->keyword == y->keyword && !carddb_keyword_params(db, x->node) && !carddb_keyword_params(db, y->node);
}

u32 carddb_keyword_params(const CardDb *db, Node keyword) {
  return (node_arg(db, keyword, ARG_KEYWORD_COST) ? NEEDS_COST : 0) |
         (node_arg(db, keyword, ARG_KEYWORD_N) ? NEEDS_N : 0) |
         (node_arg(db, keyword, ARG_KEYWORD_QUALITY) ? NEEDS_QUALITY : 0);
}

const KeywordDef *carddb_keyword_def(const CardDb *db, Node keyword) {
  Word word = (Word)node_arg(db, keyword, ARG_KEYWORD_WORD);
  u32 params = carddb_keyword_params(db, keyword);
  for (u32 i = 0; i < db->keywords.count; i++) {
    const KeywordDef *def = &db->keywords.data[i];
    if (def->word == word && def->params == params) return def;
  }
  return NULL;
}

const OperationDef *carddb_operation_def(const CardDb *db, IrOp op) {
  for (u32 i = 0; i < db->operations.count; i++)
    if (db->operations.data[i].op == op) return &db->operations.data[i];
  return NULL;
}

/* --- loading ------------------------------------------------------------------------------- */

/* The sizes to go back to after an error. */
typedef struct Mark {
  u32 words, abilities, faces, cards, costs, slot_names, keywords, operations, names, says;
} Mark;

static Mark mark(const CardDb *db) {
  return (Mark){
      db->words.count,      db->abilities.count, db->faces.count,      db->cards.count,       db->costs.count,
      db->slot_names.count, db->keywords.count,  db->operations.count, db->names.texts.count, db->says.count,
  };
}

/* Removes the texts added last. No search for an older one passes their slots, because these were empty when it was
   added, or the table was rebuilt in the order of addition. */
static void forget_names(Intern *names, u32 count) {
  for (u32 i = 0; i < names->slots.count; i++) {
    if (names->slots.data[i] > count) names->slots.data[i] = 0;
  }
  names->texts.count = count;
}

/* Goes back to a mark. The table of names only shrinks, so this needs no memory. */
static void back_to(CardDb *db, const Mark *to) {
  bool cards = db->cards.count != to->cards;
  db->words.count = to->words;
  db->abilities.count = to->abilities;
  db->faces.count = to->faces;
  db->cards.count = to->cards;
  db->costs.count = to->costs;
  db->slot_names.count = to->slot_names;
  db->keywords.count = to->keywords;
  db->operations.count = to->operations;
  db->says.count = to->says;
  forget_names(&db->names, to->names);
  if (cards) rebuild_names(db);
}

/* Reserves everything that linking needs, so that it can't run out of memory later. False if there is no memory. */
static bool prepare_link(CardDb *db) { return token_names_intern(db) && forms_reserve(db) && traits_reserve(db); }

GavelStatus carddb_load_text(CardDb *db, Str text, GavelError *error) {
  GavelStatus owned = carddb_own(db, error);
  if (owned) return owned;
  Mark before = mark(db);
  Reader reader;
  reader_init(&reader, db, text, error);
  while (reader.token.kind != TOKEN_END && read_card(&reader)) {
  }
  if (!reader.status && !prepare_link(db)) reader_no_memory(&reader);
  if (reader.status) back_to(db, &before);
  reader_free(&reader);
  return reader.status;
}

GavelStatus carddb_load_each(CardDb *db, const Str *texts, const CardSays *says, u32 count,
                             void (*refused)(void *user, u32 index, const GavelError *error), void *user,
                             GavelError *error) {
  GavelStatus status = carddb_own(db, error);
  if (status) return status;
  Mark before = mark(db);
  for (u32 i = 0; i < count && status != GAVEL_E_MEMORY; i++) {
    Mark last = mark(db);
    GavelError found = {0};
    Reader reader;
    reader_init(&reader, db, texts[i], &found);
    if (read_card(&reader) && says && !carddb_give_says(db, reader.card, &says[i])) reader_no_memory(&reader);
    status = reader.status;
    reader_free(&reader);
    if (status) back_to(db, &last);
    if (status && status != GAVEL_E_MEMORY) refused(user, i, &found);
  }
  bool fine = status != GAVEL_E_MEMORY && prepare_link(db);
  if (fine) return GAVEL_OK;
  back_to(db, &before);
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for cards");
}

GavelStatus carddb_load_definitions(CardDb *db, Str text, GavelError *error) {
  GavelStatus owned = carddb_own(db, error);
  if (owned) return owned;
  Mark before = mark(db);
  Reader reader;
  reader_init(&reader, db, text, error);
  while (reader.token.kind != TOKEN_END && read_definition(&reader)) {
  }
  /* Drops what the definitions were tried with, but keeps the definitions. */
  u32 keywords = reader.status ? before.keywords : db->keywords.count;
  u32 operations = reader.status ? before.operations : db->operations.count;
  back_to(db, &before);
  db->keywords.count = keywords;
  db->operations.count = operations;
  reader_free(&reader);
  return reader.status;
}

/* Derives the remaining fields of the faces from `first` on, which have been checked. */
static void complete_faces(CardDb *db, u32 first) {
  for (u32 i = first; i < db->faces.count; i++) face_complete(db, &db->faces.data[i].chars);
}

GavelStatus carddb_load_binary(CardDb *db, const Str *cards, u32 count, GavelError *error) {
  GavelStatus owned = carddb_own(db, error);
  if (owned) return owned;
  Mark before = mark(db);
  Source source = {.db = db, .error = error};
  for (u32 i = 0; i < count && !source.status; i++) {
    source.bytes = cards[i];
    source.at = 0;
    card_read(&source);
  }
  if (!source.status) source.status = check_database(db, error);
  if (!source.status) complete_faces(db, before.faces);
  if (!source.status && !prepare_link(db)) source_fail(&source, GAVEL_E_MEMORY, "out of memory");
  if (source.status) back_to(db, &before);
  return source.status;
}

/* --- beginning and end --------------------------------------------------------------------- */

/* The first element of every array stands for none. */
static bool push_none(CardDb *db) {
  GavelAllocator *allocator = &db->allocator;
  return vec_push(allocator, &db->words, 0) && vec_push(allocator, &db->slot_names, 0) &&
         vec_push(allocator, &db->abilities, (AbilityDef){0}) && vec_push(allocator, &db->faces, (FaceDef){0}) &&
         vec_push(allocator, &db->cards, (CardDef){0}) && vec_push(allocator, &db->costs, (ManaCost){0});
}

/* Adds the mana abilities that basic land types give (305.6). */
static GavelStatus add_intrinsic(CardDb *db, GavelError *error) {
  static const char *const TEXTS[] = {
      "(activated tap-self (add-mana {W}))", "(activated tap-self (add-mana {U}))",
      "(activated tap-self (add-mana {B}))", "(activated tap-self (add-mana {R}))",
      "(activated tap-self (add-mana {G}))",
  };
  GavelStatus status = GAVEL_OK;
  for (u32 i = 0; i < COUNT_OF(TEXTS) && !status; i++) {
    Reader reader;
    reader_init(&reader, db, str_of(TEXTS[i]), error);
    db->intrinsic[i] = read_nested_ability(&reader, false);
    status = reader.status;
    reader_free(&reader);
  }
  return status;
}

/* They need the definitions of keywords. */
static GavelStatus add_given(CardDb *db, GavelError *error) {
  static const char *const TEXTS[GIVEN_COUNT] = {
      [GIVEN_WARD] = "(keyword ward :cost (mana {2}))",
      [GIVEN_ENCHANT] = "(keyword enchant :quality (type creature))",
      [GIVEN_MONARCH] = "(keyword monarch)",
      [GIVEN_INITIATIVE] = "(keyword initiative)",
      [GIVEN_SPEED] = "(keyword speed)",
      [GIVEN_RADIATION] = "(keyword radiation)",
      [GIVEN_MENACE] = "(keyword menace)",
      [GIVEN_SUSPECTED] = "(keyword suspected)",
      [GIVEN_MUTATING] = "(keyword mutating)",
  };
  GavelStatus status = GAVEL_OK;
  for (u32 i = 0; i < GIVEN_COUNT && !status; i++) {
    Reader reader;
    reader_init(&reader, db, str_of(TEXTS[i]), error);
    db->by_rules[i] = read_nested_ability(&reader, false);
    status = reader.status;
    reader_free(&reader);
  }
  return status;
}

/* Keywords come first: definitions of operations may use them. */
static GavelStatus load_embedded_definitions(CardDb *db, GavelError *error) {
  static const char *const NAMES[] = {"keywords.ir", "operations.ir"};
  u32 count, found = 0;
  const EmbeddedFile *files = embedded_definitions(&count);
  GavelStatus status = GAVEL_OK;
  for (u32 i = 0; i < count && !status; i++) {
    if (found == COUNT_OF(NAMES) || strcmp(files[i].name, NAMES[found]) != 0) continue;
    status = carddb_load_definitions(db, (Str){files[i].text, files[i].length}, error);
    found++;
  }
  if (status || found == COUNT_OF(NAMES)) return status;
  return error_set(error, GAVEL_E_MISUSE, 0, 0, 0, "built without cards/%s", NAMES[found]);
}

GavelStatus carddb_begin(CardDb *db, GavelAllocator allocator, GavelError *error) {
  *db = (CardDb){.allocator = allocator};
  arena_init(&db->arena, allocator);
  intern_init(&db->names, &db->arena);
  db->signatures = ir_signatures_make(&db->arena);
  db->op_slots = reader_op_slots_make(&db->arena);
  if (db->signatures && db->op_slots) return GAVEL_OK;
  carddb_free(db);
  return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a card database");
}

GavelStatus carddb_init(CardDb *db, GavelAllocator allocator, GavelError *error) {
  GavelStatus status = carddb_begin(db, allocator, error);
  if (status) return status;
  if (!push_none(db)) status = error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory for a card database");
  if (!status) status = add_intrinsic(db, error);
  if (!status) status = load_embedded_definitions(db, error);
  if (!status) status = add_given(db, error);
  if (status) carddb_free(db);
  return status;
}

void carddb_move(CardDb *to, CardDb *from) {
  *to = *from;
  to->names.arena = &to->arena;
  *from = (CardDb){0};
}

void carddb_free(CardDb *db) {
  GavelAllocator *allocator = &db->allocator;
  carddb_disown(db);
  vec_free(allocator, &db->words);
  vec_free(allocator, &db->traits);
  vec_free(allocator, &db->abilities);
  vec_free(allocator, &db->faces);
  vec_free(allocator, &db->cards);
  vec_free(allocator, &db->costs);
  vec_free(allocator, &db->forms);
  vec_free(allocator, &db->form_abilities);
  vec_free(allocator, &db->says);
  vec_free(allocator, &db->by_name);
  vec_free(allocator, &db->slot_names);
  vec_free(allocator, &db->keywords);
  vec_free(allocator, &db->operations);
  intern_free(&db->names);
  arena_free(&db->arena);
  db->signatures = NULL;
  db->op_slots = NULL;
}
