#include "cards/english.h"
#include "cards/ir_args.h"
#include "cards/ir_walk.h"

/* --- what a filter is about ---------------------------------------------------------------- */

static bool is_players(const English *e, Node objects) {
  switch (node_op(e->db, objects)) {
  case IR_PLAYERS:
  case IR_OPPONENTS:
  case IR_ALL_PLAYERS:
  case IR_CONTROLLER:
  case IR_OWNER:
  case IR_ACTIVE_PLAYER:
  case IR_STARTING_PLAYER: return true;
  default: return false;
  }
}

/* The word by which "that ..." speaks of what a filter matched. */
static const char *that_noun(const English *e, Node filter) {
  const CardDb *db = e->db;
  switch (node_op(db, filter)) {
  case IR_TYPE: return word_text((Word)node_arg(db, filter, 0)).data;
  case IR_IS_SPELL: return "spell";
  case IR_IS_CARD: return "card";
  case IR_IS_PLAYER:
  case IR_IS_OPPONENT: return "player";
  case IR_AND:
    for (u32 i = 0; i < node_argc(db, filter); i++) {
      const char *noun = that_noun(e, node_arg(db, filter, i));
      if (noun) return noun;
    }
    return NULL;
  default: return NULL;
  }
}

/* --- variables ----------------------------------------------------------------------------- */

void english_declare(English *e, u32 slot, Node op) {
  e->spoken[slot] = (Spoken){.by = op};
  e->targets += node_op(e->db, op) == IR_TARGET;
}

/* The bounds and origin of a set that was chosen. */
typedef struct Set {
  Node min, max, filter, objects, condition, when_chosen;
  bool target;
  Word zone;
} Set;

/* What was chosen by `op`; false if it chooses no objects. */
static bool set_of(const English *e, Node op, Set *set) {
  const CardDb *db = e->db;
  *set = (Set){0};
  switch (node_op(db, op)) {
  case IR_TARGET:
    set->target = true;
    set->filter = node_arg(db, op, ARG_TARGET_FILTER);
    set->min = node_arg(db, op, ARG_TARGET_MIN);
    set->max = node_arg(db, op, ARG_TARGET_MAX);
    set->condition = node_arg(db, op, ARG_TARGET_SET);
    set->when_chosen = node_arg(db, op, ARG_TARGET_WHEN_CHOSEN);
    return true;
  case IR_CHOOSE:
  case IR_COST_CHOOSE:
    set->min = node_arg(db, op, ARG_CHOOSE_MIN);
    set->max = node_arg(db, op, ARG_CHOOSE_MAX);
    set->objects = node_arg(db, op, ARG_CHOOSE_FROM);
    set->condition =
        node_arg(db, op, node_op(db, op) == IR_CHOOSE ? ARG_CHOOSE_SET : ARG_COST_CHOOSE_SET);
    break;
  case IR_SEARCH:
    set->min = node_arg(db, op, ARG_SEARCH_MIN);
    set->max = node_arg(db, op, ARG_SEARCH_MAX);
    set->filter = node_arg(db, op, ARG_SEARCH_FILTER);
    return true;
  default: return false;
  }
  if (node_op(db, set->objects) == IR_ALL) {
    set->filter = node_arg(db, set->objects, ARG_ALL_FILTER);
    set->zone = (Word)node_arg(db, set->objects, ARG_ALL_ZONE);
  }
  return true;
}

_Static_assert((int)ARG_CHOOSE_MIN == (int)ARG_COST_CHOOSE_MIN &&
                   (int)ARG_CHOOSE_MAX == (int)ARG_COST_CHOOSE_MAX &&
                   (int)ARG_CHOOSE_FROM == (int)ARG_COST_CHOOSE_FROM,
               "choosing in effects and in costs is read alike");

/* Whether a set may have more than one member. */
static bool is_plural(const English *e, const Set *set) {
  i64 most = 1;
  return set->max && (!english_literal(e, set->max, &most) || most > 1);
}

static void write_first_mention(English *e, const Set *set) {
  const char *usual = set->zone && set->zone != W_BATTLEFIELD ? "card" : "permanent";
  e->plural = is_plural(e, set);
  if (set->filter) {
    bool plural = e->plural;
    english_noun_count(e, set->filter, set->min, set->max, set->target, usual, set->zone);
    if (set->condition) {
      text_addc(e->out, ' ');
      english_template(e, set->condition, english_template_of(node_op(e->db, set->condition)));
    }
    if (set->when_chosen) {
      text_adds(e->out, " if, as it is chosen, ");
      english_clause(e, set->when_chosen);
    }
    e->plural = plural;
    return;
  }
  i64 one = 0;
  if (!english_literal(e, set->max, &one) || one != 1) {
    english_number(e, set->max);
  } else {
    text_adds(e->out, "one");
  }
  text_adds(e->out, " of ");
  english_objects(e, set->objects, DET_ALL);
}

