/* Clocks, counters and medians. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "base/base.h"

/* Nanoseconds of a clock that only goes forward; and those this process has computed for, which
   other programs on the machine do not lengthen. */
u64 clock_ns(void);
u64 clock_cpu_ns(void);

/* Counts the instructions of this process, where the system lets it. */
typedef struct InstructionCounter {
  int file; /* -1: there is none */
} InstructionCounter;
InstructionCounter counter_open(void);
void counter_close(InstructionCounter *counter);
/* Instructions so far; 0 where they cannot be counted. */
u64 counter_read(const InstructionCounter *counter);

/* What was measured, once a repetition. */
typedef struct Samples {
  VEC(u64) values;
} Samples;
void samples_add(Samples *samples, u64 value);
void samples_free(Samples *samples);
/* The median; sorts the samples. 0 if there are none. */
u64 samples_median(Samples *samples);

/* An allocator on top of the default one that counts how often memory was asked for. */
typedef struct CountingAllocator {
  GavelAllocator inner;
  u64 requests;
} CountingAllocator;
GavelAllocator counting_allocator(CountingAllocator *counting);

/* The processor's name as the system knows it, e.g. into 128 bytes. */
void processor_name(char *out, size_t size);

#endif
