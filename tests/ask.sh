#!/bin/sh
# `gavel ask` with a person at a real terminal, and with a question on the command line.
#   tests/ask.sh GAVEL
# Closes with `N passed, N failed, N skipped`.
set -u
gavel=$1
. "$(dirname "$0")/checks.sh"
export NO_COLOR=1 COLUMNS=80 TERM=dumb

# types KEYS [ARGUMENT]…: types lines at the prompt, one after another.
types() {
  keys=$1
  shift
  printf '%b' "$keys" | script -qec "$gavel ask $*" /dev/null | tr -d '\r' >"$scratch/output"
}
sees() { # NAME PATTERN
  holds "$1: expected a line that matches: $2" says "$2"
}

types 'Bob: Grizzly Bears as bears\nAlice hand: Clone; Lightning Bolt\nAlice: 4 Island; Mountain\nshow\nquit\n'
sees "what was put is there" '^  battlefield: Grizzly Bears 2/2$'
sees "alike things are counted" '^  battlefield: 4 Island; Mountain$'

setup='Bob: Grizzly Bears as bears\nAlice hand: Clone; Lightning Bolt\nAlice: 4 Island; Mountain\n'
types "${setup}Alice casts Clone\nresolve\n2\nwhy is Grizzly Bears of Alice\nwhat is bears?\nquit\n"
sees "a name needs no quotation marks" '^Alice casts Clone for \{3\}\{U\}\.'
sees "what must be chosen is asked" '^Alice decides: may'
types "${setup}what if Alice casts Lightning Bolt targeting bears\nshow\nquit\n"
sees "what would happen is told" 'Grizzly Bears is destroyed \(704\.5g\)\.$'
sees "and what would differ" '^  Grizzly Bears is gone$'
sees "and nothing has changed" '^  battlefield: Grizzly Bears 2/2$'
types "${setup}can Bob cast Clone?\nwhy not Alice casts Clone\nwhy not Alice casts Colne\nquit\n"
sees "what can't be done has its reason" '^No: '
sees "what can be done can" '^Yes\.$'
sees "what is misspelt is asked back" 'Clone'
types "${setup}Alice casts Lightning Bolt targeting bears\nresolve\nundo\nundo\nshow\nsave $scratch/kept.scenario\nquit\n"
sees "what was done is taken back" '^  battlefield: Grizzly Bears 2/2$'
runs "what was saved passes" 0 '1 passed, 0 failed' "$gavel" run "$scratch/kept.scenario"
types 'Alice: Grizzly Bears as bears\nturn 1 attackers\nwhat happens if Alice attacks with bears\nquit\n'
sees "whom something attacks, by name" '2/2 Creature — Bear, tapped, attacking Bob; before'
types 'Alice hand: Do or Die\nAlice: Is It Real\nshow\nquit\n'
sees "a card that begins as a question does" '^  hand: Do or Die$|no card is called "Do or Die"'
sees "and one that isn't known" 'no card is called "Is It Real"'
types "clone copies bears\nwhy is Nonesuch\nturn 99 main\nAlice: Gizzly Bears\nquit\n"
sees "what is no question gets the nearest forms" "^That isn't a question or an action\. You can ask: "
sees "an object that isn't there is named" 'Nonesuch'
sees "an unknown card gets the nearest" 'Grizzly Bears'
types "${setup}Alice casts \"Lightning B\t\nquit\n"
sees "Tab completes the name of a card" '^Alice decides: choose a target, for Lightning Bolt'