/* The word for what was done to something as a cost: "the sacrificed creature". */
static const char *participle(IrOp op) {
  switch (op) {
  case IR_SACRIFICE: return "the sacrificed ";
  case IR_DISCARD: return "the discarded ";
  case IR_EXILE: return "the exiled ";
  case IR_TAP: return "the tapped ";
  default: return "the chosen ";
  }
}

static void write_pronoun(English *e, Node by, const Set *set, Determiner det) {
  const CardDb *db = e->db;
  const char *noun = set->filter ? that_noun(e, set->filter) : NULL;
  IrOp op = node_op(db, by);
  e->plural = is_plural(e, set);
  if (op == IR_COST_CHOOSE) {
    text_adds(e->out, participle(node_op(db, node_arg(db, by, ARG_COST_CHOOSE_ACTION))));
    text_adds(e->out, noun ? noun : set->zone == W_HAND ? "card" : "permanent");
    e->plural = false;
  } else if (noun && strcmp(noun, "player") == 0) {
    text_adds(e->out, "that player");
  } else if (e->plural) {
    text_adds(e->out, det == DET_PLURAL ? "they" : "them");
  } else if (set->target && e->targets > 1 && noun) {
    text_addf(e->out, "that %s", noun);
  } else {
    text_adds(e->out, "it");
  }
}

/* A variable that stands for each of several in turn, or for what something else was. */
static void write_running(English *e, Spoken *spoken) {
  const CardDb *db = e->db;
  Node by = spoken->by;
  IrOp op = by ? node_op(db, by) : IR_NONE;
  bool first = !spoken->mentioned;
  spoken->mentioned = true;
  e->plural = false;
  if (op == IR_EACH_PLAYER) {
    Node players = node_arg(db, by, ARG_EACH_PLAYER_PLAYERS);
    first ? english_objects(e, players, DET_EACH) : text_adds(e->out, "that player");
  } else if (op == IR_FOR_EACH) {
    bool player = is_players(e, node_arg(db, by, ARG_FOR_EACH_OBJECTS));
    text_adds(e->out, player ? "that player" : "it");
  } else if (op == IR_LET && first) {
    english_objects(e, node_arg(db, by, ARG_LET_OBJECTS), DET_ALL);
  } else {
    text_adds(e->out, "it");
  }
}

static void write_event_object(English *e) {
  const CardDb *db = e->db;
  IrOp event = e->event ? node_op(db, e->event) : IR_NONE;
  u32 filter = 0;
  bool known = e->event &&
               english_arg(e, e->event, event == IR_E_DAMAGE ? "to" : "object", &filter) && filter;
  const char *noun = known ? that_noun(e, filter) : NULL;
  if (!noun && event == IR_E_DAMAGE) noun = "permanent or player";
  if (!noun && event == IR_E_CAST) noun = "spell";
  if (!noun || ir_filter_is_self(db, filter)) {
    text_adds(e->out, "it");
  } else {
    text_addf(e->out, "that %s", noun);
  }
}

static void write_predefined(English *e, u32 slot) {
  e->plural = false;
  switch (slot) {
  case SLOT_X: text_adds(e->out, "X"); return;
  case SLOT_EVENT_OBJECT: write_event_object(e); return;
  case SLOT_EVENT_PLAYER: text_adds(e->out, "that player"); return;
  case SLOT_EVENT_AMOUNT:
  case SLOT_THIS_WAY: text_adds(e->out, "that much"); return;
  case SLOT_EVENT_SOURCE: text_adds(e->out, "that source"); return;
  case SLOT_EVENT_OTHER: text_adds(e->out, "that creature"); return;
  default: text_adds(e->out, "it"); return;
  }
}

void english_variable(English *e, u32 slot, Determiner det) {
  if (slot < SLOT_FIRST_OWN) {
    write_predefined(e, slot);
    return;
  }
  Spoken *spoken = &e->spoken[slot];
  Set set;
  if (!spoken->by || !set_of(e, spoken->by, &set)) {
    write_running(e, spoken);
  } else if (!spoken->mentioned) {
    spoken->mentioned = true;
    write_first_mention(e, &set);
  } else {
    write_pronoun(e, spoken->by, &set, det);
  }
}

