/* Continuous effects (611): one subject of which much is said. What changes characteristics affects objects, what is
   ruled holds for everything of a description, so that both are made of the same phrase. */
#include "oracle/bind.h"

#define PARTS_MAX 32u

/* A form with another in the place of each `old` in it. */
static Lf replaced(Binder *b, Lf form, Lf old, Lf by) {
  if (form == old) return by;
  u32 count = lf_count(b->lf, form);
  if (lf_is_atom(b->lf, form) || count == 0 || !bind_mentions(b, form, old)) return form;
  Lf items[PARTS_MAX];
  if (count > PARTS_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  for (u32 i = 0; i < count; i++) {
    items[i] = replaced(b, lf_item(b->lf, form, i), old, by);
    if (!items[i]) return 0;
  }
  return lf_list(b->lf, items, count);
}

/* A form in which X is a quantity, also as generic mana; 0, refused, if X is nowhere in it. */
static Lf where_x(Binder *b, Lf form, Lf quantity) {
  Lf x = LF_X, mana = lf_make(b->lf, LF_MANA, LF_MANA_X, 0, 0);
  bool stands = bind_mentions(b, form, x) || bind_mentions(b, form, mana);
  form = replaced(b, form, mana, lf_make(b->lf, LF_GENERIC, quantity, 0, 0));
  return !stands ? bind_refuse(b, "there is no X", form) : form ? replaced(b, form, x, quantity) : 0;
}

/* --- subjects ---------------------------------------------------------------------------------------------------- */

/* What a sentence is about: its objects, and what is true of each of them. */
typedef struct Subject {
  Lf objects, filter;
  bool each; /* numbers in what is said are of each of the objects */
} Subject;

/* In "as long as enchanted creature is white, it gets …" the condition says what is meant. */
static Lf first_object(Binder *b, Lf form) {
  if (lf_is_atom(b->lf, form)) return form == LF_SELF || form == LF_BY_NAME ? form : 0;
  if (lf_is(b->lf, form, LF_HOST)) return form;
  Lf found = 0;
  for (u32 i = 1; i < lf_count(b->lf, form) && !found; i++) found = first_object(b, lf_item(b->lf, form, i));
  return found;
}

static void mention_one(Binder *b, Lf object) {
  bind_mention(b, (Referent){.was = object, .now = object, .filter = LF_ALWAYS});
}

/* Whoever `objects` are, later words may call a single one of them "it". `ruled` if rules are made for them. */
static Subject subject_of(Binder *b, Lf objects, Lf condition, bool ruled) {
  Subject subject = {0};
  if (condition && lf_is(b->lf, objects, LF_PRONOUN_IT)) {
    Lf meant = first_object(b, condition);
    if (meant) objects = meant;
  }
  subject.objects = bind_form(b, objects, SORT_OBJ);
  if (!subject.objects) return subject;
  bool known = lf_is(b->lf, subject.objects, LF_SELF) || lf_is(b->lf, subject.objects, LF_ATTACHED_OBJECT);
  if (known) mention_one(b, subject.objects);
  bool described = lf_is(b->lf, objects, LF_EACH);
  bool all = lf_is_list(b->lf, subject.objects, LF_ALL);
  if (all && ruled && !described) {
    /* What is spoken of again is what it is now, whatever comes to be so later. */
    Lf variable = bind_variable(b, "o");
    bind_before(b, lf_make(b->lf, LF_LET, variable, subject.objects, 0));
    subject.objects = variable;
  }
  if (described && all && lf_is(b->lf, lf_item(b->lf, subject.objects, 1), LF_BATTLEFIELD))
    subject.filter = lf_item(b->lf, subject.objects, 2); /* not bound anew: a player it names is targeted once */
  else if (described)
    subject.filter = bind_form(b, lf_item(b->lf, objects, 1), SORT_COND);
  else
    subject.filter = lf_make(b->lf, LF_IS, subject.objects, 0, 0);
  return subject;
}

/* --- what is said of them ------------------------------------------------------------------------------------------ */

/* The modifications and the effects on the rules among what is said. */
typedef struct Said {
  Lf mods[PARTS_MAX], rules[PARTS_MAX];
  u32 mod_count, rule_count;
} Said;

static void take(Binder *b, Lf bound, Lf *items, u32 *count) {
  bool list = lf_is_list(b->lf, bound, LF_LIST);
  for (u32 i = list; i < (list ? lf_count(b->lf, bound) : 1u); i++) {
    if (*count == PARTS_MAX) {
      bind_refuse(b, TOO_MUCH_SAID, bound);
      return;
    }
    items[(*count)++] = list ? lf_item(b->lf, bound, i) : bound;
  }
}

static Lf times(Binder *b, Lf n, Lf amount) {
  if (n == LF_N0) return n;
  return n == LF_N1 ? amount : lf_make(b->lf, LF_STAR, n, amount, 0);
}

/* (pt-each (pt P T) N): as often as a number says. */
Lf noun_pt_each(Binder *b, Lf form) {
  Lf change = lf_item(b->lf, form, 1), amount = bind_form(b, lf_item(b->lf, form, 2), SORT_NUM);
  if (!amount) return 0;
  return lf_make(b->lf, LF_PT, times(b, lf_item(b->lf, change, 1), amount), times(b, lf_item(b->lf, change, 2), amount),
                 0);
}

/* (each-times N AMOUNT) */
Lf noun_each_times(Binder *b, Lf form) {
  Lf amount = bind_form(b, lf_item(b->lf, form, 2), SORT_NUM);
  return amount ? times(b, lf_item(b->lf, form, 1), amount) : 0;
}

/* What changes power and toughness by a number found out to be negative changes them by 0 (107.1b). */
static Lf at_least_0(Binder *b, Lf quantity, Lf action) {
  static const Lf SIGNED[] = {LF_POWER, LF_TOUGHNESS, LF_GREATEST, LF_TOTAL, LF_MINUS};
  for (u32 i = 0; i < COUNT_OF(SIGNED) && bind_has_head(b, action, LF_PT); i++)
    if (lf_is(b->lf, quantity, SIGNED[i])) return lf_make(b->lf, LF_MAX, LF_N0, quantity, 0);
  return quantity;
}

/* Other than each of several, in a description of others. */
static Lf but_each(Binder *b) { return lf_make(b->lf, LF_NOT, lf_make(b->lf, LF_IS, LF_ASKED, 0, 0), 0, 0); }

/* What each of several gets for what is its own, or for others: in a description of these it is what is asked about. */
static Lf of_each(Binder *b, Lf form, bool described) {
  if (form == LF_PRONOUN_IT) return described ? LF_ASKED : LF_IT;
  if (form == LF_OTHER && described) return but_each(b);
  described |= lf_is_list(b->lf, form, LF_EACH);
  for (u32 i = 1; !lf_is_atom(b->lf, form) && i < lf_count(b->lf, form); i++) {
    Lf item = lf_item(b->lf, form, i), put = of_each(b, item, described);
    if (put != item) form = bind_with_item(b, form, i, put);
  }
  return form;
}

static void collect(Binder *b, const Subject *subject, Lf parts, Said *said) {
  if (lf_is(b->lf, parts, LF_WHERE_X)) {
    Lf what = lf_item(b->lf, parts, 2);
    parts = where_x(b, what, at_least_0(b, lf_item(b->lf, parts, 1), what));
  }
  for (u32 i = 1; i < lf_count(b->lf, parts) && !b->refusal; i++) {
    Lf part = lf_item(b->lf, parts, i);
    if (lf_is(b->lf, part, LF_LIST) || lf_is(b->lf, part, LF_BEING)) {
      collect(b, subject, part, said);
    } else if (lf_is(b->lf, part, LF_RULE)) {
      for (u32 k = 1; k < lf_count(b->lf, part) && !b->refusal; k++) {
        Lf rule = replaced(b, lf_item(b->lf, part, k), LF_SUBJECT, subject->filter);
        rule = bind_form(b, rule, SORT_RULE);
        if (rule) take(b, rule, said->rules, &said->rule_count);
      }
    } else {
      if (subject->each && lf_is_list(b->lf, part, LF_PT_EACH)) part = of_each(b, part, false);
      if (subject->each && lf_is_list(b->lf, part, LF_PT)) part = bind_put(b, part, LF_OTHER, but_each(b));
      /* Other creatures than the enchanted one, where those are counted that are called the same. */
      bool host = lf_is(b->lf, subject->objects, LF_ATTACHED_OBJECT) && b->host && bind_mentions(b, part, b->host);
      if (host && lf_is_list(b->lf, part, LF_PT_EACH))
        part = bind_put(b, part, LF_OTHER, lf_make(b->lf, LF_NOT, subject->filter, 0, 0));
      Lf mod = bind_form(b, part, SORT_MOD);
      if (mod) take(b, mod, said->mods, &said->mod_count);
    }
  }
}

static Lf made(Binder *b, Lf head, Lf first, Lf second, const Lf *items, u32 count) {
  Lf all[PARTS_MAX + 3] = {head, first, second};
  u32 n = second ? 3 : first ? 2 : 1;
  for (u32 i = 0; i < count; i++) all[n++] = items[i];
  return lf_list(b->lf, all, n);
}

/* What an object always says of itself alone defines its colors or subtypes (604.3a). */
static bool defines(const Binder *b, const Said *said) {
  static const Lf DEFINING[] = {LF_SET_COLOR, LF_ALL_CREATURE_TYPES};
  if (said->mod_count != 1 || said->rule_count > 0) return false;
  for (u32 i = 0; i < COUNT_OF(DEFINING); i++)
    if (lf_is(b->lf, said->mods[0], DEFINING[i])) return true;
  return false;
}

/* What is said of you in the quality of a keyword that something else is given is said of whoever gives it. */
static Lf said_by_giver(Binder *b, Lf form, Lf giver) {
  if (lf_is_atom(b->lf, form)) return form;
  Lf quality = lf_is(b->lf, form, LF_KEYWORD) ? bind_option(b, form, LF_OPT_QUALITY) : 0, you = LF_YOU;
  if (quality) {
    Lf opponents = LF_OPPONENTS;
    Lf of[] = {opponents, LF_OPT_OF, giver};
    Lf put = bind_put(b, bind_put(b, quality, opponents, lf_list(b->lf, of, COUNT_OF(of))), you, giver);
    return put && put != quality ? bind_put(b, form, quality, put) : form;
  }
  for (u32 i = 1; i < lf_count(b->lf, form) && form; i++) {
    Lf item = lf_item(b->lf, form, i), put = said_by_giver(b, item, giver);
    if (put != item) form = bind_with_item(b, form, i, put);
  }
  return form;
}

/* (sparing PARTS): the protection among what is given doesn't remove what gives it (702.16n). */
static Lf sparing(Binder *b, Lf parts) {
  Lf keyword = bind_find_head(b, parts, LF_KEYWORD), quality = keyword ? bind_option(b, keyword, LF_OPT_QUALITY) : 0;
  if (!quality || !lf_is(b->lf, lf_item(b->lf, keyword, 1), LF_PROTECTION))
    return bind_refuse(b, "no protection is given", parts);
  Lf granter = lf_make(b->lf, LF_IS, LF_GRANTER, 0, 0);
  Lf spared = lf_make(b->lf, LF_AND, quality, lf_make(b->lf, LF_NOT, granter, 0, 0), 0);
  return bind_put(b, parts, quality, spared);
}

/* Whom an attack would be against is known for each attack only, and not of the ability as a whole: what is asked of the
   defending player is whom can't be attacked, if nothing else is said. What is left of the condition; 0 if refused. */
static Lf asked_of_defender(Binder *b, Said *said, Lf when) {
  bool denied = lf_is_list(b->lf, when, LF_NOT);
  Lf asked = denied ? lf_item(b->lf, when, 1) : when;
  bool of_defender =
      lf_is_list(b->lf, asked, LF_MATCHES) && lf_is(b->lf, lf_item(b->lf, asked, 1), LF_DEFENDING_PLAYER);
  for (u32 i = 0; i < said->rule_count; i++) {
    Lf rule = said->rules[i];
    if (!lf_is(b->lf, rule, LF_CANT_ATTACK)) continue;
    if (!of_defender || lf_count(b->lf, rule) != 2 || said->rule_count != 1)
      return bind_refuse(b, "this isn't known before attackers are declared", when);
    Lf whom = lf_make(b->lf, LF_DEFENDED_BY, lf_item(b->lf, asked, 2), 0, 0);
    if (denied) whom = lf_make(b->lf, LF_NOT, whom, 0, 0);
    said->rules[i] = bind_with_option(b, rule, LF_OPT_WHOM, whom);
    return LF_ALWAYS;
  }
  return when;
}

/* (continuous OBJECTS PARTS [CONDITION]) is a static ability. Parts are modifications, and (rule RULE…) with `subject`
   where it says whom it holds for. */
Lf ability_continuous(Binder *b, Lf form) {
  Lf condition = lf_item(b->lf, form, 3), said_of = lf_item(b->lf, form, 2);
  if (lf_is_list(b->lf, said_of, LF_SPARING)) said_of = sparing(b, lf_item(b->lf, said_of, 1));
  Subject subject = subject_of(b, lf_item(b->lf, form, 1), condition, false);
  if (!said_of || !subject.filter) return 0;
  subject.each = lf_is_list(b->lf, subject.objects, LF_ALL);
  if (!lf_is(b->lf, subject.objects, LF_SELF))
    said_of = said_by_giver(b, said_of, lf_make(b->lf, LF_CONTROLLER, LF_GRANTER, 0, 0));
  /* What only the condition speaks of, "that card" is. */
  bool first = condition && bind_has_head(b, condition, LF_TOP_OF_GRAVEYARD);
  Lf when = first ? bind_form(b, condition, SORT_COND) : 0;
  Said said = {.mod_count = 0};
  collect(b, &subject, said_of, &said);
  if (b->refusal || said.mod_count + said.rule_count == 0) return bind_refuse(b, "nothing is said about this", form);
  if (condition && !first) when = bind_form(b, condition, SORT_COND);
  if (condition && !when) return 0;
  if (when && bind_has_head(b, when, LF_DEFENDING_PLAYER)) {
    when = asked_of_defender(b, &said, when);
    if (!when) return 0;
    if (when == LF_ALWAYS) when = 0;
  }
  Lf items[6] = {LF_STATIC};
  u32 count = 1;
  if (said.mod_count > 0) items[count++] = made(b, LF_AFFECT, subject.objects, 0, said.mods, said.mod_count);
  if (said.rule_count > 0) items[count++] = made(b, LF_RULES, 0, 0, said.rules, said.rule_count);
  if (when) {
    items[count++] = LF_OPT_IF;
    items[count++] = when;
  } else if (lf_is(b->lf, subject.objects, LF_SELF) && defines(b, &said)) {
    items[count++] = LF_OPT_CDA;
  }
  return lf_list(b->lf, items, count);
}

/* Chooses what (of-choice WHAT WHO) is in what is gained, once for all objects; `same` is those. */
static Lf chosen_now(Binder *b, Lf form, Lf objects) {
  for (Lf choice; !b->refusal && (choice = bind_find_head(b, form, LF_OF_CHOICE));) {
    Lf who = bind_put(b, lf_item(b->lf, choice, 2), LF_SAME, objects);
    who = bind_form(b, who, SORT_OBJ);
    Lf variable = bind_variable(b, "k"), choose = lf_make(b->lf, LF_CHOOSE_COLOR, variable, 0, 0);
    if (!who) return 0;
    bind_before(b, lf_is(b->lf, who, LF_YOU) ? choose : bind_with_option(b, choose, LF_OPT_BY, who));
    form = bind_put(b, form, choice, lf_make(b->lf, LF_COLOR_IN, variable, 0, 0));
  }
  return form;
}

/* (one-choice ACTION): what is chosen in it is chosen once. */
Lf verb_one_choice(Binder *b, Lf form) {
  Lf action = chosen_now(b, lf_item(b->lf, form, 1), 0);
  return action ? bind_action(b, action) : 0;
}

/* (lasting OBJECTS …) of which one of several things is gained: as many effects to choose from. */
static Lf one_of_several(Binder *b, Lf form, Lf one) {
  Lf objects = lf_item(b->lf, form, 1), same = LF_SAME, items[8] = {LF_EITHER_WAY, objects};
  u32 count = lf_count(b->lf, one);
  if (count + 1 > COUNT_OF(items)) return bind_refuse(b, TOO_MUCH_SAID, one);
  form = bind_put(b, form, objects, same);
  for (u32 i = 1; i < count; i++) items[i + 1] = bind_put(b, form, one, lf_item(b->lf, one, i));
  return bind_action(b, lf_list(b->lf, items, count + 1));
}

/* What is said of a subject for a while, at the end of the actions. */
static u32 add_lasting(Binder *b, const Subject *subject, Lf duration, Lf parts, Lf *actions, u32 count) {
  Lf lasting = LF_LASTING;
  Said said = {.mod_count = 0};
  collect(b, subject, parts, &said);
  for (u32 k = 0; k < said.mod_count; k++)
    if (lf_is(b->lf, said.mods[k], LF_PT) && bind_is_elsewhere(b, subject->objects))
      return (u32)bind_refuse(b, "this must refer to a permanent", lasting);
  if (said.mod_count > 0) actions[count++] = made(b, LF_APPLY, subject->objects, duration, said.mods, said.mod_count);
  if (said.rule_count > 0) actions[count++] = made(b, LF_APPLY_RULE, duration, 0, said.rules, said.rule_count);
  return count;
}

/* The parts that say what something is, or, if not `being`, the others; 0 if there are none. */
static Lf parts_being(Binder *b, Lf parts, bool being) {
  Lf some[PARTS_MAX] = {LF_LIST};
  u32 n = 1, count = lf_is_list(b->lf, parts, LF_LIST) ? lf_count(b->lf, parts) : 0;
  if (count > COUNT_OF(some)) return bind_refuse(b, TOO_MUCH_SAID, parts);
  for (u32 i = 1; i < count; i++) {
    Lf part = lf_item(b->lf, parts, i);
    if (lf_is(b->lf, part, LF_BEING) == being) some[n++] = part;
  }
  return n > 1 ? lf_list(b->lf, some, n) : 0;
}

/* Keeps that a permanent is put onto the battlefield as what is said of it later (611.2e): the move that `variable` keeps
   the result of gets the modifications. The same form if none does. */
static Lf entering_as(Binder *b, Lf form, Lf variable, Lf apply) {
  if (lf_is_atom(b->lf, form)) return form;
  for (u32 i = 1; i < lf_count(b->lf, form); i++) {
    Lf item = lf_item(b->lf, form, i), before = lf_item(b->lf, form, i - 1);
    bool kept = bind_is_memory(b, item) && lf_item(b->lf, item, 1) == variable;
    if (!kept) {
      Lf put = entering_as(b, item, variable, apply);
      if (put != item) return bind_with_item(b, form, i, put);
      continue;
    }
    if (!lf_is_list(b->lf, before, LF_MOVE) || lf_item(b->lf, before, 2) != LF_BATTLEFIELD) return form;
    for (u32 k = 3; k < lf_count(b->lf, apply); k++) before = bind_with_flag(b, before, lf_item(b->lf, apply, k));
    return bind_with_item(b, form, i - 1, before);
  }
  return form;
}

u32 bind_being(Binder *b, Lf *done, u32 count, u32 used) {
  Lf last = done[count - 1], rest[PARTS_MAX] = {LF_SEQ};
  bool several = lf_is_list(b->lf, last, LF_SEQ);
  Lf apply = several ? lf_item(b->lf, last, 1) : last, variable = lf_item(b->lf, apply, 1);
  u32 n = 1;
  if (several && lf_count(b->lf, last) > COUNT_OF(rest)) return (u32)bind_refuse(b, TOO_MUCH_SAID, last);
  for (u32 k = 2; several && k < lf_count(b->lf, last); k++) rest[n++] = lf_item(b->lf, last, k);
  bool fits = lf_is_list(b->lf, apply, LF_APPLY) && lf_item(b->lf, apply, 2) == LF_INDEFINITE;
  fits = fits && lf_is_atom(b->lf, variable);
  for (u32 k = 3; fits && k < lf_count(b->lf, apply); k++) fits = !bind_mentions(b, lf_item(b->lf, apply, k), variable);
  for (u32 i = count - 1; fits && i-- > 1;) {
    /* What is turned face down is so only until it is turned face up (708.2a). */
    if (bind_has_head(b, done[i], LF_TURN_FACE_DOWN))
      return (u32)bind_refuse(b, "what is turned face down can't have characteristics of its own", done[i]);
    Lf put = entering_as(b, done[i], variable, apply);
    if (!put) return 0;
    if (put == done[i]) continue;
    done[i] = put;
    if (n == 1) {
      b->used.count = used; /* nothing else speaks of it so far */
      return count - 1;
    }
    done[count - 1] = lf_list(b->lf, rest, n);
    return count;
  }
  return count;
}

/* "It" is, or may be again, something else than the subject of what is said. */
static void set_aside(Binder *b, Lf subject, bool aside) {
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    Referent *r = &b->referents.data[i];
    if (r->now == subject || r->was == subject) r->aside = aside;
  }
}

