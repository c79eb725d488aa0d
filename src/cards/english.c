#include "cards/english.h"
#include "cards/ir_args.h"
#include "cards/ir_walk.h"

/* --- events -------------------------------------------------------------------------------- */

/* "at the beginning of your upkeep" */
static void write_step(English *e, Node pattern, bool would) {
  Node player = node_arg(e->db, pattern, ARG_E_STEP_PLAYER);
  IrOp op = node_op(e->db, player);
  bool you = op == IR_IS && node_op(e->db, node_arg(e->db, player, 0)) == IR_YOU;
  Word step = (Word)node_arg(e->db, pattern, ARG_E_STEP_STEP);
  if (step == W_STEP_END_COMBAT && !would) {
    text_adds(e->out, "at end of combat");
    return;
  }
  text_adds(e->out, would ? "it becomes " : "at the beginning of ");
  if (op == IR_IS_PLAYER || op == IR_ALWAYS) {
    bool later = node_arg(e->db, pattern, ARG_E_STEP_LATER);
    text_adds(e->out, later ? "the next turn's " : e->once ? "the next " : "each ");
  } else if (you) {
    text_adds(e->out, e->once ? "your next " : "your ");
  } else {
    english_noun(e, player, DET_EACH, "player", W_NONE);
    text_adds(e->out, "'s ");
  }
  english_word(step, e->out);
}

/* Writes what happens. */
static void write_event(English *e, Node pattern, bool would) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, pattern);
  bool several = op == IR_E_TOGETHER, inner = several || op == IR_E_CAUSED;
  u32 count = op == IR_E_OR ? node_argc(db, pattern) : inner ? 1 : 0;
  for (u32 i = 0; i < count; i++) {
    if (i > 0) text_adds(e->out, " or ");
    e->some = several;
    write_event(e, node_arg(db, pattern, i), would);
  }
  e->plural = false;
  e->would = would && count == 0;
  if (op == IR_E_STEP)
    write_step(e, pattern, would);
  else if (!several && op != IR_E_OR)
    english_template(e, pattern);
  e->would = e->some = false;
}

/* Whether what a pattern waits for happens to its own object once: it is told with "when" (603.1 knows both words). */
static bool is_once(const English *e, Node pattern) {
  static const IrOp ONCE[] = {IR_E_ENTERS, IR_E_MOVES, IR_E_DIES, IR_E_LEAVES, IR_E_CAST, IR_E_CYCLES};
  IrOp op = node_op(e->db, pattern);
  Node filter = op == IR_E_OR ? 0 : english_arg(e, pattern, "object");
  bool once = op == IR_E_SELF_ENTERS || op == IR_E_STATE;
  for (u32 i = 0; i < COUNT_OF(ONCE) && filter; i++) once |= op == ONCE[i] && ir_filter_is_self(e->db, filter);
  return once;
}

void english_event(English *e, Node pattern, EventTold told) {
  IrOp op = node_op(e->db, pattern);
  bool past = e->past;
  if (told == TOLD_TRIGGERS && op != IR_E_STEP && op != IR_E_CHAPTER)
    text_adds(e->out, is_once(e, pattern) ? "when " : "whenever ");
  e->past = told == TOLD_HAPPENED;
  write_event(e, pattern, told == TOLD_WOULD);
  e->past = past;
}

/* --- costs --------------------------------------------------------------------------------- */

void english_cost(English *e, Node cost) {
  english_declare(e, cost);
  english_template(e, cost);
}

/* --- tokens -------------------------------------------------------------------------------- */

