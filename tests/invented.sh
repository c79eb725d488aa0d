#!/bin/sh
# Cards that nobody has printed, in any number of files: each is understood, in one way, with every word, and all but a few
# come back from their own English as they were; then their scenarios, in which no card may be unknown.
# Usage: invented.sh GAVEL
here=$(dirname "$0")
cards=$here/invented/cards.json
all='' # the names of files have no blanks
for file in "$here"/invented/*.json; do all="$all --cards $file"; done
. "$here/checks.sh"

kept() { # whether as many come back from their English as ever did, as what was printed last says
  awk '$2 == "cards," && $4 == "come" { found = $3 >= 58 } END { exit !found }' "$scratch/output"
}

for file in "$here"/invented/*.json; do
  runs "all of $file are accepted" 0 '^([0-9]+) cards, \1 accepted ' "$1" cards coverage "$file"
  runs "none of $file says two things" 0 '^0 cards whose text says two things$' "$1" cards ambiguous "$file"
  runs "every word of $file counts" 0 ' changes: ([0-9]+) without effect, \1 of them excused$' "$1" cards audit "$file"
done
runs "they are said in English" 1 ' come back from their English' "$1" cards english "$cards"
holds "and as many come back as ever did" kept
# shellcheck disable=SC2086
runs "they do what the rules say" 0 '^[1-9][0-9]* passed, 0 failed, 0 skipped$' "$1" run $all "$here/invented"
printf 'scenario "Two creatures"\nrules 601.2g\nplayer Alice\n  hand: Goblin Piker\n  battlefield: Pyre for Two; 2 Memnite\n' \
  >"$scratch/pyre.scenario"
printf 'player Bob\nturn 1 main\n' >>"$scratch/pyre.scenario"
runs "what automatic payment doesn't do is said to be left to the player" 1 'activate mana abilities first' \
  "$1" can --cards "$cards" "$scratch/pyre.scenario" 'Alice casts "Goblin Piker"'
printf '40 Rats Without Number\n20 Swamp\n' >"$scratch/rats.txt"
runs "a deck has as many copies as a card allows (100.2a)" 0 'legal in Casual$' \
  "$1" deck check --cards "$here/invented/general.json" --format "$here/../formats/casual.format" "$scratch/rats.txt"
# shellcheck disable=SC2086
"$1" run $all "$here/invented" | tail -1
[ "$failed" -eq 0 ]
