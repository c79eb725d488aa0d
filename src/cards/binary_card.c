#include "cards/binary.h"

#include "cards/forms.h"
#include "cards/ir_walk.h"
#include "cards/read.h"

/* A card in binary form: the texts and mana costs it uses, ordered by their numbers in its database; its words, names
   of variables, abilities and faces; its own fields; the text it was read from. All numbers inside a card count from 1;
   0 is none. */

/* The entries of a table of the database that a card uses; their positions, from 1, are their numbers inside the
   card. */
typedef VEC(u32) Numbers;

/* --- writing ------------------------------------------------------------------------------- */

typedef struct Writer {
  const CardDb *db;
  const CardDef *card;
  GavelAllocator allocator;
  Text *out;
  bool failed;
  Numbers names, costs;
} Writer;

/* Inserts a number in ascending order. */
static void use(Writer *w, Numbers *numbers, u32 number) {
  u32 i = numbers->count;
  while (i > 0 && numbers->data[i - 1] > number) i--;
  if (number == 0 || (i > 0 && numbers->data[i - 1] == number)) return;
  if (!vec_push(&w->allocator, numbers, number)) {
    w->failed = true;
    return;
  }
  for (u32 k = numbers->count - 1; k > i; k--) numbers->data[k] = numbers->data[k - 1];
  numbers->data[i] = number;
}

static u32 number_inside(const Numbers *numbers, u32 number) {
  u32 i = 0;
  while (i < numbers->count && numbers->data[i] != number) i++;
  return number == 0 ? 0 : i + 1;
}

static void use_words(Writer *w, const CardDef *end) {
  const CardDb *db = w->db;
  for (Node node = w->card->first_word; node < end->first_word; node += node_argc(db, node) + 1) {
    const IrSignature *signature = &db->signatures[node_op(db, node)];
    for (u32 i = 0; i < node_argc(db, node); i++) {
      IrSort sort = ir_arg_at(signature, i)->sort;
      if (sort == SORT_STR || sort == SORT_LINK) use(w, &w->names, node_arg(db, node, i));
      if (sort == SORT_MANA) use(w, &w->costs, node_arg(db, node, i));
    }
  }
}

/* Collects what the card uses. */
static void use_all(Writer *w, const CardDef *end) {
  const CardDb *db = w->db;
  use(w, &w->names, w->card->name);
  use(w, &w->names, w->card->meld_name);
  use_words(w, end);
  for (u32 i = w->card->first_slot_name; i < end->first_slot_name; i++) use(w, &w->names, db->slot_names.data[i]);
  for (u32 i = 0; i < w->card->faces; i++) {
    const Chars *chars = &carddb_face(db, w->card->face + i)->chars;
    use(w, &w->names, chars->name);
    use(w, &w->costs, chars->mana_cost);
  }
}

static void put_tables(Writer *w) {
  put(w->out, w->names.count);
  for (u32 i = 0; i < w->names.count; i++) {
    Str text = intern_text(&w->db->names, w->names.data[i]);
    put(w->out, text.length);
    text_add(w->out, text);
  }
  put(w->out, w->costs.count);
  for (u32 i = 0; i < w->costs.count; i++) {
    const ManaCost *cost = &w->db->costs.data[w->costs.data[i]];
    put(w->out, (u64)cost->generic);
    put(w->out, cost->x);
    put(w->out, cost->count);
    for (u32 k = 0; k < cost->count; k++) put(w->out, cost->symbols[k]);
  }
}

/* Converts an argument of a node to its value inside the card. */
static u32 arg_inside(const Writer *w, IrSort sort, u32 value) {
  if (value == 0) return 0;
  if (sort == SORT_STR || sort == SORT_LINK) return number_inside(&w->names, value);
  if (sort == SORT_MANA) return number_inside(&w->costs, value);
  if (sort == SORT_ABIL) return value - w->card->first_ability + 1;
  return ir_sort_is_node(sort) ? value - w->card->first_word + 1 : value;
}

