#!/bin/sh
# The command line from outside: what it prints, and how it ends.
#   tests/command_line.sh GAVEL
# Closes with `N passed, N failed, N skipped`.
set -u
gavel=$1
. "$(dirname "$0")/checks.sh"

check() { # NAME STATUS PATTERN ARGUMENT...: whether gavel ends so and prints what matches the pattern
  naming=$1 wanted=$2 matching=$3
  shift 3
  runs "$naming" "$wanted" "$matching" "$gavel" "$@"
}

cat >"$scratch/pass.scenario" <<'END'
scenario "Bears are bears"
rules 100.1
player Alice
  battlefield: Grizzly Bears as bear
turn 1 main
  expect bear is 2/2 creature
END
cat >"$scratch/shock.scenario" <<'END'
scenario "A card is executed"
rules 601.2i
player Alice
  hand: Shock
  battlefield: Mountain
player Bob
turn 1 main
  Alice casts "Shock" targeting Bob
  resolve
  expect Bob life 18
END
sed 's|2/2|3/3|; s|Bears are bears|Bears are giants|' "$scratch/pass.scenario" >"$scratch/fail.scenario"
sed 's|Grizzly Bears|Grizly Bears|' "$scratch/pass.scenario" >"$scratch/unknown.scenario"
sed 's|is 2/2|am 2/2|' "$scratch/pass.scenario" >"$scratch/wrong.scenario"
sed 's|Grizzly Bears|Test Bear|' "$scratch/pass.scenario" >"$scratch/test.scenario"
echo '(card "Test Bear" (cost {1}{G}) (types creature Bear) (pt 2 2))' >"$scratch/test.card"
echo '(card "Broken Bear" (types creatur Bear) (pt 2 2))' >"$scratch/broken.card"
echo '[{"name": "Json Bear"}]' >"$scratch/short.json"
cat >"$scratch/data.json" <<'END'
[{"name":"Test Bear","layout":"normal","mana_cost":"{1}{G}","type_line":"Creature — Bear","power":"2","toughness":"2",
  "oracle_text":"Trample"},
 {"name":"Ink","layout":"normal","type_line":"Instant","oracle_text":"Draw an ink."},
 {"name":"Blot","layout":"normal","type_line":"Stain"},
 {"name":"Paper","layout":"token","type_line":"Token Creature"}]
END
sed 's|Grizzly Bears|Ink|' "$scratch/pass.scenario" >"$scratch/ink.scenario"
mkdir -p "$scratch/many/b" "$scratch/empty"
cp "$scratch/pass.scenario" "$scratch/many/b/1.scenario"
cp "$scratch/fail.scenario" "$scratch/many/a.scenario"
cp "$scratch/fail.scenario" "$scratch/many/z.text"
echo '100.1	' >"$scratch/rules.tsv"
echo '613.8a	a rule' >>"$scratch/rules.tsv"

check "no command" 0 '^Usage: gavel COMMAND'
check "help" 0 '^  explain +run a scenario' --help
check "help on a command" 0 '^Usage: gavel run' help run
check "help of a command" 0 'Examples:' run --help
check "version" 0 '^gavel [0-9]+\.[0-9]+\.[0-9]+$' --version
check "a wrong command" 2 'did you mean "explain"\?' explian
check "a command far from any" 2 'gavel --help' frobnicate
check "a wrong option" 2 "unrecognized option" run --frobnicate
check "no arguments" 2 'which scenarios' run

check "examples" 0 '^  samples/question.scenario +Clone copies the Staff' examples
check "an example is printed" 0 '^scenario "Clone copies the Staff' examples samples/question.scenario
check "a folder of examples is listed" 0 '^  scenarios/gate/01[^ ]+ +Clone entering under Humility' examples scenarios/gate
check "where an example lies" 0 '^/.*/decks/red-burn.txt$' examples --path decks/red-burn.txt
check "no such example" 2 'there is no example "chess"; .gavel examples. lists them' examples chess

