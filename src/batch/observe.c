/* What a player sees, as numbers (gavel/observation.h). Like src/api/view.c, it asks state/view.h what the viewer may
   know, and writes nothing else. */
#include "batch/batch.h"

#include "rules/cast/cast.h"
#include "rules/combat/combat.h"
#include "state/sight.h"
#include "state/view.h"

enum {
  PLACES = 2 * GAVEL_OBSERVATION_OBJECTS_MAX, /* size of the table that maps slots to rows; a power of two */
  TARGETS_READ = 1024,                        /* maximum number of targets per spell */
};

/* An observation being written. */
typedef struct Looking {
  Game *g;
  u32 viewer, players;
  bool controls; /* the viewer controls other players, and so sees what they see (723.4) */
  bool goads;    /* an effect says that creatures are goaded */
  i8 numbers[PLAYERS_CAP];
  const GavelNarrowing *narrowing;
  GavelObservation *out;
  const char *full; /* what doesn't fit */
  Touched *touched; /* may be null */
  u32 places;       /* size in use of `rows_at`: a power of two */
  u16 rows_at[PLACES];
  u32 slots[GAVEL_OBSERVATION_OBJECTS_MAX]; /* by row of objects */
} Looking;

static i16 fit(i64 n) { return (i16)(n < INT16_MIN ? INT16_MIN : n > INT16_MAX ? INT16_MAX : n); }
static i16 low(u32 n) { return (i16)(n & 0x7fff); }
static i16 high(u32 n) { return fit(n >> 15); }

/* --- players and objects by number --------------------------------------------------------- */

static i16 player_number(const Looking *l, u32 player) { return player < l->players ? l->numbers[player] : -1; }

/* The row of a slot, from 1; adds one if there is none. 0 if there is no room. Slots are numbered from 1, so most hash
   to a place of their own. */
static u32 row_of(Looking *l, u32 slot) {
  u32 at = slot & (l->places - 1);
  for (; l->rows_at[at]; at = (at + 1) & (l->places - 1))
    if (l->slots[l->rows_at[at] - 1u] == slot) return l->rows_at[at];
  if (l->out->object_count == l->out->object_cap) {
    l->full = "objects";
    return 0;
  }
  l->slots[l->out->object_count] = slot;
  l->rows_at[at] = (u16)++l->out->object_count;
  return l->out->object_count;
}

static i16 pointer(Looking *l, Ref ref) {
  if (ref == REF_NONE) return 0;
  if (ref_is_player(ref)) return (i16)(-1 - player_number(l, ref_slot(ref)));
  u32 slot = object_live(l->g, ref);
  return slot ? (i16)row_of(l, slot) : 0;
}

/* --- visible objects ----------------------------------------------------------------------- */

static void list_zone(Looking *l, Zone zone, u32 player) {
  for (u32 s = zone_first(l->g, zone, player); s; s = object_row(l->g, s)->next) row_of(l, s);
}

/* Same result as view_knows_object. */
static bool knows(const Looking *l, const Object *o) {
  if (l->controls) return view_knows_object(l->g, l->viewer, o);
  ASSERT(sight_knows(l->viewer, o) == view_knows_object(l->g, l->viewer, o));
  return sight_knows(l->viewer, o);
}

/* Records that the object was read. */
static void touch(Looking *l, u32 slot, const Object *o) {
  Touched *t = l->touched;
  if (t && t->count < TOUCHED_CAP) t->rows[t->count++] = (TouchedRow){slot, o->card, o->ext};
}

static void list_known(Looking *l, Zone zone, u32 player) {
  for (u32 s = zone_first(l->g, zone, player); s; s = object_row(l->g, s)->next) {
    if (knows(l, object_row(l->g, s)))
      row_of(l, s);
    else if (zone == ZONE_HAND)
      touch(l, s, object_row(l->g, s));
  }
}

/* Lists everything public, the viewer's hand, and what they know of hands and libraries. Other objects get a row when
   something points to them. */
static void list_objects(Looking *l) {
  static const Zone SHARED[] = {ZONE_BATTLEFIELD, ZONE_STACK, ZONE_EXILE, ZONE_COMMAND, ZONE_ANTE};
  u32 libraries = sight_libraries(l->g);
  for (u32 z = 0; z < COUNT_OF(SHARED); z++) list_zone(l, SHARED[z], 0);
  for (u32 i = 0; i < l->players; i++) {
    u32 player = (l->viewer + i) % l->players;
    list_known(l, ZONE_HAND, player);
    list_zone(l, ZONE_GRAVEYARD, player);
    if (libraries >> player & 1) list_known(l, ZONE_LIBRARY, player);
  }
}