void english_token(English *e, Node token, Node number) {
  static const IrOp ORDER[] = {IR_M_BASE_PT,      IR_M_ADD_SUPERTYPE, IR_M_SET_COLOR, IR_M_ADD_SUBTYPE,
                               IR_M_SET_SUBTYPES, IR_M_ADD_TYPE,      IR_M_SET_TYPES};
  const CardDb *db = e->db;
  if (node_op(db, token) != IR_TOKEN) {
    Str noun = str_of(ir_op_info(node_op(db, token))->english);
    number ? english_quantity(e, number, noun, false) : text_add(e->out, noun);
    return;
  }
  Text noun, *outer = english_beside(e, &noun);
  for (u32 k = 0; k < COUNT_OF(ORDER); k++) {
    for (u32 i = ARG_TOKEN_MODS; i < node_argc(db, token); i++) {
      Node mod = node_arg(db, token, i);
      bool pt = ORDER[k] == IR_M_BASE_PT;
      if (node_op(db, mod) != ORDER[k]) continue;
      for (u32 w = 0; w < node_argc(db, mod); w++) {
        if (pt && w > 0) text_addc(&noun, '/');
        pt ? english_number(e, node_arg(db, mod, w)) : english_word((Word)node_arg(db, mod, w), &noun);
        if (!pt || w > 0) text_addc(&noun, ' ');
      }
    }
  }
  e->out = outer;
  text_adds(&noun, "token");
  number ? english_quantity(e, number, text_str(&noun), false) : text_add(outer, text_str(&noun));
  english_back(e, outer, &noun);
  for (u32 i = ARG_TOKEN_MODS, gains = 0; i < node_argc(db, token); i++) {
    Node mod = node_arg(db, token, i);
    if (node_op(db, mod) != IR_M_GAIN) continue;
    text_adds(outer, gains++ ? " and " : " with ");
    english_granted(e, node_arg(db, mod, ARG_M_GAIN_ABILITY));
  }
  if (!node_arg(db, token, ARG_TOKEN_NAME)) return;
  text_adds(outer, " named ");
  text_add(outer, intern_text(&db->names, node_arg(db, token, ARG_TOKEN_NAME)));
}

/* --- actions ------------------------------------------------------------------------------- */

/* Writes steps: sentences, or within one what is done in turn. Steps of which nothing is said until what they choose is
   spoken of are passed over. */
static void write_steps(English *e, Node node, u32 first, u32 end) {
  u32 from = e->out->length;
  for (u32 i = first; i < end; i++) {
    u32 before = e->out->length;
    if (before > from) text_adds(e->out, e->within ? ", then " : ". ");
    u32 begin = e->out->length;
    english_action(e, node_arg(e->db, node, i));
    if (e->out->length == begin) e->out->length = before;
  }
}

/* The target that an argument of a node is, 0 if it is none. */
static Node target_at(const English *e, Node node, u32 i) {
  const IrArg *arg = ir_arg_at(&e->db->signatures[node_op(e->db, node)], i);
  return arg->sort == SORT_TGT ? node_arg(e->db, node, i) : 0;
}

void english_program(English *e, Node node, Node action) {
  Text said, *outer;
  bool resolving = e->resolving;
  for (u32 i = 0; i < node_argc(e->db, node); i++)
    if (target_at(e, node, i)) english_declare(e, target_at(e, node, i));
  outer = english_beside(e, &said);
  e->resolving = true;
  english_action(e, action);
  e->out = outer;
  e->resolving = resolving;
  for (u32 i = 0; i < node_argc(e->db, node); i++) {
    u32 slot = target_at(e, node, i) ? node_arg(e->db, target_at(e, node, i), ARG_TARGET_SLOT) : 0;
    if (!slot || e->spoken[slot].mentioned) continue;
    text_adds(outer, "choose ");
    english_variable(e, slot);
    text_adds(outer, ". ");
  }
  text_add(outer, text_str(&said));
  english_back(e, outer, &said);
}

static void write_modes(English *e, Node modal) {
  const CardDb *db = e->db;
  Bounds bounds = english_bounds(e, modal);
  text_adds(e->out, "choose ");
  english_so_many(e, &bounds);
  text_adds(e->out, "—");
  for (u32 i = ARG_MODAL_MODES; i < node_argc(db, modal); i++) {
    Node mode = node_arg(db, modal, i);
    text_adds(e->out, "\n• ");
    english_program(e, mode, node_arg(db, mode, ARG_MODE_EFFECT));
    text_addc(e->out, '.');
  }
}