check "a scenario that passes" 0 '^1 passed, 0 failed, 0 skipped$' run "$scratch/pass.scenario"
check "a scenario that fails" 1 'fail.scenario:[0-9]+: fail: Bears are giants$' run "$scratch/fail.scenario"
check "the closing line" 1 '^0 passed, 1 failed, 0 skipped$' run "$scratch/fail.scenario"
check "an unknown card" 0 '^0 passed, 0 failed, 1 skipped$' run "$scratch/unknown.scenario"
check "its nearest name" 0 'Grizzly Bears' run "$scratch/unknown.scenario"
check "a malformed file" 2 'wrong.scenario:6: error' run "$scratch/wrong.scenario"
check "a file that is not there" 2 'cannot open .*nowhere' run "$scratch/nowhere.scenario"
cat >"$scratch/targets.scenario" <<'END'
scenario "Nothing can be its target"
rules 601.2c
player Alice
  hand: Doom Blade
  battlefield: 2 Swamp
player Bob
  battlefield: White Knight; Drudge Skeletons
turn 1 main
  Alice casts "Doom Blade"
END
sed '9s/$/ targeting "White Knigth"/; s/Doom Blade/Shock/; s/2 Swamp/Mountain/' "$scratch/targets.scenario" >"$scratch/spelling.scenario"
sed -i '9s/Doom Blade/Shock/' "$scratch/spelling.scenario"
check "why nothing can be a target" 1 "no legal target \(601.2c\): .*White Knight has protection from it \(702.16b\)" run "$scratch/targets.scenario"
check "and what isn't meant" 1 "Drudge Skeletons isn't what it can target" run "$scratch/targets.scenario"
check "the spelling of a target" 1 'no card is called "White Knigth"; nearest: "White Knight"' run "$scratch/spelling.scenario"
check "a directory" 1 '^1 passed, 1 failed, 0 skipped$' run "$scratch/many"
check "a directory without scenarios" 2 'there is no \*.scenario file' run "$scratch/empty"
check "several arguments" 0 '^2 passed, 0 failed, 0 skipped$' run "$scratch/pass.scenario" "$scratch/pass.scenario"
check "JSON" 1 '^\{"file":.*"result":"fail","line":6,' run --json "$scratch/fail.scenario"
check "a line a file" 1 '^passed  Bears are bears$' run --files "$scratch/many"
check "of those that fail, too" 1 '^failed  Bears are giants$' run --files "$scratch/many"
cat "$scratch/pass.scenario" "$scratch/pass.scenario" >"$scratch/twice.scenario"
check "and of several scenarios" 0 '^passed  Bears are bears \(and 1 more\)$' run --files "$scratch/twice.scenario"
check "JSON has no such lines" 2 'can.t be used together' run --files --json "$scratch/many"
check "a limit" 1 '^0 passed, 1 failed, 0 skipped$' run --limit 1 "$scratch/pass.scenario"
check "a limit that is none" 2 'limit takes a number from 1 to' run --limit 0 "$scratch/pass.scenario"
check "a limit that is no number" 2 'limit takes a number from 1 to' run --limit many "$scratch/pass.scenario"
check "a trace" 0 "Alice's turn 1 begins" run --trace "$scratch/pass.scenario"

check "an explanation" 0 'Everything is as expected' explain "$scratch/pass.scenario"
check "its rules" 0 '\(.*500\.1' explain --full "$scratch/pass.scenario"
check "what a player would say" 0 '^  As expected: ' explain "$scratch/pass.scenario"
check "an account in JSON" 0 '^\[\{"kind":"event","line":' explain --json "$scratch/pass.scenario"
check "why an object is what it is" 0 '^  layer 1, copiable values: ' explain samples/question.scenario staff
check "at a moment" 0 '^Chimeric Staff, controlled by Alice: artifact' explain --at "turn 1 upkeep" samples/question.scenario staff
check "at none" 2 'expected a moment such as' explain --at soon samples/question.scenario staff
check "of no object" 2 'did you mean .staff' explain samples/question.scenario stuff
check "a moment alone" 2 'needs the words for an object' explain --at "turn 1 main" samples/question.scenario
check "what a player can do" 0 '^Yes\.$' can --at "turn 1 upkeep" samples/bolt.scenario 'Alice casts "Lightning Bolt"'
check "what a player can't do" 1 '^No: .*601\.3' can samples/bolt.scenario 'Alice casts "Lightning Bolt"'
printf 'player Alice\n  hand: Counterspell\n  battlefield: Island\nturn 1 main\n' >"$scratch/counter.scenario"
check "all that forbids it" 1 '^  no legal target \(601\.2c\): it needs "target spell"$' can "$scratch/counter.scenario" 'Alice casts "Counterspell"'
check "and what would be enough" 1 '^  its cost .*not enough mana; \{U\} more would do$' can "$scratch/counter.scenario" 'Alice casts "Counterspell"'
check "what is no action" 2 'expected ' can samples/bolt.scenario 'Alice dances'
check "a question about nothing" 2 'can who do what' can samples/bolt.scenario
check "a question about many" 2 'asked of one file' can samples 'Alice casts "Clone"'
printf 'scenario "Wardens"\nplayer Alice\n  hand: Memnite\n  battlefield: 20 Soul Warden\nplayer Bob\nturn 1 main\n' >"$scratch/many.scenario"
printf '  Alice casts "Memnite"\n  resolve all\n  expect Alice life 40\n' >>"$scratch/many.scenario"
check "what happens often is told once" 0 '^ +The last line happens 20 times in all \(1 line\)\.$' explain "$scratch/many.scenario"
check "an explanation of a failure" 1 'Bears are giants' explain "$scratch/fail.scenario"

