#!/bin/sh
# docs/oracle.md explains every form of the grammar's own, each in a table by its name.
#   tests/oracle_page.sh
# Closes with `N passed, N failed, N skipped`.
set -u
cd "$(dirname "$0")/.."
. tests/checks.sh
heads=$(sed -nE 's/^(HEAD|PART)\([A-Z_]+, "([^"]+)".*/\2/p' src/oracle/heads.def)
holds "forms are found" test "$(echo "$heads" | wc -l)" -gt 100
for head in $heads; do holds "docs/oracle.md explains $head" grep -qE "[\`( ]$head[\`) ]" docs/oracle.md; done
closing