void english_action(English *e, Node action) {
  bool within = e->within, base = e->base;
  IrOp op = node_op(e->db, action);
  english_declare(e, action);
  switch (op) {
    case IR_SEQ:
    case IR_TOGETHER: write_steps(e, action, 0, node_argc(e->db, action)); return;
    case IR_MODAL: write_modes(e, action); return;
    case IR_NOTHING:
    case IR_LET:
    case IR_LET_NUMBER:
    case IR_NOTE: return;
    default: break;
  }
  if (op == IR_CHOOSE && !node_arg(e->db, action, ARG_CHOOSE_BY)) return; /* said where what is chosen is spoken of */
  e->within = true;
  if (op == IR_EACH_PLAYER) {
    english_objects(e, node_arg(e->db, action, ARG_EACH_PLAYER_PLAYERS), DET_EACH);
    e->spoken[node_arg(e->db, action, ARG_EACH_PLAYER_SLOT)].mentioned = true;
    text_adds(e->out, ": ");
    write_steps(e, action, ARG_EACH_PLAYER_CHOOSE, ARG_EACH_PLAYER_DO + 1);
  } else {
    english_template(e, action);
  }
  e->within = within;
  e->base = base;
}

/* --- abilities ----------------------------------------------------------------------------- */

/* A keyword with what it is written with: "equip {2}", "protection from red", "crew 3". */
static void write_keyword(English *e, Node node) {
  const CardDb *db = e->db;
  Word word = (Word)node_arg(db, node, ARG_KEYWORD_WORD);
  Node cost = node_arg(db, node, ARG_KEYWORD_COST), n = node_arg(db, node, ARG_KEYWORD_N);
  Node quality = node_arg(db, node, ARG_KEYWORD_QUALITY);
  bool from = word == W_PROTECTION || word == W_HEXPROOF;
  bool many = from || word == W_AFFINITY || word == W_BANDS_WITH_OTHER;
  bool joint = quality && (word == W_LANDWALK || word == W_CYCLING); /* islandwalk, slivercycling */
  if (joint) {
    english_noun(e, quality, DET_BARE, "land", W_NONE);
    text_adds(e->out, word == W_LANDWALK ? "walk" : "cycling");
  } else {
    english_word(word, e->out);
  }
  if (quality && !joint) {
    text_adds(e->out, from ? " from " : word == W_AFFINITY ? " for " : " ");
    IrOp op = node_op(db, quality);
    if (op == IR_ALWAYS || english_kind(op, "adj:"))
      op == IR_ALWAYS ? text_adds(e->out, "everything") : english_template(e, quality);
    else
      english_noun(e, quality, many ? DET_PLURAL : DET_BARE, "permanent", W_NONE);
  }
  if (n) text_addc(e->out, ' ');
  if (n) english_number(e, n);
  if (!cost) return;
  IrOp op = node_op(db, cost);
  text_adds(e->out, op == IR_COST_MANA || op == IR_COST_GENERIC ? " " : "—");
  english_cost(e, cost);
}

static void write_ability(English *e, Node node) {
  u32 from = e->out->length;
  IrOp op = node_op(e->db, node);
  if (op == IR_KEYWORD) {
    write_keyword(e, node);
    return;
  }
  if (op == IR_TRIGGERED || op == IR_REPLACEMENT) e->event = english_arg(e, node, "event");
  english_template(e, node);
  english_sentences(e->out, from);
}

void english_created(English *e, Node action, u32 ability) {
  English inner = {.db = e->db, .out = e->out};
  inner.once = node_op(e->db, action) == IR_DELAYED && node_arg(e->db, action, ARG_DELAYED_DURATION) == W_NEXT_TIME;
  memcpy(inner.spoken, e->spoken, sizeof inner.spoken);
  write_ability(&inner, carddb_ability(e->db, ability)->node);
}