static void put_words(Writer *w, const CardDef *end) {
  const CardDb *db = w->db;
  put(w->out, end->first_word - w->card->first_word);
  for (Node node = w->card->first_word; node < end->first_word; node += node_argc(db, node) + 1) {
    put(w->out, db->words.data[node]);
    const IrSignature *signature = &db->signatures[node_op(db, node)];
    for (u32 i = 0; i < node_argc(db, node); i++)
      put(w->out, arg_inside(w, ir_arg_at(signature, i)->sort, node_arg(db, node, i)));
  }
}

static void put_abilities(Writer *w, const CardDef *end) {
  put(w->out, end->first_slot_name - w->card->first_slot_name);
  for (u32 i = w->card->first_slot_name; i < end->first_slot_name; i++)
    put(w->out, number_inside(&w->names, w->db->slot_names.data[i]));
  put(w->out, end->first_ability - w->card->first_ability);
  for (u32 i = w->card->first_ability; i < end->first_ability; i++) {
    const AbilityDef *def = carddb_ability(w->db, i);
    put(w->out, def->node - w->card->first_word + 1);
    put(w->out, def->op);
    put(w->out, def->keyword);
    put(w->out, def->expansion_count);
    put(w->out, def->slots);
    put(w->out, def->slot_names - w->card->first_slot_name + 1);
    put(w->out, def->card != 0);
    put(w->out, def->says_at);
    put(w->out, def->says_length);
  }
}

static void put_face(Writer *w, const Chars *chars) {
  put(w->out, number_inside(&w->names, chars->name));
  put(w->out, number_inside(&w->costs, chars->mana_cost));
  put(w->out, chars->types);
  put(w->out, chars->supertypes);
  for (u32 i = 0; i < COUNT_OF(chars->subtypes); i++) put(w->out, chars->subtypes[i]);
  put(w->out, chars->color_indicator);
  put(w->out, chars->has);
  put_signed(w->out, chars->power);
  put_signed(w->out, chars->toughness);
  put_signed(w->out, chars->loyalty);
  put_signed(w->out, chars->defense);
  put(w->out, chars->abilities - w->card->first_ability + 1);
  put(w->out, chars->ability_count);
}

void card_write(const CardDb *db, u32 card, Text *out) {
  Writer w = {.db = db, .card = carddb_card(db, card), .allocator = db->allocator, .out = out};
  CardDef end = carddb_end(db, card);
  use_all(&w, &end);
  put_tables(&w);
  put_words(&w, &end);
  put_abilities(&w, &end);
  put(out, w.card->faces);
  for (u32 i = 0; i < w.card->faces; i++) put_face(&w, &carddb_face(db, w.card->face + i)->chars);
  put(out, number_inside(&w.names, w.card->name));
  put(out, w.card->layout);
  put(out, number_inside(&w.names, w.card->meld_name));
  Str says = carddb_card_says(db, card);
  put(out, says.length);
  if (says.length) text_add(out, says);
  out->failed |= w.failed;
  vec_free(&w.allocator, &w.names);
  vec_free(&w.allocator, &w.costs);
}

/* --- reading ------------------------------------------------------------------------------- */

typedef struct CardReader {
  Source *source;
  CardDb *db;
  CardDef card;
  u32 index;            /* of the card */
  u32 words, abilities; /* numbers of words and abilities */
  Numbers names, costs;
} CardReader;

static void no_memory(const CardReader *r) { source_fail(r->source, GAVEL_E_MEMORY, "out of memory"); }

static void wrong(const CardReader *r) { source_fail(r->source, GAVEL_E_CORRUPT, "a card of the database is damaged"); }

static bool keep_number(CardReader *r, Numbers *numbers, u32 number) {
  if (number && vec_push(&r->db->allocator, numbers, number)) return true;
  no_memory(r);
  return false;
}

