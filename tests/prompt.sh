#!/bin/sh
# `gavel play` with a person at a real terminal: what they are asked, and what becomes of what they type.
#   tests/prompt.sh GAVEL
# Closes with `N passed, N failed, N skipped`.
set -u
gavel=$1
. "$(dirname "$0")/checks.sh"
export NO_COLOR=1 COLUMNS=80 TERM=dumb

# play SEED KEYS [DECK]: a game of the first deck against an automatic player, the lines typed one after another.
play() {
  printf '%b' "$2" | script -qec "$gavel play ${options-} --seat 1=human --seed $1 ${3:-decks/azure-wings.txt} decks/black-toll.cod" \
    /dev/null | tr -d '\r' >"$scratch/output"
}

# sees NAME PATTERN [COUNT]: whether so many lines (1 or more without a count) that were printed match.
matches() { # PATTERN [COUNT]
  found=$(grep -cE -e "$1" "$scratch/output")
  if [ $# -eq 1 ]; then [ "$found" -gt 0 ]; else [ "$found" -eq "$2" ]; fi
}
sees() {
  naming=$1
  shift
  holds "$naming: expected ${2-some} lines that match: $1" matches "$@"
}

play 1 '2\n1\ni 2\ni Serra Angel\n2\nu\nc\nn\nq\n'
sees "an opponent keeps" '^  Black Toll keeps the opening hand$'
sees "a mulligan is shown each time" '^  Azure Wings takes a mulligan$' 2
sees "alike options are one" '^   1  Spectral Procession \(2 of them\)$'
sees "an option that is no object has no text" '^that option isn.t about an object$'
sees "a card is read by name" '^  Flying, vigilance$'
sees "conceding is asked about, and refused" '^Concede the game\? \(y/n\) n'
sees "the game is left before its first turn" "^The game isn't over before the first turn;"

play 1 'c\ny\n'
sees "conceding ends the game" '^Black Toll \(seat 2\) wins before the first turn;'

play 1 '1\n2\nu\n3\nq\n'
sees "a land is played by name" '^  Azure Wings plays Plains$' 1
sees "what was taken back is chosen anew" '^  Azure Wings plays Island$' 1
sees "nothing is named an action" 'takes the action' 0

play 3 '1\n2\n1\ni 2\n2\n1\n1\n1\n2\n2\n2\n2\n1\n2\n2\n2\n1\n1\n2\nq\n'
sees "an option's card is read" '^  Artifact Creature|^  Creature|^  Instant|^  Basic Land'

printf '60 Mountain\n' >"$scratch/mountains.txt"
play 1 '1\n2\n2\n2\nq\n' "$scratch/mountains.txt"
sees "nobody is asked where only mana can be made" ': priority \(117' 4

# For reading aloud.
options=--plain
play 1 '1\n2\nb\nr\nq\n'
sees "options stand alone behind their numbers" '^1: pass|^1: '
sees "the board comes when it is asked for" '^Black Toll: life 20, ' 1
sees "zones have headings that say whose they are" '^hand of Azure Wings:$'
sees "each kind of thing has a line" '^2 Spectral Procession$'
sees "nothing is indented" '^ ' 0
sees "the player's own draw is named" '^Plains comes to the hand of Azure Wings$|comes to the hand of Azure Wings$'
sees "mana symbols are in words" '\{' 0
sees "what has happened is repeated" '^Black Toll casts Gatekeeper of Malakir$' 2

# A whole game line by line, by somebody who always takes the first option.
play 1 "$(yes '1\n' | head -n 400 | tr -d '\n')"
sees "a whole game comes to its end" '^Black Toll \(seat 2\) wins in turn [0-9]+' 1
sees "the end has nothing indented" '^ ' 0

closing
