#include "executed.h"

#include "api/api.h"
#include "state/objects.h"

#include <stdlib.h>
#include <unistd.h>

/* --- games --------------------------------------------------------------------------------------------------- */

/* Threads set the same bytes to the same value, so nobody has to wait. */
static void mark(Executed *executed, u32 card) {
  if (card) atomic_store_explicit(&executed->cards[card], 1, memory_order_relaxed);
}

static void ability_works(void *user, u32 ability) {
  Executed *executed = user;
  const AbilityDef *def = carddb_ability(executed->db, ability);
  if (def->op == IR_SPELL || def->op == IR_ACTIVATED || def->op == IR_TRIGGERED || def->op == IR_REPLACEMENT)
    mark(executed, def->card);
}

/* A spell is cast, or a land played. */
static void happens(void *user, const Game *g, const Event *event) {
  bool played = event->kind == EVENT_PERFORM && event->word == W_K_PLAY_LAND;
  if (event->kind != EVENT_CAST && !played) return;
  u32 slot = ref_is_player(event->object) ? 0 : object_live(g, event->object);
  u32 card = slot ? object_row(g, slot)->card : 0;
  if (card) mark(user, row_CARDS(g, card)->def);
}

void executed_begin(Executed *executed, const GavelCards *cards) {
  executed->db = api_carddb(cards);
  executed->cards = calloc(executed->db->cards.count, sizeof *executed->cards);
  if (!executed->cards) out_of_memory();
  executed->listener = (Listener){.event = happens, .ability = ability_works, .user = executed};
}

void executed_free(Executed *executed) { free(executed->cards); }

/* --- files --------------------------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b) {
  const Str *left = a, *right = b;
  return str_compare(*left, *right);
}

static void names_add(ExecutedNames *names, Str name) {
  GavelAllocator allocator = gavel_allocator_default();
  if (name.length > 0 && !vec_push(&allocator, &names->names, name)) out_of_memory();
}

static void names_sort(ExecutedNames *names) {
  if (names->names.count > 0) qsort(names->names.data, names->names.count, sizeof(Str), compare_names);
}

bool executed_read(ExecutedNames *names, const char *path) {
  *names = (ExecutedNames){.names = {0}};
  text_init(&names->text, gavel_allocator_default());
  if (!file_read(path, &names->text)) return false;
  Str rest = text_str(&names->text);
  while (rest.length > 0) {
    const char *end = memchr(rest.data, '\n', rest.length);
    u32 length = end ? (u32)(end - rest.data) : rest.length, used = end ? length + 1 : length;
    names_add(names, (Str){rest.data, length});
    rest = (Str){rest.data + used, rest.length - used};
  }
  names_sort(names);
  return true;
}

void executed_names_free(ExecutedNames *names) {
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &names->names);
  text_free(&names->text);
}

bool executed_has(const ExecutedNames *names, Str name) {
  return names->names.count > 0 && bsearch(&name, names->names.data, names->names.count, sizeof(Str), compare_names);
}

bool executed_merge(const Executed *executed, const char *path) {
  ExecutedNames names = {.names = {0}};
  text_init(&names.text, gavel_allocator_default());
  bool fine = access(path, F_OK) != 0 || executed_read(&names, path);
  for (u32 card = 1; fine && card < executed->db->cards.count; card++)
    if (executed_is(executed, card))
      names_add(&names, intern_text(&executed->db->names, executed->db->cards.data[card].name));
  names_sort(&names);
  Text text;
  text_init(&text, gavel_allocator_default());
  for (u32 i = 0; i < names.names.count; i++) {
    if (i > 0 && str_equal(names.names.data[i], names.names.data[i - 1])) continue;
    text_add(&text, names.names.data[i]);
    text_addc(&text, '\n');
  }
  if (text.failed) out_of_memory();
  fine = fine && file_write_whole(path, text_str(&text));
  text_free(&text);
  executed_names_free(&names);
  return fine;
}