/* --- rows of objects ----------------------------------------------------------------------- */

/* The keywords that have a bit, in the order of their bits. */
/* clang-format off */
#define KEYWORDS(K)                                                                                            \
  K(DEATHTOUCH) K(DEFENDER) K(DOUBLE_STRIKE) K(FIRST_STRIKE) K(FLASH) K(FLYING) K(HASTE) K(HEXPROOF)           \
  K(INDESTRUCTIBLE) K(LIFELINK) K(MENACE) K(PROTECTION) K(PROWESS) K(REACH) K(SHROUD) K(TRAMPLE) K(VIGILANCE)  \
  K(WARD) K(INFECT) K(WITHER) K(SHADOW) K(FEAR) K(INTIMIDATE) K(LANDWALK) K(EQUIP) K(ENCHANT) K(CYCLING)       \
  K(FLASHBACK) K(UNDYING) K(PERSIST)
/* clang-format on */

enum {
#define K(NAME) SEEN_##NAME,
  KEYWORDS(K)
#undef K
      SEEN_COUNT,
  KEYWORDS_EACH = 15
};
_Static_assert(SEEN_COUNT == 2 * KEYWORDS_EACH, "two columns of bits");

static const Word KEYWORDS_SEEN[] = {
#define K(NAME) W_##NAME,
    KEYWORDS(K)
#undef K
};

/* The bit of each keyword, by its bit in Chars. */
static const u32 KEYWORD_BITS[KEYWORD_CAP] = {
#define K(NAME) [W_##NAME - W_KEYWORD_FIRST] = 1u << SEEN_##NAME,
    KEYWORDS(K)
#undef K
};

GavelWord gavel_observation_keyword(uint32_t index) { return index < SEEN_COUNT ? KEYWORDS_SEEN[index] : 0; }

static void write_keywords(const Chars *c, i16 *row) {
  u32 seen = 0;
  for (u32 i = 0; i < COUNT_OF(c->keywords); i++)
    for (u64 rest = c->keywords[i]; rest; rest &= rest - 1) seen |= KEYWORD_BITS[64 * i + bits_first(rest)];
  row[GAVEL_COLUMN_OBJECT_KEYWORDS_1] = low(seen);
  row[GAVEL_COLUMN_OBJECT_KEYWORDS_2] = low(seen >> KEYWORDS_EACH);
}

static void write_subtypes(const Chars *c, i16 *row) {
  u64 subtypes = 0;
  for (u32 i = 0; i < COUNT_OF(c->subtypes); i++)
    if (c->subtypes[i]) subtypes |= c->subtypes[i] << i | c->subtypes[i] >> (45 - i);
  row[GAVEL_COLUMN_OBJECT_SUBTYPES_1] = low((u32)subtypes);
  row[GAVEL_COLUMN_OBJECT_SUBTYPES_2] = low((u32)(subtypes >> 15));
  row[GAVEL_COLUMN_OBJECT_SUBTYPES_3] = low((u32)(subtypes >> 30));
}

static void write_chars(Game *g, u32 slot, i16 *row) {
  const Chars chars = *chars_of(g, slot), *c = &chars;
  row[GAVEL_COLUMN_OBJECT_NAME] = low(c->name);
  row[GAVEL_COLUMN_OBJECT_NAME_HIGH] = high(c->name);
  row[GAVEL_COLUMN_OBJECT_TYPES] = (i16)(c->types & 0x7fff);
  row[GAVEL_COLUMN_OBJECT_SUPERTYPES] = (i16)(c->supertypes & 0x7fff);
  row[GAVEL_COLUMN_OBJECT_COLORS] = c->colors;
  row[GAVEL_COLUMN_OBJECT_MANA_VALUE] = fit(mana_value_shown(g, slot, c));
  row[GAVEL_COLUMN_OBJECT_ABILITIES] = fit(c->ability_count);
  row[GAVEL_COLUMN_OBJECT_POWER] = fit(c->power);
  row[GAVEL_COLUMN_OBJECT_TOUGHNESS] = fit(c->toughness);
  write_subtypes(c, row);
  write_keywords(c, row);
}

