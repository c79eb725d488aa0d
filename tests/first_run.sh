#!/bin/sh
# What somebody meets who has just fetched the project: a copy of it without any build runs `make run`. The first answer
# takes at most 90 seconds of processor time, all that is printed is less than 45 lines, and a second time nothing is
# built. A processor that others also use can take twice as long for the same work, so the limit grows with the time that
# compiling a yardstick takes before and afterwards: $usual hundredths of a second where the limit was set.
#   tests/first_run.sh
# Closes with `N passed, N failed, N skipped`.
set -u
cd "$(dirname "$0")/.."
. tests/checks.sh

usual=350

# Sets `spent` to the processor time of what this shell has started, in hundredths of a second: the second line of `times`
# has minutes and seconds as the user and within the system. A subshell would count only its own.
clock() {
  times >"$scratch/times"
  spent=$(sed -n 2p "$scratch/times" | tr 'ms' '  ' | awk '{ printf "%d", 100 * ($1 * 60 + $2 + $3 * 60 + $4) }')
}

# Compiles a source of always the same size.
yardstick() {
  awk 'BEGIN {
    for (i = 0; i < 2000; i++)
      printf "int f%d(const int *a, int n) { int s = %d; for (int k = 0; k < n; k++) s += a[k] > s ? a[k] * %d : s ^ k; return s; }\n", i, i, i
  }' >"$scratch/yardstick.c"
  cc -std=c17 -Og -c "$scratch/yardstick.c" -o "$scratch/yardstick.o"
}

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

yardstick
clock
before=$spent
status=0
make run >"$scratch/output" 2>&1 || status=$?
clock
built=$spent
yardstick
clock
after=$spent
measured=$((before + after - built))
cpu=$(((built - before) / 100))
limit=$((90 * (measured > 2 * usual ? measured : 2 * usual) / (2 * usual)))
lines=$(wc -l <"$scratch/output")
echo "make run: $cpu of $limit seconds of processor time, $lines lines; the yardstick: $measured, usually $((2 * usual))"
holds "it ends well" test "$status" -eq 0
holds "it takes at most $limit seconds of processor time, and took $cpu" test "$cpu" -le "$limit"
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
