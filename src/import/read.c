/* Turns files of cards into rows: a card's data is gathered as text, and interpreted when the card ends. */
#include "import/shapes.h"

#include "cards/read.h"

/* A piece of the gathered text. */
typedef struct Span {
  u32 at, length;
} Span;

/* A face while it is read. */
typedef struct RawFace {
  Span texts[TEXT_COUNT];
  u64 bytes[TEXT_COUNT]; /* their offsets in the file */
  Span own_name, side;   /* MTGJSON only, where the name is that of the whole card */
  u32 index;             /* in its array */
  u8 color_indicator;
} RawFace;

/* A card while it is read. */
typedef struct RawCard {
  Span path, layout, keywords, component, part_name, meld_to, meld_with, meld_names[3];
  u32 meld_name_count;
  u64 byte;
  RawFace whole, faces[IMPORT_FACES_MAX];
  u32 face_count;
  bool in_face, is_atoms;
  u8 color_identity;
  u64 legalities, formats; /* two bits per format; the formats seen */
} RawCard;

struct ImportReader {
  GavelAllocator allocator;
  GavelError *error;
  JsonReader json;
  Import import;
  RawCard raw;
  Text gathered;
};

static bool no_memory(ImportReader *r) { return json_fail(&r->json, GAVEL_E_MEMORY, "out of memory"); }

/* --- gathering ----------------------------------------------------------------------------- */

static Str span_text(const ImportReader *r, Span span) {
  return (Str){text_str(&r->gathered).data + span.at, span.length};
}

static bool gather(ImportReader *r, Str text, Span *span) {
  *span = (Span){r->gathered.length, text.length};
  if (text.length > IMPORT_TEXT_MAX - r->gathered.length)
    return json_fail(&r->json, GAVEL_E_LIMIT, "a card with more than %u bytes of text", IMPORT_TEXT_MAX);
  text_add(&r->gathered, text);
  return !r->gathered.failed || no_memory(r);
}

/* The same, appended to a list gathered before. */
static bool gather_more(ImportReader *r, Str text, Span *list) {
  Span last;
  if (list->length == 0) return gather(r, text, list);
  /* Nothing else is gathered between two elements of an array. */
  if (!gather(r, STR(", "), &last) || !gather(r, text, &last)) return false;
  list->length = last.at + last.length - list->at;
  return true;
}

static bool begin_card(ImportReader *r, bool is_atoms) {
  text_clear(&r->gathered);
  r->raw = (RawCard){.byte = json_byte(&r->json), .is_atoms = is_atoms};
  json_path(&r->json, &r->gathered);
  r->raw.path.length = r->gathered.length;
  return !r->gathered.failed || no_memory(r);
}

static bool begin_face(ImportReader *r) {
  RawCard *raw = &r->raw;
  if (raw->face_count == IMPORT_FACES_MAX)
    return json_fail(&r->json, GAVEL_E_LIMIT, "a card with more than %u faces", IMPORT_FACES_MAX);
  raw->faces[raw->face_count] = (RawFace){.index = raw->face_count};
  raw->face_count++;
  raw->in_face = true;
  return true;
}

static RawFace *face_now(RawCard *raw) { return raw->in_face ? &raw->faces[raw->face_count - 1] : &raw->whole; }

static bool take_color(ImportReader *r, Str text, u8 *colors) {
  static const char LETTERS[] = "WUBRG";
  const char *at = text.length == 1 ? strchr(LETTERS, text.data[0]) : NULL;
  if (!at || !*at) {
    return json_fail(&r->json, GAVEL_E_CHECK, "expected a color (W, U, B, R or G), found \"%.*s\"",
                     (int)(text.length < 40 ? text.length : 40), text.data);
  }
  *colors |= (u8)(1u << (at - LETTERS));
  return true;
}

/* For meld cards Scryfall names all three, including the card itself. */
static bool take_part(ImportReader *r) {
  RawCard *raw = &r->raw;
  Str component = span_text(r, raw->component);
  bool self = str_equal(span_text(r, raw->part_name), span_text(r, raw->whole.texts[TEXT_NAME]));
  if (str_is(component, "meld_result")) raw->meld_to = raw->part_name;
  if (str_is(component, "meld_part") && !self) raw->meld_with = raw->part_name;
  return true;
}