types 'bob: Humility, Opalescence\nAlice: Blood Moon; Urborg, Tomb of Yawgmoth as urborg; 4 Island\nAlice hand: Clone; Giant Growth\nwhy is Urborg, Tomb of Yawgmoth?\nwhat would change if alice casts Clone\nshow the moment\nquit\n'
sees "a name may have a comma" '^Urborg, Tomb of Yawgmoth, controlled by Alice: legendary land Mountain'
sees "what differs alike is told once" '^  Island: .*\(3 of them\)$'
sees "the moment is shown" '^  battlefield: Humility 4/4; Opalescence$'
types 'Alice: Chimeric Staff as staff; 5 Island\nAlice activates staff\n6\nresolve\nwhy is staff\nquit\n'
sees "the only ability needs no words" '^Alice decides: choose X'
sees "what an answer completes is told" '^Alice activates Chimeric Staff \(\{X\}\), with X = 5\.$'
sees "what it has become is explained" 'layer 7b, power and toughness set: 5/5'
types 'Bob: Serra Angel as angel\nAlice hand: Giant Growth\nAlice: Forest\nAlice casts Giant Growth targeting Serra Angel\nwho decides\nresolve\nwhat is Serra Angel\nquit\n'
sees "names of targets need no quotation marks" '^Alice casts Giant Growth for \{G\}, targeting Serra Angel\.$'
sees "who decides is answered" '^Alice decides: priority'
sees "what it is now" '^Serra Angel, controlled by Bob: .*, mana value 5, 7/7$'
types 'why is Nonesuch\nAlice casts Lightning Bolt\nAlice casts Lightnig Bolt\nCarol: Clone\nwhy not\nwhat if\nturn 1 fnord\nturn 40 main\nresolve\nquit\n'
sees "what isn't there, and how to see what is" '^nothing here is called "Nonesuch"; `show` lists'
sees "a card that isn't there, and how to put it there" '^to put it there, type: Alice hand: Lightning Bolt$'
sees "a card that is unknown, and the nearest" '^no card is called "Lightnig Bolt"; nearest: "Lightning Bolt"'
sees "a player who doesn't play, and who does" '^no player is called "Carol"; the players are Alice, Bob$'
sees "a question that only begins" '^something must follow: why not ACTION$'
sees "a question that only begins, said otherwise" '^something must follow: what happens if ACTION'
sees "a step that is none" 'a step: `upkeep`'
sees "a moment that never comes" '^The game is over, so nothing comes after this; `undo`'