/* (lasting OBJECTS (during DURATION PARTS)…) is the same for a while. */
Lf verb_lasting(Binder *b, Lf form) {
  Lf one = bind_find_head(b, form, LF_ONE_OF);
  if (one) return one_of_several(b, form, one);
  bool of_parts = bind_find_head(b, form, LF_OF_CHOICE) && !bind_find_head(b, lf_item(b->lf, form, 1), LF_OF_CHOICE);
  if (of_parts) {
    Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
    bool again = objects && lf_is_atom(b->lf, objects);
    if (b->actor_many) b->by_each = true;
    if (bind_mentions(b, form, LF_SAME) && !again) return bind_refuse(b, "this must refer to exactly one object", form);
    form = chosen_now(b, again ? bind_with_item(b, form, 1, objects) : form, objects);
    if (!form) return 0;
  }
  Subject subject = subject_of(b, lf_item(b->lf, form, 1), 0, bind_has_head(b, form, LF_RULE));
  if (said_by_giver(b, form, LF_ACTOR) != form) {
    Lf giver = bind_variable(b, "p");
    bind_before(b, lf_make(b->lf, LF_LET, giver, LF_YOU, 0));
    form = said_by_giver(b, form, giver);
  }
  Lf actions[12] = {LF_SEQ};
  u32 count = 1;
  bool apart = bind_find_head(b, form, LF_MUST_BLOCK) != 0; /* nothing blocks itself */
  if (apart) set_aside(b, subject.objects, true);
  for (u32 i = 2; i < lf_count(b->lf, form) && subject.filter && !b->refusal; i++) {
    Lf during = lf_item(b->lf, form, i), duration = lf_item(b->lf, during, 1), condition = 0;
    if (lf_is_list(b->lf, during, LF_DURING_WHILE)) {
      condition = bind_form(b, duration, SORT_COND);
      duration = LF_WHILE_CONDITION;
      if (!condition) return 0;
    }
    Lf parts = lf_item(b->lf, during, 2), being = parts_being(b, parts, true), other = parts_being(b, parts, false);
    if (count + 4 > COUNT_OF(actions)) return bind_refuse(b, TOO_MUCH_SAID, form);
    u32 first = count;
    if (being && other) count = add_lasting(b, &subject, duration, being, actions, count);
    count = add_lasting(b, &subject, duration, being && other ? other : parts, actions, count);
    for (u32 k = first; k < count && condition; k++)
      actions[k] = lf_is(b->lf, actions[k], LF_APPLY) ? bind_with_option(b, actions[k], LF_OPT_WHILE, condition)
                                                      : bind_refuse(b, "a rule can't last as long as this", form);
  }
  if (apart) set_aside(b, subject.objects, false);
  return b->refusal || count == 1 ? bind_refuse(b, "nothing is said about this", form) : lf_list(b->lf, actions, count);
}

