# The entry points of the build. CMake does the building: see CMakePresets.json.
#
#   make           builds the command line and the library in build/plain
#   make run       … asks it a question, runs ten scenarios and plays a game;
#                  make run ARGS="run scenarios" runs something else
#   make release   builds with profile-guided optimisation in build/release: takes some minutes
#   make install   installs the release with its manual, headers and examples below PREFIX:  make install PREFIX=/usr
#   make test      runs every test and every scenario in one build with internal checks
#   make test-all  … also as compiled by clang with the sanitizers, fuzzing, the release and the installed files
#   make test-python  installs the Python package into a fresh environment and tests it there
#   make learn     teaches a network to play a small match, and draws the learning curve in build/learn:
#                  make learn ARGS="--seeds 1"
#   make nightly   checks that the tests find deliberate mistakes, and runs everything that takes long
#   make soak HOURS=8  runs everything random with new seeds; continues where the last soak ended
#   make web       builds the page with the engine in WebAssembly, as files in build/web
#   make test-web  runs its tests, under Node and in a browser
#   make hostile   runs every test with the smallest sizes and forced moves of memory
#   make bench     measures the release;  make bench ARGS="--games 100"
#   make matrix    writes docs/rules.md from a list of the rules:  make matrix RULES=rules.tsv
#   make fuzz      runs each fuzz target for a while:  make fuzz SECONDS=600
#   make format    formats the sources
#   make lint      runs checks that the compilers don't
#   make clean     removes build/

SECONDS = 60
ARGS =
PREFIX = /usr/local

.PHONY: all run release install test test-all test-python learn nightly soak web test-web hostile bench matrix fuzz format lint clean

all:
	@tools/setup build
	@tools/build plain

run: all
ifeq ($(ARGS),)
	@tools/first-run build/plain/gavel
else
	@build/plain/gavel $(ARGS)
endif

release:
	@tools/setup build
	@tools/setup release || echo "without them gcc makes the release, which is slower" >&2
	@tools/build release

install: release
	@tools/install build/release "$(PREFIX)"

test:
	@tools/setup build test
	@tools/test check

test-all:
	@tools/setup build release test python
	@tools/test-all

test-python:
	@tools/setup build python
	@tools/test-python

learn:
	@tools/setup build python
	@/usr/bin/python3 -m venv build/learn/env
	@build/learn/env/bin/pip install --quiet './python[learn]'
	@build/learn/env/bin/python python/examples/learn.py $(ARGS)

nightly:
	@tools/setup build test
	@tools/nightly

soak:
	@tools/setup build test
	@tools/soak $(or $(HOURS),$(error say for how many hours: make soak HOURS=8)) $(CARDS)

web:
	@tools/setup build web
	@tools/web

test-web: all
	@tools/setup build web test-web
	@tools/web
	@tools/test-web

hostile:
	@tools/setup build test
	@tools/test hostile

bench: release
	@build/release/gavel bench $(ARGS)

matrix: all
	@tools/rules-matrix $(or $(RULES),$(error say which list of rules: make matrix RULES=FILE))

fuzz:
	@tools/setup build test
	@tools/build fuzz
	@tools/fuzz $(SECONDS)

format:
	@tools/setup lint
	@tools/sources | xargs clang-format -i

lint:
	@tools/setup build test lint
	@tools/build check-clang
	@tools/lint

clean:
	rm -rf build
