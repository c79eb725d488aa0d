#!/bin/sh
# Every public function of a game says whose it is: GAVEL_REFEREE or GAVEL_VIEWER.
set -eu
cd "$(dirname "$0")/.."
unmarked=$(cat include/gavel/*.h | tr '\n' ' ' | tr ';' '\n' | grep -oE 'GAVEL_API[^;]*GavelGame \*[^;]*' | grep -oE 'gavel_[a-z_]+\(' || true)
if [ -n "$unmarked" ]; then
  echo "header_marks: write GAVEL_REFEREE or GAVEL_VIEWER in front of:" $unmarked >&2
  exit 1
fi
marked=$(cat include/gavel/*.h | tr '\n' ' ' | tr ';' '\n' | grep -cE 'GAVEL_(REFEREE|VIEWER) ')
echo "header_marks: $marked functions are marked"
[ "$marked" -gt 50 ]
