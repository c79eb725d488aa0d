#include "cards/english.h"
#include "cards/ir_args.h"
#include "cards/ir_walk.h"

/* --- events -------------------------------------------------------------------------------- */

/* Whether a pattern is about the ability's own object. */
static bool is_about_self(const English *e, Node pattern) {
  u32 filter = 0;
  if (node_op(e->db, pattern) == IR_E_SELF_ENTERS) return true;
  return english_arg(e, pattern, "object", &filter) && filter && ir_filter_is_self(e->db, filter);
}

/* Events that happen to one object once are told with "when" (603.1 knows both words). */
static bool is_once(const English *e, Node pattern) {
  switch (node_op(e->db, pattern)) {
    case IR_E_SELF_ENTERS:
    case IR_E_STATE: return true;
    case IR_E_ENTERS:
    case IR_E_MOVES:
    case IR_E_DIES:
    case IR_E_LEAVES:
    case IR_E_CAST:
    case IR_E_DISCARD:
    case IR_E_CYCLES:
    case IR_E_EXPLOITS:
    case IR_E_TURNED_FACE_UP: return is_about_self(e, pattern);
    default: return false;
  }
}

typedef struct Delaying {
  u32 ability;
  bool once;
} Delaying;

static bool note_delaying(void *context, const CardDb *db, Node node) {
  Delaying *d = context;
  bool delays = node_op(db, node) == IR_DELAYED && node_arg(db, node, ARG_DELAYED_ABILITY) == d->ability;
  d->once |= delays && node_arg(db, node, ARG_DELAYED_DURATION) == W_NEXT_TIME;
  return true;
}

/* Whether the ability that is said is one that another creates and that triggers only once (603.7b). */
static bool triggers_once(const English *e) {
  const CardDb *db = e->db;
  if (!e->ability || !e->ability->card) return false;
  Delaying d = {.ability = (u32)(e->ability - db->abilities.data)};
  u32 from = carddb_card(db, e->ability->card)->first_ability, end = carddb_end(db, e->ability->card).first_ability;
  for (u32 i = from; i < end; i++) ir_walk(db, carddb_ability(db, i)->node, note_delaying, &d);
  return d.once;
}

/* "at the beginning of your upkeep" */
static void write_step_event(English *e, Node pattern, bool would) {
  const CardDb *db = e->db;
  Node player = node_arg(db, pattern, ARG_E_STEP_PLAYER);
  Word step = (Word)node_arg(db, pattern, ARG_E_STEP_STEP);
  if (would) {
    e->plural = false;
    english_noun(e, player, DET_A, "player", W_NONE);
    text_adds(e->out, e->plural ? " would begin your " : " would begin their ");
    english_word(step, e->out);
    return;
  }
  bool anyone = node_op(db, player) == IR_IS_PLAYER || node_op(db, player) == IR_ALWAYS;
  bool you = node_op(db, player) == IR_IS && english_is_you(e, node_arg(db, player, 0));
  text_adds(e->out, step == W_STEP_END_COMBAT ? "at " : "at the beginning of ");
  if (you && step == W_PHASE_COMBAT) {
    text_adds(e->out, "combat on your turn");
    return;
  }
  bool once = triggers_once(e);
  if (you) {
    text_adds(e->out, once ? "your next " : "your ");
  } else if (anyone) {
    bool every = step != W_STEP_END_COMBAT && step != W_PHASE_COMBAT;
    text_adds(e->out, !every ? "" : once ? "the next " : "each ");
  } else {
    english_possessive(e, player);
    text_addc(e->out, ' ');
  }
  english_word(step, e->out);
}

/* Roman numerals of chapters (714.2), which are small. */
static void write_chapters(English *e, Node pattern) {
  static const char *const ROMAN[] = {"0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"};
  for (u32 i = 0; i < node_argc(e->db, pattern); i++) {
    i32 n = node_int(e->db, pattern, i);
    if (i > 0) text_adds(e->out, ", ");
    if (n > 0 && n < (i32)COUNT_OF(ROMAN)) {
      text_adds(e->out, ROMAN[n]);
    } else {
      text_addf(e->out, "%d", n);
    }
  }
}

/* The length of the words that two texts begin with. */
static u32 shared_words(Str a, Str b) {
  u32 words = 0;
  for (u32 i = 0; i < a.length && i < b.length && a.data[i] == b.data[i]; i++)
    if (a.data[i] == ' ') words = i + 1;
  return words;
}

/* Writes the alternatives of an event; one about the same object as the first leaves it out. */
static void write_either_event(English *e, Node pattern, bool would) {
  static const char *const SUBJECTS[] = {"~ ", "you ", "a player ", "an opponent "};
  Text begin;
  text_init(&begin, e->db->allocator);
  for (u32 i = 0; i < node_argc(e->db, pattern); i++) {
    Node one = node_arg(e->db, pattern, i);
    Text text;
    Text *outer = e->out;
    if (node_op(e->db, one) == IR_E_STEP) {
      text_adds(outer, i > 0 ? " and " : "");
      english_event(e, one, would);
      continue;
    }
    text_init(&text, e->db->allocator);
    e->out = &text;
    e->would = would;
    e->plural = false;
    english_template(e, one, english_template_of(node_op(e->db, one)));
    e->out = outer;
    Str said = text_str(&text);
    if (i == 0) text_add(&begin, said);
    u32 shared = i > 0 && node_op(e->db, one) != node_op(e->db, node_arg(e->db, pattern, 0))
                     ? shared_words(text_str(&begin), said)
                     : 0;
    if (shared > 0) said = (Str){said.data + shared, said.length - shared};
    for (u32 k = 0; !shared && i > 0 && k < COUNT_OF(SUBJECTS); k++) {
      u32 length = (u32)strlen(SUBJECTS[k]);
      if (said.length <= length || memcmp(said.data, SUBJECTS[k], length) != 0) continue;
      said = (Str){said.data + length, said.length - length};
      break;
    }
    if (i > 0) text_adds(outer, " or ");
    text_add(outer, said);
    outer->failed |= text.failed;
    text_free(&text);
  }
  text_free(&begin);
}

