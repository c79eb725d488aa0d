/* Expectations: what is judged, and what was found instead. */
#include "cards/ir_args.h"
#include "scenario/run_private.h"

/* --- messages --------------------------------------------------------------------------------- */

/* "expected …; found …" with r->said. */
static bool not_met(Runner *r, const ScenarioExpect *expect) {
  Text text;
  text_init(&text, r->allocator);
  scenario_print_expect(r->s, expect, &text);
  u32 skip = r->said.length > 0 && r->said.data[0] == ' ';
  run_fail(r, run_place(r), "expected %.*s; found %.*s", (int)text.length, text.length ? text.data : "",
           (int)(r->said.length - skip), r->said.length ? r->said.data + skip : "nothing");
  text_free(&text);
  return false;
}

static void say(Runner *r, const char *what) {
  text_clear(&r->said);
  text_adds(&r->said, what);
}

bool number_expected(Runner *r, const ScenarioExpect *expect, i64 found) {
  text_clear(&r->said);
  text_addf(&r->said, "%lld", (long long)found);
  return found == (expect->counters.kind.length ? expect->counters.count : expect->amount);
}

bool player_expected(Runner *r, const ScenarioExpect *expect, u32 found) {
  text_clear(&r->said);
  text_add(&r->said, found == SCENARIO_NONE ? STR("none") : player_name(r, found));
  return found == expect->player;
}

/* --- objects ---------------------------------------------------------------------------------- */

/* The objects the line speaks of, into r->rows: by default those on the battlefield; where there are none and the
   line says something about what is there, those in the first zone that has some. */
static bool find_objects(Runner *r, const ScenarioExpect *expect) {
  bool counted = expect->quantifier == SCENARIO_NO || expect->quantifier == SCENARIO_EXACTLY;
  const ScenarioRef *ref = expect->ref;
  bool anywhere = ref->kind == SCENARIO_REF_ALIAS || ref->kind == SCENARIO_REF_TOP ||
                  ref->kind == SCENARIO_REF_ABILITY || ref->zone != ZONE_NONE;
  /* `no` and a number speak of the battlefield alone; so does an alias then. */
  u32 zones = anywhere && !(counted && ref->kind == SCENARIO_REF_ALIAS && ref->zone == ZONE_NONE)
                  ? ZONES_ALL
                  : ZONE_BIT(ZONE_BATTLEFIELD);
  bool ok = counted || anywhere ? ref_find(r, ref, zones) : ref_find_anywhere(r, ref);
  if (!ok) return false;
  r->rows.count = 0;
  for (u32 i = 0; i < r->found.count; i++)
    if (!vec_push(&r->allocator, &r->rows, ref_slot(r->found.data[i]))) return run_no_memory(r);
  return true;
}

static bool objects_met(Runner *r, const ScenarioExpect *expect, bool *met) {
  Game *g = r->play.g;
  if (!find_objects(r, expect)) return false;
  u32 count = r->rows.count, holding = 0;
  Text *other = &r->said_first;
  text_clear(other);
  for (u32 i = 0; i < count; i++) {
    Ref ref = object_ref(g, r->rows.data[i]);
    if (object_cannot(r, expect, ref)) {
      *met = false;
      return true;
    }
    if (object_expected(r, expect, ref)) {
      holding++;
    } else if (other->length == 0) { /* the first that does not is what was found */
      text_add(other, text_str(&r->said));
    }
  }
  switch (expect->quantifier) {
    case SCENARIO_EVERY: *met = count > 0 && holding == count; break;
    case SCENARIO_SOME: *met = holding > 0; break;
    case SCENARIO_NO: *met = holding == 0; break;
    case SCENARIO_EXACTLY: *met = holding == expect->exactly; break;
  }
  bool number = expect->quantifier == SCENARIO_EXACTLY || expect->quantifier == SCENARIO_NO;
  text_clear(&r->said);
  if (count == 0) {
    text_adds(&r->said, "no such object");
  } else if (number || other->length == 0) {
    text_addf(&r->said, "%u", holding);
  } else {
    text_add(&r->said, text_str(other));
    if (count > 1) text_addf(&r->said, " (one of %u; %u do)", count, holding);
  }
  return true;
}

