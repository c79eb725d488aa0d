/* Files: reading with a bound, writing as a whole, and finding them. */
#include "cli.h"
#include "examples.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- reading ------------------------------------------------------------------------------- */

/* Everything from where the file stands to its end; false if that is more than FILE_TEXT_MAX. */
static bool read_all(FILE *file, Text *text) {
  char piece[16384];
  size_t got;
  while ((got = fread(piece, 1, sizeof piece, file)) > 0) {
    if (text->length + got > FILE_TEXT_MAX) return false;
    text_add(text, (Str){piece, (u32)got});
  }
  return true;
}

void complain_of_size(const char *path) {
  complain("%s: the file is larger than %u MiB, the most that can be read: split it", path, FILE_TEXT_MAX >> 20);
}

bool file_read(const char *path, Text *text) {
  bool standard = strcmp(path, "-") == 0;
  char *found = examples_path(path);
  FILE *file = standard ? stdin : fopen(found, "rb");
  int missing = errno;
  free(found);
  if (!file) {
    complain("cannot open %s: %s", path, strerror(missing));
    return false;
  }
  bool fits = read_all(file, text);
  int wrong = ferror(file) ? errno : 0;
  if (!standard) fclose(file);
  if (!fits) complain_of_size(path);
  if (wrong) complain("cannot read %s: %s", path, strerror(wrong));
  if (text->failed) out_of_memory();
  return fits && wrong == 0;
}

/* --- writing ------------------------------------------------------------------------------- */

/* The file that a path leads to through all links, which need not be there; null if the links go round in a circle. Give
   it back with free. */
static char *link_target(const char *path) {
  enum { LINKS_MAX = 40 };
  char *at = strdup(path), to[PATH_MAX];
  for (u32 i = 0; at && i < LINKS_MAX; i++) {
    ssize_t length = readlink(at, to, sizeof to - 1);
    if (length < 0) return at;
    to[length] = 0;
    const char *slash = to[0] == '/' ? NULL : strrchr(at, '/');
    char *next;
    if (asprintf(&next, "%.*s%s", slash ? (int)(slash - at) + 1 : 0, at, to) < 0) out_of_memory();
    free(at);
    at = next;
  }
  if (!at) out_of_memory();
  free(at);
  errno = ELOOP;
  return NULL;
}

/* Opens the file beside `target` that becomes it once it is whole. Its name is always the same, so that one left over by
   a program that was killed is written over; it is locked, so that two programs don't write it at once. */
