#!/bin/sh
# What somebody meets who has just fetched the project: a copy of it without any build runs `make run`. The first answer
# takes at most 90 seconds of processor time, all that is printed is less than 45 lines, and a second time nothing is
# built.
#   tests/first_run.sh
# Closes with `N passed, N failed, N skipped`.
set -u
cd "$(dirname "$0")/.."
. tests/checks.sh

fewer_lines() { test "$(wc -l <"$scratch/output")" -lt "$1"; }

# Neither compilations that were kept, nor what the commands of this build say to each other.
export CCACHE_DISABLE=1
unset MAKEFLAGS MAKELEVEL CMAKE_C_COMPILER_LAUNCHER
if git rev-parse --git-dir >/dev/null 2>&1 && git diff --quiet HEAD --; then
  git clone --quiet . "$scratch/gavel"
else
  mkdir "$scratch/gavel"
  tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$scratch/gavel"
fi
cd "$scratch/gavel" || exit 2

status=0
make run >"$scratch/output" 2>&1 || status=$?
# The second line of `times` counts what was started: minutes and seconds as the user and within the system.
times >"$scratch/times"
cpu=$(sed -n 2p "$scratch/times" | tr 'ms' '  ' | awk '{ printf "%d", $1 * 60 + $2 + $3 * 60 + $4 }')
lines=$(wc -l <"$scratch/output")
echo "make run: $cpu seconds of processor time, $lines lines"
holds "it ends well" test "$status" -eq 0
holds "it takes at most 90 seconds of processor time, and took $cpu" test "$cpu" -le 90
holds "it prints fewer than 45 lines, and printed $lines" fewer_lines 45
holds "a question is answered" says '^Everything is as expected\.$'
holds "with its account" says 'Clone enters as a copy of Chimeric Staff .*707\.5'
holds "ten scenarios are run, a line each" test "$(grep -c '^passed  ' "$scratch/output")" -eq 10
holds "and pass" says '^[0-9]+ passed, 0 failed, 0 skipped$'
holds "a game is played" says 'wins in turn [0-9]+'
holds "it can be had again" says '^again: '
holds "and it says what comes next" says '^Next: build/plain/gavel examples'

make run >"$scratch/output" 2>&1
holds "the second time nothing is built" sh -c "head -n 1 '$scratch/output' | grep -q '^. build/plain/gavel'"
make run ARGS="run samples" >"$scratch/output" 2>&1
holds "other arguments" says '^[0-9]+ passed, 0 failed, 0 skipped$'

closing
