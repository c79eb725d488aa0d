#!/bin/sh
# Compares the speed of two builds. Both play the same games of each match in turns, so that other load on the machine
# slows both alike. Each round gives the ratio of the old build's processor time to the new one's.
# Prints the median, the smallest and the largest ratio; above 1 the new build is faster.
#   bench/against.sh OLD_GAVEL NEW_GAVEL [ROUNDS [GAMES [MATCH]]]
# OLD_GAVEL and NEW_GAVEL are programs, such as build/release/gavel. ROUNDS (default 9) rounds play GAMES (default 200)
# games of each match. MATCH is the name of one match; the default is all matches that both builds know.
# If valgrind is installed, also compares the instructions of 50 games of each, which don't depend on
# other load.
set -eu

if [ $# -lt 2 ]; then
  sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
old=$1
new=$2
rounds=${3:-9}
games=${4:-200}
only=${5:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# An older build may not know --lists-only; then it also plays games that are not compared.
lists_only() { # GAVEL
  if "$1" bench --help | grep -q -e --lists-only; then echo --lists-only; fi
}
old_options=$(lists_only "$old")
new_options=$(lists_only "$new")

# Prints the processor seconds of the games with lists; nothing if there is no such match.
seconds() { # GAVEL OPTIONS MATCH
  # Options have no blanks.
  # shellcheck disable=SC2086
  "$1" bench $2 --games "$games" --match "$3" 2>/dev/null |
    awk '/"with_lists"/ { here = 1 } here && /"seconds"/ { gsub(/[^0-9.]/, ""); print; exit }'
}

# Prints the millions of instructions of the playouts of 50 games; 0 if the compiler left neither function of them.
instructions() { # GAVEL OPTIONS MATCH
  count=0
  for function in playout_run gavel_game_playout; do
    # shellcheck disable=SC2086
    count=$(valgrind --tool=callgrind --toggle-collect=$function --callgrind-out-file=/dev/null \
      "$1" bench $2 --games 50 --match "$3" 2>&1 >/dev/null | awk '/Collected/ { print $4 / 1e6 }')
    if [ "${count%%.*}" != 0 ]; then break; fi
  done
  echo "$count"
}

if [ -n "$only" ]; then
  echo "$only" >"$work/matches"
else
  "$new" bench --match '?' 2>&1 | sed -n 's/^  //p' >"$work/matches"
fi
while read -r match; do
  : >"$work/ratios"
  round=0
  while [ "$round" -lt "$rounds" ]; do
    was=$(seconds "$old" "$old_options" "$match" </dev/null)
    is=$(seconds "$new" "$new_options" "$match" </dev/null)
    if [ -z "$was" ] || [ -z "$is" ]; then break; fi
    awk -v was="$was" -v is="$is" 'BEGIN { printf "%.4f\n", was / is }' >>"$work/ratios"
    round=$((round + 1))
  done
  if [ "$round" -eq 0 ]; then
    echo "$match: one of the builds cannot play it"
    continue
  fi
  sort -n "$work/ratios" | awk -v match_name="$match" '
    { ratio[NR] = $1 }
    END { printf "%s: %.2f (%.2f to %.2f)\n", match_name, ratio[int((NR + 1) / 2)], ratio[1], ratio[NR] }'
  if command -v valgrind >/dev/null; then
    was=$(instructions "$old" "$old_options" "$match" </dev/null)
    is=$(instructions "$new" "$new_options" "$match" </dev/null)
    if [ "${was%%.*}" -gt 0 ] && [ "${is%%.*}" -gt 0 ]; then
      awk -v was="$was" -v is="$is" 'BEGIN {
        printf "  instructions: %.2f (%.3f M a game, now %.3f M)\n", was / is, was / 50, is / 50 }'
    fi
  fi
done <"$work/matches"