/* --- zones ------------------------------------------------------------------------------------ */

static bool counted_here(const ScenarioExpect *expect, const Object *o) {
  bool controlled = zone_is_open((Zone)o->zone);
  if (expect->player != SCENARIO_NONE && expect->player != (controlled ? o->controller : o->owner)) return false;
  if (o->zone == ZONE_BATTLEFIELD && o->status & STATUS_PHASED_OUT) return false; /* 702.26b */
  if (expect->counted == SCENARIO_COUNT_TOKENS) return o->kind == OBJECT_TOKEN;
  return expect->counted == SCENARIO_COUNT_ALL || o->kind == OBJECT_CARD;
}

/* Abilities on the stack whose text begins so. */
static bool ability_counted(Runner *r, u32 slot, Str text) {
  Game *g = r->play.g;
  if (object_row(g, slot)->kind != OBJECT_ABILITY || object_row(g, slot)->zone != ZONE_STACK) return false;
  const StackItem item = *stack_item_of(g, slot);
  AbilityInst inst = {.ability = item.ability, .subst = item.subst};
  return inst.ability && text_match_ability(r, text, inst, self_name_of(r, item.source)) == TEXT_BEGINS;
}

static i64 count_zone(Runner *r, const ScenarioExpect *expect, bool abilities) {
  Game *g = r->play.g;
  Zone zone = expect->zone;
  u32 lists = zone_is_shared(zone) ? 1 : core(g)->player_count;
  i64 n = 0;
  for (u32 p = 0; p < lists; p++) {
    for (u32 s = zone_first(g, zone, p); s; s = object_row(g, s)->next) {
      if (!counted_here(expect, object_row(g, s))) continue;
      if (!expect->ref)
        n++;
      else if (abilities)
        n += ability_counted(r, s, expect->ref->text);
      else
        n += ref_is(r, expect->ref, object_ref(g, s), ZONE_BIT(zone));
    }
  }
  return n;
}

static bool zone_met(Runner *r, const ScenarioExpect *expect) {
  const ScenarioRef *ref = expect->ref;
  i64 n = count_zone(r, expect, false);
  bool text = ref && ref->kind == SCENARIO_REF_NAME && !ref->qualified && expect->zone == ZONE_STACK;
  if (n == 0 && text) n = count_zone(r, expect, true);
  return number_expected(r, expect, n);
}

/* --- players ---------------------------------------------------------------------------------- */

bool mana_kinds(Str text, i64 kinds[6]) {
  memset(kinds, 0, 6 * sizeof kinds[0]);
  /* A cost holds only so many symbols; a pool may hold more, so each is read by itself. */
  for (u32 at = 0; at < text.length;) {
    u32 end = at;
    while (end < text.length && text.data[end] != '}') end++;
    if (end == text.length) return false;
    ManaCost symbol;
    u32 bad;
    bool one = mana_cost_parse((Str){text.data + at, end + 1 - at}, &symbol, &bad) && symbol.count == 1 &&
               !symbol.generic && !symbol.x && !(symbol.symbols[0] & ~SYMBOL_KINDS) &&
               bits_count(symbol.symbols[0]) == 1;
    if (!one) return false;
    kinds[bits_first(symbol.symbols[0])]++;
    at = end + 1;
  }
  return true;
}

static i64 pool_of(const Game *g, u32 player, u32 kind) {
  i64 n = 0;
  for (u32 i = 0; i < count_of(g, T_MANA); i++) {
    const Mana *m = row_MANA(g, i);
    if (m->player == player && m->kind == kind) n += m->n;
  }
  return n;
}

