/* Votes for words (701.38) and other choices of words, which mean nothing but what the text says of how many there are. */
#include "oracle/bind.h"

enum { WORDS_MAX = 6 };

/* One more vote for a word, if that is the one that was voted for. */
static Lf counted(Binder *b, Lf vote, Lf word, Lf count) {
  Lf value = lf_make(b->lf, LF_VALUE, count, 0, 0);
  Lf more = lf_make(b->lf, LF_LET_NUMBER, count, lf_make(b->lf, LF_PLUS, value, LF_N1, 0), 0);
  return lf_make(b->lf, LF_IF, lf_make(b->lf, LF_WORD_IS, vote, word, 0), more, 0);
}

/* A player votes once, and as often again as effects make them or they want to (701.38d). */
static Lf votes_of(Binder *b, Lf voter, Lf once) {
  Lf additional = lf_make(b->lf, LF_ADDITIONAL_VOTES, voter, 0, 0);
  Lf must = lf_make(b->lf, LF_REPEAT, lf_make(b->lf, LF_PLUS, LF_N1, additional, 0), once, 0);
  Lf may = lf_make(b->lf, LF_MAY, once, LF_OPT_BY, voter);
  Lf optional = lf_make(b->lf, LF_ADDITIONAL_VOTES, voter, LF_OPT_OPTIONAL, 0);
  return lf_make(b->lf, LF_SEQ, must, lf_make(b->lf, LF_REPEAT, optional, may, 0), 0);
}

/* (vote WORD…): each player votes in turn order, beginning with you (701.38a). */
Lf verb_vote(Binder *b, Lf form) {
  u32 words = lf_count(b->lf, form) - 1;
  if (words > WORDS_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  Lf steps[2 + WORDS_MAX] = {LF_SEQ}, choose[4 + WORDS_MAX] = {LF_CHOOSE_WORD}, each[2 + WORDS_MAX] = {LF_SEQ};
  Lf voter = bind_variable(b, "p"), vote = bind_variable(b, "k");
  choose[1] = vote;
  for (u32 i = 0; i < words; i++) {
    Lf word = lf_item(b->lf, form, 1 + i), count = bind_variable(b, "n");
    choose[2 + i] = word;
    steps[1 + i] = lf_make(b->lf, LF_LET_NUMBER, count, LF_N0, 0);
    each[2 + i] = counted(b, vote, word, count);
    bind_mention(b, (Referent){.was = count, .now = count, .filter = LF_VOTE, .role = word, .word = true});
  }
  choose[2 + words] = LF_OPT_BY;
  choose[3 + words] = voter;
  each[1] = lf_list(b->lf, choose, 4 + words);
  Lf players = lf_make(b->lf, LF_PLAYERS_FROM, LF_YOU, 0, 0);
  Lf once = lf_list(b->lf, each, 2 + words);
  Lf all[] = {LF_FOR_EACH, voter, players, votes_of(b, voter, once)};
  steps[1 + words] = lf_list(b->lf, all, COUNT_OF(all));
  return lf_list(b->lf, steps, 2 + words);
}

/* One more of those who chose a word, if that is the one that was chosen. */
static Lf gathered(Binder *b, Lf choice, Lf word, Lf player, Lf all) {
  Lf more = lf_make(b->lf, LF_LET, all, lf_make(b->lf, LF_UNION, all, player, 0), 0);
  return lf_make(b->lf, LF_IF, lf_make(b->lf, LF_WORD_IS, choice, word, 0), more, 0);
}

/* (sides PLAYERS [:by PLAYER] WORD…): for each of the players, in turn order, one of the words is chosen: by themselves, if nobody
   else is said. */
Lf verb_sides(Binder *b, Lf form) {
  Lf by = bind_option(b, form, LF_OPT_BY), players = lf_item(b->lf, form, 1);
  u32 first = by ? 4 : 2, words = lf_count(b->lf, form) - first;
  if (words > WORDS_MAX) return bind_refuse(b, TOO_MUCH_SAID, form);
  Lf choose[4 + WORDS_MAX] = {LF_CHOOSE_WORD}, each[2 + WORDS_MAX] = {LF_SEQ};
  Lf player = bind_variable(b, "p"), choice = bind_variable(b, "k");
  choose[1] = choice;
  for (u32 i = 0; i < words; i++) {
    Lf word = lf_item(b->lf, form, first + i), all = bind_variable(b, "a");
    choose[2 + i] = word;
    each[2 + i] = gathered(b, choice, word, player, all);
    if (!vec_push(&b->allocator, &b->used, all)) b->lf->failed = true;
    bind_mention(b, (Referent){.was = all, .now = all, .filter = LF_SIDES, .role = word, .word = true});
  }
  choose[2 + words] = LF_OPT_BY;
  choose[3 + words] = by ? by : player;
  each[1] = lf_list(b->lf, choose, 4 + words);
  Lf every[] = {LF_FOR_EACH, player, players, lf_list(b->lf, each, 2 + words)};
  return lf_list(b->lf, every, COUNT_OF(every));
}

/* (side WORD): those who chose it, or for whom it was chosen. */
Lf noun_side(Binder *b, Lf form) {
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    const Referent *r = &b->referents.data[i];
    if (r->filter == LF_SIDES && r->role == lf_item(b->lf, form, 1))
      return lf_make(b->lf, LF_ALL_PLAYERS, lf_make(b->lf, LF_IS, r->now, 0, 0), 0, 0);
  }
  return bind_refuse(b, "nobody chooses this", form);
}

/* (votes WORD), (other-votes WORD): how many there were for it, or for the only other one. */
Lf noun_votes(Binder *b, Lf form) {
  Lf word = lf_item(b->lf, form, 1), own = 0, other = 0;
  u32 others = 0;
  for (u32 i = b->referent_first; i < b->referents.count; i++) {
    const Referent *r = &b->referents.data[i];
    if (r->filter != LF_VOTE) continue;
    if (r->role == word) own = r->now;
    if (r->role != word) others++, other = r->now;
  }
  bool of_other = lf_is_list(b->lf, form, LF_OTHER_VOTES);
  if (!own || (of_other && others != 1)) return bind_refuse(b, "nobody votes for this", form);
  return lf_make(b->lf, LF_VALUE, of_other ? other : own, 0, 0);
}
