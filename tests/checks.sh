# What the tests that are shell scripts share: a directory of their own, checks, and how many of them passed.
# They read it with `.` and end with `closing`. What a check runs may be a function of theirs, so names here are its own.
# shellcheck shell=sh
export LC_ALL=C # messages are those of one language, wherever the tests run
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0
: >"$scratch/input"
: >"$scratch/output"

fault() { # LINE...: what is wrong, and what was printed last
  failed=$((failed + 1))
  printf '%s\n' "$@"
  cat -v "$scratch/output" | sed 's/^/    /'
}

# holds NAME COMMAND...: whether the command succeeds. It may look at $scratch/output, which something else has printed.
holds() {
  checks_name=$1
  shift
  if "$@"; then passed=$((passed + 1)); else fault "$checks_name; it printed:"; fi
}

# runs NAME STATUS PATTERN COMMAND...: whether the command, with $scratch/input for its input, ends with that status and
# its output, both streams together, matches the pattern (of grep -E; empty: any output or none).
runs() {
  checks_name=$1 checks_status=$2 checks_pattern=$3
  shift 3
  ended=0
  "$@" >"$scratch/output" 2>&1 <"$scratch/input" || ended=$?
  if [ "$ended" -eq "$checks_status" ] && { [ -z "$checks_pattern" ] || grep -qE -e "$checks_pattern" "$scratch/output"; }; then
    passed=$((passed + 1))
  else
    fault "$checks_name: $*" "  ended with $ended, expected $checks_status; expected to match: $checks_pattern; printed:"
  fi
}

says() { grep -qE -e "$1" "$scratch/output"; } # PATTERN: whether what was printed last matches

closing() {
  echo "$passed passed, $failed failed, 0 skipped"
  [ "$failed" -eq 0 ]
}