check "cards are added" 0 '^1 passed' run --cards "$scratch/test.card" "$scratch/test.scenario"
check "and otherwise unknown" 0 '1 skipped$' run "$scratch/test.scenario"
check "a broken card file" 2 'broken.card:1:[0-9]+: ' run --cards "$scratch/broken.card" "$scratch/pass.scenario"
check "card data in JSON" 0 '^1 passed' run --cards "$scratch/data.json" "$scratch/test.scenario"
check "card data that is wrong" 2 'short.json: byte 21: \[0\]: expected the field "layout"' run --cards "$scratch/short.json" "$scratch/pass.scenario"
check "card data is compiled" 0 '^3 cards, 1 with a definition$' cards import "$scratch/data.json" -o "$scratch/cards.db"
check "what is wrong is found" 0 'data.json: byte [0-9]+: \[2\].type_line: an unknown word' cards import "$scratch/data.json" -o "$scratch/cards.db"
check "what is no card is counted" 0 '^left out: 1 tokens$' cards import "$scratch/data.json" -o "$scratch/cards.db"
check "what was compiled is played with" 0 '^1 passed' run --cards "$scratch/cards.db" "$scratch/test.scenario"
cat >"$scratch/fuse.json" <<'END'
[{"name":"Push // Pull","layout":"split","card_faces":[
  {"name":"Push","mana_cost":"{U}","type_line":"Instant","oracle_text":"Return target creature to its owner's hand.\nFuse"},
  {"name":"Pull","mana_cost":"{B}","type_line":"Instant","oracle_text":"Target player loses 2 life.\nFuse"}]}]
END
cat >"$scratch/fuse.scenario" <<'END'
scenario "Each half has its own targets"
rules 702.102d
player Alice
  hand: Push // Pull
  battlefield: Island; Swamp
player Bob
  battlefield: Grizzly Bears as bear
turn 1 main
  Alice casts "Push // Pull" via "Fuse" targeting bear, Bob
  resolve
  expect Bob hand bear 1
  expect Bob life 18
