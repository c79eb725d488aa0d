/* What people say in other words than the forms of `gavel ask`, put into those. */
#include "ask_said.h"

#include <ctype.h>

enum { SLOTS = 4, TIMES_MOST = 6 };

/* What a question says and what it means: %1, %2 … stand for whatever is there. The first row that fits is taken, and what it
   means is put again, so that rows may build on each other. */
static const struct {
  const char *says, *means;
} SAID[] = {
    /* short forms, and other ways to say whether */
    {"what's %1", "what is %1"},
    {"who's %1", "who is %1"},
    {"where's %1", "where is %1"},
    {"how's %1", "how is %1"},
    {"can't %1", "can %1"},
    {"couldn't %1", "can %1"},
    {"doesn't %1", "does %1"},
    {"isn't %1", "is %1"},
    {"aren't %1", "is %1"},
    {"may %1", "can %1"},
    {"could %1", "can %1"},
    {"might %1", "can %1"},
    {"is it legal for %1 to %2", "can %1 %2"},
    {"is it possible for %1 to %2", "can %1 %2"},
    {"is %1 able to %2", "can %1 %2"},
    {"are %1 able to %2", "can %1 %2"},
    {"is %1 allowed to %2", "can %1 %2"},
    {"are %1 allowed to %2", "can %1 %2"},
    {"why is %1 not able to %2", "why can't %1 %2"},
    {"why may %1 not %2", "why can't %1 %2"},
    {"why can %1 not %2", "why can't %1 %2"},
    {"why does %1 not %2", "why doesn't %1 %2"},
    {"why did %1 not %2", "why doesn't %1 %2"},
    {"why is %1 not %2", "why isn't %1 %2"},
    {"why was %1 not %2", "why isn't %1 %2"},
    {"will %1 be %2", "is %1 %2"},
    {"would %1 be %2", "is %1 %2"},
    {"should %1 be %2", "is %1 %2"},
    {"will %1", "does %1"},
    {"would %1", "does %1"},
    {"shall %1", "does %1"},
    {"has %1 been %2", "is %1 %2"},
    {"have %1 been %2", "is %1 %2"},
    {"had %1 been %2", "is %1 %2"},
    {"has %1", "did %1"},
    {"have %1", "did %1"},
    /* what must be done */
    {"does %1 have to %2", "must %1 %2"},
    {"do %1 have to %2", "must %1 %2"},
    {"does %1 need to %2", "must %1 %2"},
    {"is %1 forced to %2", "must %1 %2"},
    {"is %1 required to %2", "must %1 %2"},
    {"is %1 obliged to %2", "must %1 %2"},
    /* who, and whose */
    {"who has control of %1", "who controls %1"},
    {"who gets control of %1", "who controls %1"},
    {"who gains control of %1", "who controls %1"},
    {"who ends up with %1", "who controls %1"},
    {"whose is %1", "who controls %1"},
    {"whose control is %1 under", "who controls %1"},
    {"under whose control does %1 enter %2", "who controls %1"},
    {"under whose control does %1 enter", "who controls %1"},
    {"under whose control does %1 return %2", "who controls %1"},
    {"under whose control does %1 return", "who controls %1"},
    {"under whose control is %1", "who controls %1"},
    {"who controls %1 after %2", "who controls %1"},
    {"who controls %1 when %2", "who controls %1"},
    {"who owns %1", "what is %1"},
    {"who decides how %1", "who divides damage"},
    {"who chooses how %1", "who divides damage"},
    {"who assigns %1", "who divides damage"},
    {"who divides %1", "who divides damage"},
    {"who creates %1", "which player creates %1"},
    {"who gets the token", "which player creates a token"},
    {"who gets the tokens", "which player creates a token"},
    {"does %1 keep control of %2", "is %2 controlled by %1"},
    {"does %1 retain %2", "is %2 controlled by %1"},
    {"does %1 control %2", "is %2 controlled by %1"},
    {"does %1 keep %2", "is %2 controlled by %1"},
    {"does %1 get %2 back", "is %2 controlled by %1"},
    {"does %1 get back %2", "is %2 controlled by %1"},
    /* what it is */
    {"how big is %1", "what is %1"},
    {"how big are %1", "what is %1"},
    {"how large is %1", "what is %1"},
    {"how large are %1", "what is %1"},
    {"how strong is %1", "what is %1"},
    {"what is %1 called", "what is %1"},
    {"what face of %1 is up", "what is %1"},
    {"which face of %1 is up", "what is %1"},
    {"with which face up does %1 %2", "what is %1"},
    {"what is %1 now", "what is %1"},
    {"what is %1 on the battlefield", "what is %1"},
    {"what does %1 have protection from", "what is %1"},
    {"which face is up when %1 returns", "what is %1"},
    {"which face is up when %1 enters", "what is %1"},
    {"what does %1 look like", "what is %1"},
    {"what does %1 become", "what happens to %1"},
    {"is %1's life total %2", "does %1 have %2 life"},
    {"is %1 at %2 life", "does %1 have %2 life"},
    {"at how much life is %1", "how much life does %1 have"},
    {"at what life total is %1", "how much life does %1 have"},
    {"how much life is %1 at", "how much life does %1 have"},
    {"how much life does %1 end up with", "how much life does %1 have"},
    {"how many %1 are on %2", "how many %1 does %2 have"},
    {"how many %1 are there on %2", "how many %1 does %2 have"},
    {"is %1 poisoned", "how many poison counters does %1 have"},
    {"what creature is %1 a copy of", "what is %1 a copy of"},
    {"what does %1 enter as", "does %1 enter"},
    {"as what does %1 enter %2", "does %1 enter"},
    {"as what does %1 enter", "does %1 enter"},
    {"as a copy of what does %1 enter", "does %1 enter"},
    {"does %1 enter as a copy of %2", "is %1 a copy of %2"},
    {"does %1 enter as %2", "is %1 %2"},
    {"does %1 come back as %2", "is %1 %2"},
    {"does %1 return as %2", "is %1 %2"},
    {"with how many %1 at most can %2 enter", "how many %1 does %2 enter with"},
    {"with how many %1 at most does %2 enter", "how many %1 does %2 enter with"},
    {"with how many %1 can %2 enter", "how many %1 does %2 enter with"},
    {"with how many %1 does %2 enter %3", "how many %1 does %2 enter with"},
    {"with how many %1 does %2 enter", "how many %1 does %2 enter with"},
    /* where it is */
    {"where is %1 put", "where is %1"},
    {"where does %1 end up", "where is %1"},
    {"where does %1 go", "where is %1"},
    {"where will %1 go", "where is %1"},
    {"into which zone is %1 put", "where is %1"},
    {"into which zone does %1 go", "where is %1"},
    {"to which zone does %1 go", "where is %1"},
    {"what zone does %1 go to", "where is %1"},
    {"in which zone is %1", "where is %1"},
    {"in what zone is %1", "where is %1"},
    {"which zone is %1 in", "where is %1"},
    {"what zone is %1 in", "where is %1"},
    {"does %1 go to %2 or to %3", "where is %1"},
    {"does %1 go to %2 or %3", "where is %1"},
    {"is %1 put into %2 or %3", "where is %1"},
    {"is %1 in %2 or in %3", "where is %1"},
    {"is %1 left on the battlefield", "does %1 survive"},
    {"is %1 there", "does %1 survive"},
    {"is %1 alive and well", "does %1 survive"},
    {"is %1 alive", "does %1 survive"},
    {"does %1 live", "does %1 survive"},
    {"does %1 stay alive", "does %1 survive"},
    /* what is attached, blocks, is chosen */
    {"is %1 attached to anything", "what is %1"},
    {"what does %1 target", "does %1 target"},
    {"whom does %1 target", "does %1 target"},
    {"who does %1 target", "does %1 target"},
    {"which %1 does %2 target", "does %2 target"},
    {"which of %1 survives %2", "which %1 survive"},
    {"which of %1 survive %2", "which %1 survive"},
    {"which %1 survive the %2", "which %1 survive"},
    {"which %1 are still on the battlefield", "which %1 are on the battlefield"},
    {"what %1 are left on the battlefield", "which %1 are left on the battlefield"},
    {"which %1 does %2 cast", "does %2 cast"},
    {"which %1 does %2 sacrifice", "does %2 sacrifice"},
    {"which %1 does %2 discard", "does %2 discard"},
    {"what does %1 cost to cast", "how much must anybody pay for %1"},
    {"what does %1 cast with %2", "does %1 cast"},
    {"what does %1 cast", "does %1 cast"},
    {"what does %1 sacrifice", "does %1 sacrifice"},
    {"what does %1 discard", "does %1 discard"},
    {"what does %1 create", "does %1 create"},
    {"what does %1 destroy", "which permanent is destroyed"},
    {"what does %1 exile", "which card is exiled"},
    {"which turn is %1 in", "when is %1"},
    {"how many %1 are put on %2", "how many %1 does %2 get"},
    {"how many %1 is %2 given", "how many %1 does %2 get"},
    {"are %1 put on %2", "does %2 get %1"},
    {"is %1 counter put on %2", "does %2 get %1 counter"},
    {"is %1 enchanted by %2", "is %2 attached to %1"},
    {"is %1 equipped with %2", "is %2 attached to %1"},
    {"is %1 equipped by %2", "is %2 attached to %1"},
    {"does %1 enchant %2", "is %1 attached to %2"},
    {"does %1 equip %2", "is %1 attached to %2"},
    {"does %1 stay on %2", "is %1 attached to %2"},
    {"does %1 remain on %2", "is %1 attached to %2"},
    {"does %1 stay attached to %2", "is %1 attached to %2"},
    {"does %1 remain attached to %2", "is %1 attached to %2"},
    {"does %1 go on enchanting %2", "is %1 attached to %2"},
    {"what blocks %1", "is %1 blocked"},
    {"what is blocking %1", "is %1 blocked"},
    {"who blocks %1", "is %1 blocked"},
    {"which creature blocks %1", "is %1 blocked"},
    {"which creatures block %1", "is %1 blocked"},
    {"is %1 blocking %2", "does %1 block %2"},
    {"does %1 become blocked", "is %1 blocked"},
    {"does %1 get blocked", "is %1 blocked"},
    {"which %1 does %2 block", "does %2 block"},
    {"what does %1 block", "does %1 block"},
    {"whom does %1 attack", "does %1 attack"},
    {"who does %1 attack", "does %1 attack"},
    {"what does %1 attack", "does %1 attack"},
    {"what can %1 be attached to", "what can %1 target"},
    {"which %1 can %2 target", "what can %2 target"},
    {"who can %1 target", "what can %1 target"},
    {"what are the legal targets of %1", "what can %1 target"},
    {"what are the legal targets for %1", "what can %1 target"},
    {"is %1 a legal target for %2 as it resolves", "does %2 resolve"},
    {"is %1 a legal target for %2", "can %2 target %1"},
    {"is %1 a legal target of %2", "can %2 target %1"},
    {"is %1 a possible target for %2", "can %2 target %1"},
    {"can %1 be chosen as the target of %2", "can %2 target %1"},
    {"can %1 be chosen as a target for %2", "can %2 target %1"},
    {"can %1 be the target of %2", "can %2 target %1"},
    {"can %1 choose another mode for %2", "which spells are copied"},
    {"can %1 choose a different mode for %2", "which spells are copied"},
    {"can %1 choose a new mode for %2", "which spells are copied"},
    {"which X must %1 choose %2", "which X can %1 choose %2"},
    {"which values can %1 choose for X", "which X can %1 choose"},
    {"what values can %1 choose for X", "which X can %1 choose"},
    {"which values of X can %1 choose", "which X can %1 choose"},
    {"what is the highest X %1 can choose", "which X can %1 choose"},
    {"what is the highest X %1 can choose for %2", "which X can %1 choose for %2"},
    {"what can %1 choose for X", "which X can %1 choose"},
    {"how large can X be for %1", "which X can anybody choose for %1"},
    {"what can X be for %1", "which X can anybody choose for %1"},
    {"which value of X can %1 choose", "which X can %1 choose"},
    {"what X can %1 choose for %2", "which X can %1 choose for %2"},
    /* what somebody does to something */
    {"why doesn't %1 counter anything", "why doesn't %1 resolve"},
    {"why doesn't %1 do anything", "why doesn't %1 resolve"},
    {"why doesn't %1 counter %2", "why isn't %2 countered"},
    {"why doesn't %1 destroy %2", "why isn't %2 destroyed"},
    {"why doesn't %1 kill %2", "why doesn't %2 die"},
    {"why doesn't %1 exile %2", "why isn't %2 exiled"},
    {"does %1 destroy %2", "is %2 destroyed"},
    {"does %1 kill %2", "does %2 die"},
    {"does %1 exile %2", "is %2 exiled"},
    {"does %1 counter %2", "is %2 countered"},
    {"does %1 transform %2", "does %2 transform"},
    {"does %1 untap %2", "does %2 untap"},
    {"does %1 return %2 to %3", "does %2 return"},
    {"does persist return %1", "does %1 return"},
    {"why doesn't persist return %1", "why doesn't %1 return"},
    {"why doesn't undying return %1", "why doesn't %1 return"},
    {"does %1 save %2 from losing the game", "who loses"},
    {"does %1 save %2 from losing", "who loses"},
    {"who draws how many cards", "which player draws a card"},
    {"must a player %1", "does any player %1"},
    {"does undying return %1", "does %1 return"},
    {"does %1 affect %2", "why is %2"},
    {"is %1 affected by %2", "why is %1"},
    {"does %1 do anything", "what does %1 do"},
    {"does %1 have any effect", "what does %1 do"},
    {"does %1 have an effect", "what does %1 do"},
    {"what effect does %1 have", "what does %1 do"},
    {"what does %1 do", "what is done by %1"},
    {"how much mana can %1 get from %2", "what mana is produced by %2"},
    {"can %1 get mana from %2", "what mana is produced by %2"},
    {"can %1 be tapped for mana", "what mana is produced by %1"},
    {"can %1 tap for mana", "what mana is produced by %1"},
    {"can %1 produce %2 mana", "what mana is produced by %1"},
    {"can %1 produce mana", "what mana is produced by %1"},
    {"can %1 add mana", "what mana is produced by %1"},
    {"how much mana can %1 produce", "what mana is produced by %1"},
    {"how much mana can %1 make", "what mana is produced by %1"},
    {"how much mana can %1 add", "what mana is produced by %1"},
    {"how much mana does %1 produce", "what mana is produced by %1"},
    {"what mana can %1 produce", "what mana is produced by %1"},
    {"which mana can %1 produce", "what mana is produced by %1"},
    {"what %1 of mana can %2 produce", "what mana is produced by %2"},
    {"which %1 of mana can %2 produce", "what mana is produced by %2"},
    {"what %1 mana can %2 produce", "what mana is produced by %2"},
    {"what happens with %1", "what happens to %1"},
    {"what is the fate of %1", "what happens to %1"},
    {"does %1 trigger twice", "how often does %1 trigger"},
    {"does %1 trigger once or twice", "how often does %1 trigger"},
    {"does %1 trigger more than once", "how often does %1 trigger"},
    {"does %1 trigger for %2", "does %1 trigger"},
    {"does %1 trigger when %2", "does %1 trigger"},
    {"does %1 trigger if %2", "does %1 trigger if %2"},
    {"how many abilities does %1 put %2", "how often does %1 trigger"},
    {"how many copies of %1 are %2", "how often is %1 copied"},
    {"how many copies of %1 does %2", "how often is %1 copied"},
    {"how much damage do %1 deal in all", "how much damage does %1 deal"},
    {"is the damage to %1 prevented", "is %1 dealt damage"},
    {"is the damage dealt to %1 prevented", "is %1 dealt damage"},
    {"does %1 deal its damage", "does %1 deal damage"},
    {"how many copies does %1 make of %2", "how often is %2 copied"},
    {"how many copies are made of %1", "how often is %1 copied"},
    {"how many copies are created of %1", "how often is %1 copied"},
    {"how many copies does %1 make", "how often is %1 copied"},
    {"how many copies does %1 create", "how often is %1 copied"},
    {"in which order do %1 resolve", "which ability resolves"},
    {"in what order do %1 resolve", "which ability resolves"},
    {"which %1 resolves first", "which ability resolves"},
    {"which %1 resolves last", "which ability resolves"},
    {"whose %1 resolves first", "which ability resolves"},
    {"does %1 resolve before %2", "which ability resolves"},
    {"do they exchange %1", "which player exchanges"},
    {"does %1 exchange %2", "which player exchanges"},
    {"is anything exchanged", "which player exchanges"},
    /* damage */
    {"to whom does %1 deal %2", "does %1 deal damage"},
    {"to what does %1 deal %2", "does %1 deal damage"},
    {"who does %1 deal damage to", "does %1 deal damage"},
    {"whom does %1 deal damage to", "does %1 deal damage"},
    {"what does %1 deal damage to", "does %1 deal damage"},
    {"what is the damage dealt to", "which permanent is dealt damage"},
    {"who is the damage dealt to", "which permanent is dealt damage"},
    {"to whom is the damage dealt", "which permanent is dealt damage"},
    {"how much %1 has %2 been dealt by %3", "how much %1 does %3 deal to %2"},
    {"how much %1 is %2 dealt by %3", "how much %1 does %3 deal to %2"},
    {"how much %1 has %2 dealt to %3", "how much %1 does %2 deal to %3"},
    {"how much %1 has %2 dealt", "how much %1 does %2 deal"},
    {"how much %1 is dealt by %2 to %3", "how much %1 does %2 deal to %3"},
    {"how much %1 is dealt by %2", "how much %1 does %2 deal"},
    {"how much %1 is dealt to %2 by %3", "how much %1 does %3 deal to %2"},
    {"how much damage does %1 take from %2", "how much damage does %2 deal to %1"},
    {"does %1 pay for %2", "how much does %1 pay for %2"},
    {"is there one combat damage step or two", "when is combat damage dealt"},
    {"are there one or two combat damage steps", "when is combat damage dealt"},
    {"are there two combat damage steps", "when is combat damage dealt"},
    {"is there a second combat damage step", "when is combat damage dealt"},
    {"is there a first strike damage step", "when is combat damage dealt"},
    {"how many combat damage steps are there", "when is combat damage dealt"},
    {"in how many %1 steps does %2 deal %3", "when does %2 deal %1"},
    {"does %1 deal damage once or twice", "when does %1 deal damage"},
    {"does %1 deal damage twice", "when does %1 deal damage"},
    {"how much damage can %1 assign to %2", "how much damage does %1 deal to %2"},
    {"how much of %1 can %2 assign to %3", "how much damage is dealt to %3"},
    {"how much damage can %1 deal to %2", "how much damage does %1 deal to %2"},
    {"how much combat damage can %1 deal to %2", "how much combat damage does %1 deal to %2"},
    {"how much %1 %2 at most", "how much %1 %2"},
    {"how many %1 %2 at most", "how many %1 %2"},
    {"how much %1 %2 at least", "how much %1 %2"},
    {"how much %1 can %2 be dealt", "how much %1 is %2 dealt"},
    {"how much %1 can %2 be dealt by %3", "how much %1 does %3 deal to %2"},
    {"how much %1 can %2 deal to %3", "how much %1 does %2 deal to %3"},
    {"how much life can %1 gain", "how much life does %1 gain"},
    {"how much %1 do %2 and its copies deal", "how much %1 does %2 deal"},
    {"how much mana must %1 pay", "what does %1 cast"},
    {"how much mana does %1 pay", "what does %1 cast"},
    {"how many %1 can %2 enter with", "how many %1 does %2 enter with"},
    /* moments */
    {"during whose %2 does %1", "when does %1"},
    {"on whose turn does %1 phase back in", "when does %1 phase in"},
    {"when does %1 phase back in", "when does %1 phase in"},
    {"on whose turn does %1", "when does %1"},
    {"on which turn does %1", "when does %1"},
    {"in what %1 does %2", "when does %2"},
    {"during which %1 does %2", "when does %2"},
    {"at what point does %1", "when does %1"},
    {"at which point does %1", "when does %1"},
    {"how long does %1 control %2", "what happens to %2"},
    {"until when does %1 control %2", "what happens to %2"},
    {"when does %1 come back", "when does %1 return"},
    /* costs */
    {"how much does %1 cost %2 to cast", "how much must %2 pay for %1"},
    {"how much does %1 cost to cast", "how much must anybody pay for %1"},
    {"how much does %1 cost", "how much must anybody pay for %1"},
    {"what does it cost %1 to cast %2", "how much must %1 pay for %2"},
    {"what does %1 cost %2", "how much must %2 pay for %1"},
    {"what does %1 cost", "how much must anybody pay for %1"},
    {"what must %1 pay for %2", "how much must %1 pay for %2"},
    {"what must %1 pay to cast %2", "how much must %1 pay for %2"},
    {"what does %1 pay for %2", "how much does %1 pay for %2"},
    {"what is the ward cost of %1", "how much must anybody pay for ward of %1"},
    {"can %1 cast %2 bestowed on %3", "can %1 bestow %2 on %3"},
    {"can %1 cast %2 on %3", "can %1 cast %2 targeting %3"},
    {"can %1 pay %2 for ward", "does %1 pay for ward"},
    {"can %1 pay for ward", "does %1 pay for ward"},
    {"can %1 pay life for %2", "can %1 cast %2"},
    {"can %1 pay %2 life for %3", "can %1 cast %3"},
    {"can %1 cast %2 by paying %3 life %4", "can %1 cast %2"},
    {"can %1 cast %2 by paying %3 life", "can %1 cast %2"},
    {"can %1 choose %2 as the new target", "does %2 become the target"},
    {"can %1 choose %2 as a new target", "does %2 become the target"},
    {"can %1 attack with %2 all in one band", "can %1 attack with band %2"},
    {"can %1 attack with %2 in one band", "can %1 attack with band %2"},
    {"can %1 attack with %2 in a band", "can %1 attack with band %2"},
    {"can %1 attack with %2 as a band", "can %1 attack with band %2"},
    {"can %1 dredge %2 instead of %3", "can %1 dredge %2"},
    {"can %1 respond to %2 by %3", "can %1 respond to %2"},
    {"can %1 activate %2's %3 ability", "can %1 activate %2"},
    {"can %1 activate the ability of %2", "can %1 activate %2"},
    {"can %1 activate an ability of %2", "can %1 activate %2"},
    {"can %1 turn %2 face up %3", "can %1 turn %2 face up"},
    {"can %1 pay %2 to turn %3 face up", "can %1 turn %3 face up"},
    {"can %1 turn %2 face-up", "can %1 turn %2 face up"},
    {"can %1 turn up %2", "can %1 turn %2 face up"},
    {"can %1 unmorph %2", "can %1 turn %2 face up"},
    /* how it ends */
    {"does the game end in a draw", "who wins"},
    {"is the game a draw", "who wins"},
    {"how does the game end", "who wins"},
    {"does the game end", "is the game over"},
    {"does the game go on", "is the game over"},
    {"does anybody win %1", "who wins"},
    {"does anybody win", "who wins"},
    {"does anyone win", "who wins"},
    {"does anybody lose %1", "who loses"},
    {"does anybody lose", "who loses"},
    {"does either player lose %1", "who loses"},
    {"who is the winner", "who wins"},
    {"what is on the stack", "show the stack"},
    {"what is on the stack %1", "show the stack"},
    {"how many lands can %1 play %2", "can %1 play a land"},
    {"how many lands can %1 play", "can %1 play a land"},
    {"can %1 play another land", "can %1 play a land"},
    {"can %1 play any land", "can %1 play a land"},
};

