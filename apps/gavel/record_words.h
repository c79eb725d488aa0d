/* The words in records of games. */
#ifndef GAVEL_RECORD_WORDS_H
#define GAVEL_RECORD_WORDS_H

#define CONCEDES "player %u concedes"

static const char *const RECORD_PARTS[] = {"main", "sideboard", "commander"};
static const char *const RECORD_FORMATS[] = {"two players", "free for all", "commander", "brawl"};

#endif
