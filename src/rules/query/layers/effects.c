/* The rows of floating effects (611.2). */
#include "rules/query/query.h"
#include "state/objects.h"

static u32 row_new(Game *g) {
  u32 row = core(g)->free_effect;
  if (row) {
    table_reuse(g, T_EFFECTS);
    core(g)->free_effect = row_EFFECTS(g, row)->duration_turn;
    memset(row_EFFECTS(g, row), 0, sizeof(Effect));
    return row;
  }
  if (count_of(g, T_EFFECTS) == 0) table_add(g, T_EFFECTS, 1); /* row 0 stays free and is none */
  return table_add(g, T_EFFECTS, 1);
}

u32 effect_add(Game *g, EffectKind kind, Heap env, Node node, u32 ability, Word duration) {
  u32 row = row_new(g);
  Core *c = core(g);
  Effect *f = row_EFFECTS(g, row);
  f->id = ++c->next_effect;
  f->kind = (u8)kind;
  f->env = env;
  f->node = node;
  f->ability = ability;
  f->duration = duration;
  f->timestamp = timestamp_next(g); /* 613.7b */
  f->acquisition = ++c->next_acquisition;
  f->amount = -1;
  f->duration_turn = c->turn;
  if (env) {
    f->controller = env_at(g, env)->controller;
    f->duration_player = f->controller;
    f->duration_object = env_at(g, env)->source;
  }
  facts_changed(g, FACT_COPY);
  return row;
}

void effect_remove(Game *g, u32 row) {
  Effect f = *row_EFFECTS(g, row);
  ASSERT(f.id);
  if (f.env) env_free(g, f.env);
  if (f.objects) heap_free(g, f.objects);
  if (f.mods) heap_free(g, f.mods);
  memset(row_EFFECTS(g, row), 0, sizeof(Effect));
  row_EFFECTS(g, row)->duration_turn = core(g)->free_effect;
  core(g)->free_effect = row;
  facts_changed(g, FACT_COPY);
}