/* MTGJSON names all three with every face; those that are not the card's faces are picked when it ends. */
static bool take_meld_name(ImportReader *r, Str text) {
  RawCard *raw = &r->raw;
  if (raw->face_count > 1 || raw->meld_name_count == COUNT_OF(raw->meld_names)) return true;
  return gather(r, text, &raw->meld_names[raw->meld_name_count++]);
}

/* --- legalities ---------------------------------------------------------------------------- */

static Str keep(ImportReader *r, Str text, bool *fine) {
  if (text.length == 0) return STR("");
  Str copy = {arena_text(&r->import.arena, text.data, text.length), text.length};
  if (!copy.data) *fine = false;
  return copy.data ? copy : STR("");
}

/* Returns the number of a format, adding it if it is new; IMPORT_FORMATS_MAX after an error. */
static u32 format_number(ImportReader *r, Str name) {
  Import *import = &r->import;
  for (u32 i = 0; i < import->format_count; i++)
    if (str_equal(import->formats[i], name)) return i;
  if (import->format_count == IMPORT_FORMATS_MAX) {
    json_fail(&r->json, GAVEL_E_LIMIT, "more than %u formats", IMPORT_FORMATS_MAX);
    return IMPORT_FORMATS_MAX;
  }
  bool fine = true;
  import->formats[import->format_count] = keep(r, name, &fine);
  if (fine) return import->format_count++;
  no_memory(r);
  return IMPORT_FORMATS_MAX;
}

static bool take_legality(ImportReader *r, Str text) {
  static const struct {
    const char *text;
    ImportLegality legality;
  } LEGALITIES[] = {
      {"not_legal", LEGALITY_NOT},
      {"legal", LEGALITY_LEGAL},
      {"restricted", LEGALITY_RESTRICTED},
      {"banned", LEGALITY_BANNED},
  };
  u32 format = format_number(r, json_key(&r->json));
  if (format == IMPORT_FORMATS_MAX) return false;
  /* MTGJSON repeats it for every face. */
  bool again = r->raw.formats >> format & 1;
  if (again && !(r->raw.is_atoms && r->raw.face_count > 1))
    return json_fail(&r->json, GAVEL_E_CHECK, "the field is there twice");
  for (u32 i = 0; i < COUNT_OF(LEGALITIES); i++) {
    if (!str_equal_folded(text, str_of(LEGALITIES[i].text))) continue;
    r->raw.formats |= (u64)1 << format;
    if (!again) r->raw.legalities |= (u64)LEGALITIES[i].legality << 2 * format;
    return true;
  }
  return json_fail(&r->json, GAVEL_E_CHECK, "expected legal, not_legal, restricted or banned, found \"%.*s\"",
                   (int)(text.length < 40 ? text.length : 40), text.data);
}

ImportLegality import_legality(const Import *import, const ImportCard *card, Str format) {
  for (u32 i = 0; i < import->format_count; i++)
    if (str_equal_folded(import->formats[i], format)) return (ImportLegality)(card->legalities >> 2 * i & 3);
  return LEGALITY_NOT;
}

/* --- rows ---------------------------------------------------------------------------------- */

/* The engine's layouts for those of the files. */
static const struct {
  const char *text;
  CardLayout layout;
  bool left_out;
  ImportLeftOut why;
} LAYOUTS[] = {
    {.text = "normal", .layout = LAYOUT_NORMAL},
    {.text = "leveler", .layout = LAYOUT_NORMAL},
    {.text = "class", .layout = LAYOUT_NORMAL},
    {.text = "case", .layout = LAYOUT_NORMAL},
    {.text = "saga", .layout = LAYOUT_NORMAL},
    {.text = "mutate", .layout = LAYOUT_NORMAL},
    {.text = "host", .layout = LAYOUT_NORMAL},
    {.text = "augment", .layout = LAYOUT_NORMAL},
    {.text = "planar", .layout = LAYOUT_NORMAL},
    {.text = "scheme", .layout = LAYOUT_NORMAL},
    {.text = "vanguard", .layout = LAYOUT_NORMAL},
    {.text = "reversible_card", .layout = LAYOUT_NORMAL},
    {.text = "split", .layout = LAYOUT_SPLIT},
    {.text = "aftermath", .layout = LAYOUT_SPLIT},
    {.text = "room", .layout = LAYOUT_ROOM},
    {.text = "flip", .layout = LAYOUT_FLIP},
    {.text = "transform", .layout = LAYOUT_TRANSFORM},
    {.text = "battle", .layout = LAYOUT_TRANSFORM},
    {.text = "modal_dfc", .layout = LAYOUT_MODAL_DFC},
    {.text = "meld", .layout = LAYOUT_MELD},
    {.text = "adventure", .layout = LAYOUT_ADVENTURE},
    {.text = "omen", .layout = LAYOUT_OMEN},
    {.text = "prototype", .layout = LAYOUT_PROTOTYPE},
    {.text = "token", .left_out = true, .why = LEFT_OUT_TOKEN},
    {.text = "double_faced_token", .left_out = true, .why = LEFT_OUT_TOKEN},
    {.text = "emblem", .left_out = true, .why = LEFT_OUT_EMBLEM},
    {.text = "art_series", .left_out = true, .why = LEFT_OUT_ART},
};

