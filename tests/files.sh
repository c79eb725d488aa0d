#!/bin/sh
# What the command line does to files: whatever happens, a file is there as a whole or as it was.
#   tests/files.sh GAVEL
# Closes with `N passed, N failed, N skipped`.
set -u
gavel=$1
. "$(dirname "$0")/checks.sh"

is() { # NAME STATUS COMMAND...: whether the command ends with that status
  naming=$1 wanted=$2
  shift 2
  runs "$naming" "$wanted" "" "$@"
}

said() { holds "$1" says "$2"; } # NAME PATTERN: whether what the last command printed matches the pattern

printf '[{"name":"Test Bear","layout":"normal","mana_cost":"{1}{G}","type_line":"Creature — Bear","power":"2","toughness":"2"}]' \
  >"$scratch/data.json"
printf '17 Mountain\n4 Shock\n10 Raging Goblin\n9 Goblin Piker\n' >"$scratch/goblins.txt"

# --- what is written to ------------------------------------------------------------------------
mkfifo "$scratch/pipe"
ln -s pipe "$scratch/to-pipe"
ln -s to-file "$scratch/to-to-file"
ln -s real "$scratch/to-file"
ln -s circle "$scratch/circle"
for place in pipe to-pipe; do
  is "writing to a $place" 2 "$gavel" cards import "$scratch/data.json" -o "$scratch/$place"
  said "why not to a $place" 'not a regular file'
  is "the pipe is still one" 0 test -p "$scratch/pipe"
  is "a record to a $place" 2 "$gavel" play --quiet --save "$scratch/$place" "$scratch/goblins.txt" "$scratch/goblins.txt"
done
is "writing through links" 0 "$gavel" cards import "$scratch/data.json" -o "$scratch/to-to-file"
is "the links stay" 0 test -L "$scratch/to-file"
is "what they lead to is written" 0 test -s "$scratch/real"
is "a circle of links" 2 "$gavel" cards import "$scratch/data.json" -o "$scratch/circle"
chmod 640 "$scratch/real"
is "writing again" 0 "$gavel" cards import "$scratch/data.json" -o "$scratch/real"
is "who may read a file stays as it was" 0 test "$(stat -c %a "$scratch/real")" = 640

# --- killed anywhere ---------------------------------------------------------------------------
cp "$scratch/real" "$scratch/whole"
echo old >"$scratch/old"
torn=0
for i in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20; do
  cp "$scratch/old" "$scratch/real"
  "$gavel" cards import "$scratch/data.json" -o "$scratch/real" >/dev/null 2>&1 &
  sleep "0.0$i"
  kill -9 $! 2>/dev/null
  wait $! 2>/dev/null
  cmp -s "$scratch/real" "$scratch/old" || cmp -s "$scratch/real" "$scratch/whole" || torn=$((torn + 1))
done
is "a killed program leaves the old file or the new" 0 test $torn -eq 0
echo stray >"$scratch/real.gavel-new"
is "what a killed program left doesn't stop the next" 0 "$gavel" cards import "$scratch/data.json" -o "$scratch/real"
is "and goes with it" 1 test -e "$scratch/real.gavel-new"
is "the file is whole" 0 cmp "$scratch/real" "$scratch/whole"

# --- records -----------------------------------------------------------------------------------
record=$scratch/game.json
is "a game is recorded" 0 "$gavel" play --quiet --save "$record" "$scratch/goblins.txt" "$scratch/goblins.txt"
lines=$(wc -l <"$record")
head -n $((lines / 2)) "$record" >"$scratch/cut.json"
printf '{"ba' >>"$scratch/cut.json"
is "a game that was broken off is played back" 0 "$gavel" replay --quiet "$scratch/cut.json"
said "and said to be" 'the record breaks off here'
is "it goes on" 0 "$gavel" play --quiet --resume "$scratch/cut.json" --save "$scratch/on.json"
is "and ends as it would have" 0 cmp "$record" "$scratch/on.json"
mkfifo "$scratch/keys"
"$gavel" play --seat 1=human --save "$scratch/killed.json" "$scratch/goblins.txt" "$scratch/goblins.txt" \
  <"$scratch/keys" >/dev/null 2>&1 &
