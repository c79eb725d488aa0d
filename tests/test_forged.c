/* Forged saves, loaded and played on. GAVEL_FORGED=N tries so many of them instead of some, GAVEL_FORGED_FROM=N begins
   with that number, and GAVEL_FORGED_ONLY=N tries one in this process, for a debugger; it and the save it was made of
   are then in true.gvls and forged.gvls. GAVEL_FORGED_GAMES=N plays other games, and GAVEL_FORGED_BY=bytes,
   GAVEL_FORGED_BY=fields or GAVEL_FORGED_BY=frames tries only those. */
#include "support/forged.h"
#include "support/test.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  TRIED = 1000,     /* if nobody says how many */
  SECONDS_EACH = 20 /* of processor time, after which a game hangs */
};

/* What the trying process shares with this one. */
typedef struct Progress {
  u64 next, loaded;
} Progress;

static Forge *forge;
static const char *const BY[] = {
    [FORGED_BY_BYTES] = "bytes", [FORGED_BY_FIELDS] = "fields", [FORGED_BY_FRAMES] = "frames"};

static u64 asked_for(const char *name, u64 otherwise) {
  const char *said = getenv(name);
  return said ? strtoull(said, NULL, 10) : otherwise;
}

static int open_forge(void **state) {
  (void)state;
  forge = forge_open(asked_for("GAVEL_FORGED_GAMES", 1));
  return 0;
}

static int close_forge(void **state) {
  (void)state;
  forge_close(forge);
  return 0;
}

static void try_all(Progress *progress, u64 end, ForgedBy by) {
  static const int STOPS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (u32 i = 0; i < COUNT_OF(STOPS); i++) signal(STOPS[i], SIG_DFL); /* and not as cmocka has them */
  while (progress->next < end) {
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value.tv_sec = SECONDS_EACH}, NULL);
    progress->loaded += forge_try(forge, progress->next, by);
    progress->next++;
  }
}

static bool asked_by(ForgedBy by) {
  const char *said = getenv("GAVEL_FORGED_BY");
  return !said || str_is(str_of(said), BY[by]);
}

/* A process of its own for every stretch without a stop. */
static void forge_and_try(ForgedBy by) {
  if (!asked_by(by)) skip();
  u64 from = asked_for("GAVEL_FORGED_FROM", 0), end = from + asked_for("GAVEL_FORGED", TRIED), stops = 0;
  Progress *progress = mmap(NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_true(progress != MAP_FAILED);
  for (progress->next = from; progress->next < end;) {
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      try_all(progress, end, by);
      _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (progress->next >= end) break;
    fprintf(stderr, "forged: number %" PRIu64 " by %s ended with signal %d, status %d\n", progress->next, BY[by],
            WIFSIGNALED(status) ? WTERMSIG(status) : 0, WIFEXITED(status) ? WEXITSTATUS(status) : 0);
    stops++;
    progress->next++;
  }
  fprintf(stderr, "forged: %" PRIu64 " tried by %s, %" PRIu64 " loaded and played on, %" PRIu64 " stopped\n",
          end - from, BY[by], progress->loaded, stops);
  assert_true(end == from || progress->loaded > 0);
  munmap(progress, sizeof *progress);
  assert_int_equal(stops, 0);
}

static void bytes_of_forged_saves_stop_nothing(void **state) {
  (void)state;
  forge_and_try(FORGED_BY_BYTES);
}

static void fields_of_forged_saves_stop_nothing(void **state) {
  (void)state;
  forge_and_try(FORGED_BY_FIELDS);
}

static void frames_of_forged_saves_stop_nothing(void **state) {
  (void)state;
  forge_and_try(FORGED_BY_FRAMES);
}

int main(void) {
  const char *only = getenv("GAVEL_FORGED_ONLY");
  if (only) {
    forge = forge_open(asked_for("GAVEL_FORGED_GAMES", 1));
    ForgedBy by = FORGED_BY_BYTES;
    while (by < FORGED_BY_FRAMES && !asked_by(by)) by++;
    forge_show(forge, strtoull(only, NULL, 10), by, "true.gvls", "forged.gvls");
    printf("%s\n", forge_try(forge, strtoull(only, NULL, 10), by) ? "loaded" : "refused");
    forge_close(forge);
    return 0;
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_of_forged_saves_stop_nothing),
                                     cmocka_unit_test(fields_of_forged_saves_stop_nothing),
                                     cmocka_unit_test(frames_of_forged_saves_stop_nothing)};
  return cmocka_run_group_tests(tests, open_forge, close_forge);
}