static void write_counters(const Game *g, u32 first, i16 *row) {
  i64 other = 0;
  for (u32 r = first; r; r = row_COUNTERS(g, r)->next) {
    const Counters *c = row_COUNTERS(g, r);
    switch (c->kind) {
      case W_C_P1P1: row[GAVEL_COLUMN_OBJECT_PLUS_COUNTERS] = fit(c->n); break;
      case W_C_M1M1: row[GAVEL_COLUMN_OBJECT_MINUS_COUNTERS] = fit(c->n); break;
      case W_C_LOYALTY: row[GAVEL_COLUMN_OBJECT_LOYALTY] = fit(c->n); break;
      case W_C_DEFENSE: row[GAVEL_COLUMN_OBJECT_DEFENSE] = fit(c->n); break;
      default: other = num_add(other, c->n, NULL);
    }
  }
  row[GAVEL_COLUMN_OBJECT_OTHER_COUNTERS] = fit(other);
}

static const struct {
  u32 permanent;
  i16 seen;
} FLAGS[] = {
    {PERM_SICK, GAVEL_FLAG_SUMMONING_SICK}, {PERM_MONSTROUS, GAVEL_FLAG_MONSTROUS},
    {PERM_RENOWNED, GAVEL_FLAG_RENOWNED},   {PERM_SADDLED, GAVEL_FLAG_SADDLED},
    {PERM_SUSPECTED, GAVEL_FLAG_SUSPECTED}, {PERM_MELDED, GAVEL_FLAG_MELDED},
    {PERM_BLOCKED, GAVEL_FLAG_BLOCKED},
};

static void write_permanent(Looking *l, u32 slot, i16 *row) {
  const Permanent p = *permanent_of(l->g, slot);
  i16 flags = 0;
  for (u32 i = 0; p.flags && i < COUNT_OF(FLAGS); i++)
    if (p.flags & FLAGS[i].permanent) flags |= FLAGS[i].seen;
  if (p.flags & PERM_GOADED || (l->goads && goaded_by(l->g, slot))) flags |= GAVEL_FLAG_GOADED;
  row[GAVEL_COLUMN_OBJECT_FLAGS] |= flags;
  row[GAVEL_COLUMN_OBJECT_DAMAGE] = fit(p.damage);
  row[GAVEL_COLUMN_OBJECT_ATTACHED_TO] = pointer(l, p.attached_to);
  row[GAVEL_COLUMN_OBJECT_ATTACKING] = pointer(l, p.attacking);
}

static u32 library_place(const Game *g, u32 slot) {
  u32 place = 0;
  for (u32 s = object_row(g, slot)->prev; s; s = object_row(g, s)->prev) place++;
  return place;
}

static void write_object(Looking *l, u32 slot, i16 *row) {
  Game *g = l->g;
  const Object o = *object_row(g, slot);
  Zone zone = (Zone)o.zone;
  bool known = knows(l, &o), open = zone_is_open(zone);
  touch(l, slot, &o);
  memset(row, 0, GAVEL_OBJECT_WIDTH * sizeof *row);
  row[GAVEL_COLUMN_OBJECT_KNOWN] = known;
  row[GAVEL_COLUMN_OBJECT_KIND] = o.kind;
  row[GAVEL_COLUMN_OBJECT_ZONE] = (i16)zone;
  row[GAVEL_COLUMN_OBJECT_OWNER] = player_number(l, o.owner);
  row[GAVEL_COLUMN_OBJECT_CONTROLLER] = player_number(l, o.controller);
  row[GAVEL_COLUMN_OBJECT_STATUS] = o.status;
  if (known) {
    u32 card = o.card ? row_CARDS(g, o.card)->def : 0;
    row[GAVEL_COLUMN_OBJECT_CARD] = low(card);
    row[GAVEL_COLUMN_OBJECT_CARD_HIGH] = high(card);
    row[GAVEL_COLUMN_OBJECT_FACE] = o.face;
    if (o.flags & OBJECT_COMMANDER) row[GAVEL_COLUMN_OBJECT_FLAGS] = GAVEL_FLAG_COMMANDER;
  }
  if (zone == ZONE_LIBRARY) row[GAVEL_COLUMN_OBJECT_PLACE] = fit(library_place(g, slot));
  if (o.counters && zone_is_public(zone)) write_counters(g, o.counters, row);
  if (zone == ZONE_BATTLEFIELD) write_permanent(l, slot, row);
  if (zone == ZONE_STACK && o.kind == OBJECT_ABILITY)
    row[GAVEL_COLUMN_OBJECT_SOURCE] = pointer(l, view_referred(g, l->viewer, stack_item_of(g, slot)->source));
  if (known || open) write_chars(g, slot, row);
}