void english_granted(English *e, u32 ability) {
  const char *mark = carddb_ability(e->db, ability)->op != IR_KEYWORD ? "\"" : "";
  text_adds(e->out, mark);
  english_created(e, 0, ability);
  text_adds(e->out, mark);
}

void ability_english(const CardDb *db, u32 ability, StrId self_name, Text *out) {
  Str self = self_name ? intern_text(&db->names, self_name) : STR("this permanent");
  Text said;
  text_init(&said, db->allocator);
  English e = {.db = db, .out = &said};
  write_ability(&e, carddb_ability(db, ability)->node);
  char *first = said.failed || !said.length ? NULL : said.data;
  if (first && *first >= 'a' && *first <= 'z') *first = (char)(*first - 'a' + 'A');
  for (u32 i = 0; i < said.length; i++) said.data[i] == '~' ? text_add(out, self) : text_addc(out, said.data[i]);
  out->failed |= said.failed;
  text_free(&said);
}

static bool declare(void *context, const CardDb *db, Node node) {
  (void)db;
  english_declare(context, node);
  return true;
}

void node_english(const CardDb *db, u32 ability, Node node, Text *out) {
  node_english_named(db, ability, node, NULL, out);
}

void node_english_named(const CardDb *db, u32 ability, Node node, const VariableNames *names, Text *out) {
  English e = {.db = db, .out = out, .names = names, .within = true, .resolving = true};
  ir_walk(db, carddb_ability(db, ability)->node, declare, &e);
  switch (ir_op_info(node_op(db, node))->sort) {
    case SORT_COST: english_cost(&e, node); break;
    case SORT_MODE: english_template(&e, node); break;
    case SORT_COND: english_clause(&e, node); break;
    case SORT_TGT: english_variable(&e, node_arg(db, node, ARG_TARGET_SLOT)); break;
    default: english_action(&e, node); break;
  }
}

/* --- cards --------------------------------------------------------------------------------- */

/* Whether a face has an ability for its subtype, of which its text says nothing (310.11a, 715.3d, 720.3d). */
static bool is_intrinsic(const CardDb *db, const Chars *chars, const AbilityDef *def) {
  bool siege = chars_subtype(chars, W_SIEGE), adventure = chars_subtype(chars, W_ADVENTURE);
  if (def->op == IR_KEYWORD)
    return (siege && def->keyword == W_LABEL_SIEGE) || (adventure && def->keyword == W_LABEL_ADVENTURE);
  return def->op == IR_REPLACEMENT && chars_subtype(chars, W_OMEN) &&
         node_arg(db, def->node, ARG_REPLACEMENT_ZONE) == W_STACK;
}

/* A face whose abilities are written, one after another. */
typedef struct Paragraphs {
  const CardDb *db;
  const Chars *chars;
  const CardSpeaker *speaker;
  Text *out;
  SaysSpan *spans;  /* or NULL */
  u32 index, count; /* of the next ability among all of the database, and how many were written */
  u32 before, from; /* the ability that the last paragraph says, and where that begins */
  bool alone;       /* it says no other */
} Paragraphs;

/* The next abilities that are written, at most `most`: answers how many. `*behind` is the index behind each. */
static u32 next_abilities(const Paragraphs *p, u32 most, u32 *abilities, u32 *behind) {
  u32 count = 0, end = p->chars->abilities + p->chars->ability_count;
  for (u32 i = p->index; i < end && count < most; i++) {
    const AbilityDef *def = carddb_ability(p->db, i);
    if (is_intrinsic(p->db, p->chars, def)) break;
    abilities[count] = i;
    i += def->expansion_count;
    behind[count++] = i + 1;
  }
  return count;
}

/* Says the next abilities as one paragraph, of which the first may be the one before: answers how many of the next. */
static u32 say_together(Paragraphs *p) {
  u32 abilities[SAID_TOGETHER_MAX + 1], behind[SAID_TOGETHER_MAX + 1], from = p->out->length;
  u32 count = next_abilities(p, SAID_TOGETHER_MAX, &abilities[1], &behind[1]);
  abilities[0] = p->before;
  for (u32 first = 1;; first--) {
    for (u32 last = first ? 2 : 1; last <= count; last++)
      if (p->speaker->say(p->speaker->user, p->db, p->chars, &abilities[first], last - first + 1, p->out)) {
        u32 length = p->out->length - from;
        if (!first && length > 0) memmove(&p->out->data[p->from], &p->out->data[from], length);
        if (!first) p->out->length = p->from + length;
        return last;
      }
    if (first == 0 || !p->alone) return 0;
  }
}

