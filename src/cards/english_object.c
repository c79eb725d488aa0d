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
    case IR_TYPE:
    case IR_SUBTYPE: return word_text((Word)node_arg(db, filter, 0)).data;
    case IR_OR:
      for (u32 i = 0; i < node_argc(db, filter); i++)
        if (node_op(db, node_arg(db, filter, i)) != IR_TYPE && node_op(db, node_arg(db, filter, i)) != IR_SUBTYPE)
          return NULL;
      return "permanent";
    case IR_IS_SPELL: return "spell";
    case IR_IS_CARD: return "card";
    case IR_IS_PERMANENT: return "permanent";
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
      set->condition = node_arg(db, op, node_op(db, op) == IR_CHOOSE ? ARG_CHOOSE_SET : ARG_COST_CHOOSE_SET);
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

_Static_assert((int)ARG_CHOOSE_MIN == (int)ARG_COST_CHOOSE_MIN && (int)ARG_CHOOSE_MAX == (int)ARG_COST_CHOOSE_MAX &&
                   (int)ARG_CHOOSE_FROM == (int)ARG_COST_CHOOSE_FROM,
               "choosing in effects and in costs is read alike");

/* Whether a set may have more than one member. */
static bool is_plural(const English *e, const Set *set) {
  i64 most = 1;
  return set->max && (!english_literal(e, set->max, &most) || most > 1);
}

bool english_is_many(const English *e, Node node) {
  const CardDb *db = e->db;
  Set set;
  i64 n = 2;
  switch (node_op(db, node)) {
    case IR_ALL:
    case IR_CARDS_IN:
    case IR_UNION:
    case IR_ATTACHMENTS:
    case IR_BLOCKERS_OF:
    case IR_BLOCKED_BY: return true;
    case IR_TOP: return !english_literal(e, node_arg(db, node, ARG_TOP_N), &n) || n != 1;
    case IR_ONLY: return english_is_many(e, node_arg(db, node, ARG_ONLY_OBJECTS));
    case IR_BECAME: return english_is_many(e, node_arg(db, node, 0));
    case IR_MOVED: return e->several_moved;
    case IR_VAR: {
      const Spoken *spoken = &e->spoken[node_arg(db, node, 0)];
      if (spoken->by && set_of(e, spoken->by, &set)) return is_plural(e, &set);
      return spoken->plural;
    }
    default: return false;
  }
}

void english_note_moved(English *e, Node action) {
  u32 value = 0;
  i64 n = 2;
  switch (node_op(e->db, action)) {
    case IR_EACH_PLAYER:
      english_note_moved(e, node_arg(e->db, action, ARG_EACH_PLAYER_DO));
      e->several_moved = true;
      return;
    case IR_CREATE:
    case IR_CREATE_COPY:
      e->several_moved = !english_literal(e, node_arg(e->db, action, ARG_CREATE_N), &n) || n != 1;
      return;
    case IR_MILL:
    case IR_DRAW: e->several_moved = !english_literal(e, node_arg(e->db, action, ARG_MILL_N), &n) || n != 1; return;
    case IR_EXILE:
    case IR_MOVE:
    case IR_RETURN_HAND:
    case IR_DESTROY:
    case IR_SACRIFICE:
    case IR_DISCARD:
      if (english_arg(e, action, "objects", &value)) e->several_moved = english_is_many(e, value);
      e->moved_by = action;
      return;
    default: return;
  }
}

bool english_is_actor(const English *e, Node player) {
  const IrArg arg = {.sort = SORT_OBJ};
  return e->actor && player && english_same(e->db, &arg, e->actor, player);
}

void english_declare(English *e, u32 slot, Node op) {
  e->spoken[slot] = (Spoken){.by = op};
  if (node_op(e->db, op) == IR_LET) {
    Node objects = node_arg(e->db, op, ARG_LET_OBJECTS);
    e->spoken[slot].plural = english_is_many(e, objects);
    if (node_op(e->db, objects) == IR_MOVED) e->spoken[slot].moved_by = e->moved_by;
  }
  e->targets += node_op(e->db, op) == IR_TARGET;
}

