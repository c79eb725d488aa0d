# The front door. The house itself is built by CMake: see CMakePresets.json.
#
#   make           the command line and the library, in build/plain
#   make run       … and asks it a question, runs ten scenarios and plays a game;
#                  make run ARGS="run scenarios" does something else with it
#   make release   the same optimised by how often what runs, in build/release: takes some minutes
#   make install   puts the release with its manual, headers and examples below PREFIX:  make install PREFIX=/usr
#   make test      every test and every scenario in one build that checks itself
#   make test-all  the same under other compilers and the sanitizers, fuzzing, the release and what is installed
#   make test-python  installs the Python package into a fresh environment and tests it there
#   make learn     teaches a small match to a network, and draws the learning curve in build/learn:  make learn ARGS="--seeds 1"
#   make nightly   whether the tests find mistakes made on purpose, and everything that goes on for long
#   make soak HOURS=8  everything that is random, with other numbers each time; goes on where the last soak ended
#   make web       the page with the engine in WebAssembly, as files in build/web
#   make test-web  its tests, under Node and in a browser
#   make hostile   every test with the smallest sizes and forced moves
#   make bench     measures the release;  make bench ARGS="--games 100"
#   make matrix    writes docs/rules.md from a list of the rules:  make matrix RULES=rules.tsv
#   make fuzz      each fuzz target for a while:  make fuzz SECONDS=600
#   make format    lays out the sources
#   make lint      looks for what the compilers do not
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