/* What happens, and that an effect causes it. */
static void write_caused(English *e, Node pattern, bool would) {
  Node player = node_arg(e->db, pattern, ARG_E_CAUSED_PLAYER);
  english_event(e, node_arg(e->db, pattern, ARG_E_CAUSED_PATTERN), would);
  text_adds(e->out, player ? " because of a spell or ability that " : " because of an effect");
  if (!player) return;
  english_noun(e, player, DET_A, "player", 0);
  text_adds(e->out, " controls");
}

void english_event(English *e, Node pattern, bool would) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, pattern);
  if (would ? e->past && english_idiom(e, SORT_EVT, pattern, "past:") : english_idiom(e, SORT_EVT, pattern, "when:"))
    return;
  if (op == IR_E_STEP) {
    write_step_event(e, pattern, would);
    return;
  }
  if (op == IR_E_CHAPTER) {
    write_chapters(e, pattern);
    return;
  }
  if (op == IR_E_CAUSED) {
    write_caused(e, pattern, would);
    return;
  }
  if (!would) text_adds(e->out, is_once(e, pattern) ? "when " : "whenever ");
  e->plural = false;
  e->some = op == IR_E_TOGETHER && !node_arg(db, pattern, ARG_E_TOGETHER_BY_SOURCE);
  if (op == IR_E_TOGETHER) {
    pattern = node_arg(db, pattern, ARG_E_TOGETHER_PATTERN);
    op = node_op(db, pattern);
  }
  if (op == IR_E_OR) {
    write_either_event(e, pattern, would && !e->past);
  } else {
    e->would = would && !e->past;
    english_template(e, pattern, english_template_of(op));
  }
  e->would = false;
  e->some = false;
}

/* --- keywords ------------------------------------------------------------------------------ */

/* Each part of an activation cost begins with a capital. */
static void write_activation_cost(English *e, Node cost) {
  if (node_op(e->db, cost) != IR_COSTS) {
    u32 from = e->out->length;
    english_cost(e, cost);
    english_capital(e->out, from);
    return;
  }
  for (u32 i = 0; i < node_argc(e->db, cost); i++) {
    Node part = node_arg(e->db, cost, i);
    if (node_op(e->db, part) == IR_COST_X_IS) continue;
    if (i > 0) text_adds(e->out, ", ");
    write_activation_cost(e, part);
  }
}

/* A cost behind a keyword: mana stands behind a space, anything else behind a dash. */
static void write_keyword_cost(English *e, Node cost) {
  bool bound = node_op(e->db, cost) == IR_COSTS && node_argc(e->db, cost) == 2 &&
               node_op(e->db, node_arg(e->db, cost, 1)) == IR_COST_X_IS;
  IrOp op = node_op(e->db, bound ? node_arg(e->db, cost, 0) : cost);
  bool mana = op == IR_COST_MANA || op == IR_COST_GENERIC;
  text_adds(e->out, mana ? " " : "—");
  write_activation_cost(e, cost);
  if (!mana || bound) text_addc(e->out, '.');
  english_x_bound(e, cost);
}

/* The quality of a landwalk or typecycling, as the first part of one word. */
static void write_prefix(English *e, Node quality, const char *rest) {
  u32 from = e->out->length;
  english_noun(e, quality, DET_BARE, "land", W_NONE);
  char *first = e->out->failed ? NULL : &e->out->data[from];
  bool upper = first && *first >= 'A' && *first <= 'Z';
  if (upper && strcmp(rest, "walk") == 0) *first = (char)(*first - 'A' + 'a');
  text_adds(e->out, rest);
}

/* What a quality that is no kind of object is called; null for the others. What "doesn't remove" its own
   Aura (702.16n) is a quality and an exception. */
static const char *quality_text(const CardDb *db, Node quality) {
  switch (node_op(db, quality)) {
    case IR_ALWAYS: return "everything";
    case IR_COLOR: return word_text((Word)node_arg(db, quality, 0)).data;
    case IR_NOTED_COLOR:
    case IR_COLOR_IN: return "the chosen color";
    case IR_NAME_IN:
    case IR_NOTED_NAME: return "the chosen card name";
    case IR_MONOCOLORED: return "monocolored";
    case IR_MULTICOLORED: return "multicolored";
    case IR_CONTROLLED_BY: return node_op(db, node_arg(db, quality, 0)) == IR_NOTED ? "the chosen player" : NULL;
    case IR_AND: return node_argc(db, quality) > 0 ? quality_text(db, node_arg(db, quality, 0)) : NULL;
    case IR_OR: {
      bool abilities = node_op(db, node_arg(db, quality, 0)) == IR_IS_ACTIVATED_ABILITY;
      return abilities ? "activated and triggered abilities" : NULL;
    }
    default: return NULL;
  }
}

