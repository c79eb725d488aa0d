#!/bin/sh
# What the tools around the build say: a build is quiet, one that fails shows its errors and names its log, and tests
# are counted, those that are skipped with the reason. A project of two files stands in for this one.
#   tests/build_tools.sh
# Closes with `N passed, N failed, N skipped`.
set -u
cd "$(dirname "$0")/.."
. tests/checks.sh

lines() { test "$(wc -l <"$scratch/output")" -eq "$1"; }
ended() { test "$status" -eq "$1"; }

project=$scratch/project
mkdir -p "$project/tools"
cp tools/build tools/test-summary "$project/tools"
cat >"$project/CMakePresets.json" <<'END'
{ "version": 6,
  "configurePresets": [ { "name": "small", "generator": "Ninja", "binaryDir": "${sourceDir}/build/small" } ],
  "buildPresets": [ { "name": "small", "configurePreset": "small" } ] }
END
printf 'cmake_minimum_required(VERSION 3.25)\nproject(small LANGUAGES C)\nadd_executable(small one.c two.c)\n' \
  >"$project/CMakeLists.txt"
echo 'int two(void); int main(void) { return two(); }' >"$project/one.c"
echo 'int two(void) { return 0; }' >"$project/two.c"
unset CMAKE_C_COMPILER_LAUNCHER

build() {
  status=0
  "$project/tools/build" small >"$scratch/output" 2>&1 || status=$?
}
build
holds "a build succeeds" ended 0
holds "and builds" test -x "$project/build/small/small"
holds "it says one line" lines 1
holds "which says what is built" says '^build: building build/small in 3 steps$'
holds "the whole log is kept" grep -q 'Building C object' "$project/build/small/build.log"
build
holds "nothing to do: it succeeds" ended 0
holds "and says nothing" lines 0

echo 'int two(void) { return three; }' >"$project/two.c"
build
holds "a build that fails" ended 1
holds "shows the error" says "two.c:1:24: error: .three. undeclared"
holds "names the log" says 'everything that was printed is in build/small/build.log$'
holds "and shows no more than that" test "$(wc -l <"$scratch/output")" -le 12
echo 'int three(void); int two(void) { return three(); }' >"$project/two.c"
build
holds "linking that fails" says 'undefined reference to .three'
echo 'add_executable(' >>"$project/CMakeLists.txt"
build
holds "a configuration that fails" says 'Parse error'
holds "ends likewise" ended 1
sed -i '$d' "$project/CMakeLists.txt"

# On a terminal the line moves, and nothing of it stays.
echo 'int two(void) { return 1; }' >"$project/two.c"
TERM=xterm script -qec "$project/tools/build small" /dev/null >"$scratch/output" 2>&1 </dev/null
holds "on a terminal the line moves" says "$(printf '\r\033\\[K')build: build/small, step 2 of 2"
holds "and is gone at the end" test "$(tail -c 4 "$scratch/output" | od -An -c | tr -d ' \n')" = '\r033[K'

# The summary of logs as CTest writes them.
summary() {
  cat >"$scratch/log"
  status=0
  tools/test-summary "$scratch/log" >"$scratch/output" || status=$?
}
summary <<'END'
1/4 Test: units
[==========] Running 3 test(s).
[ RUN      ] one
[       OK ] one
[ RUN      ] two
SKIPPED: there is no data: two is not tested
[  SKIPPED ] two
[ RUN      ] three
[       OK ] three
[==========] 3 test(s) run.
[  SKIPPED ] 1 test(s), listed below:
[  SKIPPED ] two
Test Passed.
2/4 Test: scenarios
12 passed, 0 failed, 1 skipped
Test Passed.
3/4 Test: something else
Test Passed.
4/4 Test: data
SKIPPED: there is no data: nothing is done
0 passed, 0 failed, 1 skipped
Test Passed.
END
holds "all is counted" says '^15 passed, 0 failed, 3 skipped$'
holds "and is well" ended 0
holds "what is skipped is said" says '^SKIPPED: there is no data: two is not tested$'
holds "before the last line, once each" lines 3
holds "which is last" sh -c "tail -n 1 '$scratch/output' | grep -q passed"
summary <<'END'
1/2 Test: units
[==========] Running 2 test(s).
[ RUN      ] one
[       OK ] one
[ RUN      ] two
[  ERROR   ] --- 1 != 2
Test Failed.
2/2 Test: building asan
Test Failed.
END
holds "failures are counted" says '^1 passed, 2 failed, 0 skipped$'
holds "and fail" ended 1

closing