static bool pool_met(Runner *r, const ScenarioExpect *expect) {
  static const char SYMBOLS[] = "WUBRGC";
  i64 kinds[6];
  bool read = mana_kinds(expect->text.text, kinds), met = read;
  bool one = expect->kind == SCENARIO_EXPECT_POOL_KIND;
  say(r, "");
  for (u32 k = 0; k < COUNT_OF(kinds); k++) {
    i64 n = pool_of(r->play.g, expect->player, k);
    if (n) text_addf(&r->said, "%lld {%c} ", (long long)n, SYMBOLS[k]);
    if (one && read && kinds[k]) met = n == expect->amount;
    if (!one && read && n != kinds[k]) met = false;
  }
  if (r->said.length == 0) text_adds(&r->said, "an empty pool");
  if (!read) say(r, "a line that does not name kinds of mana, such as {G}{G}");
  return met;
}

typedef struct PlayerHas {
  Runner *r;
  u32 player;
  Str text;
} PlayerHas;

static bool player_ability_visit(const Eval *e, Node rule, void *user) {
  const PlayerHas *has = user;
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_PLAYER_HAS_PLAYERS), ref_player(has->player))) return false;
  u32 ability = node_arg(db, rule, ARG_R_PLAYER_HAS_ABILITY);
  Word keyword = word_find(has->text, WC_KEYWORD);
  if (keyword && carddb_ability(db, ability)->keyword == keyword) return true;
  return text_match_ability(has->r, has->text, printed(ability), (SelfName){0}) == TEXT_BEGINS;
}

static bool player_has(Runner *r, u32 player, const ScenarioAbility *ability) {
  Str text = ability->text.text;
  const Player *p = &core(r->play.g)->players[player];
  if (str_equal_folded(text, STR("the city's blessing"))) return p->blessing;
  if (str_equal_folded(text, STR("the monarch"))) return p->monarch;
  if (str_equal_folded(text, STR("the initiative"))) return p->initiative;
  PlayerHas has = {r, player, text};
  return rules_visit(r->play.g, IR_R_PLAYER_HAS, player_ability_visit, &has);
}

static bool nobody_won(const Game *g) {
  for (u32 p = 0; p < core(g)->player_count; p++)
    if (core(g)->players[p].won) return false;
  return true;
}

static bool player_met(Runner *r, const ScenarioExpect *expect) {
  const Game *g = r->play.g;
  const Player p = core(g)->players[expect->player];
  Word kind = 0;
  switch (expect->kind) {
    case SCENARIO_EXPECT_LIFE: return number_expected(r, expect, p.life);
    case SCENARIO_EXPECT_PLAYER_COUNTERS:
      kind = word_find(expect->counters.kind, WC_COUNTER);
      return number_expected(r, expect, kind ? counters_get(g, p.counters, kind) : 0);
    case SCENARIO_EXPECT_POOL:
    case SCENARIO_EXPECT_POOL_KIND: return pool_met(r, expect);
    case SCENARIO_EXPECT_PLAYER_HAS:
      say(r, expect->negated ? "it" : "no such ability");
      return player_has(r, expect->player, &expect->ability) != expect->negated;
    default: break;
  }
  say(r, !core(g)->over ? "the game continues" : p.won ? "a win" : p.lost ? "a loss" : "a draw");
  if (expect->kind == SCENARIO_EXPECT_WINS) return p.won;
  if (expect->kind == SCENARIO_EXPECT_LOSES) return p.lost;
  return core(g)->over && nobody_won(g) && !p.lost;
}

/* --- the game --------------------------------------------------------------------------------- */

static bool designated_met(Runner *r, const ScenarioExpect *expect) {
  const Game *g = r->play.g;
  u32 who = SCENARIO_NONE;
  for (u32 p = 0; p < core(g)->player_count; p++) {
    const Player *player = &core(g)->players[p];
    if (expect->kind == SCENARIO_EXPECT_MONARCH ? player->monarch : player->initiative) who = p;
  }
  return player_expected(r, expect, who);
}

