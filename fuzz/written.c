/* Scenarios written by a generator that knows their grammar: each byte chooses one of the ways to continue a statement.
   The result must be accepted or refused with a place; what is accepted must run to a verdict, with the validator
   accepting the states. */
#include "run_scenario.h"

#include "base/embedded.h"
#include "cards/carddb.h"
#include "scenario/scenario_parse.h"

enum { INPUT_CAP = 2048, TEXT_CAP = 1 << 15, DEPTH_CAP = 24 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* A rule consists of its alternatives, one after another; in each, a letter after $ is another rule. */
typedef struct Rule {
  char name;
  const char *alternatives[20];
} Rule;

static const Rule RULES[] = {
    {'S', {"scenario \"Written\"\n$Hplayer Alice\n$Z$Zplayer Bob\n$Z$Z$T$T$T"}},
    {'H',
     {"", "", "lenient\n", "manual mana\n", "day\n", "night\n", "seed $N\n", "format freeforall\n", "rules 601.2\n"}},
    {'Z',
     {"  hand: $C; $C\n", "  battlefield: $B; $B; 5 Island\n", "  battlefield: 5 Mountain; 5 Forest; $B\n",
      "  battlefield: 4 Plains; 4 Swamp; $B; $B\n", "  graveyard: $C; $C\n", "  library: $C; $C; 5 Wastes\n",
      "  exile: $C\n", "  life $N\n", "  mana {G}{G}{R}\n", "  counters poison $N\n", "  command: $C\n",
      "  sideboard: $C\n", "  stack: $C targeting $R\n", "  library: empty\n"}},
    {'B',
     {"$C", "$C as one", "$C as two, tapped", "$C, counters +1/+1 $N", "$C, face-down", "$C, damage $N",
      "$C, attached to $R", "$C, controlled by $P", "token \"Beast\" 3/3 green creature Beast with trample",
      "$C as three, summoning-sick", "$C, copy of \"Grizzly Bears\"", "3 $C", "$C, chosen blue", "$C, phased-out",
      "$C, transformed", "$C, attacking"}},
    {'T',
     {"turn 1 main\n$L$L$L$L", "turn 1 attackers\n$A$L$L", "turn 1 blockers\n  $P blocks $R with $R\n$L",
      "turn 2 upkeep\n$L$L", "turn 2 main\n$L$L$L$L", "turn 2 attackers\n$A$L", "turn 3 main 2\n$L$L",
      "turn 1 end\n$L$L", "turn 3 draw\n$L", "turn 2 cleanup\n$E"}},
    {'L',
     {"$X", "$X", "$X", "  resolve\n", "  resolve all\n", "  $P passes\n", "$W", "$E", "$E",
      "  expect illegal $P casts \"$C\"\n", "  $P concedes\n"}},
    {'X',
     {"  $P casts \"$C\"\n", "  $P casts \"$C\" targeting $R\n", "  $P casts \"$C\" targeting $R, $R\n",
      "  $P casts \"$C\" with X=$N\n", "  $P plays \"$C\"\n", "  $P activates $R \"{T}:\"\n",
      "  $P activates \"$C\" \"{1}:\" targeting $R\n", "  $P casts \"$C\" face-down\n", "  $P turns up $R\n",
      "  $P casts \"$C\" from graveyard via \"Flashback\"\n", "  $P casts \"$C\" kicked\n",
      "  $P casts \"$C\" modes 1, 2\n", "  $P foretells \"$C\"\n", "  $P suspends \"$C\"\n",
      "  $P casts \"$C\" dividing 1, 2\n"}},
    {'A',
     {"  $P attacks with $R\n", "  $P attacks with $R, $R\n", "  $P attacks $P with $R\n",
      "  $P attacks with nothing\n", "  $P attacks $P with band $R, $R\n"}},
    {'W',
     {"  $P answers yes\n", "  $P answers no\n", "  $P answers $R\n", "  $P answers $N\n", "  $P answers blue\n",
      "  $P answers \"Elf\"\n", "  $P answers mode 1\n", "  $P answers order $R, $R\n", "  $P answers done\n",
      "  $P answers none; $R; yes\n"}},
    {'E',
     {"  expect $P life $N\n", "  expect $P hand $N\n", "  expect $P battlefield \"$C\" $N\n", "  expect stack $N\n",
      "  expect $R is 2/2\n", "  expect $R is not artifact\n", "  expect no \"$C\"\n", "  expect $P can cast \"$C\"\n",
      "  expect $P cannot cast \"$C\"\n", "  expect $R controller $P\n", "  expect $R has flying\n",
      "  expect $P graveyard \"$C\"\n", "  expect game continues\n", "  expect top of $P library \"$C\"\n",
      "  expect $R counters +1/+1 $N\n", "  expect $R attached to $R\n", "  expect $P tokens $N\n",
      "  expect exile \"$C\"\n", "  expect $R damage $N\n"}},
    {'P', {"Alice", "Bob"}},
    {'R', {"one", "two", "three", "$P", "\"$C\"", "\"$C\"#2", "Bob", "one"}},
    {'N', {"0", "1", "2", "3", "7", "20", "1000000", "4000000000", "99999999999999999999"}},
};

static CardDb db;

/* Makes the choices: the bytes, then zeros. */
typedef struct Chooser {
  const uint8_t *data;
  size_t size;
} Chooser;

static u32 choose(Chooser *c, u32 count) {
  if (c->size == 0) return 0;
  c->size--;
  return *c->data++ % count;
}

static const Rule *rule_of(char name) {
  for (u32 i = 0; i < COUNT_OF(RULES); i++)
    if (RULES[i].name == name) return &RULES[i];
  return NULL;
}

static void card_name(Chooser *c, Text *out) {
  static const char *const OFTEN[] = {"Grizzly Bears", "Lightning Bolt", "Clone", "Island"};
  u32 first = choose(c, 256), often = COUNT_OF(OFTEN);
  if (first < 16 * often) {
    text_adds(out, OFTEN[first / 16]);
    return;
  }
  u32 card = 1 + (first << 8 | choose(c, 256)) % (db.cards.count - 1);
  text_add(out, intern_text(&db.names, carddb_card(&db, card)->name));
}

static void write_rule(Chooser *c, char name, u32 depth, Text *out) {
  const Rule *rule = rule_of(name);
  if (name == 'C') card_name(c, out);
  if (!rule || depth == DEPTH_CAP || out->length > TEXT_CAP) return;
  u32 count = 0;
  while (count < COUNT_OF(rule->alternatives) && rule->alternatives[count]) count++;
  for (const char *at = rule->alternatives[choose(c, count)]; *at; at++) {
    if (*at == '$')
      write_rule(c, *++at, depth + 1, out);
    else
      text_addc(out, *at);
  }
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  (void)argc;
  (void)argv;
  GavelError error = {.message = ""};
  require(!carddb_init(&db, gavel_allocator_default(), &error), "no database");
  u32 count;
  const EmbeddedFile *files = embedded_cards(&count);
  for (u32 i = 0; i < count; i++)
    require(!carddb_load_text(&db, (Str){files[i].text, files[i].length}, &error), error.message);
  require(!carddb_link(&db, &error), error.message);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > INPUT_CAP) return 0;
  GavelAllocator scratch = gavel_allocator_default();
  GavelError error = {.message = ""};
  Chooser chooser = {data, size};
  Text text;
  Arena arena;
  ScenarioFile *file = NULL;
  text_init(&text, scratch);
  arena_init(&arena, scratch);
  write_rule(&chooser, 'S', 0, &text);
  if (!scenario_parse(&arena, &scratch, STR("written"), text_str(&text), &file, &error))
    for (u32 i = 0; i < file->scenarios.count; i++) run_scenario(&db, file->scenarios.data[i]);
  else
    require(error.message[0] && error.line > 0 && error.column > 0, "refused without a place");
  arena_free(&arena);
  text_free(&text);
  return 0;
}
