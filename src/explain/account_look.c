/* What permanents and players are from one line of a scenario to the next. */
#include "explain/account.h"
#include "explain/standing.h"
#include "explain/trace.h"
#include "rules/query/query.h"

/* Of more permanents nobody follows what becomes of each, and looking takes its time. */
#define LOOKED_AT_MOST 256u

/* A text that has no room is no text any more. */
static bool is_out_of_room(Account *account) {
  account->failed |= account->scratch.failed;
  return account->failed || account->texts.failed || account->labels.failed;
}

typedef struct Looking {
  Account *account;
  u32 look;
  bool last; /* look */
} Looking;

/* What was seen of it at the look before; null if it wasn't there. */
static Standing *seen_before(const Looking *l, Ref ref) {
  for (u32 i = l->account->standings.count; i-- > 0;) {
    Standing *s = &l->account->standings.data[i];
    if (s->ref == ref) return s->last + 1 == l->look ? s : NULL;
  }
  return NULL;
}

static void add(const Looking *l, Standing standing) {
  Account *account = l->account;
  standing.first = standing.last = l->look;
  if (!vec_push(&account->allocator, &account->standings, standing)) account->failed = true;
}

static void look_at_player(const Looking *l, Game *g, u32 player) {
  i64 life = core(g)->players[player].life;
  bool won = core(g)->players[player].won;
  Standing *before = seen_before(l, ref_player(player));
  if (before && before->life == life && before->won == won)
    before->last = l->look;
  else
    add(l, (Standing){.ref = ref_player(player), .controller = (u8)player, .life = life, .won = won});
}

/* Keeps what has just been written, and begins anew. */
static AccountText keep(Account *account) {
  AccountText kept = {account->texts.length, account->scratch.length};
  text_add(&account->texts, text_str(&account->scratch));
  account->failed |= account->scratch.failed;
  text_clear(&account->scratch);
  return kept;
}

/* Tokens and basic lands are told by how many there are of them, and so are called plainly. */
static void say_name(const Looking *l, Game *g, u32 slot, bool basic) {
  Names names = l->account->names;
  if (basic || object_row(g, slot)->kind == OBJECT_TOKEN) names.labels = NULL;
  object_say(g, &names, object_ref(g, slot), &l->account->scratch);
}

static void look_at(const Looking *l, Game *g, u32 slot) {
  Account *account = l->account;
  Ref ref = object_ref(g, slot);
  Standing *before = seen_before(l, ref);
  Standing now = {.ref = ref, .controller = object_row(g, slot)->controller};
  now.basic = chars_of(g, slot)->supertypes >> supertype_bit(W_BASIC) & 1;
  text_clear(&account->scratch);
  bool creature = chars_of(g, slot)->has & HAS_POWER;
  u32 detail = STANDING_TYPES | (creature ? STANDING_KEYWORDS : 0);
  now.power = standing_say(g, &account->names, slot, detail, &account->scratch);
  if (is_out_of_room(account)) return;
  bool same = before && before->controller == now.controller &&
              str_equal(account_text(account, before->state), text_str(&account->scratch));
  if (same && !l->last) {
    before->last = l->look;
    return;
  }
  now.state = keep(account);
  say_name(l, g, slot, now.basic);
  now.name = keep(account);
  standing_busy(g, &account->names, slot, &account->scratch);
  now.busy = keep(account);
  if (!same) {
    add(l, now);
    return;
  }
  before->name = now.name;
  before->busy = now.busy;
  before->last = l->look;
}

static void look_body(Game *g, void *user) {
  const Looking *l = user;
  for (u32 p = 0; p < core(g)->player_count; p++) look_at_player(l, g, p);
  if (zone_list(g, ZONE_BATTLEFIELD, 0)->count > LOOKED_AT_MOST) return;
  layers_update(g);
  labels_name(&l->account->labels, g);
  for (u32 s = zone_first(g, ZONE_BATTLEFIELD, 0); s; s = object_row(g, s)->next) look_at(l, g, s);
}

void account_look(Account *account, Game *g, u32 line) {
  if (is_out_of_room(account)) return;
  Looking l = {account, account->looks.count, line == UINT32_MAX};
  labels_see(&account->labels, g, NULL);
  bool room = vec_push(&account->allocator, &account->looks, line);
  if (room) room = game_protect(g, look_body, &l) != GAVEL_E_MEMORY;
  labels_name_end(&account->labels);
  if (!room || is_out_of_room(account)) account->failed = true;
}
