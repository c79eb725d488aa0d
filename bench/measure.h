/* Clocks, counters and medians. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "base/base.h"

/* Nanoseconds of a monotonic clock; and of this process's processor time, which other programs don't affect. */
u64 clock_ns(void);
u64 clock_cpu_ns(void);

/* Counts the instructions of this process, if the system allows it. */
typedef struct InstructionCounter {
  int file; /* -1 if there is none */
} InstructionCounter;
InstructionCounter counter_open(void);
void counter_close(InstructionCounter *counter);
/* Instructions so far; 0 if they can't be counted. */
u64 counter_read(const InstructionCounter *counter);

/* Measurements, one per repetition. */
typedef struct Samples {
  VEC(u64) values;
} Samples;
void samples_add(Samples *samples, u64 value);
void samples_free(Samples *samples);
/* The median; sorts the samples. 0 if there are none. */
u64 samples_median(Samples *samples);

/* An allocator that counts the requests to the default one. */
typedef struct CountingAllocator {
  GavelAllocator inner;
  u64 requests;
} CountingAllocator;
GavelAllocator counting_allocator(CountingAllocator *counting);

/* Writes the processor's name as the system reports it; 128 bytes are enough. */
void processor_name(char *out, size_t size);

#endif
