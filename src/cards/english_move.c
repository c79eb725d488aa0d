#include "cards/english.h"
#include "cards/ir_args.h"

/* Whether what moves comes from a graveyard, so that it "returns". */
static bool from_graveyard(const English *e, Node node) {
  const CardDb *db = e->db;
  switch (node_op(db, node)) {
    case IR_IN_ZONE: return node_arg(db, node, 0) == W_GRAVEYARD;
    case IR_ALL:
      return node_arg(db, node, ARG_ALL_ZONE) == W_GRAVEYARD || from_graveyard(e, node_arg(db, node, ARG_ALL_FILTER));
    case IR_AND:
      for (u32 i = 0; i < node_argc(db, node); i++) {
        if (from_graveyard(e, node_arg(db, node, i))) return true;
      }
      return false;
    case IR_VAR: {
      Node by = e->spoken[node_arg(db, node, 0)].by;
      u32 filter = 0;
      if (!by) return false;
      if (english_arg(e, by, "filter", &filter)) return from_graveyard(e, filter);
      return english_arg(e, by, "from", &filter) && from_graveyard(e, filter);
    }
    case IR_EVENT_NEW:
    case IR_NOTED: return true;
    default: return false;
  }
}

/* Writes where something goes, and whose that is. */
static void write_destination(English *e, Node objects, Word zone, Word position, bool shuffled) {
  Text *out = e->out;
  switch (zone) {
    case W_BATTLEFIELD: text_adds(out, "the battlefield"); return;
    case W_LIBRARY:
      if (position && !shuffled && position != W_SECOND && position != W_THIRD) {
        text_addf(out, "%s of ", position == W_BOTTOM ? "the bottom" : "top");
      }
      break;
    default: break;
  }
  english_owners(e, objects, word_text(zone));
}

static void write_move_verb(English *e, Node node, Word zone, bool back) {
  Node objects = node_arg(e->db, node, ARG_MOVE_OBJECTS);
  bool shuffled = node_arg(e->db, node, ARG_MOVE_SHUFFLED);
  Word position = (Word)node_arg(e->db, node, ARG_MOVE_POSITION);
  const char *verb = shuffled ? "shuffle|shuffles" : back ? "return|returns" : "put|puts";
  const char *into = shuffled                                                                       ? " into "
                     : back                                                                         ? " to "
                     : zone == W_BATTLEFIELD                                                        ? " onto "
                     : zone == W_LIBRARY && position && position != W_SECOND && position != W_THIRD ? " on "
                                                                                                    : " into ";
  e->plural = !e->third;
  english_verb(e, str_of(verb));
  text_addc(e->out, ' ');
  english_objects(e, objects, DET_ALL);
  text_adds(e->out, into);
  write_destination(e, objects, zone, position, shuffled);
  if (position == W_SECOND) text_adds(e->out, " second from the top");
  if (position == W_THIRD) text_adds(e->out, " third from the top");
}

void english_fighting(English *e, const char *begin, bool attacking, Node whom, Node blocking) {
  if (!attacking && !blocking) return;
  text_adds(e->out, begin);
  text_adds(e->out, attacking ? " attacking" : " blocking");
  Node other = attacking ? whom : blocking;
  if (!other) return;
  text_addc(e->out, ' ');
  english_objects(e, other, DET_A);
}

/* How something arrives. */
static void write_arrival(English *e, Node node) {
  static const struct {
    u32 arg;
    const char *said;
  } FLAGS[] = {
      {ARG_MOVE_TAPPED, " tapped"},       {ARG_MOVE_TRANSFORMED, " transformed"},
      {ARG_MOVE_FACE_DOWN, " face down"}, {ARG_MOVE_MANIFESTED, " manifested"},
      {ARG_MOVE_CLOAKED, " cloaked"},     {ARG_MOVE_OWNER, " under its owner's control"},
  };
  const CardDb *db = e->db;
  for (u32 i = 0; i < COUNT_OF(FLAGS); i++) {
    if (!node_arg(db, node, FLAGS[i].arg)) continue;
    if (i == 1 && node_arg(db, node, ARG_MOVE_TAPPED)) text_adds(e->out, " and");
    text_adds(e->out, FLAGS[i].said);
  }
  bool tapped = node_arg(db, node, ARG_MOVE_TAPPED);
  english_fighting(e, tapped ? " and" : "", node_arg(db, node, ARG_MOVE_ATTACKING) != 0,
                   node_arg(db, node, ARG_MOVE_WHOM), node_arg(db, node, ARG_MOVE_BLOCKING));
  Node controller = node_arg(db, node, ARG_MOVE_CONTROLLER);
  if (controller && !english_is_actor(e, controller)) {
    text_adds(e->out, " under ");
    english_possessive(e, controller);
    text_adds(e->out, " control");
  }
  Node host = node_arg(db, node, ARG_MOVE_ATTACHED_TO);
  if (host) {
    text_adds(e->out, " attached to ");
    english_objects(e, host, DET_A);
  }
  Word counter = (Word)node_arg(db, node, ARG_MOVE_COUNTERS);
  if (counter) {
    i64 n = 1;
    Node count = node_arg(db, node, ARG_MOVE_N);
    bool one = !count || (english_literal(e, count, &n) && n == 1);
    text_adds(e->out, " with ");
    one ? text_adds(e->out, "a ") : english_number(e, count);
    if (!one) text_addc(e->out, ' ');
    english_word(counter, e->out);
    text_adds(e->out, one ? " counter on it" : " counters on it");
  }
}

