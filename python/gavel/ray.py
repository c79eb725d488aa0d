"""Games on as many processes and machines as there are. Needs `pip install gavel[ray]`.

    import ray, gavel.ray
    ray.init()                                  # a laptop; or ray.init("auto") on a cluster
    with gavel.ray.Workers([deck, deck], workers=4) as workers:
        result = workers.evaluate(["automatic", "random"], games=1000)
    print(result)

A game depends on its seed alone, so it makes no difference which worker plays it. If a worker dies, another takes its place and plays
what it had not finished.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

import numpy as np
import ray
from ray.exceptions import RayActorError

from gavel._core import Batch, Cards, Seat
from gavel.decks import Deck, deck_text, new_game

#: Who plays a seat: "random", "automatic", or a function that is given the seat and returns the number of an option.
Player = Union[str, Callable[[Seat], int]]


@dataclass(frozen=True)
class Outcome:
    """How one game ended. `rewards` are 1 for who has won and -1 for the others; all 0 for a draw or a truncated game."""

    seed: int
    rewards: tuple[float, ...]
    steps: int
    truncated_because: str = ""


@dataclass(frozen=True)
class Result:
    """What many games came to, for the first of the players who were given."""

    games: int
    wins: int
    draws: int

    @property
    def rate(self) -> float:
        """Games won, of all."""
        return self.wins / self.games if self.games else 0.0

    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the rate."""
        n, z = max(self.games, 1), 1.96
        middle = (self.rate + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * float(np.sqrt(self.rate * (1 - self.rate) / n + z * z / (4 * n * n)))
        return middle - half, middle + half


class Table:
    """One game at a time, between players of all kinds. Works with and without Ray."""

    def __init__(self, decks: Sequence[Deck], *, cards_text: str = "", compiled: str | None = None, **options: Any) -> None:
        cards = Cards()
        if cards_text:
            cards.add_text(cards_text)
        if compiled is not None:
            cards.add_compiled(compiled)
        self._game = new_game(cards, decks)
        self._options = options
        self._batches: dict[tuple[str, ...], Batch] = {}

    def _batch(self, players: Sequence[Player]) -> Batch:
        # A batch has a seat that is the caller's; where nobody's is, the first player's random choices are made here.
        seats = [p if isinstance(p, str) else "caller" for p in players]
        if "caller" not in seats:
            seats[seats.index("random") if "random" in seats else 0] = "caller"
        key = tuple(seats)
        if key not in self._batches:
            self._batches[key] = Batch(self._game, seats=seats, **self._options)
        return self._batches[key]

    def play(self, players: Sequence[Player], seed: int, record: Callable[[Seat, int], None] | None = None) -> Outcome:
        """Plays one game. `record` is told each decision of a function's, with the seat as it was, and what it chose."""
        batch = self._batch(players)
        batch.reset(seed)
        draw = np.random.default_rng(seed)
        steps = 0
        while not (batch.terminated[0] or batch.truncated[0]):
            player = int(batch.seats[0])
            chooser = players[player]
            if callable(chooser):
                seat = batch.seat(0, player)
                action = int(chooser(seat))
                if record is not None:
                    record(seat, action)
            elif chooser == "random":
                action = int(draw.integers(batch.option_offsets[1]))
            else:
                raise ValueError("automatic players alone leave nobody to step: give a function or \"random\" for one of them")
            batch.step(np.array([action], dtype=np.int32))
            steps += 1
        return Outcome(seed, tuple(float(r) for r in batch.rewards[0]), steps, batch.why_truncated(0))


@ray.remote(num_cpus=1)
class _Worker:
    def __init__(self, decks: list[str], options: dict[str, Any]) -> None:
        self._table = Table(decks, **options)

    def play(self, players: list[Player], seeds: list[int]) -> list[Outcome]:
        return [self._table.play(players, seed) for seed in seeds]

    def record(self, players: list[Player], seeds: list[int]) -> list[dict[str, Any]]:
        """A row for each decision of a function's, as ray.data.from_items takes them."""
        rows: list[dict[str, Any]] = []
        for seed in seeds:
            first = len(rows)

            def keep(seat: Seat, action: int, seed: int = seed, first: int = first) -> None:
                rows.append({"seed": seed, "step": len(rows) - first, "player": seat.player, "action": action, **seat.observe()})

            outcome = self._table.play(players, seed, keep)
            for row in rows[first:]:
                row["reward"] = outcome.rewards[row["player"]]
        return rows


class Workers:
    """Ray actors that play games between the same decks.

    Args:
        decks: one for each player (gavel.Deck).
        workers: how many there are.
        options: `cards_text` and `compiled` for further cards, and arguments of gavel.Batch.
    """

    def __init__(self, decks: Sequence[Deck], *, workers: int = 2, **options: Any) -> None:
        self._arguments = ([deck_text(deck) for deck in decks], options)
        self.actors = [self._hire() for _ in range(workers)]

    def _hire(self) -> Any:
        return _Worker.remote(*self._arguments)  # type: ignore[attr-defined]

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for actor in self.actors:
            ray.kill(actor)

    def _run(self, method: str, players: Sequence[Player], seeds: Sequence[int], at_once: int) -> Iterator[list[Any]]:
        """What each piece of the work came to, as it is done. Whoever dies is replaced, and their piece is done again."""
        waiting = [list(seeds[i : i + at_once]) for i in range(0, len(seeds), at_once)]
        running: dict[Any, tuple[int, list[int]]] = {}
        idle = list(range(len(self.actors)))
        while waiting or running:
            while idle and waiting:
                worker, piece = idle.pop(), waiting.pop()
                running[getattr(self.actors[worker], method).remote(list(players), piece)] = (worker, piece)
            done, _ = ray.wait(list(running), num_returns=1)
            worker, piece = running.pop(done[0])
            try:
                result = ray.get(done[0])
            except RayActorError:
                self.actors[worker] = self._hire()
                waiting.append(piece)
                idle.append(worker)
                continue
            idle.append(worker)
            yield result

    def outcomes(self, players: Sequence[Player], seeds: Sequence[int], *, at_once: int = 10) -> Iterator[Outcome]:
        """Plays a game for each seed; in the order in which they are done."""
        for piece in self._run("play", players, seeds, at_once):
            yield from piece

    def evaluate(self, players: Sequence[Player], games: int, *, seed: int = 1, at_once: int = 10) -> Result:
        """How the first player does against the others, over games with seats taken in turn."""
        count = len(players)
        wins = draws = played = 0
        for turn in range(count):
            seated = [players[(p - turn) % count] for p in range(count)]
            seeds = range(seed + turn, seed + games, count)
            for outcome in self.outcomes(seated, seeds, at_once=at_once):
                played += 1
                wins += outcome.rewards[turn] > 0
                draws += not any(outcome.rewards)
        return Result(played, int(wins), int(draws))

    def episodes(self, players: Sequence[Player], seeds: Sequence[int], *, at_once: int = 10) -> Iterator[dict[str, Any]]:
        """A row for each decision of players that are functions: what they saw, the action, and the reward of the game."""
        for piece in self._run("record", players, seeds, at_once):
            yield from piece


def write_episodes(rows: Iterator[dict[str, Any]], folder: str | Path, *, rows_each: int = 10000) -> list[Path]:
    """Writes rows of Workers.episodes to files `part-00000.pickle` …, one list of rows each; `ray.data.from_items` takes what
    read_episodes yields. Each file is written under another name first, so that none is ever half there."""
    paths: list[Path] = []
    Path(folder).mkdir(parents=True, exist_ok=True)
    part: list[dict[str, Any]] = []

    def write() -> None:
        path = Path(folder) / f"part-{len(paths):05}.pickle"
        temporary = path.with_suffix(".new")
        temporary.write_bytes(pickle.dumps(part))
        temporary.replace(path)
        paths.append(path)
        part.clear()

    for row in rows:
        part.append(row)
        if len(part) == rows_each:
            write()
    if part:
        write()
    return paths


def read_episodes(folder: str | Path) -> Iterator[dict[str, Any]]:
    """The rows that write_episodes wrote, in their order. Only for files of your own: they are pickles."""
    for path in sorted(Path(folder).glob("part-*.pickle")):
        yield from pickle.loads(path.read_bytes())


def register_rllib(name: str = "Gavel-v1") -> str:
    """Registers GavelEnv with RLlib, as a gavel.gym.FlatEnv, whose observations hold the mask that RLlib's action masking reads; the
    `env_config` are the arguments of GavelEnv. Needs the extra `[rllib]`; python/examples/rllib.py trains with it."""
    from ray.tune.registry import register_env

    from gavel.gym import FlatEnv, GavelEnv

    register_env(name, lambda config: FlatEnv(GavelEnv(**config)))
    return name