static u32 layout_row(Str text) {
  u32 row = 0;
  while (row < COUNT_OF(LAYOUTS) && !str_is(text, LAYOUTS[row].text)) row++;
  return row;
}

static bool has_subtype(const ImportFace *face, Word subtype) {
  for (u32 i = 0; i < face->subtype_count; i++)
    if (face->subtypes[i] == subtype) return true;
  return false;
}

/* Files call Rooms split cards and Omens adventures, because these have the same layout (709.5, 720.1). */
static CardLayout refine_layout(CardLayout layout, const ImportFace *faces, u32 count) {
  if (layout == LAYOUT_SPLIT && has_subtype(&faces[0], W_ROOM)) return LAYOUT_ROOM;
  if (layout == LAYOUT_ADVENTURE && count > 1 && has_subtype(&faces[1], W_OMEN)) return LAYOUT_OMEN;
  return layout;
}

/* Collects a card's faces in `faces`; returns how many. */
static u32 faces_of(ImportReader *r, const RawFace **faces) {
  RawCard *raw = &r->raw;
  faces[0] = &raw->whole;
  if (raw->face_count == 0) return 1;
  /* Both sides of a reversible card are the same card. */
  bool one = str_is(span_text(r, raw->layout), "reversible_card");
  u32 count = 0;
  for (u32 i = 0; i < raw->face_count && !(one && i > 0); i++) faces[count++] = &raw->faces[i];
  return count;
}

/* Appends the path of a text of a face after the card's path, for messages. */
static void add_face_path(const ImportReader *r, const RawFace *face, u32 id, Text *out) {
  const RawCard *raw = &r->raw;
  bool whole = face == &raw->whole;
  if (raw->is_atoms) {
    text_addf(out, "[%u]", face->index);
  } else if (!whole) {
    text_addf(out, ".card_faces[%u]", face->index);
  }
  const char *key = shape_key(raw->is_atoms ? &SHAPE_OF_ATOM : whole ? &SHAPE_OF_CARD : &SHAPE_OF_FACE, id);
  text_addf(out, ".%s", key);
}

/* Records a problem with a text of a face, or with the card if `face` is null. */
static bool find(ImportReader *r, const RawFace *face, u32 id, const char *message, Str what) {
  Text text;
  bool fine = true;
  ImportProblem problem = {.byte = face && id < TEXT_COUNT ? face->bytes[id] : r->raw.byte};
  text_init(&text, r->allocator);
  text_add(&text, span_text(r, r->raw.path));
  if (face) add_face_path(r, face, id, &text);
  problem.path = keep(r, text_str(&text), &fine);
  fine = fine && !text.failed;
  text_clear(&text);
  text_addf(&text, "%s: \"%.*s\"", message, (int)what.length, what.data);
  problem.message = keep(r, text_str(&text), &fine);
  fine = fine && !text.failed && vec_push(&r->allocator, &r->import.problems, problem);
  text_free(&text);
  return fine || no_memory(r);
}

/* --- names --------------------------------------------------------------------------------- */

/* The place of a name in the hash table: where it is, or the empty one where it belongs. */
static u32 name_slot(const Import *import, Str name) {
  char folded[READ_NAME_MAX];
  u32 length = str_fold(name, folded, sizeof folded);
  Hash hash;
  hash_init(&hash, 0);
  hash_bytes(&hash, folded, length);
  u32 mask = import->by_name.count - 1;
  u32 slot = (u32)hash_end(&hash) & mask;
  for (; import->by_name.data[slot]; slot = (slot + 1) & mask)
    if (str_equal_folded(import->cards.data[import->by_name.data[slot] - 1].name, name)) break;
  return slot;
}

#define NAMES_MIN 1024u