END
check "fused halves have variables of their own" 0 '^1 passed' run --cards "$scratch/fuse.json" "$scratch/fuse.scenario"
check "the built-in cards are left out, if asked" 0 '^0 passed, 0 failed, 1 skipped$' run --cards-alone "$scratch/pass.scenario"
check "a card that is refused" 0 '"Ink" has text that Gavel can.t read: "ink."' run --cards "$scratch/cards.db" "$scratch/ink.scenario"
check "is shown as it is" 0 '^Draw an ink\.$' cards --cards "$scratch/cards.db" show ink
check "and why" 0 'Can.t read "ink\."' cards --cards "$scratch/cards.db" show ink --why
check "a card and its reasons" 0 '^It compiles to the same definition\.$' cards show --why "Lightning Bolt"
check "each phrase" 0 '^ +target nonblack creature$' cards show --why "Doom Blade"
check "why there is no such card" 1 'no card is called "Clonne"' cards show --why Clonne
check "English and back" 0 '^1 cards, 1 come back from their English as they were' cards english "$scratch/data.json"
check "what keeps a card from coming back" 1 '^ *[0-9]+ ' cards english --why tests/invented/cards.json
check "what is usual in English" 0 '^[0-9a-f]+ [0-9a-f]+$' cards usual tests/invented/cards.json
check "and listed" 0 '^Blot	has an unknown word in its type line: "Stain"$' cards --cards "$scratch/cards.db" list --refused
check "nothing is written of what is wrong" 2 'expected the field "layout"' cards import "$scratch/short.json" -o "$scratch/none.db"
check "and nothing is there" 2 'cannot open .*none.db' cards --cards "$scratch/none.db" list
check "what is there stays" 2 'expected the field' cards import "$scratch/short.json" -o "$scratch/cards.db"
check "as it was" 0 '^1 passed' run --cards "$scratch/cards.db" "$scratch/test.scenario"
head -c 300 "$scratch/cards.db" >"$scratch/cut.db"
check "a database that is cut off" 2 'the card database is damaged: a section is longer than the file' cards --cards "$scratch/cut.db" list
cp "$scratch/cards.db" "$scratch/spoiled.db"
printf '\377' | dd of="$scratch/spoiled.db" bs=1 seek="$(LC_ALL=C grep -abo Trample "$scratch/spoiled.db" | tail -n 1 | cut -d : -f 1)" conv=notrunc 2>"$scratch/dd"
check "a database of which a card is damaged" 1 'the definition of "Test Bear" is damaged' cards --cards "$scratch/spoiled.db" show "Test Bear"
check "and no other" 0 '^.card "Shock"' cards --cards "$scratch/spoiled.db" show Shock
check "importing to nowhere" 2 'where to write' cards import "$scratch/data.json"
check "a folder that is not there" 2 'cannot write beside' cards import "$scratch/data.json" -o "$scratch/no/cards.db"
check "the list of cards" 0 '^Lightning Bolt$' cards list
awk 'BEGIN { for (i = 0; i < 3000; i++)
  printf "%s{\"name\": \"Blot %d\", \"layout\": \"normal\", \"type_line\": \"Stain\", \"oracle_text\": \"\"}", i ? "," : "[", i; print "]" }' >"$scratch/blots.json"
check "much is written at once" 0 '^Blot 2999	' cards --cards-alone --cards "$scratch/blots.json" list --refused
check "a definition" 0 '^\(card "Clone"' cards show Clone
check "English" 0 '3 damage' cards show --english "Lightning Bolt"
check "a name that is unknown" 1 'nearest: "Clone"' cards show Clonne
check "a file of cards" 0 '1 cards, all well formed' cards check "$scratch/test.card"
check "a broken file of cards" 2 'broken.card:1:' cards check "$scratch/broken.card"
# Definitions against the text of their cards: one that says the same, one that doesn't, one whose text is refused.
by_hand="cards --cards-alone --cards $scratch/hand.card check --against $scratch/hand.json"
cat >"$scratch/hand.json" <<'END'
[{"name":"Pen","layout":"normal","mana_cost":"{R}","type_line":"Instant","oracle_text":"Target player draws two cards."},
 {"name":"Ink","layout":"normal","mana_cost":"{1}","type_line":"Instant","oracle_text":"Draw an ink."}]
END
printf '%s\n' '(card "Pen" (cost {R}) (types instant) (spell (target $who player) (draw 2 :player $who)))' >"$scratch/hand.card"
# shellcheck disable=SC2086
check "a definition that is what its text says" 0 '^1 definitions: 1 equal, 0 different, 0 refused, 0 not in the data$' $by_hand
printf '%s\n' '(card "Pen" (cost {R}) (types instant) (spell (target $who player) (draw 3 :player $who)))' >"$scratch/hand.card"
# shellcheck disable=SC2086
check "one that isn't" 1 "^Pen: its definition isn't what its text says$" $by_hand
# shellcheck disable=SC2086
check "and where" 1 '^3 -> 2$' $by_hand
printf '%s\n' '(card "Ink" (cost {1}) (types instant) (spell (draw 1)))' '(card "Paper" (types instant) (spell (draw 1)))' >"$scratch/hand.card"
# shellcheck disable=SC2086
check "one whose text is refused" 0 '^Ink has text that Gavel can.t read: ink\.$' $by_hand
# shellcheck disable=SC2086
check "one that nobody has printed" 0 '^Paper: not in the data$' $by_hand
printf 'Paper\t0000000000000000\t0\t2026-01-01\t\nPen\t0\t0\t2026-01-01\tmended\n' >"$scratch/hand.txt"
# shellcheck disable=SC2086
check "nobody has read it" 1 "hand.txt: Ink isn't on the list" $by_hand --list "$scratch/hand.txt"
# shellcheck disable=SC2086
check "nor as it is now" 1 'hand.txt: Paper has another definition now' $by_hand --list "$scratch/hand.txt"
# shellcheck disable=SC2086
check "a row for nothing" 1 'hand.txt:2: Pen needs no row any more' $by_hand --list "$scratch/hand.txt"
# shellcheck disable=SC2086
"$gavel" $by_hand --list "$scratch/hand.txt" | sed -n 's/DATE/2026-01-01/p' >"$scratch/read.txt"
# shellcheck disable=SC2086
check "somebody has read both" 0 '^2 definitions: 0 equal, 0 different, 1 refused, 1 not in the data$' $by_hand --list "$scratch/read.txt"
sed -i 's/an ink/two inks/' "$scratch/hand.json"
# shellcheck disable=SC2086
check "before its text was changed" 1 'read.txt: Ink has another text now' $by_hand --list "$scratch/read.txt"
echo 'Ink' >"$scratch/hand.txt"
# shellcheck disable=SC2086
check "a list that is none" 2 'hand.txt:1: this row has no date' $by_hand --list "$scratch/hand.txt"
check "cards without a word" 2 'list, show NAME or check FILE' cards
check "cards with a wrong word" 2 'listed, shown, checked and imported' cards frob
check "show without a name" 2 'show what' cards show