/* --- what watches for a while -------------------------------------------------------------------------------------- */

/* (guard DURATION EVENT CHANGE [AMOUNT]): a replacement effect that lasts, prevents so much, or works `once`. Its
   targets are those of the ability around it. */
Lf verb_guard(Binder *b, Lf form) {
  Lf amount = lf_item(b->lf, form, 4);
  bool once = amount && lf_is(b->lf, amount, LF_ONCE);
  Lf event = bind_form(b, lf_item(b->lf, form, 2), SORT_EVT);
  Lf change = event ? bind_action(b, lf_item(b->lf, form, 3)) : 0;
  Lf most = change && amount && !once ? bind_form(b, amount, SORT_NUM) : 0;
  if (!change || (amount && !once && !most)) return 0;
  Lf parts[6] = {LF_REPLACEMENT, event, change};
  u32 count = 3;
  if (lf_is(b->lf, change, LF_PREVENT)) parts[count++] = LF_OPT_PREVENTION;
  if (once) {
    parts[count++] = LF_OPT_USES;
    parts[count++] = LF_N1;
  }
  Lf items[6] = {LF_SHIELD, lf_list(b->lf, parts, count), LF_OPT_DURATION, lf_item(b->lf, form, 1), LF_OPT_AMOUNT,
                 most};
  return lf_list(b->lf, items, most ? 6 : 4);
}

