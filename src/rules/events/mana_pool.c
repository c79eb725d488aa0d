/* Mana pools (106.4). */
#include "cards/ir_args.h"
#include "rules/events/events.h"

enum { STAYS_TURN = 1, STAYS_COMBAT = 2 };

u32 mana_staying(Word duration) {
  return duration == W_END_OF_COMBAT ? MANA_STAYS_COMBAT : duration ? MANA_STAYS_TURN : 0u;
}

void mana_add(Game *g, u32 player, u32 made, u32 n, Ref source, Node terms, Heap env) {
  u32 kind = made & 0xff;
  bool snow = made & MANA_SNOW;
  u8 stays = made & MANA_STAYS_COMBAT ? STAYS_COMBAT : made & MANA_STAYS_TURN ? STAYS_TURN : 0;
  if (n == 0) return;
  own_changed(g, player);
  for (u32 i = 0; !terms && i < count_of(g, T_MANA); i++) {
    Mana *m = row_MANA(g, i);
    if (m->player != player || m->kind != kind || m->snow != snow || m->source != source || m->terms) continue;
    if (m->stays != stays) continue;
    m->n = (u32)num_min(INT32_MAX, (i64)m->n + n);
    return;
  }
  u32 row = table_add(g, T_MANA, 1);
  *row_MANA(g, row) = (Mana){.player = (u8)player,
                             .kind = (u8)kind,
                             .snow = snow,
                             .stays = stays,
                             .n = n,
                             .source = source,
                             .terms = terms,
                             .env = env};
}

Node mana_only_for(const Game *g, Node terms) {
  if (!terms) return 0;
  bool plain = node_op(g->db, terms) == IR_ADD_MANA;
  return node_arg(g->db, terms, plain ? ARG_ADD_MANA_ONLY_FOR : ARG_ADD_MANA_CHOICE_ONLY_FOR);
}

u32 mana_rider(const Game *g, Node terms, bool *at_once) {
  bool plain = node_op(g->db, terms) == IR_ADD_MANA;
  *at_once = node_arg(g->db, terms, plain ? ARG_ADD_MANA_AT_ONCE : ARG_ADD_MANA_CHOICE_AT_ONCE) != 0;
  return node_arg(g->db, terms, plain ? ARG_ADD_MANA_RIDER : ARG_ADD_MANA_CHOICE_RIDER);
}

Node mana_terms(const Game *g, Node action) {
  bool at_once;
  IrOp op = node_op(g->db, action);
  if (op != IR_ADD_MANA && op != IR_ADD_MANA_CHOICE) return 0;
  return mana_only_for(g, action) || mana_rider(g, action, &at_once) ? action : 0;
}

/* Closes the gaps that rows without mana leave. */
void mana_compact(Game *g) {
  u32 kept = 0, count = count_of(g, T_MANA);
  for (u32 i = 0; i < count; i++) {
    const Mana m = *row_MANA(g, i);
    own_changed(g, m.player);
    if (m.n > 0) {
      *row_MANA(g, kept++) = m;
    } else if (m.env) {
      env_free(g, m.env);
    }
  }
  table_drop(g, T_MANA, count - kept);
}

/* Whether a player keeps their mana, or which kinds of it, and 1 + the kind that what would be lost becomes; else 0. */
typedef struct Keeping {
  u32 player, becomes, kinds;
  bool all;
} Keeping;

static bool keeping_visit(const Eval *e, Node rule, void *user) {
  Keeping *k = user;
  const CardDb *db = e->g->db;
  if (!eval_matches(e, node_arg(db, rule, ARG_R_KEEP_MANA_PLAYERS), ref_player(k->player))) return false;
  Word to = (Word)node_arg(db, rule, ARG_R_KEEP_MANA_BECOMES);
  Word of = (Word)node_arg(db, rule, ARG_R_KEEP_MANA_OF);
  if (to) k->becomes = 1 + color_bit(eval_word(e, to));
  if (of) k->kinds |= 1u << color_bit(eval_word(e, of));
  k->all |= !to && !of;
  return k->all;
}

void mana_empty(Game *g) {
  if (count_of(g, T_MANA) == 0) return;
  for (u32 player = 0; player < core(g)->player_count; player++) {
    Keeping k = {.player = player};
    rules_visit(g, IR_R_KEEP_MANA, keeping_visit, &k);
    for (u32 i = 0; i < count_of(g, T_MANA) && !k.all; i++) {
      Mana *m = row_MANA(g, i);
      if (m->player != player || m->stays || k.kinds >> m->kind & 1) continue;
      if (k.becomes)
        m->kind = (u8)(k.becomes - 1);
      else
        m->n = 0;
    }
    if (k.becomes) own_changed(g, player);
  }
  RULE(g, "500.5");
  mana_compact(g);
}

void mana_stays_no_longer(Game *g, Word duration) {
  u8 stays = duration == W_END_OF_COMBAT ? STAYS_COMBAT : STAYS_TURN;
  for (u32 i = 0; i < count_of(g, T_MANA); i++) {
    if (row_MANA(g, i)->stays != stays) continue;
    RULE(g, stays == STAYS_COMBAT ? "500.5a" : "514.2");
    row_MANA(g, i)->stays = 0;
  }
}

void event_set_mana(const Eval *e, Node change, u32 row) {
  u32 kind = color_bit(eval_word(e, (Word)node_arg(e->g->db, change, ARG_EVENT_SET_MANA_COLOR)));
  Event *ev = row_EVENTS(e->g, row);
  if (ev->kind == EVENT_ADD_MANA) ev->word = (ev->word & ~0xffu) | kind; /* snow mana stays so */
}