check "rules" 0 '^500\.1 +1 +0' rules "$scratch/pass.scenario"
check "the matrix" 0 '^\| 613\.8a \| (written|ran)? ?\|' rules --matrix "$scratch/rules.tsv" "$scratch/pass.scenario"
check "a list without rules" 2 'no line begins' rules --matrix "$scratch/test.card" "$scratch/pass.scenario"
check "bench" 0 '"signature": "[0-9a-f]{16}"' bench --games 1 --samples 1
check "bench of one match" 0 '"match": "burn mirror"' bench --games 1 --match "burn mirror"
check "bench with lists only" 0 '"with_lists"' bench --games 1 --lists-only --match "pauper burn mirror"
check "bench of no match" 1 'there is no match "chess"' bench --match chess
check "bench with a wrong number" 2 'from 1 to' bench --games 0

check "piles of all cards" 0 '^[1-9][0-9]* of [0-9]+ cards were executed' sim --cover --games 2 --check=states --executed "$scratch/executed"
check "what scenarios execute is added" 0 '1 passed' run --executed "$scratch/executed" "$scratch/shock.scenario"
holds "executed cards are kept" grep -qx Shock "$scratch/executed"
holds "in order" sort -cu "$scratch/executed"
cat >"$scratch/few.json" <<'END'
[{"name": "Glass Echo", "layout": "normal", "mana_cost": "{2}", "type_line": "Artifact",
  "oracle_text": "{T}: Target creature becomes a copy of another target creature until end of turn."},
 {"name": "Glass Herald", "layout": "normal", "mana_cost": "{2}", "type_line": "Artifact", "oracle_text": "{T}: Draw a card. (It becomes a copy of a herald.)"},
 {"name": "Glass Harp", "layout": "normal", "mana_cost": "{2}", "type_line": "Artifact", "oracle_text": "{T}: Frobnicate two lands."}]