exec 3>"$scratch/keys"
printf '1\n1\n1\nu\n1\n1\n' >&3
for i in 1 2 3 4 5 6 7 8 9 10; do
  grep -q back "$scratch/killed.json" 2>/dev/null && [ "$(tail -n 1 "$scratch/killed.json" | cut -c 1)" != '{' ] && break
  sleep 0.2
done
kill -9 $!
wait $! 2>/dev/null
exec 3>&-
is "a game that was killed is there up to the last answer" 0 "$gavel" replay --quiet "$scratch/killed.json"
said "with what was taken back" 'the record breaks off here'
is "and goes on" 0 "$gavel" play --quiet --resume "$scratch/killed.json" --seat 1=auto --save "$scratch/killed.json"
is "in the same file" 0 "$gavel" replay --quiet "$scratch/killed.json"
said "as a whole" 'the same$'

# --- what is read ------------------------------------------------------------------------------
head -c 70000000 /dev/zero | tr '\0' '\n' >"$scratch/long"
for read in '2 run' '1 deck check' '2 replay' '2 cards check --cards'; do
  # shellcheck disable=SC2086 # a status, a command and its words
  is "too much for gavel $read" ${read%% *} "$gavel" ${read#* } "$scratch/long"
  said "which is told by gavel $read" 'larger than 64 MiB'
done
printf '4 Mountain\n// NAME: \033[31mred\n' >"$scratch/escape.txt"
printf 'scenario "\302\2331m"\nrules 100.1\n' >"$scratch/escape.scenario"
printf '(card "Bear \033[31m")\n' >"$scratch/escape.card"
printf '4 Moun\377tain\n' >"$scratch/bytes.txt"
is "an escape sequence in a deck" 1 "$gavel" deck check "$scratch/escape.txt"
said "is refused with its place" 'escape.txt:2:10: expected text, found the control character U\+001B'
is "an escape sequence in a scenario" 2 "$gavel" run "$scratch/escape.scenario"
said "is refused with its place" 'column 11: expected text, found the control character U\+009B'
is "an escape sequence in a definition" 2 "$gavel" cards check --cards "$scratch/escape.card"
said "is refused with its place" 'escape.card:1:13: expected text'
is "a deck that isn't UTF-8" 1 "$gavel" deck check "$scratch/bytes.txt"
said "is refused with its place" 'bytes.txt:1:7: expected UTF-8'
is "the name of a file" 2 "$gavel" run "$(printf '\033[31mred.scenario')"
said "is shown, not obeyed" '\\x1b\[31mred'

# --- what is printed ---------------------------------------------------------------------------
red=$(printf '\033[31mred')
seen='\\x1b\[31mred'
cp "$scratch/goblins.txt" "$scratch/$red.txt"
printf 'scenario "One"\nrules 100.1\nplayer Alice\nplayer Bob\nturn 1 main\n  expect Alice life 1\n' >"$scratch/$red.scenario"
hides() { ! grep -q "$(printf '\033')" "$scratch/output"; }
shows() { # NAME STATUS COMMAND...: ends with that status, and prints no escape byte but shows it
  is "$@"
  said "$1: it is shown" "$seen"
  holds "$1: an escape byte was printed" hides
}
shows "a deck by its file" 0 "$gavel" deck check "$scratch/$red.txt"
shows "the name of a seat" 0 "$gavel" play --quiet "$scratch/$red.txt" "$scratch/goblins.txt"
shows "a scenario that fails" 1 "$gavel" run "$scratch/$red.scenario"
shows "a wrong argument" 2 "$gavel" play --seat "$red=human" "$scratch/goblins.txt" "$scratch/goblins.txt"
shows "an unknown option" 2 "$gavel" run "--$red"
env -u NO_COLOR TERM=xterm script -qec "$gavel explain '$scratch/$red.scenario'" /dev/null >"$scratch/output"
holds "a terminal gets colours" says "$(printf '\033')\[1mOne"

closing