runs "a question of the command line" 0 'Humility' "$gavel" ask 'what is Grizzly Bears under Humility?'
runs "a question about a file" 0 'layer 1' "$gavel" ask samples/question.scenario 'why is staff?'
runs "what makes no sense" 2 'You can ask' "$gavel" ask 'colorless green ideas?'
never_says() { ! says "$1"; }
asks() { # NAME PATTERN QUESTION
  runs "$1" 0 "$2" "$gavel" ask tests/questions/"$4" "$3"
}
asks "whether something has happened" '^Yes: Blood Artist triggers, targeting Bob\.$' 'does Blood Artist trigger?' 09.scenario
asks "whether something has not" '^No: An ability of Felidar Sovereign does nothing, .*\(if you have 40 or more life\) \(603\.4\)\.$' 'does Alice win?' 26.scenario
asks "why something has not happened" '702\.16e' "why isn't Voice of All dealt damage" 32.scenario
asks "how much" '^6: Colossal Dreadmaw deals 6 damage to Bob \(702\.19d\)\.$' 'how much combat damage is Bob dealt?' 12.scenario
asks "how much, with what comes of copies of a spell" '^1: The copy of Grapeshot deals 1 damage to Bob\.$' 'how much damage does Grapeshot deal?' 70.scenario
asks "where something is" '^Rift Bolt, owned by Bob, in exile: ' 'where is Rift Bolt?' 66.scenario
asks "how many" '^2: Alice draws a card .2 times.\.$' 'how many cards does Alice draw?' 33.scenario
runs "what asks for more than is known" 2 'You can ask' "$gavel" ask tests/questions/36.scenario 'does Temple of Malice enter tapped?'
asks "who wins" '^Bob wins the game \(104\.2a\)\.$' 'who wins?' 06.scenario
asks "whether something can be turned face up" '^No: ' 'can Alice turn Clone face up?' 40.scenario
asks "what was paid" '3 mana spent' 'how much mana must Alice pay for Force of Will?' 76.scenario
asks "what happens to something" 'in exile' 'what happens to Rift Bolt?' 66.scenario
asks "why a spell isn't cast" '^No: Bob can.t cast Rift Bolt now' "why isn't Rift Bolt cast?" 66.scenario
asks "whether it is something now" '^No: ' 'is Plains a Swamp?' 41.scenario
asks "whether it has an ability now" '^Yes: ' 'does Dreadmaw have trample?' 42.scenario
asks "what could attack" 'No: Memnite: only creatures of the active player attack' 'can Memnite attack?' 46.scenario
asks "when" '^Alice.s turn 1, main phase: ' 'when does Clone enter?' 43.scenario
asks "which" '^Nobody\.$' 'which creature dies?' 43.scenario
asks "what was chosen" 'chosen: blue' "what is Alice's Clone?" 16.scenario
asks "whether something must be" '702\.111b' 'must Hill Giant block Boggart Brute?' 92.scenario
asks "in which of two steps" '^No: Youthful Knight deals no combat damage in this step, .*510\.4' 'does Youthful Knight deal combat damage in the second combat damage step?' 91.scenario
asks "how many steps there are" 'first strike damage: Youthful Knight .* combat damage: Grizzly Bears' 'is there one combat damage step or two?' 91.scenario
asks "an earlier moment" 'on the stack: Sorcery' 'where is Grapeshot while its trigger is on the stack?' 94.scenario
asks "a turn and step" ', 3 lore counters$' 'how many lore counters does History of Benalia have at turn 3 main?' 118.scenario
asks "what is so now, and once the stack is empty" '^Once everything on the stack has resolved: ' 'how many lore counters does History of Benalia have?' 118.scenario
asks "what ward costs" '^Waterfall Aerialist: Ward \{2\}$' 'how much must Bob pay for ward?' 100.scenario
asks "which mana" '^Reflecting Pool 1 could produce no mana' "how much mana can Alice's Reflecting Pool produce?" 117.scenario
asks "how many cards" '^2\.$' 'how many cards does Alice have in hand?' 119.scenario
asks "how many tokens" '^2\.$' 'how many Soldier tokens does Alice control?' 88.scenario
asks "tokens that were copies of spells" '^1: Grizzly Bears enters' 'how many tokens does Alice get?' 168.scenario
asks "why something has happened" 'the damage marked on it is lethal \(704\.5g\)' 'why is Darksteel Myr destroyed?' 103.scenario
asks "what must not be known" '^No: nothing lets it be turned face up' 'can Alice turn Exalted Angel face up at turn 1 main?' 107.scenario
asks "what X can be" '^X can be 4\.$' 'which X must Bob choose for Spell Blast?' 75.scenario
asks "whether an ability is countered" '^Yes: An ability of Prodigal Pyromancer is countered' 'is the ability of Prodigal Pyromancer countered?' 100.scenario
asks "other words" '^Yes: Bob loses the game, with ten or more poison counters' 'will Bob lose the game?' 68.scenario
asks "a kind, not a name" ', 1 lore counter$' 'how many lore counters does the Saga have at turn 3 main?' 69.scenario
asks "a keyword, not a name" '^Yes: Cloudfin Raptor triggers' 'does evolve trigger?' 59.scenario
asks "who a question isn't about" '^Yes: Bob sacrifices Grizzly Bears' 'does any creature die?' 77.scenario
asks "what could be done before" '^Before that \(turn 1, main phase\): Yes' 'can Bob cast Spell Blast with X=4 targeting Fireball?' 75.scenario
asks "what was done, and whether it still can be" '^Yes, it was done: .*Memnite blocks Guardian of the Guildpact' 'can Memnite block Guardian of the Guildpact?' 46.scenario
asks "who is blocked" '^Yes: Guardian of the Guildpact becomes blocked' 'is Guardian of the Guildpact blocked?' 46.scenario
asks "that a blocker is not" '^No: Memnite' 'is Memnite blocked?' 46.scenario
asks "a mana ability that can't be activated" 'summoning sick \(302\.6\)' 'can Alice tap Clone for mana?' 43.scenario
asks "damage by what a question names" '^1: The copy of Grapeshot' 'how much damage is dealt by Grapeshot and its copies?' 70.scenario
asks "life from what a question names" '^2: Alice gains 1 life' 'how much life does Alice gain from the Warden?' 87.scenario
asks "a token that is gone" '^Yes: ' "does Bob's token die?" 53.scenario
asks "everybody's creatures" '^Yes: .*Grizzly Bears\. .*Hill Giant' "do Alice's creatures get their counters?" 116.scenario
asks "a band, as of before attackers were declared" '^Before attackers were declared .*702\.22c' 'can Alice attack with Benalish Hero, Hill Giant and Grizzly Bears all in one band?' 159.scenario
asks "X without paying a mana cost" '^X can be 0\.$' 'which values can Alice choose for X?' 112.scenario
asks "a special action that was taken" '^Yes, it was done: turn 2, main phase: Alice suspends' "can Alice suspend Ancestral Vision in Bob's turn?" 142.scenario
asks "whom something saves" '^Alice loses the game' "does Lich's Mirror save Alice from losing the game?" 124.scenario
asks "which creatures are left" '^giant\.$' 'which creatures survive?' 136.scenario
asks "which a player controls" 'Ghostly Prison' 'which enchantments does Carol control?' 136.scenario
asks "a life total" '^No: Alice: life 17' "is Alice's life total 20?" 136.scenario
printf 'scenario "wrong"\nplayer Alice\n  battlefield: Grizzly Bears as bears\nplayer Bob\nturn 1 main\n  expect bears is 3/3\n' >"$scratch/wrong.scenario"
runs "where a file goes wrong" 0 '^The file goes wrong at line 6, ' "$gavel" ask "$scratch/wrong.scenario" 'what is bears?'
asks "what is there while it happens" '^No: ' 'does Celestial Colonnade have trample under Humility?' 122.scenario
asks "whether an effect matters" 'layer 7b' 'does Humility affect Celestial Colonnade?' 122.scenario
asks "by whom something is destroyed" '^Yes: Memnite is destroyed' 'is Memnite destroyed by Guardian of the Guildpact?' 46.scenario
asks "by whom something isn't" '^No' 'is Grizzly Bears destroyed by Benalish Hero?' 93.scenario
asks "a spell on something" ': Alice casts Rancor for .G., targeting Colossal Dreadmaw' 'can Alice cast Rancor on Colossal Dreadmaw?' 42.scenario
asks "whether a player must block" 'nothing requires it' 'must Bob block?' 46.scenario
asks "who wins, and nothing else" '^Nobody\.$' 'who wins?' 116.scenario
runs "what can't be counted" 2 'You can ask' "$gavel" ask tests/questions/46.scenario 'how many creatures does Bob lose?'
asks "a cost that is its own" 'cleanup.*: Alice casts Fiery Temper for its madness cost' 'can Alice cast Fiery Temper for its madness cost?' 154.scenario
asks "whose hand" '^No' "is Firebolt put into its owner's hand?" 115.scenario
runs "what happens in whose turn" 2 'You can ask' "$gavel" ask tests/questions/113.scenario "does Alice draw a card in Bob's turn?"
printf 'scenario "drawn"\nplayer Alice\n  hand: Divination\n  battlefield: 3 Island; Phyrexian Arena\nplayer Bob\nturn 1 main\n  Alice casts "Divination"\n  resolve\n' >"$scratch/drawn.scenario"
runs "what was drawn from one of two" 0 '^2: Alice draws a card' "$gavel" ask "$scratch/drawn.scenario" 'how many cards does Alice draw from Divination?'
runs "what was drawn from the other" 0 '^1: Alice draws a card' "$gavel" ask "$scratch/drawn.scenario" 'how many cards does Alice draw from Phyrexian Arena?'
asks "a planeswalker as a person" 'loyalty 5' "Alice activates Jace Beleren: what is his loyalty then?" 51.scenario
asks "whom a creature must attack" '^Before attackers were declared .turn 2, declare attackers.: Alice, Carol .only for a cost' 'whom must Hill Giant attack?' 136.scenario
asks "that it must attack" '^Before attackers were declared .*: Yes: .*508\.1d' 'must Hill Giant attack?' 136.scenario
asks "that it needn't, since others attack too" '^Before attackers were declared .*: No: ' 'must Hill Giant attack?' 159.scenario
asks "what could be applied, and was" '^Yes: Golgari Thug replaces Alice' 'can Alice dredge Golgari Thug?' 126.scenario
asks "which of two tokens" 'made by Phyrexian Processor .the Mirage Mirror' 'what happens to the token?' 147.scenario
asks "a whole sentence, with a pronoun" '^Yes, it was done: .*Memnite blocks Guardian' "Alice attacks with Guardian of the Guildpact: can Bob's Memnite block it?" 46.scenario
while IFS= read -r question; do
  asks "of what didn't happen: $question" '^No[.:]' "$question" 46.scenario