static bool game_met(Runner *r, const ScenarioExpect *expect) {
  static const char *const DAYS[] = {"neither day nor night", "day", "night"};
  const Core *c = core(r->play.g);
  switch (expect->kind) {
    case SCENARIO_EXPECT_GAME_OVER:
    case SCENARIO_EXPECT_GAME_CONTINUES:
      say(r, c->over ? "that it is over" : "that it continues");
      return c->over == (expect->kind == SCENARIO_EXPECT_GAME_OVER);
    case SCENARIO_EXPECT_ACTIVE: return player_expected(r, expect, c->active);
    case SCENARIO_EXPECT_TURN: return number_expected(r, expect, c->turn);
    case SCENARIO_EXPECT_MONARCH:
    case SCENARIO_EXPECT_INITIATIVE: return designated_met(r, expect);
    case SCENARIO_EXPECT_DAY: say(r, DAYS[c->day]); return c->day == 1;
    case SCENARIO_EXPECT_NIGHT: say(r, DAYS[c->day]); return c->day == 2;
    default: say(r, DAYS[c->day]); return c->day == 0;
  }
}

/* --- all of them ------------------------------------------------------------------------------ */

typedef struct Judging {
  const ScenarioExpect *expect;
  bool met;
} Judging;

static bool judge(Runner *r, void *arg) {
  Judging *j = arg;
  const ScenarioExpect *expect = j->expect;
  if (expect->kind <= SCENARIO_EXPECT_ATTACHED) return objects_met(r, expect, &j->met);
  if (expect->kind == SCENARIO_EXPECT_ZONE) {
    j->met = zone_met(r, expect);
  } else if (expect->kind < SCENARIO_EXPECT_ZONE) {
    j->met = player_met(r, expect);
  } else {
    j->met = game_met(r, expect);
  }
  return true;
}

/* That what isn't there can't attack or block is no answer to whether it could: r->said says what is missing. */
static bool fighters_body(Runner *r, void *arg) {
  const ScenarioAction *action = arg;
  for (u32 i = 0; i < action->creatures.count; i++) {
    if (!ref_find(r, action->creatures.data[i], ZONE_BIT(ZONE_BATTLEFIELD))) return false;
    if (r->found.count > 0) continue;
    say(r, "that there is no ");
    scenario_print_ref(r->s, action->creatures.data[i], &r->said);
    text_adds(&r->said, " on the battlefield (506.3)");
    return false;
  }
  return true;
}

static bool fighters_there(Runner *r, const ScenarioExpect *expect) {
  Text *said = &r->said;
  text_clear(said);
  ScenarioAction action = *expect->action;
  return run_guard(r, fighters_body, &action) || (said->length > 0 && not_met(r, expect));
}

static bool expect_illegal(Runner *r, const ScenarioExpect *expect) {
  bool legal;
  if (expect->answers && run_is_held(r)) return answers_illegal(r, expect);
  if (expect->answers) return run_fail(r, expect->place, "no decision waits for an answer here");
  if (!run_ready(r) || !action_legal(r, expect->action, &legal)) return false;
  if (!legal) return fighters_there(r, expect);
  say(r, "that it is legal");
  return not_met(r, expect);
}

static bool expect_can(Runner *r, const ScenarioExpect *expect) {
  bool possible;
  if (!run_ready(r) || !action_possible(r, expect->action, &possible)) return false;
  if (possible != expect->negated) return possible || fighters_there(r, expect);
  say(r, possible ? "that it is possible" : "that it is not possible");
  return not_met(r, expect);
}

bool run_expect(Runner *r, const ScenarioExpect *expect) {
  if (expect->kind == SCENARIO_EXPECT_ILLEGAL) return expect_illegal(r, expect);
  if (expect->kind == SCENARIO_EXPECT_CAN) return expect_can(r, expect);
  if (expect->kind == SCENARIO_EXPECT_ASKED) {
    if ((r->play.asked > 0) != expect->negated) return true;
    say(r, expect->negated ? "that something was asked" : "that nothing was asked");
    return not_met(r, expect);
  }
  Judging j = {.expect = expect};
  if (!run_guard(r, judge, &j)) return false;
  return j.met || not_met(r, expect);
}