bool english_moved_this_way(English *e, Node objects, bool plural) {
  static const struct {
    IrOp op;
    const char *done;
  } DONE[] = {{IR_SACRIFICE, "sacrificed"}, {IR_DESTROY, "destroyed"}};
  const CardDb *db = e->db;
  Node by = node_op(db, objects) == IR_VAR ? e->spoken[node_arg(db, objects, 0)].moved_by : 0;
  u32 what = 0;
  Set set;
  if (!by || !english_arg(e, by, "objects", &what)) return false;
  Node filter = node_op(db, what) == IR_ALL ? node_arg(db, what, ARG_ALL_FILTER) : 0;
  Node chosen = node_op(db, what) == IR_VAR ? e->spoken[node_arg(db, what, 0)].by : 0;
  if (chosen && set_of(e, chosen, &set)) filter = set.filter;
  const char *noun = filter ? that_noun(e, filter) : NULL;
  for (u32 i = 0; i < COUNT_OF(DONE) && noun; i++) {
    if (node_op(db, by) != DONE[i].op) continue;
    plural ? english_plural(str_of(noun), e->out) : text_adds(e->out, noun);
    text_addf(e->out, " %s this way", DONE[i].done);
    return true;
  }
  return false;
}

/* Whether a set of cards is chosen from graveyards of which they must share one. */
static bool in_one_graveyard(const English *e, const Set *set) {
  if (!set->condition || node_op(e->db, set->condition) != IR_SET_SAME_CONTROLLER) return false;
  if (node_op(e->db, set->filter) != IR_AND) return false;
  bool found = false;
  for (u32 i = 0; i < node_argc(e->db, set->filter); i++) {
    Node term = node_arg(e->db, set->filter, i);
    found |= node_op(e->db, term) == IR_IN_ZONE && node_arg(e->db, term, 0) == W_GRAVEYARD;
  }
  return found;
}

/* "one of them", "up to two of the exiled cards", "a creature card from among them" */
static void write_some_of(English *e, const Set *set) {
  bool only = node_op(e->db, set->objects) == IR_ONLY;
  Node from = only ? node_arg(e->db, set->objects, ARG_ONLY_OBJECTS) : set->objects;
  bool hand = node_op(e->db, from) == IR_CARDS_IN && node_arg(e->db, from, ARG_CARDS_IN_ZONE) == W_HAND &&
              english_is_you(e, node_arg(e->db, from, ARG_CARDS_IN_PLAYER));
  bool theirs = node_op(e->db, from) == IR_CARDS_IN && node_arg(e->db, from, ARG_CARDS_IN_ZONE) == W_HAND;
  if (theirs && only) {
    english_noun_count(e, node_arg(e->db, set->objects, ARG_ONLY_FILTER), set->min, set->max, false, "card", W_LIBRARY);
    text_adds(e->out, hand ? " from your hand" : " from their hand");
    return;
  }
  if (theirs) {
    i64 least = 1, most = 1;
    bool fixed = english_literal(e, set->min, &least);
    fixed &= english_literal(e, set->max, &most);
    if (fixed && least < most) text_adds(e->out, "up to ");
    english_quantity(e, set->max, STR("card"), false);
    text_adds(e->out, hand ? " from your hand" : " from their hand");
    return;
  }
  if (only) {
    english_noun_count(e, node_arg(e->db, set->objects, ARG_ONLY_FILTER), set->min, set->max, false, "card", W_LIBRARY);
    if (node_op(e->db, from) == IR_NOTED) {
      text_adds(e->out, " exiled with ~");
      return;
    }
    text_adds(e->out, " from among ");
  } else {
    i64 least = 1, most = 1;
    bool fixed = english_literal(e, set->min, &least);
    fixed &= english_literal(e, set->max, &most);
    if (most >= IR_ANY_NUMBER) {
      text_adds(e->out, "any number");
    } else {
      if (fixed && least < most) text_adds(e->out, "up to ");
      english_count(e, set->max);
    }
    text_adds(e->out, " of ");
  }
  if (node_op(e->db, from) == IR_CARDS_IN) {
    text_adds(e->out, "the cards in ");
    english_possessive(e, node_arg(e->db, from, ARG_CARDS_IN_PLAYER));
    text_addf(e->out, " %s", word_text((Word)node_arg(e->db, from, ARG_CARDS_IN_ZONE)).data);
  } else {
    english_objects(e, from, DET_ALL);
  }
}