/* (will-enter OBJECT CHANGE): a spell that was cast, as it enters later. What has been put onto the battlefield already has
   entered. */
Lf verb_will_enter(Binder *b, Lf form) {
  Lf object = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  bool spell = false;
  for (u32 i = b->referent_first; object && i < b->referents.count; i++) {
    const Referent *r = &b->referents.data[i];
    spell |= r->now == object && !r->many && !r->to && bind_mentions(b, r->filter, LF_SPELL_ON_STACK);
  }
  if (!object || !spell) return object ? bind_refuse(b, "this isn't a spell that enters later", form) : 0;
  Lf change = bind_action(b, lf_item(b->lf, form, 2));
  if (!change) return 0;
  Lf event = lf_make(b->lf, LF_ENTERS, lf_make(b->lf, LF_IS, object, 0, 0), 0, 0);
  Lf replacement = lf_make(b->lf, LF_REPLACEMENT, event, change, 0);
  return bind_with_option(b, lf_make(b->lf, LF_SHIELD, replacement, 0, 0), LF_OPT_DURATION, LF_INDEFINITE);
}

/* (of-source FILTER GUARD): of `chosen-source`, which is chosen first among all there are (609.7a), or is the permanent that
   a chosen spell has become, and is still so as it deals damage (609.7b). */
