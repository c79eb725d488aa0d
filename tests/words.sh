#!/bin/sh
# Abilities, modes, ways and triggers are found by the words of their card, whether it is compiled anew, loaded from its
# rows or used in the image of its database. Usage: words.sh GAVEL
here=$(dirname "$0")
db=$(mktemp)
trap 'rm -f "$db"' EXIT
failed=0

passes() { # WHAT COMMAND…
  what=$1
  shift
  if ! output=$("$@" 2>&1) || ! printf '%s\n' "$output" | grep -qE '^[1-9][0-9]* passed, 0 failed, 0 skipped$'; then
    echo "FAILED: $what:"
    printf '%s\n' "$output" | tail -40
    failed=1
  fi
}

passes "compiled anew" "$1" run --cards "$here/words/cards.json" "$here/words"
"$1" cards import "$here/words/cards.json" -o "$db" >/dev/null || failed=1
passes "in the image of its database" "$1" run --cards "$db" "$here/words"
passes "loaded from two files" "$1" run --cards "$db" --cards "$here/invented/cards.json" "$here/words"
exit $failed
