/* The layers one by one, for whoever wants to see how an object has become what it is (613.1). */
#ifndef RULES_QUERY_LAYERS_EXPLAIN_H
#define RULES_QUERY_LAYERS_EXPLAIN_H

#include "rules/query/layers/layers.h"

/* What has changed an object in a layer: a static ability of an object, an effect of something that resolved, or
   counters. */
typedef struct LayerCause {
  Ref source;    /* the object with the ability, or what the effect comes from; of counters the object itself */
  u32 ability;   /* 0 where it is not known, and of counters */
  Word counters; /* their kind, 0 for other causes */
  u64 timestamp;
  u32 turn;      /* grows in the order in which effects are applied */
  Word duration; /* of the effect of something that resolved, W_INDEFINITE if it has none; 0 for other causes */
  bool waited;   /* it was applied only after an effect of `after`, on which it depends (613.8b) */
  Ref after;
  Word from, to; /* the words that it exchanges in a text (612.2), 0 for none */
  Word barred;   /* the keyword that it would give, which the object can't have (113.11); 0 for none */
} LayerCause;

/* Why an effect that would apply to an object doesn't. */
typedef enum LayerMiss {
  LAYER_MISS_LOST, /* its ability was lost in an earlier layer */
  LAYER_MISS_LATE  /* its ability was gained in a later layer (613.6) */
} LayerMiss;

/* An object as it is once a layer has been applied. Valid only during the call; the abilities of `chars` can be
   counted but not read. */
typedef struct LayerStep {
  Layer layer;
  const Chars *chars;
  CvId cv; /* its copiable values so far */
  u32 controller;
  const LayerCause *causes; /* in the order in which they were applied */
  u32 cause_count;
} LayerStep;

/* Computes the characteristics of an object anew, without keeping anything, and shows it after each layer; the
   first step is layer 1, copy effects and face-down status together, as LAYER_1B. Behind the last one `miss` (may be
   null) is told of each static ability whose effect would have applied in a layer and didn't. */
typedef void LayerVisitor(Game *g, const LayerStep *step, void *user);
typedef void LayerMissVisitor(Game *g, LayerMiss why, Layer layer, const LayerCause *cause, void *user);
void layers_explain(Game *g, u32 slot, LayerVisitor *visit, LayerMissVisitor *miss, void *user);

#endif