Lf verb_of_source(Binder *b, Lf form) {
  Lf filter = bind_form(b, lf_item(b->lf, form, 1), SORT_COND), one = LF_N1;
  if (!filter) return 0;
  Lf source = bind_variable(b, "s");
  Lf became = lf_make(b->lf, LF_ONLY, lf_make(b->lf, LF_BECAME, source, 0, 0), LF_PERMANENT, 0);
  Lf is = lf_make(b->lf, LF_IS, lf_make(b->lf, LF_UNION, source, became, 0), 0, 0);
  bool any = lf_is(b->lf, filter, LF_ALWAYS);
  Lf all = LF_SOURCES, from = any ? all : lf_make(b->lf, LF_ONLY, all, filter, 0);
  Lf choose[] = {LF_CHOOSE, source, one, one, from};
  bind_before(b, bind_by_actor(b, lf_list(b->lf, choose, COUNT_OF(choose))));
  if (!any) is = lf_make(b->lf, LF_AND, is, filter, 0);
  bind_mention(b, (Referent){.was = source, .now = source, .filter = filter, .role = LF_DAMAGING, .aside = true});
  return bind_action(b, bind_put(b, lf_item(b->lf, form, 2), LF_CHOSEN_SOURCE, is));
}

static bool is_many(const Binder *b, Lf objects) {
  if (!lf_is_atom(b->lf, objects)) return !lf_is(b->lf, objects, LF_ATTACHED_OBJECT);
  for (u32 i = b->referent_first; i < b->referents.count; i++)
    if (b->referents.data[i].now == objects) return b->referents.data[i].many;
  return false;
}