/* Grows the table if one more card would fill more than half of it. */
static bool reserve_name(Import *import) {
  u32 size = import->by_name.count > 0 ? import->by_name.count : NAMES_MIN / 2;
  if (import->by_name.count > 0 && import->cards.count + 1 <= size / 2) return true;
  import->by_name.count = 0;
  if (!vec_reserve(&import->allocator, &import->by_name, size * 2)) return false;
  import->by_name.count = size * 2;
  memset(import->by_name.data, 0, import->by_name.count * sizeof *import->by_name.data);
  for (u32 i = 0; i < import->cards.count; i++)
    import->by_name.data[name_slot(import, import->cards.data[i].name)] = i + 1;
  return true;
}

static bool check_name(ImportReader *r, Str name) {
  if (name.length == 0) return json_fail(&r->json, GAVEL_E_CHECK, "expected a name, found empty text");
  if (name.length > READ_NAME_MAX)
    return json_fail(&r->json, GAVEL_E_LIMIT, "a name of %u bytes: at most %u may be", name.length, READ_NAME_MAX);
  return !memchr(name.data, '\n', name.length) || json_fail(&r->json, GAVEL_E_CHECK, "a name of several lines");
}

/* --- the end of a card --------------------------------------------------------------------- */

/* Makes a face from what was read. */
static bool make_face(ImportReader *r, const RawFace *raw, ImportFace *face) {
  bool fine = true;
  for (u32 i = 0; i < TEXT_COUNT; i++) face->texts[i] = keep(r, span_text(r, raw->texts[i]), &fine);
  if (raw->own_name.length > 0) face->texts[TEXT_NAME] = keep(r, span_text(r, raw->own_name), &fine);
  face->color_indicator = raw->color_indicator;
  if (!fine) return no_memory(r);
  return check_name(r, face->texts[TEXT_NAME]);
}

static bool check_types(ImportReader *r, const RawFace *face) {
  if (face->texts[TEXT_TYPES].length > 0) return true;
  Text path;
  text_init(&path, r->allocator);
  add_face_path(r, face, TEXT_TYPES, &path);
  json_fail(&r->json, GAVEL_E_CHECK, "expected a type line as %s", text_str(&path).data);
  text_free(&path);
  return false;
}

/* Makes the faces of a card; the first refused face refuses the card. */
static bool read_faces(ImportReader *r, ImportCard *card, const RawFace **raw, ImportFace *faces) {
  static const char *const MESSAGES[REFUSED_COUNT] = {
      [REFUSED_TYPE] = "an unknown word in the type line",
      [REFUSED_SYMBOL] = "an unknown symbol in the mana cost",
      [REFUSED_NUMBER] = "an unknown number",
  };
  for (u32 i = 0; i < card->face_count; i++) {
    Str detail = {0};
    ImportText where = TEXT_NAME;
    if (!check_types(r, raw[i]) || !make_face(r, raw[i], &faces[i])) return false;
    ImportRefusal refusal = import_face_read(&faces[i], &detail, &where);
    if (!refusal) continue;
    if (!find(r, raw[i], where, MESSAGES[refusal], detail)) return false;
    if (card->refusal) continue;
    card->refusal = refusal;
    card->detail = detail;
  }
  return true;
}

/* Refuses a card whose layout is unknown or has another number of faces. */
static bool check_layout(ImportReader *r, ImportCard *card) {
  bool known = layout_row(card->layout_text) < COUNT_OF(LAYOUTS);
  /* Files have only one face for a prototype card: its text has the rest (718.1). */
  u32 faces = card->layout == LAYOUT_PROTOTYPE ? card->face_count + 1 : card->face_count;
  if (known && card_layout_fits(card->layout, faces)) return true;
  if (!card->refusal) {
    card->refusal = known ? REFUSED_FACES : REFUSED_LAYOUT;
    card->detail = card->layout_text;
  }
  return find(r, NULL, 0, known ? "another number of faces than the layout has" : "an unknown layout",
              card->layout_text);
}

/* Interprets the parts of meld cards. */
static void name_meld(ImportReader *r, ImportCard *card, bool *fine) {
  const RawCard *raw = &r->raw;
  card->meld_to = keep(r, span_text(r, raw->meld_to), fine);
  card->meld_with = keep(r, span_text(r, raw->meld_with), fine);
  if (!raw->is_atoms || card->layout != LAYOUT_MELD || card->face_count != 2) return;
  card->meld_to = card->faces[1].texts[TEXT_NAME];
  for (u32 i = 0; i < raw->meld_name_count; i++) {
    Str name = span_text(r, raw->meld_names[i]);
    bool own = str_equal(name, card->faces[0].texts[TEXT_NAME]) || str_equal(name, card->meld_to);
    if (!own) card->meld_with = keep(r, name, fine);
  }
}