/* Rows may be added while others point to them. */
static void write_objects(Looking *l) {
  for (u32 i = 0; i < l->out->object_count && !l->full; i++)
    write_object(l, l->slots[i], l->out->objects + (size_t)i * GAVEL_OBJECT_WIDTH);
}

/* --- links --------------------------------------------------------------------------------- */

static void add_link(Looking *l, GavelLinkKind kind, u32 slot, Ref to) {
  GavelObservation *out = l->out;
  if (out->link_count == out->link_cap) {
    l->full = "links";
    return;
  }
  i16 *row = out->links + (size_t)out->link_count++ * GAVEL_LINK_WIDTH;
  row[GAVEL_COLUMN_LINK_KIND] = (i16)kind;
  row[GAVEL_COLUMN_LINK_FROM] = (i16)row_of(l, slot);
  row[GAVEL_COLUMN_LINK_TO] = pointer(l, to);
}

static void write_links(Looking *l) {
  Game *g = l->g;
  for (u32 s = zone_first(g, ZONE_STACK, 0); s; s = object_row(g, s)->next) {
    Ref targets[TARGETS_READ];
    u32 count = gavel_game_targets(g, object_ref(g, s), targets, TARGETS_READ);
    if (count > TARGETS_READ) l->full = "links";
    for (u32 i = 0; i < count && !l->full; i++) add_link(l, GAVEL_LINK_TARGETS, s, targets[i]);
  }
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) {
    Heap blocking = permanent_of(g, s)->blocking;
    for (u32 i = 0; i < list_count(g, blocking) && !l->full; i++)
      add_link(l, GAVEL_LINK_BLOCKS, s, list_get(g, blocking, i));
  }
}

/* --- the decision -------------------------------------------------------------------------- */

static bool is_mana(Game *g, const Option *option) {
  u32 slot = object_live(g, option->ref);
  if (!slot || option->a >= ability_count(g, slot)) return false;
  return carddb_ability(g->db, ability_get(g, slot, option->a).ability)->flags & ABILITY_MANA;
}

/* Distinguishes options that are alike in all other columns. Numbers of definitions are large, so they collide once in
   thousands. */
static i16 detail_of(const Option *o) {
  switch (o->kind) {
    case OPTION_CAST:
    case OPTION_ACTIVATE:
    case OPTION_SPECIAL:
    case OPTION_MANA: return fit(o->a);
    case OPTION_ABILITY:
    case OPTION_NODE: return low(o->a * 0x9e3779b1u >> 17);
    default: return 0;
  }
}

static void write_option(Looking *l, DecisionKind kind, u32 index, i16 *row) {
  const Option o = *row_OPTIONS(l->g, index);
  bool pair = (kind == DECISION_ATTACKER || kind == DECISION_BLOCKER) && o.kind == OPTION_REF;
  memset(row, 0, GAVEL_OPTION_WIDTH * sizeof *row);
  row[GAVEL_COLUMN_OPTION_KIND] = o.kind;
  row[GAVEL_COLUMN_OPTION_OBJECT] = pointer(l, o.ref);
  if (pair) row[GAVEL_COLUMN_OPTION_OTHER] = pointer(l, (Ref)o.n);
  if (o.kind == OPTION_NUMBER || o.kind == OPTION_MODE) row[GAVEL_COLUMN_OPTION_NUMBER] = fit(o.n);
  if (o.kind == OPTION_WORD || o.kind == OPTION_MANA) row[GAVEL_COLUMN_OPTION_WORD] = fit(o.word);
  if (o.kind == OPTION_NAME) {
    row[GAVEL_COLUMN_OPTION_NAME] = low(o.a);
    row[GAVEL_COLUMN_OPTION_NAME_HIGH] = high(o.a);
  }
  row[GAVEL_COLUMN_OPTION_DETAIL] = detail_of(&o);
  row[GAVEL_COLUMN_OPTION_MANA] = o.kind == OPTION_ACTIVATE && is_mana(l->g, &o);
  row[GAVEL_COLUMN_OPTION_COUNT] = 1;
}

/* Only the player who decides sees that there is a decision, and its options. */
static bool decides(const Looking *l) {
  const Decision *d = &core(l->g)->decision;
  return d->kind != DECISION_NONE && d->player == l->viewer;
}

