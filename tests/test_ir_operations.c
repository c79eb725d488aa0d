/* Every operation of the IR, with all its optional arguments and without: it is read, prints as
   text that reads back, survives the binary form, and has English without a trace of the
   templates' language. */
#include "support/test.h"

#include "cards/carddb.h"

/* Arguments that any operation can have, by sort. */
static const char *const ARGUMENTS[] = {
    [SORT_ABIL] = "(triggered (dies (type creature)) (draw 1))",
    [SORT_NUM] = "2",
    [SORT_COND] = "(type creature)",
    [SORT_OBJ] = "(all battlefield (type creature))",
    [SORT_ACT] = "(draw 1)",
    [SORT_COST] = "(mana {1})",
    [SORT_MOD] = "(pt 1 1)",
    [SORT_RULE] = "(cant-block (type creature))",
    [SORT_EVT] = "(dies (type creature))",
    [SORT_TOK] = "(token-spec (set-types creature) (set-subtypes Elf) (base-pt 1 1))",
    [SORT_TGT] = "(target $q player)",
    [SORT_MODE] = "(mode (draw 1))",
    [SORT_SET] = "different-names",
    [SORT_STATIC] = "(affect self (pt 1 1))",
    [SORT_LINK] = "@link",
    [SORT_STR] = "\"Name\"",
    [SORT_MANA] = "{2}{G}",
    [SORT_INT] = "2",
};

/* A card around an operation of each sort; the variable $v is set before it where it may read
   one. */
static const char *const PLACES[][2] = {
    [SORT_ABIL] = {"", ""},
    [SORT_NUM] = {"(activated tap-self (seq (let $v self) (gain-life ", ")))"},
    [SORT_COND] = {"(activated tap-self (seq (let $v self) (destroy (all battlefield ", "))))"},
    [SORT_OBJ] = {"(activated tap-self (seq (let $v self) (tap ", ")))"},
    [SORT_ACT] = {"(replacement self-enters (seq (let $v self) ", "))"},
    [SORT_COST] = {"(activated ", " (draw 1))"},
    [SORT_MOD] = {"(activated tap-self (seq (let $v self) (create-copy 1 self ", ")))"},
    [SORT_RULE] = {"(static (rules ", "))"},
    [SORT_EVT] = {"(triggered ", " (draw 1))"},
    [SORT_TOK] = {"(activated tap-self (create 2 ", "))"},
    [SORT_TGT] = {"(activated tap-self ", " (draw 1))"},
    [SORT_MODE] = {"(activated tap-self (modal 1 1 ", "))"},
    [SORT_SET] = {"(activated tap-self (target $t (type creature) :max 2 :set ", ") (tap $t))"},
    [SORT_STATIC] = {"(static ", ")"},
};

/* Around an operation that nothing may stand beside (700.2). */
static const char *const WHOLE_EFFECT[] = {"(activated tap-self ", ")"};

static void add_word(WordClass wc, Text *out) {
  Str word = word_text(wc == WC_ANY ? W_O_KHANS : word_first(wc));
  for (u32 i = 0; i < word.length; i++) text_addc(out, (char)(word.data[i] == ' ' ? '-' : word.data[i]));
}

static void add_argument(IrOp op, const IrArg *arg, Text *out) {
  bool shield = op == IR_SHIELD || op == IR_REFLEXIVE;
  if (arg->sort == SORT_WORD) {
    add_word(arg->word_class, out);
  } else if (arg->sort == SORT_VAR_SLOT) {
    text_adds(out, op == IR_TARGET || op == IR_COST_CHOOSE ? "$n" : "$v");
  } else if (arg->sort == SORT_ABIL && shield) {
    text_adds(out, op == IR_SHIELD ? "(replacement (dies (type creature)) (instead-to exile))" : "(spell (draw 1))");
  } else {
    text_adds(out, ARGUMENTS[arg->sort]);
  }
}

static void add_operation(IrOp op, bool whole, Text *out) {
  IrArg args[IR_ARGS_CAP];
  u32 count = ir_op_args(op, args);
  text_addf(out, "(%s", ir_op_info(op)->name);
  for (u32 i = 0; i < count; i++) {
    const IrArg *arg = &args[i];
    if (arg->defined || (arg->optional && !whole) || (arg->rest && arg->sort == SORT_TGT)) continue;
    text_addc(out, ' ');
    if (arg->optional) {
      text_addc(out, ':');
      text_add(out, arg->name);
      text_addc(out, ' ');
    }
    if (arg->sort == SORT_FLAG) continue;
    add_argument(op, arg, out);
    if (!arg->rest) continue;
    text_addc(out, ' ');
    add_argument(op, arg, out);
  }
  text_addc(out, ')');
}