/* A land has no mana cost (202.1b): if a file gives it one, it is that of the Adventure. */
static void cost_of_adventure(ImportFace *faces, u32 count) {
  if (count != 2 || !(faces[0].types & TYPE(LAND)) || !faces[0].has_cost || faces[1].has_cost) return;
  faces[1].has_cost = true;
  faces[1].cost = faces[0].cost;
  faces[1].texts[TEXT_COST] = faces[0].texts[TEXT_COST];
  faces[0].has_cost = false;
  faces[0].texts[TEXT_COST] = (Str){0};
}

static bool push_card(ImportReader *r, ImportCard *card, const RawFace **raw) {
  bool fine = true;
  ImportFace *faces = arena_alloc(&r->import.arena, card->face_count * sizeof *faces);
  if (!faces) return no_memory(r);
  if (!read_faces(r, card, raw, faces)) return false;
  card->faces = faces;
  if (card->layout == LAYOUT_ADVENTURE) cost_of_adventure(faces, card->face_count);
  card->layout = refine_layout(card->layout, faces, card->face_count);
  card->name = keep(r, card->name, &fine);
  card->layout_text = keep(r, card->layout_text, &fine);
  card->keywords = keep(r, span_text(r, r->raw.keywords), &fine);
  name_meld(r, card, &fine);
  if (!fine || !reserve_name(&r->import)) return no_memory(r);
  if (!check_layout(r, card)) return false;
  u32 slot = name_slot(&r->import, card->name);
  if (!vec_push(&r->allocator, &r->import.cards, *card)) return no_memory(r);
  r->import.by_name.data[slot] = r->import.cards.count;
  return true;
}

/* Makes a row from what was read, or records why there is none. */
static bool end_card(ImportReader *r) {
  RawCard *raw = &r->raw;
  const RawFace *faces[IMPORT_FACES_MAX];
  ImportCard card = {
      .layout_text = span_text(r, raw->layout), .color_identity = raw->color_identity, .legalities = raw->legalities};
  if (r->import.arena.used > IMPORT_KEPT_MAX)
    return json_fail(&r->json, GAVEL_E_LIMIT, "more cards than fit into %u MiB: split the file", IMPORT_KEPT_MAX >> 20);
  r->import.met++;
  u32 row = layout_row(card.layout_text);
  if (row < COUNT_OF(LAYOUTS) && LAYOUTS[row].left_out) {
    r->import.left_out[LAYOUTS[row].why]++;
    return true;
  }
  if (row < COUNT_OF(LAYOUTS)) card.layout = LAYOUTS[row].layout;
  card.face_count = faces_of(r, faces);
  bool reversed = raw->face_count > card.face_count;
  card.name = span_text(r, (reversed                               ? faces[0]
                            : raw->face_count > 0 && raw->is_atoms ? &raw->faces[0]
                                                                   : &raw->whole)
                               ->texts[TEXT_NAME]);
  if (!check_name(r, card.name)) return false;
  if (!reserve_name(&r->import)) return no_memory(r);
  if (r->import.by_name.data[name_slot(&r->import, card.name)]) {
    r->import.left_out[LEFT_OUT_TWICE]++;
    return find(r, NULL, 0, "a card of that name was there before", card.name);
  }
  return push_card(r, &card, faces);
}

/* MTGJSON faces with the same side, or several without one, are versions of one card: the first counts. */
static bool end_atoms(ImportReader *r) {
  RawCard *raw = &r->raw;
  u32 kept = 0;
  if (raw->face_count == 0) return json_fail(&r->json, GAVEL_E_CHECK, "expected the faces of a card, found none");
  for (u32 i = 0; i < raw->face_count; i++) {
    Str side = span_text(r, raw->faces[i].side);
    bool again = false;
    for (u32 k = 0; k < kept; k++) again = again || str_equal(side, span_text(r, raw->faces[k].side));
    if (again) {
      r->import.left_out[LEFT_OUT_TWICE]++;
      Str name = span_text(r, raw->faces[i].texts[TEXT_NAME]);
      if (!find(r, &raw->faces[i], TEXT_NAME, "another version of the same card", name)) return false;
    } else {
      raw->faces[kept++] = raw->faces[i];
    }
  }
  raw->face_count = kept;
  return end_card(r);
}