/* How a keyword says its quality. */
static void write_quality(English *e, Word keyword, Node quality) {
  switch (keyword) {
    case W_LANDWALK: write_prefix(e, quality, "walk"); return;
    case W_CYCLING: write_prefix(e, quality, "cycling"); return;
    case W_PROTECTION:
    case W_HEXPROOF:
      text_add(e->out, word_text(keyword));
      text_adds(e->out, " from ");
      break;
    case W_AFFINITY: text_adds(e->out, "affinity for "); break;
    case W_SPLICE: text_adds(e->out, "splice onto "); break;
    default:
      text_add(e->out, word_text(keyword));
      text_addc(e->out, ' ');
      break;
  }
  bool many =
      keyword == W_PROTECTION || keyword == W_HEXPROOF || keyword == W_AFFINITY || keyword == W_BANDS_WITH_OTHER;
  const char *text = keyword == W_PROTECTION || keyword == W_HEXPROOF ? quality_text(e->db, quality) : NULL;
  if (text) {
    text_adds(e->out, text);
  } else if (keyword == W_PARTNER_WITH && node_op(e->db, quality) == IR_NAMED) {
    text_add(e->out, intern_text(&e->db->names, node_arg(e->db, quality, ARG_NAMED_NAME)));
  } else {
    const char *noun = keyword == W_EQUIP ? "creature" : "permanent";
    english_noun(e, quality, many ? DET_PLURAL : keyword == W_CHAMPION ? DET_A : DET_BARE, noun, W_NONE);
  }
}

/* The bar of a Class (716.2a). */
static void write_class_level(English *e, Node cost, Node n) {
  write_activation_cost(e, cost);
  text_adds(e->out, ": Level ");
  english_number(e, n);
}

/* The materials of craft (702.167a): without a number one or more of them. */
static void write_craft(English *e, Node node) {
  Node n = node_arg(e->db, node, ARG_KEYWORD_N), quality = node_arg(e->db, node, ARG_KEYWORD_QUALITY);
  i64 count = 0;
  if (n) english_literal(e, n, &count);
  text_adds(e->out, "craft with ");
  if (count != 1) {
    count ? english_numeral(count, e->out) : text_adds(e->out, "one or more");
    if (node_op(e->db, quality) == IR_ALWAYS) return;
    text_addc(e->out, ' ');
  }
  english_noun(e, quality, count == 1 ? DET_BARE : DET_PLURAL, "permanent", W_NONE);
}

void english_keyword(English *e, Node node) {
  const CardDb *db = e->db;
  Word keyword = (Word)node_arg(db, node, ARG_KEYWORD_WORD);
  Node cost = node_arg(db, node, ARG_KEYWORD_COST);
  Node n = node_arg(db, node, ARG_KEYWORD_N);
  if (keyword == W_LABEL_CLASS_LEVEL) {
    write_class_level(e, cost, n);
    return;
  }
  Node quality = node_arg(db, node, ARG_KEYWORD_QUALITY);
  if (keyword == W_CRAFT) {
    write_craft(e, node);
    n = 0;
  } else if (quality) {
    write_quality(e, keyword, quality);
  } else {
    english_word(keyword, e->out);
  }
  if (n) {
    text_addc(e->out, ' ');
    english_number(e, n);
  }
  if (cost && n) {
    text_adds(e->out, "—");
    english_cost(e, cost);
  } else if (cost) {
    write_keyword_cost(e, cost);
  }
}

/* --- abilities ----------------------------------------------------------------------------- */

static void declare_targets(English *e, Node node, u32 first) {
  for (u32 i = first; i < node_argc(e->db, node); i++) {
    Node target = node_arg(e->db, node, i);
    english_declare(e, node_arg(e->db, target, ARG_TARGET_SLOT), target);
  }
}

/* Targets that the effect does not speak of are chosen in a sentence of their own. */
static void write_silent_targets(English *e, Node node, u32 first, u32 place) {
  Text said;
  Text *outer = e->out;
  text_init(&said, e->db->allocator);
  e->out = &said;
  for (u32 i = first; i < node_argc(e->db, node); i++) {
    u32 slot = node_arg(e->db, node_arg(e->db, node, i), ARG_TARGET_SLOT);
    if (e->spoken[slot].mentioned) continue;
    text_adds(&said, "choose ");
    english_variable(e, slot, DET_A);
    text_adds(&said, ". ");
  }
  e->out = outer;
  if (said.length && !outer->failed) {
    Text rest;
    text_init(&rest, e->db->allocator);
    text_add(&rest, text_from(outer, place));
    outer->length = place;
    english_capital(&rest, 0);
    text_add(outer, text_str(&said));
    text_add(outer, text_str(&rest));
    outer->failed |= rest.failed;
    text_free(&rest);
  }
  outer->failed |= said.failed;
  text_free(&said);
}

/* Writes a whole program; one whose steps only set variables does nothing that could be said. */
static void write_program(English *e, Node action) {
  u32 place = e->out->length;
  english_action(e, action);
  if (e->out->length == place) text_adds(e->out, "nothing happens");
}

/* Writes an effect with its targets. */
static void write_effect(English *e, Node node, u32 effect, u32 targets) {
  u32 place = e->out->length;
  bool resolving = e->resolving;
  e->resolving = true;
  declare_targets(e, node, targets);
  write_program(e, node_arg(e->db, node, effect));
  write_silent_targets(e, node, targets, place);
  english_sentence_end(e);
  e->resolving = resolving;
}

/* Ends a sentence, unless it ends already, as the last of a list of modes may. */
static void write_stop(English *e) {
  Text *out = e->out;
  if (out->failed || out->length == 0) return;
  bool quoted = out->length > 1 && out->data[out->length - 1] == '"';
  if (out->data[out->length - (quoted ? 2 : 1)] != '.') text_addc(out, '.');
}

static void write_loyalty_cost(English *e, Node cost) {
  const CardDb *db = e->db;
  Node action = node_op(db, cost) == IR_COST_DO ? node_arg(db, cost, ARG_COST_DO_ACTION) : 0;
  IrOp op = action ? node_op(db, action) : IR_NONE;
  if (op != IR_PUT_COUNTERS && op != IR_REMOVE_COUNTERS) {
    english_cost(e, cost);
    return;
  }
  i64 n = 0;
  Node number = node_arg(db, action, ARG_PUT_COUNTERS_N);
  bool zero = english_literal(e, number, &n) && n == 0;
  if (!zero) text_adds(e->out, op == IR_PUT_COUNTERS ? "+" : "−");
  english_number(e, number);
}