static GavelStatus load(CardDb *db, Str text, GavelError *error) {
  GavelStatus status = carddb_init(db, gavel_allocator_default(), error);
  if (!status) status = carddb_load_text(db, text, error);
  return status ? status : carddb_link(db, error);
}

static void check_english(const CardDb *db, const char *card) {
  static const char *const LEFT[] = {"~", "|", "<", ">", "  ", "..", " .", " ,", "$", "()"};
  Text english;
  text_init(&english, gavel_allocator_default());
  card_english(db, 1, &english);
  assert_false(english.failed);
  for (u32 i = 0; i < COUNT_OF(LEFT); i++) {
    if (strstr(text_str(&english).data, LEFT[i])) {
      fail_msg("'%s' in: %s\nof: %s", LEFT[i], english.data, card);
    }
  }
  text_free(&english);
}

static void check_card(const char *card) {
  CardDb first, second, third;
  GavelError error = {0};
  Text printed, again, bytes;
  text_init(&printed, gavel_allocator_default());
  text_init(&again, gavel_allocator_default());
  text_init(&bytes, gavel_allocator_default());
  if (load(&first, str_of(card), &error)) fail_msg("%u: %s\nin: %s", error.column, error.message, card);
  card_print(&first, 1, &printed);
  if (load(&second, text_str(&printed), &error)) {
    fail_msg("%u:%u: %s\nin: %s", error.line, error.column, error.message, printed.data);
  }
  card_print(&second, 1, &again);
  assert_str_is(text_str(&again), printed.data);
  assert_true(first.version == second.version);
  assert_int_equal(carddb_write(&first, &bytes, &error), GAVEL_OK);
  if (carddb_read(&third, gavel_allocator_default(), text_str(&bytes), &error)) {
    fail_msg("%s\nof: %s", error.message, card);
  }
  assert_true(first.version == third.version);
  check_english(&first, card);
  text_free(&printed);
  text_free(&again);
  text_free(&bytes);
  carddb_free(&first);
  carddb_free(&second);
  carddb_free(&third);
}

static void every_operation(void **state) {
  (void)state;
  for (u32 op = 1; op < IR_OP_COUNT; op++) {
    const IrOpInfo *info = ir_op_info((IrOp)op);
    if (op == IR_NUMBER || op == IR_VAR || op == IR_KEYWORD) continue;
    for (u32 whole = 0; whole < 2; whole++) {
      const char *const *place = op == IR_MODAL ? WHOLE_EFFECT : PLACES[info->sort];
      Text card;
      text_init(&card, gavel_allocator_default());
      text_addf(&card, "(card \"A\" (types creature) (pt 1 1) %s", place[0]);
      add_operation((IrOp)op, whole, &card);
      text_addf(&card, "%s)", place[1]);
      check_card(card.data);
      text_free(&card);
    }
  }
}

/* Reads a card with a keyword that has rules; one without is refused where it stands. */
static void check_keyword_card(const char *card, Word word) {
  CardDb db;
  GavelError error = {0};
  assert_int_equal(carddb_init(&db, gavel_allocator_default(), &error), GAVEL_OK);
  GavelStatus status = carddb_load_text(&db, str_of(card), &error);
  carddb_free(&db);
  if (status == GAVEL_OK) {
    check_card(card);
    return;
  }
  assert_int_equal(status, GAVEL_E_UNKNOWN);
  assert_non_null(strstr(error.message, "nothing carries out"));
  assert_int_equal(error.line, 1);
  assert_false(word_keyword_by_rules(word));
}

/* Every keyword that has rules is read with what it is written with, and its expansion is sound. */
static void every_keyword(void **state) {
  (void)state;
  static const struct {
    u32 needs, may;
    const char *text;
  } PARAMS[] = {
      {NEEDS_COST, MAY_COST, " :cost (mana {1})"},
      {NEEDS_N, MAY_N, " :n 2"},
      {NEEDS_QUALITY, MAY_QUALITY, " :quality (type artifact)"},
  };
  for (u32 i = 0; i < word_count(WC_KEYWORD); i++) {
    Word word = (Word)(W_KEYWORD_FIRST + i);
    for (u32 whole = 0; whole < 2; whole++) {
      Text card;
      text_init(&card, gavel_allocator_default());
      text_adds(&card, "(card \"A\" (types creature) (pt 1 1) (keyword \"");
      text_add(&card, word_text(word));
      text_adds(&card, "\"");
      u32 params = word_keyword_params(word);
      for (u32 p = 0; p < COUNT_OF(PARAMS); p++) {
        bool written = (params & PARAMS[p].needs) || (whole && (params & PARAMS[p].may));
        if (written) text_adds(&card, PARAMS[p].text);
      }
      text_adds(&card, "))");
      check_keyword_card(card.data, word);
      text_free(&card);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_operation),
      cmocka_unit_test(every_keyword),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