/* --- JSON callbacks -------------------------------------------------------------------------- */

static bool take_begin(void *user, const JsonShape *shape) {
  ImportReader *r = user;
  switch (shape->id) {
    case SHAPE_CARD: return begin_card(r, false);
    case SHAPE_ATOMS: return begin_card(r, true);
    case SHAPE_FACE:
    case SHAPE_ATOM: return begin_face(r);
    case SHAPE_PART: r->raw.component = r->raw.part_name = (Span){0}; return true;
    default: return true;
  }
}

static bool take_end(void *user, const JsonShape *shape) {
  ImportReader *r = user;
  switch (shape->id) {
    case SHAPE_CARD: return end_card(r);
    case SHAPE_ATOMS: return end_atoms(r);
    case SHAPE_FACE:
    case SHAPE_ATOM: r->raw.in_face = false; return true;
    case SHAPE_PART: return take_part(r);
    default: return true;
  }
}

static bool take_string(void *user, const JsonShape *shape, Str text) {
  ImportReader *r = user;
  RawCard *raw = &r->raw;
  RawFace *face = face_now(raw);
  if (shape->id < TEXT_COUNT) {
    face->bytes[shape->id] = json_byte(&r->json);
    return gather(r, text, &face->texts[shape->id]);
  }
  switch (shape->id) {
    case SHAPE_LAYOUT: return raw->layout.length > 0 || gather(r, text, &raw->layout);
    case SHAPE_FACE_NAME: return gather(r, text, &face->own_name);
    case SHAPE_SIDE: return gather(r, text, &face->side);
    case SHAPE_INDICATOR: return take_color(r, text, &face->color_indicator);
    case SHAPE_IDENTITY: return take_color(r, text, &raw->color_identity);
    case SHAPE_KEYWORD: return gather_more(r, text, &raw->keywords);
    case SHAPE_LEGALITY: return take_legality(r, text);
    case SHAPE_PART_COMPONENT: return gather(r, text, &raw->component);
    case SHAPE_PART_NAME: return gather(r, text, &raw->part_name);
    case SHAPE_MELD_NAME: return take_meld_name(r, text);
    default: return true;
  }
}

/* --- entry points ---------------------------------------------------------------------------- */

GavelStatus import_begin(GavelAllocator allocator, ImportReader **reader, GavelError *error) {
  *reader = NULL;
  ImportReader *r = allocator.resize(allocator.user, NULL, 0, sizeof *r);
  if (!r) return error_set(error, GAVEL_E_MEMORY, 0, 0, 0, "out of memory");
  *r = (ImportReader){.allocator = allocator, .error = error, .import.allocator = allocator};
  arena_init(&r->import.arena, allocator);
  text_init(&r->gathered, allocator);
  JsonTaker taker = {r, take_begin, take_end, take_string};
  GavelStatus status = json_begin(&r->json, allocator, &SHAPE_TOP, taker, error);
  if (status) {
    import_drop(r);
  } else {
    *reader = r;
  }
  return status;
}

GavelStatus import_feed(ImportReader *reader, const char *bytes, size_t size) {
  return json_feed(&reader->json, bytes, size);
}

u32 import_count(const ImportReader *reader) { return reader->import.cards.count; }

GavelStatus import_end(ImportReader *reader, Import *import) {
  GavelStatus status = json_end(&reader->json);
  if (!status && !import_pair_melds(&reader->import)) {
    no_memory(reader);
    status = reader->json.status;
  }
  *import = (Import){.allocator = reader->allocator};
  if (!status) {
    *import = reader->import;
    reader->import = (Import){.allocator = reader->allocator};
    arena_init(&reader->import.arena, reader->allocator);
  }
  import_drop(reader);
  return status;
}

void import_drop(ImportReader *reader) {
  GavelAllocator allocator = reader->allocator;
  json_free(&reader->json);
  text_free(&reader->gathered);
  import_free(&reader->import);
  allocator.resize(allocator.user, reader, sizeof *reader, 0);
}

void import_free(Import *import) {
  vec_free(&import->allocator, &import->cards);
  vec_free(&import->allocator, &import->problems);
  vec_free(&import->allocator, &import->by_name);
  arena_free(&import->arena);
}
