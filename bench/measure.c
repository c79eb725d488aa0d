#include "measure.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static u64 read_clock(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (u64)now.tv_sec * 1000000000u + (u64)now.tv_nsec;
}

u64 clock_ns(void) { return read_clock(CLOCK_MONOTONIC); }

u64 clock_cpu_ns(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

/* --- instructions -------------------------------------------------------------------------- */

InstructionCounter counter_open(void) {
  struct perf_event_attr attributes = {
      .type = PERF_TYPE_HARDWARE,
      .size = sizeof attributes,
      .config = PERF_COUNT_HW_INSTRUCTIONS,
      .exclude_kernel = 1,
      .exclude_hv = 1,
  };
  long file = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
  return (InstructionCounter){(int)file};
}

void counter_close(InstructionCounter *counter) {
  if (counter->file >= 0) close(counter->file);
  counter->file = -1;
}

u64 counter_read(const InstructionCounter *counter) {
  u64 count = 0;
  if (counter->file < 0) return 0;
  return read(counter->file, &count, sizeof count) == sizeof count ? count : 0;
}

/* --- samples ------------------------------------------------------------------------------- */

void samples_add(Samples *samples, u64 value) {
  GavelAllocator allocator = gavel_allocator_default();
  if (!vec_push(&allocator, &samples->values, value)) abort();
}

void samples_free(Samples *samples) {
  GavelAllocator allocator = gavel_allocator_default();
  vec_free(&allocator, &samples->values);
}

static int compare(const void *a, const void *b) {
  u64 x = *(const u64 *)a, y = *(const u64 *)b;
  return (x > y) - (x < y);
}

u64 samples_median(Samples *samples) {
  u32 count = samples->values.count;
  if (count == 0) return 0;
  qsort(samples->values.data, count, sizeof *samples->values.data, compare);
  return samples->values.data[count / 2];
}

/* --- memory -------------------------------------------------------------------------------- */

static void *count_and_resize(void *user, void *pointer, size_t old_size, size_t new_size) {
  CountingAllocator *counting = user;
  counting->requests += new_size > 0;
  return counting->inner.resize(counting->inner.user, pointer, old_size, new_size);
}

GavelAllocator counting_allocator(CountingAllocator *counting) {
  *counting = (CountingAllocator){.inner = gavel_allocator_default()};
  return (GavelAllocator){.resize = count_and_resize, .user = counting};
}

/* --- the machine --------------------------------------------------------------------------- */

void processor_name(char *out, size_t size) {
  snprintf(out, size, "unknown");
  FILE *file = fopen("/proc/cpuinfo", "r");
  if (!file) return;
  char line[256];
  while (fgets(line, sizeof line, file)) {
    char *value = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || !value) continue;
    value += strspn(value, ": \t");
    value[strcspn(value, "\n")] = 0;
    snprintf(out, size, "%s", value);
    break;
  }
  fclose(file);
}
