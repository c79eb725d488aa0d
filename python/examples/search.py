"""A player that searches: PUCT over games that may be the real one, against the random player.

    python python/examples/search.py [--games 20] [--visits 60] [--worlds 4]

The player is given a seat, never the game. Before each decision it imagines some worlds: games in which everything it knows holds and
the rest is dealt anew. In each it grows a tree by PUCT, whose leaves are played out to the end of the turn and valued by life, cards and permanents; the option that
was visited most in all worlds is taken.
"""

from __future__ import annotations

import argparse
import math
import random
from dataclasses import dataclass, field

import gavel

DECK = {"Mountain": 17, "Lightning Bolt": 8, "Mogg Fanatic": 8, "Hill Giant": 7}


@dataclass
class Node:
    """A decision of one player and what was found about its options."""

    player: int
    visits: list[int]
    values: list[float]
    children: dict[int, "Node | None"] = field(default_factory=dict)

    def best(self, boldness: float = 1.2) -> int:
        """The option with the best upper bound; all have the same prior."""
        root = math.sqrt(1 + sum(self.visits))

        def bound(i: int) -> float:
            mean = self.values[i] / self.visits[i] if self.visits[i] else 0.0
            return mean + boldness * root / (len(self.visits) * (1 + self.visits[i]))

        return max(range(len(self.visits)), key=bound)


def value(game: gavel.Game, me: int) -> float:
    """From -1 to 1: how well `me` stands, of two players."""
    if game.over:
        return 0.0 if game.winner is None else 1.0 if game.winner == me else -1.0
    view = game.view(me)
    score = 0.0
    for number, player in enumerate(view["players"]):
        side = 1 if number == me else -1
        score += side * (player["life"] + 2 * player["hand_count"])
    for permanent in view["battlefield"]:
        side = 1 if permanent["controller"] == me else -1
        score += side * (2 + permanent.get("power", 0))
    return math.tanh(score / 20)


def play_out(game: gavel.Game, limit: int = 40) -> None:
    """Lets everybody take the first option, which is to pass where that can be done, until the turn is over."""
    turn = game.turn
    while game.decider is not None and game.turn == turn and limit:
        game.answer(0)
        limit -= 1


def grow(root: Node, world: gavel.Game, me: int, depth: int = 12) -> None:
    """One descent through the tree, which adds one node and tells all above what it is worth."""
    game, node, path = world.clone(), root, []
    while True:
        option = node.best()
        path.append((node, option))
        game.answer(option)
        if game.decider is None or len(path) == depth:
            break
        child = node.children.get(option)
        if child is None or len(child.visits) != game.option_count:
            count = game.option_count
            node.children[option] = Node(game.decider, [0] * count, [0.0] * count)
            break
        node = child
    play_out(game)
    worth = value(game, me)
    for node, option in path:
        node.visits[option] += 1
        node.values[option] += worth if node.player == me else -worth


def choose(seat: gavel.Seat, visits: int, worlds: int, draw: random.Random) -> int:
    """The option that was visited most over all worlds."""
    count = len(seat.options)
    total = [0] * count
    for _ in range(worlds):
        world = seat.imagine(draw.getrandbits(63))
        root = Node(seat.player, [0] * count, [0.0] * count)
        for _ in range(visits // worlds):
            grow(root, world, seat.player)
        total = [a + b for a, b in zip(total, root.visits, strict=True)]
    return max(range(count), key=lambda i: total[i])


def play(cards: gavel.Cards, seed: int, me: int, visits: int, worlds: int) -> int | None:
    """Plays one game; answers who has won."""
    game = gavel.new_game(cards, [DECK, DECK], seed=seed)
    draw = random.Random(seed)
    game.start()
    while game.decider is not None:
        if game.option_count == 1:
            game.answer(0)
        elif game.decider == me:
            game.answer(choose(game.seat(me), visits, worlds, draw))
        else:
            game.answer(draw.randrange(game.option_count))
    return game.winner


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, usual in (("games", 20), ("visits", 60), ("worlds", 4)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    arguments = parser.parse_args()
    cards = gavel.Cards()
    wins = 0
    for number in range(arguments.games):
        me = number % 2
        wins += play(cards, number + 1, me, arguments.visits, arguments.worlds) == me
        print(f"{wins} of {number + 1} games won", flush=True)


if __name__ == "__main__":
    main()