static int beside_open(const char *beside) {
  enum { TRIES = 100 };
  for (u32 i = 0; i < TRIES; i++) {
    int file = open(beside, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    struct stat opened, named;
    if (file < 0) return -1;
    bool locked = flock(file, LOCK_EX | LOCK_NB) == 0;
    int why = errno;
    /* Another may have given it its final name since it was opened. */
    bool same = locked && fstat(file, &opened) == 0 && lstat(beside, &named) == 0 && opened.st_ino == named.st_ino;
    if (same && S_ISREG(opened.st_mode) && opened.st_nlink == 1 && ftruncate(file, 0) == 0) return file;
    close(file);
    if (!locked || same) {
      errno = locked ? EEXIST : why;
      return -1;
    }
  }
  errno = EBUSY;
  return -1;
}

static bool write_bytes(int file, Str bytes) {
  while (bytes.length > 0) {
    ssize_t written = write(file, bytes.data, bytes.length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes = (Str){bytes.data + written, bytes.length - (u32)written};
  }
  return true;
}

/* Makes sure that a new name of a file outlives a loss of power. */
static void directory_sync(const char *path) {
  const char *slash = strrchr(path, '/');
  char *directory = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
  int file = directory ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (file >= 0) {
    fsync(file);
    close(file);
  }
  free(directory);
}

static bool replace(const char *target, const char *beside, int file, Str bytes) {
  struct stat old;
  bool fine = stat(target, &old) != 0 || fchmod(file, old.st_mode & 07777) == 0;
  fine = fine && write_bytes(file, bytes) && fsync(file) == 0 && rename(beside, target) == 0;
  if (!fine) {
    complain("cannot write %s: %s", target, strerror(errno));
    unlink(beside);
    return false;
  }
  directory_sync(target);
  return true;
}

/* Whether a file may be written over: none yet, or a regular one. */
static bool is_writable(const char *target) {
  struct stat old;
  if (stat(target, &old) != 0 || S_ISREG(old.st_mode)) return true;
  complain("cannot write %s: it is not a regular file; name a file to write to", target);
  return false;
}

bool file_write_whole(const char *path, Str bytes) {
  char *target = link_target(path), *beside = NULL;
  if (!target) {
    complain("cannot write %s: %s", path, strerror(errno));
    return false;
  }
  bool fine = is_writable(target);
  if (fine && asprintf(&beside, "%s.gavel-new", target) < 0) out_of_memory();
  if (fine) {
    int file = beside_open(beside);
    fine = file >= 0;
    if (!fine) complain("cannot write beside %s: %s", path, strerror(errno));
    if (fine) fine = replace(target, beside, file, bytes);
    if (file >= 0) close(file);
  }
  free(beside);
  free(target);
  return fine;
}

bool file_append(const char *path, Str bytes) {
  int file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
  bool fine = file >= 0 && write_bytes(file, bytes);
  if (!fine) complain("cannot write %s: %s", path, strerror(errno));
  if (file >= 0) close(file);
  return fine;
}

/* --- finding ------------------------------------------------------------------------------- */

static void paths_add(Paths *paths, const char *path) {
  GavelAllocator allocator = gavel_allocator_default();
  char *copy = strdup(path);
  if (!copy || !vec_push(&allocator, paths, copy)) out_of_memory();
}

void paths_free(Paths *paths) {
  GavelAllocator allocator = gavel_allocator_default();
  for (u32 i = 0; i < paths->count; i++) free(paths->data[i]);
  vec_free(&allocator, paths);
}

static bool directory_add(Paths *paths, const char *directory, const char *suffix);

/* An entry of a directory. A link to a directory is not followed: it may lead back to where it
   stands. */
static bool entry_add(Paths *paths, const char *directory, const char *name, const char *suffix) {
  if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return true;
  char *path;
  const char *slash = str_ends(str_of(directory), STR("/")) ? "" : "/";
  if (asprintf(&path, "%s%s%s", directory, slash, name) < 0) out_of_memory();
  struct stat status;
  bool fine = true;
  if (lstat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
    fine = directory_add(paths, path, suffix);
  } else if (str_ends(str_of(name), str_of(suffix))) {
    paths_add(paths, path);
  }
  free(path);
  return fine;
}

static bool directory_add(Paths *paths, const char *directory, const char *suffix) {
  DIR *open = opendir(directory);
  if (!open) {
    complain("cannot open the directory %s: %s", directory, strerror(errno));
    return false;
  }
  bool fine = true;
  for (struct dirent *entry; (entry = readdir(open));)
    fine = entry_add(paths, directory, entry->d_name, suffix) && fine;
  closedir(open);
  return fine;
}

static int compare_paths(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool is_directory(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* All files of a directory. */
static bool directory_find(Paths *paths, const char *path, const char *suffix) {
  u32 first = paths->count;
  if (!directory_add(paths, path, suffix)) return false;
  if (paths->count == first) {
    complain("there is no *%s file below %s", suffix, path);
    return false;
  }
  qsort(paths->data + first, paths->count - first, sizeof *paths->data, compare_paths);
  return true;
}

static bool path_find(Paths *paths, const char *path, const char *suffix) {
  if (is_directory(path)) return directory_find(paths, path, suffix);
  if (strcmp(path, "-") != 0 && access(path, R_OK) != 0) {
    complain("cannot open %s: %s", path, strerror(errno));
    return false;
  }
  paths_add(paths, path);
  return true;
}

bool paths_find(Paths *paths, const char *path, const char *suffix) {
  char *found = examples_path(path);
  bool fine = path_find(paths, found, suffix);
  free(found);
  return fine;
}