static void write_limit(English *e, u32 limit, const char *verb) {
  if (limit == 1) {
    text_addf(e->out, " %s only once each turn.", verb);
  } else if (limit > 1 && strcmp(verb, "Activate") == 0) {
    text_addf(e->out, " Activate no more than %s each turn.", limit == 2 ? "twice" : "three times");
  } else if (limit > 1) {
    text_addf(e->out, " %s only ", verb);
    english_numeral(limit, e->out);
    text_adds(e->out, " times each turn.");
  }
}

/* By how much an ability reduces its own cost: for each of something, or so much if something is so. */
static void write_less(English *e, Node node) {
  Node less = node_arg(e->db, node, ARG_ACTIVATED_LESS);
  if (!less) return;
  i64 none = 0;
  bool sometimes = node_op(e->db, less) == IR_NUM_IF &&
                   english_literal(e, node_arg(e->db, less, ARG_NUM_IF_ELSE), &none) && none == 0;
  text_adds(e->out, " This ability costs ");
  english_mana_amount(e, sometimes ? node_arg(e->db, less, ARG_NUM_IF_THEN) : less);
  text_adds(e->out, " less to activate");
  if (sometimes) {
    text_adds(e->out, " if ");
    english_clause(e, node_arg(e->db, less, ARG_NUM_IF_CONDITION));
  }
  english_sentence_end(e);
  write_stop(e);
}

static void write_activated(English *e, Node node) {
  const CardDb *db = e->db;
  Node cost = node_arg(db, node, ARG_ACTIVATED_COST);
  bool loyalty = node_arg(db, node, ARG_ACTIVATED_LOYALTY);
  Node condition = node_arg(db, node, ARG_ACTIVATED_CONDITION);
  Node who = node_arg(db, node, ARG_ACTIVATED_WHO);
  Word label = (Word)node_arg(db, node, ARG_ACTIVATED_LABEL);
  if (label) {
    english_word(label, e->out);
    text_adds(e->out, " — ");
  }
  loyalty ? write_loyalty_cost(e, cost) : write_activation_cost(e, cost);
  text_adds(e->out, ": ");
  u32 from = e->out->length;
  write_effect(e, node, ARG_ACTIVATED_EFFECT, ARG_ACTIVATED_TARGETS);
  english_capital(e->out, from);
  write_stop(e);
  english_x_bound(e, cost);
  write_less(e, node);
  bool sorcery = node_arg(db, node, ARG_ACTIVATED_TIMING) == W_TIMING_SORCERY && !loyalty;
  bool ever = node_arg(db, node, ARG_ACTIVATED_EVER);
  bool once = node_arg(db, node, ARG_ACTIVATED_LIMIT) == 1 && (sorcery || condition);
  if (sorcery && !condition) {
    text_adds(e->out, " Activate only as a sorcery");
    text_adds(e->out, !once ? "." : ever ? " and only once." : " and only once each turn.");
  }
  if (condition) {
    text_adds(e->out, " Activate only ");
    if (!english_idiom(e, SORT_COND, condition, "when:")) {
      text_adds(e->out, "if ");
      english_clause(e, condition);
    }
    text_adds(e->out, sorcery ? " and only as a sorcery." : ever && once ? " and only once." : once ? " and only once each turn." : ".");
  }
  if (who) {
    text_addc(e->out, ' ');
    from = e->out->length;
    if (node_op(db, who) == IR_IS_PLAYER)
      text_adds(e->out, "any player");
    else
      english_noun(e, who, DET_A, "player", W_NONE);
    english_capital(e->out, from);
    text_adds(e->out, " may activate this ability.");
  }
  if (node_arg(db, node, ARG_ACTIVATED_TIMING) == W_TIMING_INSTANT) text_adds(e->out, " Activate only as an instant.");
  if (once && !(sorcery && condition)) return;
  if (ever) text_adds(e->out, " Activate only once.");
  if (!ever) write_limit(e, node_arg(db, node, ARG_ACTIVATED_LIMIT), "Activate");
}

static void write_triggered(English *e, Node node) {
  const CardDb *db = e->db;
  Node condition = node_arg(db, node, ARG_TRIGGERED_IF);
  Node event = node_arg(db, node, ARG_TRIGGERED_EVENT);
  e->event = event;
  while (node_op(db, e->event) == IR_E_TOGETHER || node_op(db, e->event) == IR_E_CAUSED)
    e->event = node_arg(db, e->event, ARG_E_TOGETHER_PATTERN);
  english_event(e, event, false);
  text_adds(e->out, node_op(db, event) == IR_E_CHAPTER ? " — " : ", ");
  e->self_said = is_about_self(e, event);
  if (condition) {
    text_adds(e->out, "if ");
    english_clause(e, condition);
    text_adds(e->out, ", ");
  }
  e->base = node_arg(db, node, ARG_TRIGGERED_OPTIONAL);
  if (e->base) text_adds(e->out, "you may ");
  u32 from = e->out->length;
  e->behind = !condition && node_op(db, event) != IR_E_CHAPTER;
  write_effect(e, node, ARG_TRIGGERED_EFFECT, ARG_TRIGGERED_TARGETS);
  e->behind = false;
  if (node_op(db, event) == IR_E_CHAPTER) english_capital(e->out, from);
  write_stop(e);
  write_limit(e, node_arg(db, node, ARG_TRIGGERED_LIMIT), "This ability triggers");
  if (node_arg(db, node, ARG_TRIGGERED_DO_ONCE)) text_adds(e->out, " Do this only once each turn.");
  if (node_arg(db, node, ARG_TRIGGERED_STILL_RESOLVES))
    text_adds(e->out, " This ability still resolves if its target becomes illegal.");
}

