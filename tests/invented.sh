#!/bin/sh
# Fifty-four cards that nobody has printed: each is understood, in one way, with every word, and comes back from its own English
# as it was; then their scenarios, in which no card may be unknown. Usage: invented.sh GAVEL
here=$(dirname "$0")
cards=$here/invented/cards.json
failed=0

check() { # WHAT PATTERN COMMAND…
  what=$1 pattern=$2
  shift 2
  output=$("$@" 2>&1)
  status=$?
  if [ $status -ne 0 ] || ! printf '%s\n' "$output" | grep -qE -- "$pattern"; then
    echo "FAILED: $what (status $status), where /$pattern/ was expected:"
    printf '%s\n' "$output" | tail -40
    failed=1
  fi
}

check "all are accepted" '^54 cards, 54 accepted ' "$1" cards coverage "$cards"
check "none says two things" '^0 cards whose text says two things$' "$1" cards ambiguous "$cards"
check "every word counts" ' changes: ([0-9]+) without effect, \1 of them excused$' "$1" cards audit "$cards"
check "all come back from their English" '^54 cards, 54 come back ' "$1" cards english "$cards"
check "they do what the rules say" '^[1-9][0-9]* passed, 0 failed, 0 skipped$' \
  "$1" run --cards "$cards" "$here/invented"
"$1" run --cards "$cards" "$here/invented" | tail -1
exit $failed
