#include "explain/citations.h"

#include "explain/sentences.h"

static const Citation CITATIONS[] = {
#define CITE(NUMBER, ...) {NUMBER, {__VA_ARGS__}, false},
#define CITE_PLAIN(NUMBER, ...) {NUMBER, {__VA_ARGS__}, true},
#include "explain/citations.def"
#undef CITE_PLAIN
#undef CITE
};

const Citation *citations(u32 *count) {
  *count = COUNT_OF(CITATIONS);
  return CITATIONS;
}

/* The row of exactly that number; null if there is none. */
static const Citation *find(const char *number, size_t length) {
  u32 low = 0, high = COUNT_OF(CITATIONS);
  while (low < high) {
    u32 middle = (low + high) / 2;
    int order = strncmp(CITATIONS[middle].number, number, length);
    if (order == 0 && CITATIONS[middle].number[length]) order = 1;
    if (order == 0) return &CITATIONS[middle];
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* The row of a rule, or of the nearest rule or section that it is part of. */
static const Citation *row_of(const char *number) {
  size_t length = strlen(number);
  const Citation *row = find(number, length);
  if (!row && length && number[length - 1] >= 'a') row = find(number, --length);
  const char *point = strchr(number, '.');
  return row || !point ? row : find(number, (size_t)(point - number));
}

bool citation_is(const char *number) {
  const Citation *row = row_of(number);
  return row && row->kinds[0];
}

/* Whether an event of that kind is something that is done, and not what follows from it or begins by itself. */
static bool is_done(EventKind kind) {
  switch (kind) {
    case EVENT_PROGRAM:
    case EVENT_TARGET:
    case EVENT_TRIGGER:
    case EVENT_TURN:
    case EVENT_STEP:
    case EVENT_ATTACK:
    case EVENT_BLOCK:
    case EVENT_BLOCKED:
    case EVENT_UNBLOCKED:
    case EVENT_TAPPED_FOR_MANA: return false;
    default: return true;
  }
}

/* Whether an event of that kind may have been changed by a replacement effect: one that is replaced as a whole, as a destruction
   is, doesn't happen at all, and what it contains has been changed instead. */
static bool is_changed(EventKind kind) { return is_done(kind) && kind != EVENT_DESTROY && kind != EVENT_SACRIFICE; }

bool citation_fits(const char *number, EventKind kind) {
  const Citation *row = row_of(number);
  if (!row) return false;
  for (u32 i = 0; i < CITATION_KINDS && row->kinds[i]; i++) {
    if (row->kinds[i] == kind || (row->kinds[i] == CITE_ANY && is_done(kind))) return true;
    if (row->kinds[i] == CITE_CHANGED && is_changed(kind)) return true;
  }
  return false;
}

bool citation_is_plain(const char *number) {
  const Citation *row = row_of(number);
  return row && row->plain;
}

bool citation_begins(const char *number) {
  static const char *const BEGIN[] = {"117.3a", "117.3b", "117.3c", "117.3d", "117.5",  "500.6",
                                      "508.1",  "509.1",  "601.2a", "602.2a", "608.2b", "608.2n"};
  for (u32 i = 0; i < COUNT_OF(BEGIN); i++)
    if (strcmp(BEGIN[i], number) == 0) return true;
  return false;
}

Zone citation_destination(const char *number) {
  static const struct {
    const char *begins;
    u8 zone;
  } DESTINATIONS[] = {{"110.5b", ZONE_BATTLEFIELD}, {"608.3", ZONE_BATTLEFIELD},  {"614.12", ZONE_BATTLEFIELD},
                      {"701.13", ZONE_EXILE},       {"701.18", ZONE_BATTLEFIELD}, {"707.5", ZONE_BATTLEFIELD},
                      {"903.9", ZONE_COMMAND}};
  for (u32 i = 0; i < COUNT_OF(DESTINATIONS); i++)
    if (strncmp(number, DESTINATIONS[i].begins, strlen(DESTINATIONS[i].begins)) == 0) return (Zone)DESTINATIONS[i].zone;
  return ZONE_NONE;
}

bool citation_is_of_source(const char *number) {
  return strncmp(number, "510.1", 5) == 0 || strncmp(number, "702.19", 6) == 0;
}

u16 citation_reason(const char *number) {
  static const struct {
    const char *number;
    u16 sentence;
  } REASONS[] = {{"704.5a", SENTENCE_BECAUSE_NO_LIFE},       {"704.5b", SENTENCE_BECAUSE_EMPTY_LIBRARY},
                 {"704.5c", SENTENCE_BECAUSE_POISON},        {"704.5f", SENTENCE_BECAUSE_TOUGHNESS},
                 {"704.5g", SENTENCE_BECAUSE_LETHAL_DAMAGE}, {"704.5h", SENTENCE_BECAUSE_DEATHTOUCH},
                 {"704.5i", SENTENCE_BECAUSE_NO_LOYALTY},    {"704.5j", SENTENCE_BECAUSE_LEGEND},
                 {"704.5m", SENTENCE_BECAUSE_UNATTACHED},    {"704.5n", SENTENCE_BECAUSE_NO_EQUIPPING},
                 {"704.5q", SENTENCE_BECAUSE_COUNTERS_MEET}, {"704.5s", SENTENCE_BECAUSE_LAST_CHAPTER},
                 {"704.6c", SENTENCE_BECAUSE_COMMANDER},     {"903.10a", SENTENCE_BECAUSE_COMMANDER}};
  for (u32 i = 0; i < COUNT_OF(REASONS); i++)
    if (strcmp(number, REASONS[i].number) == 0) return REASONS[i].sentence;
  return 0;
}