/* A characteristic-defining ability for power and toughness (208.2a). */
static bool write_defined_pt(English *e, Node node) {
  const CardDb *db = e->db;
  if (!node_arg(db, node, ARG_STATIC_CDA) || node_argc(db, node) != ARG_STATIC_EFFECTS + 1) return false;
  Node affect = node_arg(db, node, ARG_STATIC_EFFECTS);
  if (node_op(db, affect) != IR_AFFECT || node_argc(db, affect) != ARG_AFFECT_MODS + 1) return false;
  Node mod = node_arg(db, affect, ARG_AFFECT_MODS);
  if (node_op(db, mod) != IR_M_BASE_PT) return false;
  Text power, toughness;
  Text *outer = e->out;
  text_init(&power, db->allocator);
  text_init(&toughness, db->allocator);
  e->out = &power;
  english_number(e, node_arg(db, mod, 0));
  e->out = &toughness;
  english_number(e, node_arg(db, mod, 1));
  e->out = outer;
  if (str_equal(text_str(&power), text_str(&toughness))) {
    text_adds(outer, "~'s power and toughness are each equal to ");
  } else {
    text_adds(outer, "~'s power is equal to ");
    text_add(outer, text_str(&power));
    text_adds(outer, " and its toughness is equal to ");
  }
  text_add(outer, text_str(&toughness));
  outer->failed |= power.failed || toughness.failed;
  text_free(&power);
  text_free(&toughness);
  return true;
}

/* "you control enchanted creature", "other Goblins get +1/+1" */
static void write_affect(English *e, Node affect) {
  const CardDb *db = e->db;
  Node objects = node_arg(db, affect, ARG_AFFECT_OBJECTS);
  Node mod = node_argc(db, affect) > ARG_AFFECT_MODS ? node_arg(db, affect, ARG_AFFECT_MODS) : 0;
  if (mod && node_op(db, mod) == IR_M_CONTROLLER) {
    Node player = node_arg(db, mod, ARG_M_CONTROLLER_PLAYER);
    bool you = english_is_you(e, player);
    you ? text_adds(e->out, "you") : english_subject(e, player);
    if (you) e->plural = true;
    text_addc(e->out, ' ');
    english_verb(e, STR("control|controls"));
    text_addc(e->out, ' ');
    english_objects(e, objects, DET_ALL);
    return;
  }
  english_subject(e, objects);
  text_addc(e->out, ' ');
  english_mods(e, affect, ARG_AFFECT_MODS);
}

void english_rule(English *e, Node rule) {
  if (english_idiom(e, SORT_RULE, rule, "")) return;
  english_template(e, rule, english_template_of(node_op(e->db, rule)));
}

/* The place of " can't " in a sentence, 0 if it has none. */
static u32 prohibition(Str text) {
  static const Str CANT = {" can't ", 7};
  for (u32 i = 0; i + CANT.length <= text.length; i++) {
    if (memcmp(text.data + i, CANT.data, CANT.length) == 0) return i;
  }
  return 0;
}

/* Effects on the rules as one sentence; prohibitions of the same subject share it: "it can't
   attack or block". */
static void write_rules(English *e, Node rules) {
  Text *outer = e->out;
  u32 subject = 0, before = 0;
  for (u32 i = 0; i < node_argc(e->db, rules); i++) {
    Node rule = node_arg(e->db, rules, i);
    Text text;
    text_init(&text, e->db->allocator);
    e->out = &text;
    english_rule(e, rule);
    e->out = outer;
    Str said = text_str(&text);
    u32 cant = prohibition(said);
    bool passive = cant && said.length > cant + 10 && memcmp(said.data + cant, " can't be ", 10) == 0;
    bool same = cant && cant == subject && !passive && memcmp(outer->data + before, said.data, cant) == 0;
    if (same) {
      text_adds(outer, " or ");
      text_add(outer, (Str){said.data + cant + 7, said.length - cant - 7});
    } else {
      bool again = passive && cant == subject && memcmp(outer->data + before, said.data, cant) == 0;
      if (i > 0) text_adds(outer, again ? " and" : " and ");
      before = outer->length;
      subject = cant;
      text_add(outer, again ? (Str){said.data + cant, said.length - cant} : said);
    }
    outer->failed |= text.failed;
    text_free(&text);
  }
}

void english_static(English *e, Node effect) {
  if (english_idiom(e, SORT_STATIC, effect, "")) return;
  node_op(e->db, effect) == IR_AFFECT ? write_affect(e, effect) : write_rules(e, effect);
}

/* Whether a condition is that of a bar of a Class, which a keyword before it says (716.2a). */
static bool is_class_bar(const English *e, Node condition) {
  return condition && node_op(e->db, condition) == IR_COMPARE &&
         node_op(e->db, node_arg(e->db, condition, ARG_COMPARE_A)) == IR_LEVEL;
}

/* Writes what stands below a bar of a Class or leveler, each on a line of its own (711.2, 716.2); false if an ability
   does not belong to a bar, or does more than give abilities, power and toughness to its own object. */