/* (stay-tapped OBJECTS): each stays tapped in the next untap step of whoever controls it then. */
Lf verb_stay_tapped(Binder *b, Lf form) {
  Lf objects = bind_form(b, lf_item(b->lf, form, 1), SORT_OBJ);
  if (!objects) return 0;
  Lf one = is_many(b, objects) ? bind_variable(b, "o") : objects;
  Lf rule = lf_make(b->lf, LF_DOESNT_UNTAP, lf_make(b->lf, LF_IS, one, 0, 0), 0, 0);
  Lf apply[] = {LF_APPLY_RULE, LF_NEXT_UNTAP_STEP, rule, LF_OPT_OF, one};
  Lf stays = lf_list(b->lf, apply, 5);
  if (one == objects) return stays;
  Lf each[] = {LF_FOR_EACH, one, objects, stays};
  return lf_list(b->lf, each, 4);
}

/* --- where X is ---------------------------------------------------------------------------------------------------- */

/* Whether the quantity that is said behind an action speaks of what that targets; or "it" in the action is something else
   than this object, of which the quantity speaks. */
static bool speaks_of_other(Binder *b, Lf action, Lf quantity) {
  static const Lf SELF[] = {LF_SELF, LF_BY_NAME, LF_PRONOUN_HE};
  bool again = bind_has_head(b, quantity, LF_THAT) || bind_has_head(b, quantity, LF_THAT_PLAYER);
  if (bind_has_head(b, action, LF_TARGET) && again) return true;
  bool self = false;
  for (u32 i = 0; i < COUNT_OF(SELF); i++) self |= bind_mentions(b, quantity, SELF[i]);
  Lf it = LF_PRONOUN_IT, mana = lf_make(b->lf, LF_MANA, LF_MANA_X, 0, 0);
  return self && bind_mentions(b, action, it) && !bind_mentions(b, quantity, it) && !bind_mentions(b, action, mana);
}

