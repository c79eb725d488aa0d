/* How long tests take. */
#ifndef SUPPORT_CLOCK_H
#define SUPPORT_CLOCK_H

#include <time.h>

/* Processor time of this process in seconds, so that it does not matter what else the machine does. */
static inline double processor_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