static bool write_bar(English *e, Node node) {
  const CardDb *db = e->db;
  Node condition = node_arg(db, node, ARG_STATIC_IF);
  bool level = condition && node_op(db, condition) == IR_AT_LEVEL;
  if ((!level && !is_class_bar(e, condition)) || node_argc(db, node) != ARG_STATIC_EFFECTS + 1) return false;
  Node affect = node_arg(db, node, ARG_STATIC_EFFECTS);
  if (node_op(db, affect) != IR_AFFECT || node_op(db, node_arg(db, affect, ARG_AFFECT_OBJECTS)) != IR_SELF)
    return false;
  for (u32 i = ARG_AFFECT_MODS; i < node_argc(db, affect); i++) {
    IrOp op = node_op(db, node_arg(db, affect, i));
    if (op != IR_M_GAIN && !(level && op == IR_M_BASE_PT)) return false;
  }
  if (level) english_template(e, condition, "Level {from}{to?-{to}}{to!+}\n");
  for (u32 i = ARG_AFFECT_MODS; i < node_argc(db, affect); i++) {
    Node mod = node_arg(db, affect, i);
    if (i > ARG_AFFECT_MODS) text_addc(e->out, '\n');
    if (node_op(db, mod) == IR_M_GAIN)
      english_ability_bare(e, node_arg(db, mod, ARG_M_GAIN_ABILITY));
    else
      english_template(e, mod, "{power}/{toughness}");
  }
  return true;
}

/* What a static effect says its modifications of, as it is written. */
static void write_static_subject(English *e, Node effect, Text *subject) {
  if (node_op(e->db, effect) != IR_AFFECT) return;
  Text *outer = e->out;
  bool named = e->self_named;
  e->out = subject;
  english_subject(e, node_arg(e->db, effect, ARG_AFFECT_OBJECTS));
  text_addc(subject, ' ');
  e->out = outer;
  e->self_named = named;
}

static void write_static(English *e, Node node) {
  const CardDb *db = e->db;
  Node condition = node_arg(db, node, ARG_STATIC_IF);
  if (write_bar(e, node)) return;
  if (is_class_bar(e, condition)) condition = 0;
  if (condition) {
    text_adds(e->out, "as long as ");
    english_clause(e, condition);
    text_adds(e->out, ", ");
  }
  bool defined = write_defined_pt(e, node);
  Text subject;
  text_init(&subject, db->allocator);
  if (node_argc(db, node) > ARG_STATIC_EFFECTS + 1)
    write_static_subject(e, node_arg(db, node, ARG_STATIC_EFFECTS), &subject);
  for (u32 i = ARG_STATIC_EFFECTS; i < node_argc(db, node) && !defined; i++) {
    Text said, *outer = e->out;
    text_init(&said, db->allocator);
    e->out = &said;
    bool listed = e->listed;
    e->listed = false;
    e->more = i + 1 < node_argc(db, node) && node_op(db, node_arg(db, node, i + 1)) == IR_RULES;
    english_static(e, node_arg(db, node, i));
    e->more = false;
    e->out = outer;
    Str rest = text_str(&said);
    if (i > ARG_STATIC_EFFECTS) {
      Str own = text_str(&subject);
      if (str_begins(rest, own)) rest = (Str){rest.data + own.length, rest.length - own.length};
      text_adds(outer, listed ? ", and " : " and ");
    }
    text_add(outer, rest);
    outer->failed |= said.failed;
    text_free(&said);
  }
  e->out->failed |= subject.failed;
  text_free(&subject);
  english_sentence_end(e);
  write_stop(e);
}

/* Whether a change speaks of how something enters, rather than of what is done as it enters. */
static bool tells_entering(const CardDb *db, Node action) {
  IrOp op = node_op(db, action);
  if (op >= IR_ENTERS_TAPPED && op <= IR_ENTERS_TRANSFORMED) return true;
  u32 child = op == IR_IF ? ARG_IF_THEN : ARG_MAY_THEN;
  if (op == IR_MAY || op == IR_IF) return tells_entering(db, node_arg(db, action, child));
  if (op != IR_SEQ && op != IR_TOGETHER && op != IR_ONE_OF) return false;
  for (u32 i = 0; i < node_argc(db, action); i++) {
    Node step = node_arg(db, action, i);
    if (node_op(db, step) == IR_CHOOSE) continue;
    return tells_entering(db, step);
  }
  return false;
}

static void write_entering(English *e, Node node, Node event, Node change) {
  const CardDb *db = e->db;
  Node condition = node_arg(db, node, ARG_REPLACEMENT_IF);
  bool own = is_about_self(e, event);
  if (condition && own && tells_entering(db, change)) {
    bool unless = node_op(db, condition) == IR_NOT;
    write_program(e, change);
    text_adds(e->out, unless ? " unless " : " if ");
    english_clause(e, unless ? node_arg(db, condition, ARG_NOT_TERM) : condition);
    return;
  }
  if (condition) {
    text_adds(e->out, "if ");
    english_clause(e, condition);
    text_adds(e->out, ", ");
    e->self_said = own;
  }
  if (!own) e->entering = node_arg(db, event, ARG_E_ENTERS_OBJECT);
  if (!tells_entering(db, change)) {
    text_adds(e->out, "as ");
    e->plural = false;
    english_template(e, event, english_template_of(node_op(db, event)));
    text_adds(e->out, ", ");
    e->self_said = own;
  }
  write_program(e, change);
  e->entering = 0;
}

/* What it says of its own being turned face up (614.1e). */
static void write_turned_up(English *e, Node event, Node change) {
  english_template(e, event, "as ~ is turned face up, ");
  bool also = node_op(e->db, change) == IR_ALSO;
  e->turning = true;
  write_program(e, also ? node_arg(e->db, change, ARG_ALSO_EFFECT) : change);
  e->turning = false;
}