Node english_chooser(const English *e, Node objects, bool *chosen) {
  const CardDb *db = e->db;
  *chosen = false;
  if (node_op(db, objects) != IR_VAR) return 0;
  const Spoken *spoken = &e->spoken[node_arg(db, objects, 0)];
  if (!spoken->by || spoken->mentioned) return 0;
  IrOp op = node_op(db, spoken->by);
  *chosen = op == IR_CHOOSE || op == IR_COST_CHOOSE;
  return op == IR_CHOOSE ? node_arg(db, spoken->by, ARG_CHOOSE_BY) : 0;
}

/* --- objects and players ------------------------------------------------------------------- */

bool english_is_you(const English *e, Node objects) {
  return objects && node_op(e->db, objects) == IR_YOU;
}

/* What an Aura or Equipment is on: "enchanted creature". */
static void write_host(English *e) {
  const CardDb *db = e->db;
  const Chars *chars = e->chars;
  if (chars && chars_subtype(chars, W_EQUIPMENT)) {
    text_adds(e->out, "equipped creature");
    return;
  }
  if (chars && chars_subtype(chars, W_FORTIFICATION)) {
    text_adds(e->out, "fortified land");
    return;
  }
  const char *noun = "permanent";
  for (u32 i = 0; chars && i < chars->ability_count; i++) {
    const AbilityDef *def = &db->abilities.data[chars->abilities + i];
    if (def->keyword != W_ENCHANT) continue;
    const char *found = that_noun(e, node_arg(db, def->node, ARG_KEYWORD_QUALITY));
    if (found) noun = found;
  }
  text_addf(e->out, "enchanted %s", noun);
}

/* Each object of a zone that matches. */
static void write_all(English *e, Node node, Determiner det) {
  Word zone = (Word)node_arg(e->db, node, ARG_ALL_ZONE);
  const char *noun = zone == W_BATTLEFIELD ? "permanent" : zone == W_STACK ? "spell" : "card";
  english_noun(e, node_arg(e->db, node, ARG_ALL_FILTER), det, noun, zone);
  e->plural = det == DET_ALL || det == DET_PLURAL;
}

/* "cards in your hand" */
static void write_cards_in(English *e, Node node, Determiner det) {
  text_adds(e->out, det == DET_EACH ? "each card in " : det == DET_ALL ? "all cards in " : "cards in ");
  english_possessive(e, node_arg(e->db, node, ARG_CARDS_IN_PLAYER));
  text_addc(e->out, ' ');
  english_word((Word)node_arg(e->db, node, ARG_CARDS_IN_ZONE), e->out);
  e->plural = det != DET_EACH;
}

static void write_top(English *e, Node node) {
  i64 n = 0;
  Node count = node_arg(e->db, node, ARG_TOP_N);
  bool one = english_literal(e, count, &n) && n == 1;
  text_adds(e->out, "the top ");
  if (one) {
    text_adds(e->out, "card");
  } else {
    english_quantity(e, count, STR("card"), false);
  }
  text_adds(e->out, " of ");
  english_possessive(e, node_arg(e->db, node, ARG_TOP_PLAYER));
  text_adds(e->out, " library");
  e->plural = !one;
}

static void write_players(English *e, Node node, Determiner det) {
  bool plural = det == DET_PLURAL;
  const char *noun = node_op(e->db, node) == IR_PLAYERS ? "player" : "opponent";
  text_addf(e->out, "%s%s%s",
            det == DET_BARE ? ""
            : plural        ? ""
                            : "each ",
            noun, plural ? "s" : "");
  e->plural = plural;
}

typedef struct LinkSearch {
  u32 link;
  bool exiled;
} LinkSearch;

static bool note_exile(void *context, const CardDb *db, Node node) {
  LinkSearch *search = context;
  search->exiled |=
      node_op(db, node) == IR_EXILE && node_arg(db, node, ARG_EXILE_LINK) == search->link;
  return true;
}

/* What abilities of this face have noted under a link: what they exiled, or what was chosen. */
static void write_noted(English *e, Node node) {
  LinkSearch search = {.link = node_arg(e->db, node, ARG_NOTED_LINK)};
  for (u32 i = 0; e->chars && i < e->chars->ability_count; i++) {
    const AbilityDef *def = &e->db->abilities.data[e->chars->abilities + i];
    ir_walk(e->db, def->node, note_exile, &search);
  }
  text_adds(e->out, search.exiled ? "the exiled card" : "the chosen one");
}

