/* An allocator for tests: it counts, checks the sizes it is told, moves memory that is resized, and refuses on
   request. */
#ifndef SUPPORT_ALLOCATOR_H
#define SUPPORT_ALLOCATOR_H

#include "base/base.h"

typedef struct TestAllocator {
  u64 requests;      /* number of requests, including refused ones; frees don't count */
  u64 refuse_from;   /* the first request to refuse, from 1; 0 refuses none */
  bool refuse_once;  /* refuse only that one, not all that follow it */
  u64 refusals;      /* number of refusals */
  u64 blocks, bytes; /* currently allocated */
  u64 peak_bytes;    /* maximum so far */
  u64 untrue_sizes;  /* calls with a wrong old size */
} TestAllocator;

/* Returns the allocator with this state, which must be zeroed, except for what it shall refuse, and must outlive the
   allocations. */
GavelAllocator test_allocator(TestAllocator *state);

/* Runs under refusals; returns whether it succeeded. It must free everything it allocated. */
typedef bool TestBody(GavelAllocator allocator, void *context);

/* Runs `body` repeatedly: refuses the first request, then the second, and so on, each once alone and once with all that
   follow, until it makes no more requests. Fails the running test if a body succeeds in spite of a refusal, fails
   without one, leaks, or passes a wrong size. */
void test_every_refusal(TestBody *body, void *context);

#endif