static void write_replacement(English *e, Node node) {
  const CardDb *db = e->db;
  Node event = node_arg(db, node, ARG_REPLACEMENT_EVENT);
  Node change = node_arg(db, node, ARG_REPLACEMENT_CHANGE);
  Node condition = node_arg(db, node, ARG_REPLACEMENT_IF);
  IrOp op = node_op(db, event);
  e->event = event;
  if (op == IR_E_SELF_ENTERS || (op == IR_E_ENTERS && tells_entering(db, change))) {
    write_entering(e, node, event, change);
  } else if (op == IR_E_TURNED_FACE_UP && !condition && is_about_self(e, event)) {
    write_turned_up(e, event, change);
  } else {
    text_adds(e->out, "if ");
    english_event(e, event, true);
    if (condition) {
      text_adds(e->out, " and ");
      english_clause(e, condition);
    }
    text_adds(e->out, ", ");
    e->base = node_arg(db, node, ARG_REPLACEMENT_OPTIONAL);
    if (e->base) text_adds(e->out, "you may ");
    english_change(e, event, change);
  }
  english_sentence_end(e);
  write_stop(e);
}

/* Writes an ability that is no keyword as sentences. */
static void write_ability(English *e, Node node) {
  const CardDb *db = e->db;
  u32 from = e->out->length;
  if (english_idiom(e, SORT_ABIL, node, "")) {
    english_sentence_end(e);
    write_stop(e);
    english_capital(e->out, from);
    return;
  }
  switch (node_op(db, node)) {
    case IR_SPELL:
      write_effect(e, node, ARG_SPELL_EFFECT, ARG_SPELL_TARGETS);
      write_stop(e);
      break;
    case IR_ACTIVATED: write_activated(e, node); break;
    case IR_TRIGGERED: write_triggered(e, node); break;
    case IR_STATIC: write_static(e, node); break;
    case IR_REPLACEMENT: write_replacement(e, node); break;
    case IR_KEYWORD: english_keyword(e, node); break;
    default: english_template(e, node, english_template_of(node_op(db, node))); break;
  }
  english_capital(e->out, from);
}

/* An English with the same place but no memory of what was spoken of. */
static English inner(const English *e, Text *out, u32 ability) {
  English new = {.db = e->db, .out = out, .ability = &e->db->abilities.data[ability], .chars = e->chars};
  text_init(&new.tail, e->db->allocator);
  return new;
}

static void write_whole(English *e) {
  write_ability(e, e->ability->node);
  e->out->failed |= e->tail.failed;
  text_free(&e->tail);
}

void english_ability_bare(English *e, u32 ability) {
  English new = inner(e, e->out, ability);
  new.granted = e->granted;
  write_whole(&new);
}

void english_granted(English *e, u32 ability) {
  const AbilityDef *def = &e->db->abilities.data[ability];
  English new = inner(e, e->out, ability);
  if (def->op == IR_KEYWORD) {
    new.granted = true;
    english_keyword(&new, def->node);
    e->out->failed |= new.tail.failed;
    text_free(&new.tail);
    return;
  }
  Text text;
  text_init(&text, e->db->allocator);
  new.out = &text;
  new.granted = true;
  write_whole(&new);
  text_addc(e->out, '"');
  for (u32 i = 0; i < text.length; i++)
    text.data[i] == '~' ? text_adds(e->out, "this permanent") : text_addc(e->out, text.data[i]);
  text_addc(e->out, '"');
  e->out->failed |= text.failed;
  text_free(&text);
}

/* --- cards --------------------------------------------------------------------------------- */

/* Whether a sentence begins behind what `out` holds. */
static bool at_sentence(const Text *out) {
  u32 i = out->length;
  while (i > 0 && strchr(" \"", out->data[i - 1])) i--;
  return i == 0 || strchr(".:\n", out->data[i - 1]) || (i > 2 && memcmp(out->data + i - 3, "•", 3) == 0);
}

/* Whether " is " stands at `i` behind "it". */
static bool contracts(Str text, u32 i) {
  if (i < 2 || text.length - i < 4 || memcmp(text.data + i, " is ", 4) != 0) return false;
  if (text.data[i - 1] != 't' || (text.data[i - 2] != 'i' && text.data[i - 2] != 'I')) return false;
  return i == 2 || strchr(" \"\n", text.data[i - 3]);
}

/* Stands for the name of the card that gives an ability, where ~ is what has it. */
#define GRANTER_MARK '\1'

/* Copies `text` with ~ as `self` says it and "it is" as "it's". */
static void write_named(Str text, Str self, Str name, Text *out) {
  for (u32 i = 0; i < text.length; i++) {
    if (contracts(text, i)) {
      text_adds(out, "'s");
      i += 2;
      continue;
    }
    if (text.data[i] == GRANTER_MARK) {
      text_add(out, name);
      continue;
    }
    if (text.data[i] != '~') {
      text_addc(out, text.data[i]);
      continue;
    }
    bool first = at_sentence(out);
    u32 from = out->length;
    text_add(out, self);
    if (first) english_capital(out, from);
  }
}

/* Writes an ability; variables in `spoken` are known from abilities before it that share its
   environment, and those it sets are added. */
static void write_one(const CardDb *db, const Chars *chars, u32 ability, Str self, Spoken *spoken, Text *out) {
  Text text;
  text_init(&text, db->allocator);
  English base = {.db = db, .chars = chars};
  English e = inner(&base, &text, ability);
  if (spoken) memcpy(e.spoken, spoken, sizeof e.spoken);
  write_whole(&e);
  if (spoken) memcpy(spoken, e.spoken, sizeof e.spoken);
  write_named(text_str(&text), self, chars ? intern_text(&db->names, chars->name) : self, out);
  out->failed |= text.failed;
  text_free(&text);
}