done <<'END'
does Memnite phase out?
does Memnite phase in?
is Memnite put into exile?
is Memnite put into the library?
is Memnite put into the command zone?
is Memnite removed from combat?
is Memnite turned face up?
is Memnite copied?
does Memnite become tapped?
does Memnite untap?
does Memnite transform?
does Memnite regenerate?
was Memnite discarded?
does Alice discard Memnite?
does Alice mill a card?
does Alice scry?
does Alice pay life?
does Alice lose life?
does Alice become the monarch?
END
asks "what it can't check" '^Not checked, .*"Alice attacks with Guardian of the Guildpact"' "Alice attacks with Guardian of the Guildpact: can Bob's Memnite block it?" 46.scenario
asks "whom a pronoun means" '^Yes: Bob loses the game' 'Bob is dealt combat damage by Glistener Elf: does he lose the game?' 68.scenario
asks "what happens when something resolves" '^No: An ability of History of Benalia does nothing' 'does Alice sacrifice the Saga when Vampire Hexmage has resolved?' 69.scenario
asks "a clause in a question" '^No: Delver of Secrets .the Clone.' "does Alice's Clone, which is a copy of Delver of Secrets, transform?" 44.scenario
asks "whose turn it is" 'sorcery' "can Alice activate Bonesplitter in Bob's turn?" 113.scenario
runs "what isn't so" 2 "hasn't happened here" "$gavel" ask tests/questions/46.scenario 'Bob controls Guardian of the Guildpact: can it attack?'
runs "a condition that can't be done" 2 'You can ask' "$gavel" ask tests/questions/46.scenario 'if the moon shone, would Memnite die?'
runs "who is meant" 2 'meant by "it": .*Maelstrom Colossus, Ancestral Vision' "$gavel" ask tests/questions/120.scenario "Alice's Maelstrom Colossus exiles Ancestral Vision with cascade: may Alice cast it?"
runs "this step" 2 'You can ask' "$gavel" ask tests/questions/62.scenario 'does Alice sacrifice the token in this end step?'
types 'Bob: Grizzly Bears as bears\nAlice: Mountain\nAlice hand: Shock\nAlice casts Shock targeting bears: do they die\nquit\n'
sees "what can be done is done first" '^Done first: Alice casts Shock targeting bears\.$'
sees "and asked behind that" '^Yes: Grizzly Bears is destroyed'
runs "help in Italian" 0 'un motore di regole' env LC_ALL=it_IT.UTF-8 "$gavel" help
for command in run explain ask can play sim replay deck examples cards serve; do
  runs "the help of $command in Italian" 0 "Codice d.uscita" env LC_ALL=it_IT.UTF-8 "$gavel" $command --help
  holds "the help of $command says nothing in English" never_says ' (Print|Say|With|Add|Play|Use|Ask|Stop|Let|Write|Leave|Run) '