static void write_first_mention(English *e, const Set *set) {
  const char *usual = set->zone && set->zone != W_BATTLEFIELD ? "card" : "permanent";
  e->plural = is_plural(e, set);
  if (set->filter) {
    bool plural = e->plural;
    e->single_graveyard = in_one_graveyard(e, set);
    english_noun_count(e, set->filter, set->min, set->max, set->target, usual, set->zone);
    if (set->condition && !e->single_graveyard) {
      text_addc(e->out, ' ');
      english_template(e, set->condition, english_template_of(node_op(e->db, set->condition)));
    }
    if (set->when_chosen) {
      text_adds(e->out, " if, as it is chosen, ");
      english_clause(e, set->when_chosen);
    }
    e->single_graveyard = false;
    e->plural = plural;
    return;
  }
  bool plural = e->plural;
  write_some_of(e, set);
  e->plural = plural;
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
  } else if (set->target && (e->targets > 1 || e->self_named) && noun) {
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
    Node objects = node_arg(db, by, ARG_FOR_EACH_OBJECTS);
    bool player = is_players(e, objects);
    if (first && player && node_op(db, objects) != IR_ALL_PLAYERS) {
      english_objects(e, objects, DET_EACH);
    } else {
      text_adds(e->out, player ? "that player" : "it");
    }
  } else if (op == IR_LET && first) {
    english_objects(e, node_arg(db, by, ARG_LET_OBJECTS), DET_ALL);
  } else if (spoken->rest) {
    e->plural = true;
    text_adds(e->out, "the rest");
  } else if (spoken->plural) {
    e->plural = true;
    text_adds(e->out, "them");
  } else {
    text_adds(e->out, "it");
  }
}

/* The noun for what an Aura or Equipment is on. */
static const char *host_noun(const English *e) {
  const char *noun = "permanent";
  if (e->chars && chars_subtype(e->chars, W_EQUIPMENT)) return "creature";
  for (u32 i = 0; e->chars && i < e->chars->ability_count; i++) {
    const AbilityDef *def = &e->db->abilities.data[e->chars->abilities + i];
    if (def->keyword != W_ENCHANT) continue;
    const char *found = that_noun(e, node_arg(e->db, def->node, ARG_KEYWORD_QUALITY));
    if (found) noun = found;
  }
  return noun;
}

static void write_event_object(English *e) {
  const CardDb *db = e->db;
  IrOp event = e->event ? node_op(db, e->event) : IR_NONE;
  u32 filter = 0;
  bool known = e->event && english_arg(e, e->event, event == IR_E_DAMAGE ? "to" : "object", &filter) && filter;
  const char *noun = known ? that_noun(e, filter) : NULL;
  bool host = known && node_op(db, filter) == IR_IS && node_op(db, node_arg(db, filter, 0)) == IR_HOST;
  if (host) noun = host_noun(e);
  if (!noun && event == IR_E_DAMAGE) noun = "permanent or player";
  if (!noun && (event == IR_E_CAST || event == IR_E_COPY)) noun = "spell";
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
  if (op == IR_COST_CHOOSE) return e->payer;
  return op == IR_CHOOSE ? node_arg(db, spoken->by, ARG_CHOOSE_BY) : 0;
}

static bool note_target(void *context, const CardDb *db, Node node) {
  English *e = context;
  Spoken *spoken = node_op(db, node) == IR_VAR ? &e->spoken[node_arg(db, node, 0)] : NULL;
  if (!spoken || !spoken->by || spoken->mentioned || node_op(db, spoken->by) != IR_TARGET) return true;
  u32 from = e->out->length;
  text_adds(e->out, "choose ");
  english_objects(e, node, DET_ALL);
  text_adds(e->out, ". ");
  english_capital(e->out, from);
  return true;
}

void english_choose_targets(English *e, Node node) {
  u32 from = e->out->length;
  ir_walk(e->db, node, note_target, e);
  if (e->out->length > from && e->out->data[from] == 'C') e->out->data[from] = 'c';
}

/* --- objects and players ------------------------------------------------------------------- */

bool english_is_you(const English *e, Node objects) { return objects && node_op(e->db, objects) == IR_YOU; }