static void get_names(CardReader *r) {
  Source *source = r->source;
  for (u32 count = source_count(source); count > 0 && !source->status; count--) {
    u32 length = source_count(source);
    if (source->status) return;
    Str text = {source->bytes.data + source->at, length};
    if (length == 0 || length > READ_NAME_MAX) {
      source_fail(source, GAVEL_E_CORRUPT, "a name is empty or too long");
      return;
    }
    source->at += length;
    if (!keep_number(r, &r->names, intern_add(&r->db->names, text))) return;
  }
}

static void get_costs(CardReader *r) {
  Source *source = r->source;
  for (u32 count = source_count(source); count > 0 && !source->status; count--) {
    ManaCost cost = {0};
    cost.generic = (i32)source_get(source, READ_NUMBER_MAX);
    cost.x = get_u8(source);
    cost.count = (u8)source_get(source, MANA_SYMBOLS_CAP);
    for (u32 i = 0; i < cost.count; i++) cost.symbols[i] = get_u16(source);
    if (!source->status) keep_number(r, &r->costs, carddb_cost(r->db, &cost));
  }
}

/* Converts a number inside the card to the number in the database. */
static u32 number_outside(const CardReader *r, const Numbers *numbers, u32 inside) {
  if (inside > numbers->count) wrong(r);
  return inside > 0 && inside <= numbers->count ? numbers->data[inside - 1] : 0;
}

/* The same for an array of the database to which the card adds `count` elements from `first` on. */
static u32 place_outside(const CardReader *r, u32 first, u32 count, u32 inside) {
  if (inside > count) wrong(r);
  return inside > 0 && inside <= count ? first + inside - 1 : 0;
}

static u32 arg_outside(const CardReader *r, IrSort sort, u32 value) {
  if (sort == SORT_STR || sort == SORT_LINK) return number_outside(r, &r->names, value);
  if (sort == SORT_MANA) return number_outside(r, &r->costs, value);
  /* The number of abilities is not known yet; check_database checks it. */
  if (sort == SORT_ABIL) return value > 0 && value <= UINT32_MAX / 2 ? r->card.first_ability + value - 1 : 0;
  return ir_sort_is_node(sort) ? place_outside(r, r->card.first_word, r->words, value) : value;
}

static void push_word(CardReader *r, u32 word) {
  if (!r->source->status && !vec_push(&r->db->allocator, &r->db->words, word)) no_memory(r);
}

/* Reads a node of at most `most` words; returns its size. */
static u32 get_node(CardReader *r, u32 most) {
  u32 head = get_u32(r->source);
  u32 op = head & 0xffff, argc = head >> 16;
  if (op == IR_NONE || op >= IR_OP_COUNT || argc >= most) {
    wrong(r);
    return most;
  }
  const IrSignature *signature = &r->db->signatures[op];
  if (argc < signature->fixed || (argc > signature->fixed && !signature->has_rest)) {
    wrong(r);
    return most;
  }
  push_word(r, head);
  for (u32 i = 0; i < argc && !r->source->status; i++)
    push_word(r, arg_outside(r, ir_arg_at(signature, i)->sort, get_u32(r->source)));
  return argc + 1;
}

static void get_words(CardReader *r) {
  r->words = source_count(r->source);
  for (u32 left = r->words; left > 0 && !r->source->status;) left -= get_node(r, left);
}

static void get_slot_names(CardReader *r) {
  for (u32 count = source_count(r->source); count > 0 && !r->source->status; count--) {
    u32 name = number_outside(r, &r->names, get_u32(r->source));
    if (!vec_push(&r->db->allocator, &r->db->slot_names, name)) no_memory(r);
  }
}

