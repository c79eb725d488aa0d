#include "support/allocator.h"

#include "support/test.h"

#include <stdlib.h>

/* Precedes every block, and keeps it aligned as malloc would. */
typedef union Head {
  size_t size;
  max_align_t alignment;
} Head;

static bool refuses(TestAllocator *state) {
  state->requests++;
  if (state->refuse_from == 0 || state->requests < state->refuse_from) return false;
  if (state->refuse_once && state->requests > state->refuse_from) return false;
  state->refusals++;
  return true;
}

static void *allocate(TestAllocator *state, size_t size) {
  Head *head = size <= PTRDIFF_MAX - sizeof(Head) ? malloc(sizeof(Head) + size) : NULL;
  if (!head) {
    state->refusals++;
    return NULL;
  }
  head->size = size;
  /* Uninitialised memory must not look like zeros. */
  memset(head + 1, 0xA5, size);
  state->blocks++;
  state->bytes += size;
  if (state->bytes > state->peak_bytes) state->peak_bytes = state->bytes;
  return head + 1;
}

static void release(TestAllocator *state, void *pointer) {
  Head *head = (Head *)pointer - 1;
  state->blocks--;
  state->bytes -= head->size;
  free(head);
}

static void *test_resize(void *user, void *pointer, size_t old_size, size_t new_size) {
  TestAllocator *state = user;
  size_t true_size = pointer ? ((Head *)pointer - 1)->size : 0;
  if (old_size != true_size) state->untrue_sizes++;
  void *moved = NULL;
  if (new_size > 0) {
    moved = refuses(state) ? NULL : allocate(state, new_size);
    if (!moved) return NULL;
    if (pointer) memcpy(moved, pointer, true_size < new_size ? true_size : new_size);
  }
  if (pointer) release(state, pointer);
  return moved;
}

GavelAllocator test_allocator(TestAllocator *state) { return (GavelAllocator){.resize = test_resize, .user = state}; }

/* Far more requests than a test body should make. */
#define REFUSALS_MAX 100000u

/* Returns whether the body made so few requests that none was refused. */
static bool run_refused(TestBody *body, void *context, u64 refuse_from, bool refuse_once) {
  TestAllocator state = {.refuse_from = refuse_from, .refuse_once = refuse_once};
  bool through = body(test_allocator(&state), context);
  if (through != (state.refusals == 0)) {
    fail_msg("request %llu %s: the body %s", (unsigned long long)refuse_from,
             state.refusals > 0 ? "refused" : "granted", through ? "got through" : "failed");
  }
  if (state.blocks > 0) {
    fail_msg("request %llu refused: %llu blocks leaked", (unsigned long long)refuse_from,
             (unsigned long long)state.blocks);
  }
  if (state.untrue_sizes > 0) fail_msg("an old size was not the one last given");
  return state.refusals == 0;
}

void test_every_refusal(TestBody *body, void *context) {
  for (u64 refuse_from = 1; refuse_from <= REFUSALS_MAX; refuse_from++) {
    bool done = run_refused(body, context, refuse_from, false);
    run_refused(body, context, refuse_from, true);
    if (done) return;
  }
  fail_msg("the body asked for memory more than %u times", REFUSALS_MAX);
}