END
printf 'Glass Herald\nShock\n' >"$scratch/names"
check "coverage" 0 '^3 cards, [12] accepted' cards coverage "$scratch/few.json"
check "coverage of a family" 0 'becomes a copy +[01] of +1 ' cards coverage "$scratch/few.json"
check "coverage of what was executed" 0 '^1 of the accepted cards executed' cards coverage --executed "$scratch/names" "$scratch/few.json"
check "coverage as JSON" 0 '"words": "Frobnicate' cards coverage --json "$scratch/few.json"
check "coverage without the executed" 2 'cannot open .*none' cards coverage --executed "$scratch/none" "$scratch/few.json"
check "executed cards of decks" 2 '--executed needs --cover' sim --executed "$scratch/executed" /dev/null
printf '17 Mountain\n4 Shock\n10 Raging Goblin\n9 Goblin Piker\n' >"$scratch/goblins.txt"
printf '17 Mountain\n4 Shokc\n' >"$scratch/wrong.txt"
printf 'name Sixty\nmain 60\n' >"$scratch/sixty.format"
printf 'legality\n' >"$scratch/any2.format"
check "a game between automatic players" 0 'wins in turn [0-9]+; [0-9]+ decisions' play --save "$scratch/game.json" "$scratch/goblins.txt" "$scratch/goblins.txt"
check "what triggers is named and said" 0 'Mulldrifter triggers: When this creature enters' play decks/azure-wings.txt decks/black-toll.cod
check "it can be played back" 0 'the same$' replay --quiet "$scratch/game.json"
check "to any decision" 0 '^--- turn' replay --quiet --to 30 "$scratch/game.json"
sed 's/"hash":"."/"hash":"x/; s/"hash":"[0-9a-f]*/"hash":"0123456789abcdef/' "$scratch/game.json" >"$scratch/other.json"
check "and told from another" 1 'NOT the same' replay --quiet "$scratch/other.json"
sed 's/"gavel":"[0-9.]*/"gavel":"9.9.9/' "$scratch/game.json" >"$scratch/newer.json"
check "a record of another version" 2 'made by Gavel 9.9.9' replay "$scratch/newer.json"
sed 's/"cards":"[0-9a-f]*/"cards":"0000000000000000/' "$scratch/game.json" >"$scratch/cards.json"
check "a record made with other cards" 2 'other card definitions' replay "$scratch/cards.json"
check "what is no record" 2 'wrong.txt:1:' replay "$scratch/wrong.txt"
check "a deck with an unknown card" 2 'wrong.txt:2:3: no card is called "Shokc"; nearest: "Shock"' play "$scratch/wrong.txt" "$scratch/goblins.txt"
printf '4 Lightnig Bolt\nIsland x4\n0 Shock\n[Extra]\n17 Mountain\n' >"$scratch/bad.txt"
for problem in '1:3: no card is called "Lightnig Bolt"; nearest: "Lightning Bolt"' '2:1: write the number first: `4 Island`' \
  '3:1: found 0 of a card' '4:1: found the section \[Extra\]'; do
  check "all problems of a deck are told at once" 1 "bad.txt:$problem" deck check "$scratch/bad.txt"
done
check "and how cards are added" 1 '^hint: .*--cards FILE' deck check "$scratch/bad.txt"
check "decks that can be played" 0 'black-toll.cod: 60 cards, 15 in the sideboard: can be played' deck check decks/red-burn.txt decks/black-toll.cod
check "what else can be done with decks" 2 'decks can only be checked' deck shuffle decks/red-burn.txt
cat >"$scratch/legal.json" <<'END'
[{"name":"Test Bear","layout":"normal","mana_cost":"{1}{G}","type_line":"Creature — Bear","power":"2","toughness":"2",
  "legalities":{"modern":"banned","legacy":"legal","vintage":"restricted","standard":"not_legal"}}]
END
printf '60 Test Bear\n' >"$scratch/bears.txt"
printf 'name Any\nlegality legacy\n' >"$scratch/any.format"
for answer in modern:'Test Bear is banned in Modern' standard:"Test Bear isn't legal in Standard" \
  vintage:'there are 60 of Test Bear, which is restricted to one in Vintage' \
  pauper:'legality unknown: no card data says whether Test Bear may be played in Pauper'; do
  check "legality by the card data" 1 "^  ${answer#*:}$" deck check --cards "$scratch/legal.json" --format "formats/${answer%%:*}.format" "$scratch/bears.txt"
