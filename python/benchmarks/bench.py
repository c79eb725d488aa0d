"""Compares stepping games from Python with the same steps taken in C, in turns, so that both meet the same machine.

    python python/benchmarks/bench.py [--games 256] [--steps 200] [--rounds 10] [--threads 1]

Prints a line for each match: steps a second (a step answers one decision with several options, and shows the next as numbers) from C
and from Python with random actions, and the middle one of the rounds' ratios.
"""

import argparse
import statistics
import time

import numpy as np

import gavel

MATCHES = {
    "burn": {"Mountain": 24, "Lightning Bolt": 12, "Forked Bolt": 4, "Fireball": 4, "Mogg Fanatic": 8, "Hill Giant": 8},
    "creatures": {
        "Forest": 24,
        "Llanowar Elves": 8,
        "Grizzly Bears": 10,
        "Giant Spider": 8,
        "Kavu Titan": 4,
        "Giant Growth": 6,
    },
}


def from_python(batch: gavel.Batch, steps: int, draw: np.random.Generator) -> None:
    """Random actions, chosen for all games at once, with every array looked at."""
    for _ in range(steps):
        counts = np.diff(batch.option_offsets)
        batch.step((draw.random(batch.games) * counts).astype(np.int32))
        _ = batch.globals, batch.player_rows, batch.objects, batch.links, batch.options, batch.mask, batch.rewards


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, usual in (("games", 256), ("steps", 200), ("rounds", 10), ("threads", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    arguments = parser.parse_args()
    cards, draw = gavel.Cards(), np.random.default_rng(1)
    clock = time.process_time if arguments.threads == 1 else time.perf_counter
    for name, deck in MATCHES.items():
        batch = gavel.Batch(
            gavel.new_game(cards, [deck, deck]), games=arguments.games, threads=arguments.threads, beginning="dealt"
        )
        batch.reset(1)
        batch.play_random(arguments.steps)
        rates: dict[str, list[float]] = {"C": [], "Python": []}
        for turn in range(2 * arguments.rounds):
            which = "Python" if turn % 2 else "C"
            begun = clock()
            if which == "C":
                batch.play_random(arguments.steps, turn)
            else:
                from_python(batch, arguments.steps, draw)
            rates[which].append(arguments.games * arguments.steps / (clock() - begun))
        ratio = statistics.median(p / c for c, p in zip(rates["C"], rates["Python"], strict=True))
        c, p = (statistics.median(rates[which]) for which in ("C", "Python"))
        print(f"{name}: {c:,.0f} steps/s from C, {p:,.0f} from Python, {100 * ratio:.0f} %")


if __name__ == "__main__":
    main()
