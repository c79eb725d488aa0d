#!/bin/sh
# What is installed is all that a user needs: installs a build into a fresh prefix, moves that elsewhere, builds the
# samples there with what pkg-config says, against the shared library and against the static one, and runs them; the
# program finds its examples from any directory. The headers must be usable one by one.
#   tests/install.sh BUILD CC
# Closes with `N passed, N failed, N skipped`.
set -u
build=$(realpath "$1") cc=$2
cd "$(dirname "$0")/.."
source=$PWD
. tests/checks.sh

step() { # NAME COMMAND...: whether the command succeeds
  naming=$1
  shift
  runs "$naming" 0 "" "$@"
}

lacks() { # PATTERN FILE...
  pattern=$1
  shift
  ! grep -nE "$pattern" "$@"
}

# The prefix is neither that of configuring, nor is it where it was installed any more.
step "installing" tools/install "$build" "$scratch/first prefix"
prefix=$scratch/prefix
mv "$scratch/first prefix" "$prefix"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name gavel.pc)")
libraries=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH
step "what pkg-config knows" pkg-config --exists --print-errors gavel
step "no path of the build or the source" lacks "$build|$source|/usr/local" "$PKG_CONFIG_PATH/gavel.pc"
step "the archive is machine code only" sh -c "! objdump -h '$libraries/libgavel.a' | grep -F .gnu.lto_"
step "no private header is included" lacks '# *include "([^g]|g[^a]|gavel[^/])' "$prefix"/include/gavel/*.h

# The only directory of headers that users get is the prefix's own.
pkg-config --cflags gavel | tr ' ' '\n' | grep . >"$scratch/flags"
step "one include path" test "$(wc -l <"$scratch/flags")" -eq 1
step "which is that of the prefix" test "$(realpath "$(sed 's/^-I//' "$scratch/flags")")" = "$(realpath "$prefix/include")"
pkg-config --cflags --static gavel | tr ' ' '\n' | grep . >"$scratch/flags"
step "and statically, too" test "$(wc -l <"$scratch/flags")" -eq 1
step "a shared library needs no other" test "$(pkg-config --libs-only-l gavel | tr -d ' ')" = -lgavel
step "a static one names what it stands on" sh -c 'pkg-config --static --libs gavel | grep -q -- "-lexpat.* -lyajl"'

sample() { # NAME KIND PKG-CONFIG-OPTION...
  sample=$1 kind=$2
  shift 2
  # Flags are words.
  # shellcheck disable=SC2046
  step "building $sample, $kind" "$cc" -std=c17 -Wall -Wextra -Wpedantic -Werror "samples/$sample.c" -o "$scratch/$sample" \
    $(pkg-config "$@" --cflags --libs gavel)
  step "running $sample, $kind" env LD_LIBRARY_PATH="$libraries" "$scratch/$sample"
}
uses_it() { ldd "$scratch/example" | grep -q libgavel; }
uses_it_not() { ! uses_it; }

sample example shared
step "the shared library is used" uses_it
sample self_play shared
sample search shared
sample ask shared
mkdir "$scratch/shared"
mv "$libraries"/libgavel.so* "$scratch/shared"
sample example static --static
step "the static library is used" uses_it_not
sample self_play static --static
sample ask static --static
mv "$scratch/shared"/* "$libraries"

for header in "$prefix"/include/gavel/*.h; do
  # Included, not compiled: what a header defines inline need not be used.
  echo "#include <gavel/$(basename "$header")>" >"$scratch/alone.c"
  step "$(basename "$header") alone" "$cc" -std=c17 -Wall -Wextra -Wpedantic -Werror -I"$prefix/include" -fsyntax-only "$scratch/alone.c"
done
step "the manual page" test -s "$prefix/share/man/man1/gavel.1"

# The program with its examples, from a directory that has nothing to do with either.
if [ -x "$prefix/bin/gavel" ]; then
  mkdir "$scratch/elsewhere"
  cd "$scratch/elsewhere" || exit 2
  gavel=$prefix/bin/gavel
  step "the examples lie in the prefix" test "$("$gavel" examples --path)" = "$(realpath "$prefix")/share/gavel"
  "$gavel" examples >"$scratch/examples"
  step "examples" grep -q 'samples/question.scenario' "$scratch/examples"
  # What `gavel --help` offers to begin with, and each example that the commands themselves give of what is installed.
  { "$gavel" --help
    for command in run explain examples play sim; do "$gavel" "$command" --help; done
  } | grep -E '^ +gavel ' | sed -E 's/^ +//; s/   .*//' | sort -u | grep -vE 'mine|oracle|COMMAND|human|--games 1000|--check|--automatic|gavel sim decks' >"$scratch/commands"
  step "there are such examples" test "$(wc -l <"$scratch/commands")" -ge 10
  while IFS= read -r line; do
    PATH=$prefix/bin:$PATH step "$line" sh -c "$line" </dev/null
  done <"$scratch/commands"
fi

closing