done
runs "help behind --lang" 0 'Prepara un momento' "$gavel" ask --lang it --help
runs "a complaint behind --lang" 2 'nulla porta' "$gavel" ask --lang it --at 'turn 40 main' tests/questions/136.scenario 'what is Hill Giant?'
runs "a deck in Italian" 0 'si può giocare$' env LC_ALL=it_IT.UTF-8 "$gavel" deck check decks/red-burn.txt
runs "scenarios in Italian" 0 'superati, 0 falliti' env LC_ALL=it_IT.UTF-8 "$gavel" run samples
runs "games in Italian" 0 '4 partite, ' env LC_ALL=it_IT.UTF-8 "$gavel" sim --games 4 decks/red-burn.txt decks/green-growth.dck
runs "what is wrong in Italian" 2 'non c.è il comando' env LC_ALL=it_IT.UTF-8 "$gavel" rum
runs "a name that is misspelt in a question" 2 '`show` lists what there is' "$gavel" ask tests/questions/91.scenario 'does Serra Angle die?'
runs "a card that is misspelt in a question" 2 'nearest: "Lightning Bolt"' "$gavel" ask tests/questions/91.scenario 'can Alice cast Lightnig Bolt?'
runs "a step that never comes" 2 'expected a moment such as' "$gavel" ask --at 'turn 1 fnord' tests/questions/91.scenario 'what is Knight?'
runs "a step that nothing leads to" 2 'name a step up to turn 5' "$gavel" ask --at 'turn 40 main' tests/questions/136.scenario 'what is Hill Giant?'
runs "a step of the next turns" 0 '^Hill Giant' "$gavel" ask --at 'turn 4 main' tests/questions/136.scenario 'what is Hill Giant?'
runs "what is never on the stack" 2 'name a step' "$gavel" ask tests/questions/91.scenario 'where is Youthful Knight while Shock is on the stack?'
asks "what is targeted" '^Yes: Bob becomes the target of Lava Spike' 'what does Lava Spike target?' 78.scenario
asks "an ability that resolves" '^Yes: An ability of Emperor Crocodile resolves' 'does the trigger of Emperor Crocodile resolve?' 88.scenario
asks "an effect that applies" '^Yes: .*because of Pariah' 'does Pariah apply?' 86.scenario
runs "an answer in Italian" 0 'creatura verde Bear' "$gavel" ask --lang it 'what is Grizzly Bears under Humility?'
runs "the language of the environment" 0 'strato 7b' env LC_ALL=it_IT.UTF-8 "$gavel" ask 'what is Grizzly Bears under Humility?'
runs "a language that is none" 2 'en and it' "$gavel" ask --lang tlh 'what is Grizzly Bears under Humility?'
closing