static void write_options(Looking *l) {
  if (!decides(l)) return;
  Game *g = l->g;
  GavelObservation *out = l->out;
  Narrowed n = narrow_at(l->narrowing, count_of(g, T_OPTIONS), out->option_cap);
  for (u32 r = 0; r < n.rows && !l->full; r++) {
    i16 *row = out->options + (size_t)r * GAVEL_OPTION_WIDTH;
    u32 count = narrow_count(&n, r);
    write_option(l, (DecisionKind)core(g)->decision.kind, n.first + r * n.part, row);
    if (count == 1) continue;
    row[GAVEL_COLUMN_OPTION_KIND] = GAVEL_OPTION_RANGE;
    row[GAVEL_COLUMN_OPTION_COUNT] = fit(count);
  }
  out->option_count = n.rows;
}

static void write_decision(Looking *l, i16 *row) {
  const Decision *d = &core(l->g)->decision;
  row[GAVEL_COLUMN_GLOBAL_DECISION] = d->kind;
  row[GAVEL_COLUMN_GLOBAL_FOR_PLAYER] = player_number(l, d->for_player);
  row[GAVEL_COLUMN_GLOBAL_SOURCE] = pointer(l, view_referred(l->g, l->viewer, d->source));
  row[GAVEL_COLUMN_GLOBAL_IN_SET] = d->group != 0;
  row[GAVEL_COLUMN_GLOBAL_CHOSEN] = fit(d->chosen);
  row[GAVEL_COLUMN_GLOBAL_MIN] = fit(d->min);
  row[GAVEL_COLUMN_GLOBAL_MAX] = fit(d->max);
  row[GAVEL_COLUMN_GLOBAL_NARROWED] = l->narrowing ? fit(l->narrowing->times) : 0;
}

/* --- globals and players ------------------------------------------------------------------- */

static void write_globals(Looking *l) {
  const Core *c = core(l->g);
  i16 *row = l->out->globals;
  memset(row, 0, GAVEL_GLOBAL_WIDTH * sizeof *row);
  row[GAVEL_COLUMN_GLOBAL_SEAT] = (i16)l->viewer;
  row[GAVEL_COLUMN_GLOBAL_PLAYERS] = (i16)l->players;
  row[GAVEL_COLUMN_GLOBAL_TURN] = fit(c->turn);
  row[GAVEL_COLUMN_GLOBAL_ACTIVE] = player_number(l, c->active);
  row[GAVEL_COLUMN_GLOBAL_PRIORITY] = player_number(l, c->priority);
  row[GAVEL_COLUMN_GLOBAL_STEP] = c->step;
  row[GAVEL_COLUMN_GLOBAL_DAY] = c->day;
  row[GAVEL_COLUMN_GLOBAL_OVER] = c->over;
  if (decides(l)) write_decision(l, row);
}

static void write_player_counters(const Game *g, u32 first, i16 *row) {
  i64 other = 0;
  for (u32 r = first; r; r = row_COUNTERS(g, r)->next) {
    const Counters *c = row_COUNTERS(g, r);
    switch (c->kind) {
      case W_C_POISON: row[GAVEL_COLUMN_PLAYER_POISON] = fit(c->n); break;
      case W_C_ENERGY: row[GAVEL_COLUMN_PLAYER_ENERGY] = fit(c->n); break;
      case W_C_EXPERIENCE: row[GAVEL_COLUMN_PLAYER_EXPERIENCE] = fit(c->n); break;
      default: other = num_add(other, c->n, NULL);
    }
  }
  row[GAVEL_COLUMN_PLAYER_OTHER_COUNTERS] = fit(other);
}