/* What a face calls itself: legendary permanents and spells by name, others by what they are. */
static Str self_of(const CardDb *db, const Chars *chars) {
  static const struct {
    Word subtype;
    const char *said;
  } SUBTYPES[] = {
      {W_AURA, "this Aura"}, {W_EQUIPMENT, "this Equipment"},         {W_VEHICLE, "this Vehicle"},
      {W_SAGA, "this Saga"}, {W_FORTIFICATION, "this Fortification"},
  };
  static const struct {
    u16 type;
    const char *said;
  } TYPES[] = {
      {TYPE(CREATURE), "this creature"},       {TYPE(LAND), "this land"},     {TYPE(ARTIFACT), "this artifact"},
      {TYPE(ENCHANTMENT), "this enchantment"}, {TYPE(BATTLE), "this battle"},
  };
  Str name = intern_text(&db->names, chars->name);
  if (chars->supertypes & SUPERTYPE(LEGENDARY)) {
    const char *comma = memchr(name.data, ',', name.length);
    return comma ? (Str){name.data, (u32)(comma - name.data)} : name;
  }
  for (u32 i = 0; i < COUNT_OF(SUBTYPES); i++) {
    if (chars_subtype(chars, SUBTYPES[i].subtype)) return str_of(SUBTYPES[i].said);
  }
  for (u32 i = 0; i < COUNT_OF(TYPES); i++) {
    if (chars->types & TYPES[i].type) return str_of(TYPES[i].said);
  }
  return name;
}

static bool is_plain_keyword(const CardDb *db, const AbilityDef *def) {
  return def->op == IR_KEYWORD && !node_arg(db, def->node, ARG_KEYWORD_COST);
}

/* Whether a face has an ability for its subtype, of which its text says nothing (310.11a, 715.3d, 720.3d). */
static bool is_intrinsic(const CardDb *db, const Chars *chars, const AbilityDef *def) {
  bool siege = chars_subtype(chars, W_SIEGE), adventure = chars_subtype(chars, W_ADVENTURE);
  if (def->op == IR_KEYWORD)
    return (siege && def->keyword == W_LABEL_SIEGE) || (adventure && def->keyword == W_LABEL_ADVENTURE);
  return def->op == IR_REPLACEMENT && chars_subtype(chars, W_OMEN) &&
         node_arg(db, def->node, ARG_REPLACEMENT_ZONE) == W_STACK;
}

/* The abilities of a face, one a line; keywords without costs that follow one another share one. */
static u32 write_face(const CardDb *db, const Chars *chars, const CardSpeaker *speaker, Text *out, SaysSpan *spans) {
  Str self = self_of(db, chars);
  bool after_keyword = false;
  u32 start = out->length, count = 0;
  Spoken spoken[READ_SLOTS_MAX] = {{0}};
  for (u32 i = 0; i < chars->ability_count; i++, count++) {
    u32 ability = chars->abilities + i;
    const AbilityDef *def = &db->abilities.data[ability];
    bool keyword = is_plain_keyword(db, def);
    if (spans) spans[count] = (SaysSpan){0};
    if (is_intrinsic(db, chars, def)) {
      i += def->expansion_count;
      continue;
    }
    if (out->length > start) text_adds(out, keyword && after_keyword ? ", " : "\n");
    u32 from = out->length;
    bool shares = def->op == IR_SPELL || def->op == IR_ADDITIONAL_COST || def->op == IR_OPTIONAL_COST ||
                  def->op == IR_ALTERNATIVE_COST;
    if (!speaker || !speaker->say(speaker->user, db, chars, ability, out))
      write_one(db, chars, ability, self, shares ? spoken : NULL, out);
    char *first = out->failed || from >= out->length ? NULL : &out->data[from];
    bool lower = keyword && after_keyword && first && *first >= 'A' && *first <= 'Z';
    if (lower) *first = (char)(*first - 'A' + 'a');
    after_keyword = keyword;
    if (spans) spans[count] = (SaysSpan){from, out->length - from};
    i += def->expansion_count;
  }
  if (out->length > start) text_addc(out, '\n');
  return count;
}

u32 face_english(const CardDb *db, u32 face, const CardSpeaker *speaker, Text *out, SaysSpan *spans) {
  return write_face(db, &db->faces.data[face].chars, speaker, out, spans);
}

/* The characteristics in a prototype's frame (718.2); it has no abilities of its own (718.3b). */
static void write_prototype(const CardDb *db, const Chars *chars, Text *out) {
  text_adds(out, "Prototype ");
  mana_cost_print(&db->costs.data[chars->mana_cost], out);
  text_addf(out, " — %lld/%lld\n", (long long)chars->power, (long long)chars->toughness);
}

void card_english(const CardDb *db, u32 card, Text *out) {
  const CardDef *def = &db->cards.data[card];
  bool prototype = def->layout == LAYOUT_PROTOTYPE;
  u32 faces = prototype ? 1 : def->faces;
  if (prototype) write_prototype(db, &db->faces.data[def->face + 1].chars, out);
  for (u32 i = 0; i < faces; i++) {
    if (i > 0) text_adds(out, "//\n");
    write_face(db, &db->faces.data[def->face + i].chars, NULL, out, NULL);
  }
}

void ability_english(const CardDb *db, u32 ability, StrId self_name, Text *out) {
  Str self = self_name ? intern_text(&db->names, self_name) : STR("this permanent");
  write_one(db, NULL, ability, self, NULL, out);
}

void node_english(const CardDb *db, u32 ability, Node node, Text *out) {
  English e = {.db = db, .out = out, .ability = carddb_ability(db, ability)};
  text_init(&e.tail, db->allocator);
  switch (ir_op_info(node_op(db, node))->sort) {
    case SORT_COST: english_cost(&e, node); break;
    case SORT_MODE: english_action(&e, node_arg(db, node, ARG_MODE_EFFECT)); break;
    case SORT_COND: english_clause(&e, node); break;
    case SORT_TGT:
      english_declare(&e, node_arg(db, node, ARG_TARGET_SLOT), node);
      english_variable(&e, node_arg(db, node, ARG_TARGET_SLOT), DET_A);
      break;
    default: english_action(&e, node); break;
  }
  text_add(out, text_str(&e.tail));
  text_free(&e.tail);
}