void english_move(English *e, Node node) {
  const CardDb *db = e->db;
  Word zone = (Word)node_arg(db, node, ARG_MOVE_ZONE);
  Node objects = node_arg(db, node, ARG_MOVE_OBJECTS);
  IrOp op = node_op(db, objects);
  bool self = op == IR_SELF;
  Node by = op == IR_VAR ? e->spoken[node_arg(db, objects, 0)].by : 0;
  bool again = by && node_op(db, by) == IR_LET && node_op(db, node_arg(db, by, ARG_LET_OBJECTS)) == IR_MOVED;
  if (zone == W_EXILE) {
    text_adds(e->out, "exile ");
    e->from = true;
    english_objects(e, objects, DET_ALL);
    return;
  }
  e->from = true;
  bool back =
      (zone == W_BATTLEFIELD || (zone == W_HAND && op != IR_NOTED)) && (self || again || from_graveyard(e, objects));
  write_move_verb(e, node, zone, back);
  write_arrival(e, node);
  if (node_argc(db, node) > ARG_MOVE_MODS) {
    bool resolving = e->resolving;
    text_adds(e->out, ". It ");
    e->plural = e->resolving = false; /* it "is" and "has" what it enters as (611.2e); later it would become that */
    english_mods(e, node, ARG_MOVE_MODS);
    e->resolving = resolving;
  }
}

/* What is found is as much as is searched for, unless "up to" says that it may be less. */
static Node search_least(const English *e, Node node) {
  i64 most = 1;
  bool one = english_literal(e, node_arg(e->db, node, ARG_SEARCH_MAX), &most) && most == 1;
  return one ? 0 : node_arg(e->db, node, ARG_SEARCH_MIN);
}

/* The zones that are searched, the one that is always said last. */
static void write_searched(English *e, Node node) {
  u32 also = node_argc(e->db, node) - ARG_SEARCH_ALSO;
  for (u32 i = 0; i < also; i++) {
    text_add(e->out, word_text((Word)node_arg(e->db, node, ARG_SEARCH_ALSO + i)));
    text_adds(e->out, also > 1 ? ", " : " ");
  }
  if (also > 0) text_adds(e->out, "and ");
  text_add(e->out, word_text((Word)node_arg(e->db, node, ARG_SEARCH_ZONE)));
}

void english_search(English *e, Node node) {
  const CardDb *db = e->db;
  u32 slot = node_arg(db, node, ARG_SEARCH_SLOT);
  english_declare(e, slot, node);
  Node player = node_arg(db, node, ARG_SEARCH_PLAYER);
  Node by = node_arg(db, node, ARG_SEARCH_BY);
  e->plural = true;
  if (by && !english_is_you(e, by) && !english_is_actor(e, by)) {
    english_subject(e, by);
    text_addc(e->out, ' ');
  }
  english_verb(e, STR("search|searches"));
  text_addc(e->out, ' ');
  if (by && player && !english_is_actor(e, by)) {
    const IrArg arg = {.sort = SORT_OBJ};
    if (english_same(db, &arg, by, player)) {
      text_adds(e->out, "their");
      player = 0;
    } else {
      english_possessive(e, player);
      player = 0;
    }
  } else
    player ? english_possessive(e, player) : text_adds(e->out, "your");
  text_addc(e->out, ' ');
  write_searched(e, node);
  text_adds(e->out, " for ");
  english_noun_count(e, node_arg(db, node, ARG_SEARCH_FILTER), search_least(e, node),
                     node_arg(db, node, ARG_SEARCH_MAX), false, "card", W_LIBRARY);
  e->spoken[slot].mentioned = true;
  i64 most = 1;
  bool one = english_literal(e, node_arg(db, node, ARG_SEARCH_MAX), &most) && most == 1;
  if (by && !english_is_you(e, by) && !english_is_actor(e, by)) {
    e->actor = by;
    e->third = true;
  }
  if (node_arg(db, node, ARG_SEARCH_REVEAL))
    text_addf(e->out, ", %s %s", e->third ? "reveals" : "reveal", one ? "it" : "them");
}