/* The index may be one past the last name, for an ability without variables. */
static void get_abilities(CardReader *r) {
  u32 names = r->db->slot_names.count - r->card.first_slot_name;
  r->abilities = source_count(r->source);
  for (u32 i = 0; i < r->abilities && !r->source->status; i++) {
    AbilityDef def = {0};
    def.node = place_outside(r, r->card.first_word, r->words, get_u32(r->source));
    def.op = get_u16(r->source);
    def.keyword = get_u16(r->source);
    def.expansion_count = get_u32(r->source);
    def.slots = get_u16(r->source);
    def.slot_names = place_outside(r, r->card.first_slot_name, names + 1, get_u32(r->source));
    def.card = source_get(r->source, 1) ? r->index : 0;
    def.says_at = get_u16(r->source);
    def.says_length = get_u16(r->source);
    if (!vec_push(&r->db->allocator, &r->db->abilities, def)) no_memory(r);
  }
}

static void get_face(CardReader *r, u32 index) {
  Source *source = r->source;
  FaceDef face = {.card = r->index, .index = (u16)index};
  Chars *chars = &face.chars;
  chars->name = number_outside(r, &r->names, get_u32(source));
  chars->mana_cost = number_outside(r, &r->costs, get_u32(source));
  chars->types = get_u16(source);
  chars->supertypes = get_u16(source);
  for (u32 i = 0; i < COUNT_OF(chars->subtypes); i++) chars->subtypes[i] = source_get(source, UINT64_MAX);
  chars->color_indicator = get_u8(source);
  chars->has = get_u8(source);
  chars->power = get_signed(source);
  chars->toughness = get_signed(source);
  chars->loyalty = (i32)get_signed(source);
  chars->defense = (i32)get_signed(source);
  chars->abilities = place_outside(r, r->card.first_ability, r->abilities + 1, get_u32(source));
  chars->ability_count = (u32)source_get(source, r->abilities);
  if (source->status) return;
  if (chars->ability_count > r->card.first_ability + r->abilities - chars->abilities) {
    wrong(r);
    return;
  }
  if (!vec_push(&r->db->allocator, &r->db->faces, face)) no_memory(r);
}

static void get_says(CardReader *r) {
  Source *source = r->source;
  CardDb *db = r->db;
  u32 length = source_count(source);
  if (source->status) return;
  r->card.says_at = db->says.count;
  r->card.says_length = length;
  if (length == 0) return;
  if (!vec_reserve(&db->allocator, &db->says, length)) {
    no_memory(r);
    return;
  }
  memcpy(db->says.data + db->says.count, source->bytes.data + source->at, length);
  db->says.count += length;
  source->at += length;
}

static void get_all(CardReader *r) {
  Source *source = r->source;
  get_names(r);
  get_costs(r);
  get_words(r);
  get_slot_names(r);
  get_abilities(r);
  r->card.faces = get_u16(source);
  for (u32 i = 0; i < r->card.faces && !source->status; i++) get_face(r, i);
  r->card.name = number_outside(r, &r->names, get_u32(source));
  r->card.layout = get_u16(source);
  r->card.meld_name = number_outside(r, &r->names, get_u32(source));
  get_says(r);
  if (source->at != source->bytes.length) source_fail(source, GAVEL_E_CORRUPT, "something follows the end of a card");
}

void card_read(Source *source) {
  CardDb *db = source->db;
  CardReader r = {.source = source, .db = db, .index = db->cards.count};
  r.card = (CardDef){.face = db->faces.count,
                     .first_word = db->words.count,
                     .first_ability = db->abilities.count,
                     .first_slot_name = db->slot_names.count};
  get_all(&r);
  bool known = !source->status && (!r.card.name || carddb_find_whole(db, intern_text(&db->names, r.card.name)));
  if (known) source_fail(source, GAVEL_E_CORRUPT, "a card has no name or one that is known already");
  if (!source->status && !vec_push(&db->allocator, &db->cards, r.card)) no_memory(&r);
  vec_free(&db->allocator, &r.names);
  vec_free(&db->allocator, &r.costs);
  /* A damaged face may lack a name. */
  for (u32 i = 0; i < r.card.faces && !source->status; i++)
    if (!carddb_face(db, r.card.face + i)->chars.name) wrong(&r);
  if (!source->status && !carddb_enter_names(db, r.index)) no_memory(&r);
}