void english_objects(English *e, Node node, Determiner det) {
  IrOp op = node_op(e->db, node);
  e->plural = false;
  switch (op) {
  case IR_SELF: text_adds(e->out, e->self_said ? "it" : "~"); return;
  case IR_YOU:
    text_adds(e->out, "you");
    e->plural = true;
    return;
  case IR_NOTED: write_noted(e, node); return;
  case IR_PLAYERS:
  case IR_OPPONENTS: write_players(e, node, det); return;
  case IR_ALL: write_all(e, node, det); return;
  case IR_ALL_PLAYERS:
    english_noun(e, node_arg(e->db, node, 0), det == DET_BARE ? det : DET_EACH, "player", W_NONE);
    e->plural = false;
    return;
  case IR_CARDS_IN: write_cards_in(e, node, det); return;
  case IR_TOP: write_top(e, node); return;
  case IR_HOST: write_host(e); return;
  case IR_VAR: english_variable(e, node_arg(e->db, node, 0), det); return;
  case IR_EVENT_OBJECT: write_predefined(e, SLOT_EVENT_OBJECT); return;
  default: break;
  }
  english_template(e, node, english_template_of(op));
  e->plural = op == IR_UNION;
}

void english_subject(English *e, Node node) {
  const CardDb *db = e->db;
  if (ir_op_info(node_op(db, node))->sort == SORT_COND) {
    e->plural = true;
    english_noun(e, node, DET_PLURAL, "permanent", W_NONE);
    return;
  }
  bool many = node_op(db, node) == IR_ALL || node_op(db, node) == IR_VAR;
  english_objects(e, node, many ? DET_PLURAL : DET_EACH);
}

/* Turns what was written since `from` into its possessive. */
static void make_possessive(Text *out, u32 from) {
  static const char *const PAIRS[][2] = {
      {"it", "its"},
      {"them", "their"},
      {"they", "their"},
      {"you", "your"},
  };
  if (out->failed) return;
  Str said = {out->data + from, out->length - from};
  for (u32 i = 0; i < COUNT_OF(PAIRS); i++) {
    if (!str_is(said, PAIRS[i][0])) continue;
    out->length = from;
    text_adds(out, PAIRS[i][1]);
    return;
  }
  bool s = said.length > 0 && said.data[said.length - 1] == 's';
  text_adds(out, s ? "'" : "'s");
}

void english_possessive(English *e, Node node) {
  u32 from = e->out->length;
  bool plural = e->plural;
  bool is_cond = ir_op_info(node_op(e->db, node))->sort == SORT_COND;
  if (is_cond) {
    english_noun(e, node, DET_EACH, "player", W_NONE);
  } else {
    english_objects(e, node, DET_EACH);
  }
  make_possessive(e->out, from);
  e->plural = plural;
}

/* Whether what a set was chosen from is yours. */
static bool is_yours(const English *e, Node node) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, node);
  if (op == IR_OWNED_BY) return english_is_you(e, node_arg(db, node, 0));
  if (op == IR_CARDS_IN) return english_is_you(e, node_arg(db, node, ARG_CARDS_IN_PLAYER));
  if (op == IR_TOP) return english_is_you(e, node_arg(db, node, ARG_TOP_PLAYER));
  if (op == IR_ALL) return is_yours(e, node_arg(db, node, ARG_ALL_FILTER));
  if (op != IR_AND) return false;
  for (u32 i = 0; i < node_argc(db, node); i++) {
    if (is_yours(e, node_arg(db, node, i))) return true;
  }
  return false;
}

void english_owners(English *e, Node objects, Str zone) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, objects);
  bool yours = is_yours(e, objects);
  bool plural = op == IR_ALL || op == IR_UNION;
  if (op == IR_VAR) {
    const Spoken *spoken = &e->spoken[node_arg(db, objects, 0)];
    Set set;
    if (spoken->by && set_of(e, spoken->by, &set)) {
      yours = (set.filter && is_yours(e, set.filter)) || (set.objects && is_yours(e, set.objects));
      plural = is_plural(e, &set);
      bool search = node_op(db, spoken->by) == IR_SEARCH;
      if (search) yours = !node_arg(db, spoken->by, ARG_SEARCH_PLAYER);
    } else if (spoken->by && node_op(db, spoken->by) == IR_LET) {
      yours = is_yours(e, node_arg(db, spoken->by, ARG_LET_OBJECTS));
    }
  }
  text_adds(e->out, yours ? "your " : plural ? "their owners' " : "its owner's ");
  if (plural && !yours) {
    english_plural(zone, e->out);
  } else {
    text_add(e->out, zone);
  }
}
