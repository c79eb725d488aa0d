#!/bin/sh
# Every mistake of tests/mutations can still be made: its patch fits the sources as they are, its surroundings included, for
# one that fits loosely may change another place.
set -u
cd "$(dirname "$0")/.."
fitting=0
failed=0
for patch in tests/mutations/*/*.patch; do
  if patch -F0 -p1 --dry-run --silent --force <"$patch" >/dev/null 2>&1; then
    fitting=$((fitting + 1))
  else
    failed=$((failed + 1))
    echo "mutations_fit: $patch doesn't fit any more: run tools/refit-mutations, or change it to make the same mistake in the sources as they are" >&2
  fi
done
echo "mutations_fit: $fitting patches fit"
[ "$failed" -eq 0 ] && [ "$fitting" -gt 100 ]