/* What an Aura or Equipment is on: "enchanted creature". */
static void write_host(English *e) {
  const Chars *chars = e->chars;
  if (chars && chars_subtype(chars, W_EQUIPMENT)) {
    text_adds(e->out, "equipped creature");
    return;
  }
  if (chars && chars_subtype(chars, W_FORTIFICATION)) {
    text_adds(e->out, "fortified land");
    return;
  }
  text_addf(e->out, "enchanted %s", host_noun(e));
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
  text_adds(e->out, det == DET_EACH   ? "each card in "
                    : det == DET_ALL  ? ""
                    : det == DET_BARE ? "card in "
                                      : "cards in ");
  english_possessive(e, node_arg(e->db, node, ARG_CARDS_IN_PLAYER));
  text_addc(e->out, ' ');
  text_add(e->out, word_text((Word)node_arg(e->db, node, ARG_CARDS_IN_ZONE)));
  e->plural = det != DET_EACH;
}

static void write_top(English *e, Node node) {
  i64 n = 0;
  Node count = node_arg(e->db, node, ARG_TOP_N);
  bool one = english_literal(e, count, &n) && n == 1;
  text_adds(e->out, "the top ");
  if (one) {
    text_adds(e->out, "card");
  } else if (english_literal(e, count, &n) || node_op(e->db, count) == IR_X ||
             node_op(e->db, count) == IR_EVENT_AMOUNT || node_op(e->db, count) == IR_VALUE ||
             node_op(e->db, count) == IR_THIS_WAY) {
    english_quantity(e, count, STR("card"), false);
  } else {
    text_adds(e->out, "X cards");
    english_where_x(e, count);
  }
  text_adds(e->out, " of ");
  english_possessive(e, node_arg(e->db, node, ARG_TOP_PLAYER));
  text_adds(e->out, " library");
  e->plural = !one;
}

static void write_players(English *e, Node node, Determiner det) {
  bool plural = det == DET_PLURAL;
  const char *noun = node_op(e->db, node) == IR_PLAYERS ? "player" : "opponent";
  text_addf(e->out, "%s%s%s", det == DET_BARE ? "" : plural ? "" : "each ", noun, plural ? "s" : "");
  e->plural = plural;
}

typedef struct LinkSearch {
  u32 link;
  bool exiled;
} LinkSearch;

