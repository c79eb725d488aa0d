#!/bin/sh
# Fifty-four cards that nobody has printed: each is understood, in one way, with every word, and comes back from its own English
# as it was; then their scenarios, in which no card may be unknown. Usage: invented.sh GAVEL
here=$(dirname "$0")
cards=$here/invented/cards.json
. "$here/checks.sh"

runs "all are accepted" 0 '^56 cards, 56 accepted ' "$1" cards coverage "$cards"
runs "none says two things" 0 '^0 cards whose text says two things$' "$1" cards ambiguous "$cards"
runs "every word counts" 0 ' changes: ([0-9]+) without effect, \1 of them excused$' "$1" cards audit "$cards"
runs "all come back from their English" 0 '^56 cards, 56 come back ' "$1" cards english "$cards"
runs "they do what the rules say" 0 '^[1-9][0-9]* passed, 0 failed, 0 skipped$' \
  "$1" run --cards "$cards" "$here/invented"
"$1" run --cards "$cards" "$here/invented" | tail -1
[ "$failed" -eq 0 ]
