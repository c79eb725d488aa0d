#!/bin/sh
# What is installed is all that a program needs: installs a build elsewhere, builds a sample with what pkg-config says,
# as C17 without warnings, and runs it; the headers must be usable from C++ too, where there is a compiler for it.
#   tests/install.sh BUILD CC
# Closes with `N passed, N failed, N skipped`.
set -u
build=$1 cc=$2
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# step NAME COMMAND...: whether the command succeeds.
step() {
  name=$1
  shift
  if "$@" >"$scratch/output" 2>&1; then
    passed=$((passed + 1))
    return
  fi
  failed=$((failed + 1))
  echo "$name: $*"
  sed 's/^/    /' "$scratch/output"
}

prefix=$scratch/prefix
step "installing" cmake --install "$build" --prefix "$prefix"
# The file is made for the prefix of the build; it is told where it lies now.
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name gavel.pc)")
libraries=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH
step "what pkg-config knows" pkg-config --exists --print-errors gavel
sample() { # NAME
  step "building $1" "$cc" -std=c17 -Wall -Wextra -Wpedantic -Werror "samples/$1.c" -o "$scratch/$1" \
    $(pkg-config --define-variable=includedir="$prefix/include" --cflags gavel) \
    $(pkg-config --define-variable=libdir="$libraries" --libs gavel)
  step "running $1" env LD_LIBRARY_PATH="$libraries" "$scratch/$1"
}
sample example
sample self_play
sample search
for header in "$prefix"/include/gavel/*.h; do
  # Included, not compiled: what a header defines inline need not be used.
  echo "#include <gavel/$(basename "$header")>" >"$scratch/alone.c"
  step "$(basename "$header") alone" "$cc" -std=c17 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only "$scratch/alone.c"
done
step "the manual page" test -s "$prefix/share/man/man1/gavel.1"

echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