/* A quantity behind an action that speaks of nothing but this object, of which the quantity is then, too. */
static Lf of_self_alone(Binder *b, Lf quantity, Lf action) {
  static const Lf OTHERS[] = {LF_TARGET, LF_PICK, LF_EACH, LF_PRONOUN_IT, LF_THAT, LF_THE, LF_CREATE};
  bool self = bind_mentions(b, action, LF_SELF) || bind_mentions(b, action, LF_BY_NAME);
  for (u32 i = 0; i < COUNT_OF(OTHERS); i++) self = self && !bind_has_head(b, action, OTHERS[i]);
  for (u32 i = b->referent_first; i < b->referents.count; i++) self = self && b->referents.data[i].player;
  return self && !b->paid_for ? bind_put(b, quantity, LF_PRONOUN_IT, LF_SELF) : quantity;
}

/* (where-x QUANTITY ACTION): of several actions the number is found out once, before them (608.2h). */
Lf verb_where_x(Binder *b, Lf form) {
  Lf action = lf_item(b->lf, form, 2), x = LF_X;
  Lf quantity = at_least_0(b, of_self_alone(b, lf_item(b->lf, form, 1), action), action);
  u32 users = 0;
  bool act = lf_is(b->lf, action, LF_ACT);
  Lf steps = act ? lf_item(b->lf, action, 2) : action;
  bool row = lf_is(b->lf, steps, LF_SEQ) || lf_is(b->lf, steps, LF_JOINED);
  for (u32 i = 1; row && i < lf_count(b->lf, steps); i++) users += bind_mentions(b, lf_item(b->lf, steps, i), x);
  if (users < 2 && speaks_of_other(b, action, quantity)) {
    Lf bound = bind_action(b, action), number = bound ? bind_form(b, quantity, SORT_NUM) : 0;
    if (!number) return 0;
    return bind_mentions(b, bound, x) ? bind_put(b, bound, x, number) : bind_refuse(b, "there is no X", form);
  }
  if (users < 2) {
    Lf direct = where_x(b, action, quantity);
    return direct ? bind_action(b, direct) : 0;
  }
  /* Whose number it is, is said before what they do. */
  if (act && bind_has_head(b, quantity, LF_PRONOUN_THEIR) && !lf_is(b->lf, lf_item(b->lf, action, 1), LF_YOU))
    return bind_action(b, bind_with_item(b, action, 2, lf_make(b->lf, LF_WHERE_X, lf_item(b->lf, form, 1), steps, 0)));
  Lf number = bind_form(b, quantity, SORT_NUM);
  if (!number) return 0;
  Lf variable = bind_variable(b, "n");
  bind_before(b, lf_make(b->lf, LF_LET_NUMBER, variable, number, 0));
  Lf kept = replaced(b, action, x, lf_make(b->lf, LF_VALUE, variable, 0, 0));
  return kept ? bind_action(b, kept) : 0;
}