static bool is_slot(const char *pattern) { return pattern[0] == '%' && isdigit((unsigned char)pattern[1]); }

/* Whether a text is what a pattern says; `slots` become what stands for %1 and so on. */
static bool is_said(const char *pattern, const char *text, Str slots[SLOTS]) {
  for (; *pattern && !is_slot(pattern); pattern++, text++)
    if (tolower((unsigned char)*pattern) != tolower((unsigned char)*text)) return false;
  if (!*pattern) return !*text;
  Str *slot = &slots[pattern[1] - '1'];
  if (!pattern[2]) {
    *slot = str_of(text);
    return slot->length > 0;
  }
  for (u32 length = 1; text[length]; length++) {
    *slot = (Str){text, length};
    if (is_said(pattern + 2, text + length, slots)) return true;
    *slot = (Str){text, length};
  }
  return false;
}

static bool put(const char *means, const Str slots[SLOTS], char *out, size_t size) {
  size_t length = 0;
  for (; *means; means++) {
    Str piece = is_slot(means) ? slots[means[1] - '1'] : (Str){means, 1};
    if (length + piece.length + 1 > size) return false;
    memcpy(out + length, piece.data, piece.length);
    length += piece.length;
    means += is_slot(means);
  }
  out[length] = '\0';
  return true;
}