done
printf 'Commander\n1 Jace Beleren\n\nDeck\n58 Island\n1 Swamp\n' >"$scratch/jace.txt"
check "a planeswalker leads a Brawl deck" 1 '^  Swamp has colors .*903.5c' deck check --format formats/brawl.format "$scratch/jace.txt"
check "but no Commander deck" 1 "isn't a legendary creature, Vehicle or Spacecraft .903.3.$" deck check --format formats/commander.format "$scratch/jace.txt"
printf 'Commander\n1 Isamaru, Hound of Konda\n\nDeck\n59 Plains\n' >"$scratch/dog.txt"
check "a Brawl deck" 0 'dog.txt: legal in Brawl' deck check --format formats/brawl.format "$scratch/dog.txt"
check "and a game of Brawl" 0 '== turn 1: .* 25 ' play --seat 1=random --seat 2=random --format formats/brawl.format --save "$scratch/brawl.json" "$scratch/dog.txt" "$scratch/dog.txt"
holds "its record names it" grep -q '"format": *"brawl"' "$scratch/brawl.json"
check "what is legal" 0 'bears.txt: legal in Any' deck check --cards "$scratch/legal.json" --format "$scratch/any.format" "$scratch/bears.txt"
check "a format without legality" 2 'any2.format:1:9: expected the name of a format' deck check --format "$scratch/any2.format" decks/red-burn.txt
check "a deck that is not legal" 2 'not legal in Sixty: it has 40 cards' play --format "$scratch/sixty.format" "$scratch/goblins.txt" "$scratch/goblins.txt"
check "one deck" 2 'two decks or more' play "$scratch/goblins.txt"
check "a wrong seat" 2 'takes N=human' play --seat 1=me "$scratch/goblins.txt" "$scratch/goblins.txt"
printf '1\nb\nhello\n1\nu\n1\nw %s\nq\n' "$scratch/left.json" >"$scratch/input"
check "a person plays" 0 'type a number from 1 to' play --seat 1=human "$scratch/goblins.txt" "$scratch/goblins.txt"
printf 'c\ny\n' >"$scratch/input"
check "a person concedes" 0 'seat 2\) wins before' play --seat 1=human --save "$scratch/conceded.json" "$scratch/goblins.txt" "$scratch/goblins.txt"
check "and so again" 0 'the same$' replay "$scratch/conceded.json"
check "which is what it says" 0 '^again: .*gavel replay --cards [^ ]*test.card [^ ]*conceded.json$' \
  play --seat 1=human --cards "$scratch/test.card" --save "$scratch/conceded.json" "$scratch/goblins.txt" "$scratch/goblins.txt"
"$gavel" play --seat 1=human --save "$scratch/conceded.json" "$scratch/goblins.txt" "$scratch/goblins.txt" <"$scratch/input" >"$scratch/output"
check "the line that gives a game again" 0 '^again: .*gavel play --quiet --seat 2=random --seed 3 ' play --quiet --seat 2=random --seed 3 "$scratch/goblins.txt" "$scratch/goblins.txt"
sed 's/"player 0 concedes"/"player 0 sighs"/' "$scratch/conceded.json" >"$scratch/sighs.json"
head -n 1 "$scratch/conceded.json" >"$scratch/unanswered.json"
check "a record without answers" 2 'nothing was answered in this game' replay "$scratch/unanswered.json"
check "an answer that is none" 2 'expected an option, a concession' replay "$scratch/sighs.json"
printf 'h\nu 99\ne\n' >"$scratch/input"
check "a hint" 0 '^ +1  yes$' play --seat 1=human "$scratch/goblins.txt" "$scratch/goblins.txt"
check "too much taken back" 0 "haven't made that many choices" play --seat 1=human "$scratch/goblins.txt" "$scratch/goblins.txt"
check "what was written goes on" 0 'wins in turn' play --resume "$scratch/left.json" --seat 1=auto
: >"$scratch/input"
check "the null baseline" 0 '1 passed, 0 failed' run --null "$scratch/pass.scenario"
check "many games" 0 '20 games, 0 draws' sim --games 20 --check "$scratch/goblins.txt"
# The line `again:` is the command line as it was, quoted for the shell, and gives the same games.
mkdir "$scratch/my decks"
cp "$scratch/goblins.txt" "$scratch/my decks/it's red.txt"
again() { # COMMAND WORD...: runs it, and again what it says, and compares
  "$gavel" "$@" >"$scratch/once" 2>&1
  cp "$scratch/once" "$scratch/output"
  holds "a line says how to have it again: gavel $*" says '^again: '
  sh -c "$(tail -n 1 "$scratch/once" | sed 's/^again: //')" >"$scratch/twice" 2>&1
  for file in once twice; do sed -i 's/^[0-9.]* s, [0-9.]* games a second, //' "$scratch/$file"; done
  runs "it comes out the same again: gavel $*" 0 '' diff "$scratch/once" "$scratch/twice"
}
again sim --games 2 --limit 100 --seed 9 --players 3 --automatic --threads 2 --seat 3=random "$scratch/my decks/it's red.txt" "$scratch/goblins.txt"
again sim --limit 100 --games 3 --cards "$scratch/test.card" "$scratch/my decks"
again play --quiet --seed 7 --limit 60 --seat 2=random --cards "$scratch/test.card" "$scratch/my decks/it's red.txt" "$scratch/goblins.txt"
check "and in JSON" 0 '"again": ".*gavel sim --json --games 2 ' sim --json --games 2 "$scratch/goblins.txt"
check "both evaluators" 0 '"problems": 0' sim --games 2 --check=layers --json tests/decks/mirrors.txt tests/decks/shapes.txt
check "many games as JSON" 0 '"problems": 0' sim --games 4 --check=every --json "$scratch/goblins.txt"
printf '17 Mountain\n1 Shock\n22 Raging Goblin\n' >"$scratch/few.txt"
check "cards that mattered" 0 '^Shock +[0-9]+ +[0-9.]+%' sim --games 100 "$scratch/few.txt"
check "games that are kept" 0 '2 games' sim --games 2 --seed 40 --seat 1=auto --save "$scratch/kept" "$scratch/goblins.txt"
check "one of them again" 0 'the same$' replay --quiet "$scratch/kept/41.json"
check "a folder that cannot be" 2 'cannot make the directory' sim --games 1 --save /dev/null/kept "$scratch/goblins.txt"
check "people in many games" 2 'a person can.t play many games' sim --seat 1=human "$scratch/goblins.txt"
check "a seat beyond the players" 2 'there are seats 1 to 2' sim --seat 3=auto "$scratch/goblins.txt"
check "a seat nobody has" 2 'there are seats 1 to 2' play --seat 3=auto "$scratch/goblins.txt" "$scratch/goblins.txt"
check "no games" 2 'games takes a number from 1 to' sim --games 0 "$scratch/goblins.txt"
check "a wrong seed" 2 'seed takes a number from 0' play --seed -1 "$scratch/goblins.txt" "$scratch/goblins.txt"
check "a wrong place in a game" 2 'to takes a number' replay --to x "$scratch/game.json"
check "a check that is none" 2 'states, layers, rules or every' sim --check=some "$scratch/goblins.txt"
check "no decks" 2 'games take decks' sim