/* Gives the abilities from the `first`-th on the words that were written for them. */
static void give_span(Paragraphs *p, u32 first, u32 from) {
  for (u32 i = first; i < p->count && p->spans; i++) p->spans[i] = (SaysSpan){from, p->out->length - from};
}

/* Writes the next ability, and those that are said with it. */
static void write_paragraph(Paragraphs *p, u32 start, bool *after_keyword) {
  const AbilityDef *def = carddb_ability(p->db, p->index);
  u32 ability = p->index, said = 1, first = p->count;
  bool keyword = def->op == IR_KEYWORD && !node_arg(p->db, def->node, ARG_KEYWORD_COST);
  u32 end = p->out->length;
  if (end > start) text_adds(p->out, keyword && *after_keyword ? ", " : "\n");
  u32 from = p->out->length;
  const CardSpeaker *s = p->speaker;
  bool alone = !s || s->say(s->user, p->db, p->chars, &ability, 1, p->out);
  if (!s) ability_words(p->db, ability, p->chars->name, p->out);
  if (!alone) {
    said = say_together(p);
    alone = said == 0;
    if (p->out->length < from) from = p->from, first--;
    if (said == 0) ability_marked(p->db, ability, p->chars->name, p->out);
    said = said ? said : 1;
  }
  char *letter = p->out->failed || from >= p->out->length ? NULL : &p->out->data[from];
  bool lower = keyword && *after_keyword && letter && *letter >= 'A' && *letter <= 'Z';
  if (lower) *letter = (char)(*letter - 'A' + 'a');
  *after_keyword = keyword;
  for (; said > 0; said--) {
    p->index += carddb_ability(p->db, p->index)->expansion_count + 1;
    p->count++;
  }
  give_span(p, first, from);
  p->before = ability;
  p->from = from;
  p->alone = alone;
}

u32 face_english(const CardDb *db, u32 face, const CardSpeaker *speaker, Text *out, SaysSpan *spans) {
  const Chars *chars = &carddb_face(db, face)->chars;
  Paragraphs p = {db, chars, speaker, out, spans, chars->abilities, 0, 0, 0, false};
  bool after_keyword = false;
  u32 start = out->length, end = chars->abilities + chars->ability_count;
  while (p.index < end) {
    const AbilityDef *def = carddb_ability(db, p.index);
    if (!is_intrinsic(db, chars, def)) {
      write_paragraph(&p, start, &after_keyword);
      continue;
    }
    if (spans) spans[p.count] = (SaysSpan){0};
    p.index += def->expansion_count + 1;
    p.count++;
    p.alone = false;
  }
  if (out->length > start) text_addc(out, '\n');
  return p.count;
}

bool prototype_english(const CardDb *db, u32 card, Text *out) {
  const CardDef *def = carddb_card(db, card);
  if (def->layout != LAYOUT_PROTOTYPE) return false;
  const Chars *chars = &carddb_face(db, def->face + 1)->chars;
  text_adds(out, "Prototype ");
  mana_cost_print(&db->costs.data[chars->mana_cost], out);
  text_addf(out, " — %lld/%lld\n", (long long)chars->power, (long long)chars->toughness);
  return true;
}

void card_english(const CardDb *db, u32 card, Text *out) {
  const CardDef *def = carddb_card(db, card);
  bool prototype = prototype_english(db, card, out);
  for (u32 i = 0; i < (prototype ? 1 : def->faces); i++) {
    if (i > 0) text_adds(out, "//\n");
    face_english(db, def->face + i, NULL, out, NULL);
  }
}
