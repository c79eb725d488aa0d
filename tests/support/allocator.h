/* An allocator for tests: it counts, checks that sizes are told truly, moves what is resized, and
   refuses when asked to. */
#ifndef SUPPORT_ALLOCATOR_H
#define SUPPORT_ALLOCATOR_H

#include "base/base.h"

typedef struct TestAllocator {
  u64 requests;      /* how often memory was asked for, refusals included; frees do not count */
  u64 refuse_from;   /* the first request to refuse, counting from 1; 0 refuses none */
  bool refuse_once;  /* only that one, not all that follow it */
  u64 refusals;      /* how often it refused */
  u64 blocks, bytes; /* what is allocated now */
  u64 peak_bytes;    /* the most that ever was */
  u64 untrue_sizes;  /* calls whose old size was not the one last given */
} TestAllocator;

/* The allocator whose state is `state`, which begins as all zeros (but for what it shall refuse) and
   must outlive the allocations. */
GavelAllocator test_allocator(TestAllocator *state);

/* What is done under refusals; answers whether it got through. It must free all it allocated. */
typedef bool TestBody(GavelAllocator allocator, void *context);

/* Runs `body` again and again: the first request refused, then the second, and so on, each time once
   alone and once with all that follow, until it asks for no more. Fails the running test when a body
   gets through in spite of a refusal, fails without one, leaks, or tells an untrue size. */
void test_every_refusal(TestBody *body, void *context);

#endif