cp "$scratch/pass.scenario" "$scratch/input"
check "the standard input" 0 '^1 passed' run -

# Scenarios of directories run in byte order of their paths: a.scenario before b/1.scenario.
"$gavel" run --json "$scratch/many" | grep -o '"file":"[^"]*"' | head -n 1 >"$scratch/output"
holds "the order of files" says 'a\.scenario'

# A text that is read gives its abilities and nothing before them, and one that isn't why.
for text in 'Draw two cards.' 'Draw two gizmos.'; do "$gavel" cards read --spell "$text"; done >"$scratch/read"
printf '  (spell (draw 2))\ncan\047t read this part of its text: gizmos.\n' >"$scratch/expected"
runs "texts are read" 0 '' diff "$scratch/expected" "$scratch/read"

# The number of threads makes no difference to what comes of games.
for threads in 1 3; do
  "$gavel" sim --json --games 60 --threads $threads "$scratch/goblins.txt" | grep -vE '"(seconds|again)"' >"$scratch/threads.$threads"
done
runs "one thread and three" 0 '' diff "$scratch/threads.1" "$scratch/threads.3"

check "no page to serve" 2 'there is no page in .*; .make web. builds it' serve "$scratch"
check "no port" 2 'port' serve --port 70000

# Every command has help with examples and exit statuses, and the manual page knows each with all its options: those of
# several commands stand in a section of their own.
manual() { # COMMAND: the sections on it
  awk -v command="$1" '
    /^\.S[HS] / { wanted = /OPTIONS OF ALL/ || index($0, "\"gavel " command " ") || index($0, "gavel " command "\"") }
    wanted { gsub(/\\-/, "-"); print }' docs/gavel.1
}
commands=$("$gavel" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
holds "the commands are found: $commands" test "$(echo "$commands" | wc -w)" -ge 9
for command in $commands; do
  check "examples of $command" 0 "^ *gavel $command" "$command" --help
  check "exit statuses of $command" 0 'Exit status:' "$command" --help
  manual "$command" >"$scratch/manual"
  holds "docs/gavel.1 has $command" grep -q "\"gavel $command" "$scratch/manual"
  for option in $("$gavel" "$command" --help | grep -oE '^ +(-., +)?--[a-z-]+' | grep -oE -- '--[a-z-]+'); do
    holds "docs/gavel.1 has $option of $command" grep -qE -e "$option( |$|\")" -e "$option(\\\\|\[| =)" "$scratch/manual"
  done
done
for word in $("$gavel" cards --help | sed -nE 's/^ *(Usage:|or:) +gavel cards \[OPTION\.\.\.\] ([a-z]+).*/\2/p'); do
  holds "docs/gavel.1 has cards $word" grep -qE "gavel cards $word( |\")" docs/gavel.1
done

closing
