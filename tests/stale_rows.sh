#!/bin/sh
# No pointer to a row is used after a call that may move the rows (tools/stale-rows), and mistakes would be found: those
# that are marked in tests/data/stale_rows, and no others there.
#   tests/stale_rows.sh BUILD
set -eu
cd "$(dirname "$0")/.."
root=$PWD
sample=tests/data/stale_rows/src/mistakes.c
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

flags="-std=c17 -I$root/src -I$root/include"
printf '[{"file": "%s", "command": "cc %s"}]\n' "$root/$sample" "$flags" >"$place/compile_commands.json"
status=0
tools/stale-rows "$place" >"$place/found" || status=$?
if [ "$status" -eq 77 ]; then
  cat "$place/found"
  exit 77
fi
sed -n 's/^.*mistakes\.c:\([0-9]*\): .*/\1/p' "$place/found" | sort >"$place/lines"
grep -n '/\* mistake \*/' "$sample" | cut -d: -f1 | sort >"$place/marked"
if ! diff "$place/marked" "$place/lines"; then
  echo "stale_rows: these lines of $sample are marked (<) or found (>), and not both" >&2
  exit 1
fi

exec tools/stale-rows "$1"
