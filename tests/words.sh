#!/bin/sh
# Abilities, modes, ways and triggers are found by the words of their card, whether it is compiled anew, loaded from its
# rows or used in the image of its database. Usage: words.sh GAVEL
here=$(dirname "$0")
. "$here/checks.sh"
db=$scratch/cards.db

passes() { # WHAT COMMAND...
  naming=$1
  shift
  runs "$naming" 0 '^[1-9][0-9]* passed, 0 failed, 0 skipped$' "$@"
}

passes "compiled anew" "$1" run --cards "$here/words/cards.json" "$here/words"
runs "imported" 0 "" "$1" cards import "$here/words/cards.json" -o "$db"
passes "in the image of its database" "$1" run --cards "$db" "$here/words"
passes "loaded from two files" "$1" run --cards "$db" --cards "$here/invented/cards.json" "$here/words"
closing
