# The front door. The house itself is built by CMake: see CMakePresets.json.
#
#   make           the command line, build/release/gavel
#   make run       … and asks it a question, runs the scenarios of the gate and plays a whole game;
#                  make run ARGS="run scenarios"
#   make install   puts command line, library, headers and manual below PREFIX:  make install PREFIX=/usr
#   make test      each fuzz target for half a minute, the scenarios as users run them, then every test under gcc,
#                  clang and the sanitizers;
#                  make test PRESETS=debug FUZZ=0
#   make hostile   every test with the smallest sizes and forced moves
#   make bench     measures the release build;  make bench ARGS="--games 100"
#   make matrix    writes docs/rules.md from a list of the rules:  make matrix RULES=rules.tsv
#   make fuzz      each fuzz target for a while:  make fuzz SECONDS=600
#   make format    lays out the sources
#   make lint      looks for what the compilers do not
#   make clean     removes build/

PRESETS = check-gcc check-clang asan
SECONDS = 60
FUZZ = 30
ARGS =
PREFIX = /usr/local

.PHONY: all run install test hostile bench matrix fuzz format lint clean

all:
	@tools/setup build
	@tools/build release

run: all
ifeq ($(ARGS),)
	@build/release/gavel explain scenarios/question.scenario
	@build/release/gavel explain scenarios/gate
	@build/release/gavel run scenarios/gate
	@mkdir -p build/games
	@build/release/gavel play --seed 5 --save build/games/game.json decks/azure-wings.txt decks/green-growth.dck
else
	@build/release/gavel $(ARGS)
endif

install: all
	@cmake --install build/release --prefix $(PREFIX)

test:
	@tools/setup build test
ifneq ($(FUZZ),0)
	@tools/build fuzz
	@tools/fuzz $(FUZZ)
endif
	@tools/build release
	@build/release/gavel run scenarios
	@tools/test $(PRESETS)

hostile:
	@tools/setup build test
	@tools/test hostile

bench: all
	@build/release/gavel bench $(ARGS)

matrix:
	@tools/setup build
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