/* Whether X stands in a step, and isn't defined there. */
static bool uses_x(const Binder *b, Lf step) {
  return bind_mentions(b, step, LF_X) && !bind_has_head(b, step, LF_WHERE_X);
}

void bind_join_x(Binder *b, Lf *steps, u32 *count) {
  for (u32 i = 0; i + 1 < *count; i++) {
    bool used = false;
    for (u32 k = i + 1; k < *count; k++) used |= uses_x(b, steps[k]);
    if (!used || !lf_is_list(b->lf, steps[i], LF_WHERE_X)) continue;
    Lf items[1 + FORM_MAX] = {LF_SEQ};
    u32 n = 1;
    items[n++] = lf_item(b->lf, steps[i], 2);
    for (u32 k = i + 1; k < *count; k++) items[n++] = steps[k];
    steps[i] = bind_with_item(b, steps[i], 2, lf_list(b->lf, items, n));
    *count = i + 1;
  }
}

/* "That card" behind an effect is the one that the effect speaks of as exiled. */
static Lf measured_by_exiled(Binder *b, Lf quantity, Lf effect) {
  Lf that = bind_find_head(b, quantity, LF_THAT), the = bind_find_head(b, effect, LF_THE);
  return that && the ? bind_put(b, quantity, that, the) : quantity;
}

/* (activated-for-x QUANTITY COST EFFECT): X is that much as the cost is determined. */
Lf noun_activated_for_x(Binder *b, Lf form) {
  Lf quantity = measured_by_exiled(b, lf_item(b->lf, form, 1), lf_item(b->lf, form, 3));
  Lf cost = where_x(b, lf_item(b->lf, form, 2), quantity);
  if (!cost) return 0;
  if (bind_mentions(b, lf_item(b->lf, form, 3), LF_X)) return bind_refuse(b, "nothing says what X is", form);
  return bind_form(b, lf_make(b->lf, LF_ACTIVATED, cost, lf_item(b->lf, form, 3), 0), SORT_ABIL);
}

/* (players-have PLAYERS (list ABILITY…)): a rule for each. */
Lf noun_players_have(Binder *b, Lf form) {
  Lf items[16] = {LF_LIST}, abilities = lf_item(b->lf, form, 2);
  u32 count = lf_count(b->lf, abilities);
  if (count > COUNT_OF(items)) return bind_refuse(b, "too many abilities", form);
  for (u32 i = 1; i < count; i++)
    items[i] = lf_make(b->lf, LF_PLAYER_HAS, lf_item(b->lf, form, 1), lf_item(b->lf, abilities, i), 0);
  return bind_form(b, chosen_now(b, lf_list(b->lf, items, count), 0), SORT_RULE);
}