static void write_player(const Looking *l, u32 player, i16 *row) {
  const Game *g = l->g;
  const Player *p = &core(g)->players[player];
  memset(row, 0, GAVEL_PLAYER_WIDTH * sizeof *row);
  row[GAVEL_COLUMN_PLAYER_LIFE] = fit(p->life);
  row[GAVEL_COLUMN_PLAYER_HAND] = fit(zone_list(g, ZONE_HAND, player)->count);
  row[GAVEL_COLUMN_PLAYER_LIBRARY] = fit(zone_list(g, ZONE_LIBRARY, player)->count);
  row[GAVEL_COLUMN_PLAYER_GRAVEYARD] = fit(zone_list(g, ZONE_GRAVEYARD, player)->count);
  row[GAVEL_COLUMN_PLAYER_LANDS_PLAYED] = fit(p->lands_played);
  row[GAVEL_COLUMN_PLAYER_DRAWS] = fit(p->draws_this_turn);
  row[GAVEL_COLUMN_PLAYER_SPELLS] = fit(p->spells_this_turn);
  row[GAVEL_COLUMN_PLAYER_WON] = p->won;
  row[GAVEL_COLUMN_PLAYER_LOST] = p->lost;
  row[GAVEL_COLUMN_PLAYER_LEFT] = p->left != LEFT_NOT;
  row[GAVEL_COLUMN_PLAYER_MONARCH] = p->monarch;
  row[GAVEL_COLUMN_PLAYER_INITIATIVE] = p->initiative;
  row[GAVEL_COLUMN_PLAYER_BLESSING] = p->blessing;
  row[GAVEL_COLUMN_PLAYER_DECIDED_BY] = player_number(l, p->decided_by);
  if (p->counters) write_player_counters(g, p->counters, row);
}

static void write_players(const Looking *l) {
  const Game *g = l->g;
  for (u32 i = 0; i < l->players; i++)
    write_player(l, (l->viewer + i) % l->players, l->out->players + (size_t)i * GAVEL_PLAYER_WIDTH);
  for (u32 r = 0; r < count_of(g, T_MANA); r++) {
    const Mana *mana = row_MANA(g, r);
    if (mana->player >= l->players || mana->n == 0) continue;
    i16 *n = l->out->players + player_number(l, mana->player) * GAVEL_PLAYER_WIDTH + GAVEL_COLUMN_PLAYER_MANA_WHITE +
             mana->kind;
    *n = fit(*n + (i64)mana->n);
  }
}

/* --- putting it together ------------------------------------------------------------------- */

static void look(Game *g, void *user) {
  Looking *l = user;
  layers_update(g);
  l->goads = rules_of(g, IR_R_GOADED);
  list_objects(l);
  write_globals(l);
  write_players(l);
  write_links(l);
  write_options(l);
  write_objects(l);
}

static bool controls_others(const Game *g, u32 viewer) {
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (p != viewer && core(g)->players[p].decided_by == viewer) return true;
  return false;
}

/* Sizes the table so that it stays at most half full, whatever rows pointers may add. */
static void open_places(Looking *l) {
  l->places = 256;
  while (l->places < 2 * l->out->object_cap && l->places < PLACES && l->places < 4 * count_of(l->g, T_OBJECTS))
    l->places *= 2;
  memset(l->rows_at, 0, l->places * sizeof *l->rows_at);
}

static bool fits(const GavelObservation *o) {
  return o->object_cap <= GAVEL_OBSERVATION_OBJECTS_MAX && o->link_cap <= GAVEL_OBSERVATION_LINKS_MAX &&
         o->option_cap <= GAVEL_OBSERVATION_OPTIONS_MAX && o->option_cap >= 2;
}

GavelStatus gavel_observe(GavelGame *game, uint32_t viewer, const GavelNarrowing *narrowing,
                          GavelObservation *observation) {
  return observe_touching(game, viewer, narrowing, observation, NULL);
}

GavelStatus observe_touching(GavelGame *game, u32 viewer, const GavelNarrowing *narrowing,
                             GavelObservation *observation, Touched *touched) {
  GavelObservation *o = observation;
  o->object_count = o->link_count = o->option_count = 0;
  if (game->failed) return game->failed;
  if (viewer >= core(game)->player_count) return api_refuse(game, GAVEL_E_CHECK, "the viewer isn't one of the players");
  if (!fits(o)) return api_refuse(game, GAVEL_E_CHECK, "an observation can't have that many rows");
  Looking l;
  l.g = game;
  l.viewer = viewer;
  l.players = core(game)->player_count;
  l.controls = controls_others(game, viewer);
  for (u32 i = 0; i < l.players; i++) l.numbers[(viewer + i) % l.players] = (i8)i;
  l.narrowing = narrowing;
  l.out = o;
  l.full = NULL;
  l.touched = touched;
  if (touched) touched->count = 0;
  open_places(&l);
  GavelStatus status = game_protect(game, look, &l);
  if (!status && !l.full) return GAVEL_OK;
  o->object_count = o->link_count = o->option_count = 0;
  return status ? status
                : api_refuse(game, GAVEL_E_LIMIT, "there are more %s than the observation has room for", l.full);
}
