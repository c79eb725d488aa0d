/* Writes a C file with the numbers that stand for words, operations, kinds of events and procedures when the engine
   hashes or saves, for src/cards/names.h and src/state/asking.h.

       names OUT

   Each number is made from a name, so adding a row to a table changes no other number. Fails if two names of a table
   make the same number, or if one makes 0, which stands for none. */
#include "cards/events.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct Name {
  const char *text, *group; /* texts are unique within a group */
} Name;

static const Name WORD_TEXTS[] = {
#define W(ENUM, TEXT, CLASS, AUX) {TEXT, #CLASS},
#include "cards/words.def"
};
static const Name OPERATION_TEXTS[] = {
#define IR(ENUM, NAME, SORT, SIGNATURE, ENGLISH, PROPERTIES) {NAME, #SORT},
#include "cards/ir_ops.def"
};
static const Name EVENT_TEXTS[] = {
#define EV(KIND, NAME, RULE, APPLICATION, PAYLOAD) {NAME, "event"},
    EVENT_KINDS(EV)
#undef EV
};
static const Name PROCEDURE_TEXTS[] = {
#define FRAME(NAME, LOCALS, STEPS) {#NAME, "procedure"},
#include "state/frames.def"
};

static u64 number_of(const Name *name) {
  Hash hash;
  hash_init(&hash, 14);
  hash_bytes(&hash, name->group, strlen(name->group));
  hash_bytes(&hash, name->text, strlen(name->text));
  return hash_end(&hash);
}

static bool write_table(FILE *out, const char *table, const Name *names, u32 count) {
  fprintf(out, "\nconst u64 %s[] = {0", table);
  for (u32 i = 0; i < count; i++) {
    u64 number = number_of(&names[i]);
    bool taken = number == 0;
    for (u32 k = 0; k < i && !taken; k++) taken = number_of(&names[k]) == number;
    if (taken) {
      fprintf(stderr, "names: the number that is made of \"%s\" (%s) is taken: give it another name\n", names[i].text,
              names[i].group);
      return false;
    }
    fprintf(out, ",\n  0x%016llxu", (unsigned long long)number);
  }
  fputs("};\n", out);
  return true;
}

static bool write_tables(FILE *out) {
  fputs("/* Made by tools/names.c. */\n#include \"cards/names.h\"\n#include \"state/asking.h\"\n", out);
  return write_table(out, "WORD_NAMES", WORD_TEXTS, COUNT_OF(WORD_TEXTS)) &&
         write_table(out, "OPERATION_NAMES", OPERATION_TEXTS, COUNT_OF(OPERATION_TEXTS)) &&
         write_table(out, "EVENT_NAMES", EVENT_TEXTS, COUNT_OF(EVENT_TEXTS)) &&
         write_table(out, "PROCEDURE_NAMES", PROCEDURE_TEXTS, COUNT_OF(PROCEDURE_TEXTS));
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fputs("usage: names OUT\n", stderr);
    return 2;
  }
  FILE *out = fopen(argv[1], "wb");
  bool done = out && write_tables(out);
  bool written = out && !fflush(out) && !ferror(out);
  if (!written) fprintf(stderr, "names: cannot write %s: %s\n", argv[1], strerror(errno));
  if (out) fclose(out);
  if (out && !(done && written)) remove(argv[1]);
  return done && written ? 0 : 1;
}