static bool note_exile(void *context, const CardDb *db, Node node) {
  LinkSearch *search = context;
  search->exiled |= node_op(db, node) == IR_EXILE && node_arg(db, node, ARG_EXILE_LINK) == search->link;
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

bool english_count_exiled(English *e, Node objects, bool plural) {
  Node among = node_op(e->db, objects) == IR_ONLY ? node_arg(e->db, objects, ARG_ONLY_OBJECTS) : objects;
  Node filter = among == objects ? 0 : node_arg(e->db, objects, ARG_ONLY_FILTER);
  if (node_op(e->db, among) != IR_NOTED) return false;
  if (filter)
    english_noun(e, filter, plural ? DET_PLURAL : DET_BARE, "card", W_LIBRARY);
  else
    text_adds(e->out, plural ? "cards" : "card");
  text_adds(e->out, " exiled with ~");
  return true;
}

/* The zone other than the battlefield that an ability functions in, W_NONE if there is none. */
static Word self_zone(const English *e) {
  u32 zone = 0;
  if (!e->ability || !english_arg(e, e->ability->node, "zone", &zone)) return W_NONE;
  return zone == W_GRAVEYARD || zone == W_HAND ? (Word)zone : W_NONE;
}

/* Whether a filter leaves of some objects those of which nothing was done: still in a zone, or not the chosen one. */
static bool is_rest(const English *e, Node filter) {
  if (node_op(e->db, filter) == IR_IN_ZONE) return true;
  if (node_op(e->db, filter) == IR_NOT) {
    Node term = node_arg(e->db, filter, ARG_NOT_TERM);
    return node_op(e->db, term) == IR_IS && node_op(e->db, node_arg(e->db, term, 0)) == IR_VAR;
  }
  if (node_op(e->db, filter) != IR_AND) return false;
  for (u32 i = 0; i < node_argc(e->db, filter); i++)
    if (!is_rest(e, node_arg(e->db, filter, i))) return false;
  return true;
}

/* The operation that looked through cards until it found some, if all parts are what it found and the rest. */
static IrOp until_of(const English *e, Node objects) {
  IrOp op = IR_NONE;
  for (u32 i = 0; i < node_argc(e->db, objects); i++) {
    Node part = node_arg(e->db, objects, i);
    Node by = node_op(e->db, part) == IR_VAR ? e->spoken[node_arg(e->db, part, 0)].by : 0;
    op = by ? node_op(e->db, by) : IR_NONE;
    if (op != IR_REVEAL_UNTIL && op != IR_EXILE_UNTIL) return IR_NONE;
  }
  return op;
}

/* What deals damage in the event, by the noun of its kind. */
static void write_event_source(English *e) {
  u32 filter = 0;
  bool known = e->event && english_arg(e, e->event, "source", &filter) && filter;
  const char *noun = known ? that_noun(e, filter) : NULL;
  if (!noun && e->event && node_op(e->db, e->event) == IR_E_TARGETED) noun = "spell or ability";
  if (known && node_op(e->db, filter) == IR_IS) {
    text_adds(e->out, "it");
  } else {
    text_addf(e->out, "that %s", noun ? noun : "source");
  }
}

/* What several single targets that were named are called together: "creatures"; NULL if they aren't that. */
static const char *noun_of_targets(const English *e, Node node) {
  const char *noun = NULL;
  for (u32 i = 0; i < node_argc(e->db, node); i++) {
    Node part = node_arg(e->db, node, i);
    const Spoken *spoken = node_op(e->db, part) == IR_VAR ? &e->spoken[node_arg(e->db, part, 0)] : NULL;
    Set set;
    if (!spoken || !spoken->by || !spoken->mentioned || !set_of(e, spoken->by, &set)) return NULL;
    const char *own = set.target && !is_plural(e, &set) ? that_noun(e, set.filter) : NULL;
    if (!own || (noun && strcmp(noun, own) != 0)) return NULL;
    noun = own;
  }
  return node_argc(e->db, node) == e->targets ? noun : NULL;
}

static bool write_those_targets(English *e, Node node) {
  const char *noun = noun_of_targets(e, node);
  if (!noun) return false;
  text_adds(e->out, "those ");
  english_plural(str_of(noun), e->out);
  e->plural = true;
  return true;
}

bool english_fight(English *e, Node fight) {
  const char *noun = noun_of_targets(e, fight);
  if (!noun) return false;
  write_those_targets(e, fight);
  text_adds(e->out, " fight each other");
  return true;
}

static void write_self(English *e) {
  text_adds(e->out, "~");
  if (e->from && self_zone(e)) text_addf(e->out, " from your %s", word_text(self_zone(e)).data);
  e->self_named = true;
}

/* What is left of some objects, or those of them that a filter describes. */
static void write_only(English *e, Node node) {
  Node filter = node_arg(e->db, node, ARG_ONLY_FILTER);
  if (is_rest(e, filter)) {
    text_adds(e->out, "the rest");
  } else {
    text_adds(e->out, "all ");
    english_noun(e, filter, DET_PLURAL, "card", W_LIBRARY);
    text_adds(e->out, " from among ");
    english_objects(e, node_arg(e->db, node, ARG_ONLY_OBJECTS), DET_ALL);
  }
  e->plural = true;
}

static void write_union(English *e, Node node, Determiner det) {
  u32 count = node_argc(e->db, node);
  IrOp until = until_of(e, node);
  if (until) {
    text_adds(e->out, until == IR_REVEAL_UNTIL ? "all cards revealed this way" : "all cards exiled this way");
    e->plural = true;
    return;
  }
  if (write_those_targets(e, node)) return;
  for (u32 i = 0; i < count; i++) {
    if (i > 0) text_adds(e->out, i + 1 < count ? ", " : count > 2 ? ", and " : " and ");
    english_objects(e, node_arg(e->db, node, i), det);
  }
  e->plural = true;
}

void english_objects(English *e, Node node, Determiner det) {
  IrOp op = node_op(e->db, node);
  e->plural = false;
  if (english_idiom(e, SORT_OBJ, node, "")) return;
  switch (op) {
    case IR_EVENT_SOURCE: write_event_source(e); return;
    case IR_SELF: write_self(e); return;
    case IR_EVENT_NEW:
      if (e->event && node_op(e->db, e->event) == IR_E_ENTERS) {
        write_event_object(e);
      } else {
        text_adds(e->out, "it");
      }
      return;
    case IR_EVENT_OTHER:
      if (e->event && node_op(e->db, e->event) == IR_E_ACTIVATE) {
        text_adds(e->out, "that ability");
      } else {
        write_predefined(e, SLOT_EVENT_OTHER);
      }
      return;
    case IR_MOVED:
      text_adds(e->out, e->several_moved ? "them" : "it");
      e->plural = e->several_moved;
      return;
    case IR_BECAME:
      if (node_op(e->db, node_arg(e->db, node, 0)) == IR_VAR) {
        english_objects(e, node_arg(e->db, node, 0), det);
        return;
      }
      if (node_op(e->db, node_arg(e->db, node, 0)) == IR_SELF) {
        text_adds(e->out, "~");
        e->self_named = true;
        return;
      }
      break;
    case IR_ONLY: write_only(e, node); return;
    case IR_UNION: write_union(e, node, det); return;
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
  e->plural = false;
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
  Str said = text_from(out, from);
  for (u32 i = 0; i < COUNT_OF(PAIRS); i++) {
    if (!str_is(said, PAIRS[i][0])) continue;
    out->length = from;
    text_adds(out, PAIRS[i][1]);
    return;
  }
  bool s = said.length > 0 && said.data[said.length - 1] == 's';
  text_adds(out, s ? "'" : "'s");
}

void english_variable_possessive(English *e, u32 slot) {
  u32 from = e->out->length;
  bool plural = e->plural;
  english_variable(e, slot, DET_EACH);
  make_possessive(e->out, from);
  e->plural = plural;
}

void english_possessive(English *e, Node node) {
  u32 from = e->out->length;
  if (english_is_actor(e, node)) {
    text_adds(e->out, "their");
    return;
  }
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

/* Whether what a set was chosen from is yours, as far as that can be told in so many steps: a variable may be set to part
   of what it was. */
static bool is_yours_in(const English *e, Node node, u32 steps) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, node);
  if (steps-- == 0) return false;
  if (op == IR_OWNED_BY) return english_is_you(e, node_arg(db, node, 0));
  if (op == IR_CARDS_IN) return english_is_you(e, node_arg(db, node, ARG_CARDS_IN_PLAYER));
  if (op == IR_TOP) return english_is_you(e, node_arg(db, node, ARG_TOP_PLAYER));
  if (op == IR_ALL) return is_yours_in(e, node_arg(db, node, ARG_ALL_FILTER), steps);
  if (op == IR_ONLY) return is_yours_in(e, node_arg(db, node, ARG_ONLY_OBJECTS), steps);
  if (op == IR_UNION) return node_argc(db, node) > 0 && is_yours_in(e, node_arg(db, node, 0), steps);
  if (op == IR_VAR) {
    const Spoken *spoken = &e->spoken[node_arg(db, node, 0)];
    IrOp by = spoken->by ? node_op(db, spoken->by) : IR_NONE;
    if (by == IR_LET) return is_yours_in(e, node_arg(db, spoken->by, ARG_LET_OBJECTS), steps);
    if (by == IR_CHOOSE) return is_yours_in(e, node_arg(db, spoken->by, ARG_CHOOSE_FROM), steps);
    if (by == IR_SEARCH) return !node_arg(db, spoken->by, ARG_SEARCH_PLAYER);
    if (by == IR_REVEAL_UNTIL) return !node_arg(db, spoken->by, ARG_REVEAL_UNTIL_PLAYER);
    if (by == IR_EXILE_UNTIL) return !node_arg(db, spoken->by, ARG_EXILE_UNTIL_PLAYER);
    return false;
  }
  if (op != IR_AND) return false;
  for (u32 i = 0; i < node_argc(db, node); i++) {
    if (is_yours_in(e, node_arg(db, node, i), steps)) return true;
  }
  return false;
}

static bool is_yours(const English *e, Node node) { return is_yours_in(e, node, READ_SLOTS_MAX); }

void english_owners(English *e, Node objects, Str zone) {
  const CardDb *db = e->db;
  IrOp op = node_op(db, objects);
  bool yours = is_yours(e, objects);
  bool plural = english_is_many(e, objects);
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
      plural = spoken->plural;
    } else {
      yours = is_yours(e, objects);
    }
  }
  text_adds(e->out, yours ? "your " : plural ? "their owners' " : "its owner's ");
  if (plural && !yours) {
    english_plural(zone, e->out);
  } else {
    text_add(e->out, zone);
  }
}