/* Leaves out words that change nothing, outside quotation marks: "does bear still die". */
static void cut_adverbs(char *line) {
  static const char *const ENDINGS[] = {" as well",    " this turn",  " in that turn", " later",          " afterwards",
                                        " then",       " now",        " too",          " and its copies", " by the end",
                                        " in the end", " at the end", " instead"};
  static const char *const REFLEXIVE[] = {" himself ", " herself ", " itself "};
  static const char *const ADVERBS[] = {" still ",  " ever ", " actually ", " really ", " even ",
                                        " indeed ", " also ", " now ",      " later "};
  for (u32 i = 0; i < COUNT_OF(ADVERBS); i++) {
    size_t length = strlen(ADVERBS[i]);
    char *at = strstr(line, ADVERBS[i]);
    const char *quote = strchr(line, '"');
    if (at && (!quote || at < quote)) memmove(at + 1, at + length, strlen(at + length) + 1);
  }
  for (u32 i = 0; i < COUNT_OF(REFLEXIVE); i++) {
    char *at = strstr(line, REFLEXIVE[i]);
    size_t length = strlen(REFLEXIVE[i]);
    if (at) memmove(at + 1, at + length, strlen(at + length) + 1);
  }
  for (u32 i = 0; i < COUNT_OF(ENDINGS); i++) {
    size_t length = strlen(line), end = strlen(ENDINGS[i]);
    if (length > end && strcmp(line + length - end, ENDINGS[i]) == 0) line[length - end] = '\0';
  }
}

/* The first row that a line is, with what its slots stand for; COUNT_OF(SAID) for none. */
static u32 row_of(const char *line, Str slots[SLOTS]) {
  u32 row = 0;
  for (; row < COUNT_OF(SAID); row++) {
    memset(slots, 0, SLOTS * sizeof *slots);
    if (is_said(SAID[row].says, line, slots)) break;
  }
  return row;
}

const char *ask_said_row(u32 row) { return row < COUNT_OF(SAID) ? SAID[row].says : NULL; }

u32 ask_said_of(const char *line) {
  Str slots[SLOTS];
  return row_of(line, slots);
}

void ask_said(char *line, size_t size) {
  char meant[4096];
  Str slots[SLOTS];
  cut_adverbs(line);
  for (u32 times = 0; times < TIMES_MOST; times++) {
    u32 row = row_of(line, slots);
    if (row == COUNT_OF(SAID) || !put(SAID[row].means, slots, meant, sizeof meant)) return;
    if (strcmp(line, meant) == 0 || strlen(meant) >= size) return;
    memcpy(line, meant, strlen(meant) + 1);
  }
}
