"""Gavel: a complete Magic: The Gathering rules engine, as games to play and to learn from.

    import gavel
    cards = gavel.Cards()
    game = gavel.new_game(cards, [{"Mountain": 24, "Lightning Bolt": 36}] * 2)
    game.start()
    while game.decider is not None:
        print(game.decision, game.options)
        game.answer(0)

`Game` is the referee's: it knows everything. Whoever plays gets a `Seat`, which shows what the player may know. `Batch` plays many
games at once and shows them as numbers; `gavel.gym` and `gavel.aec` offer them as Gymnasium and PettingZoo environments.
"""

from gavel._core import Batch, Cards, Game, Seat, observation_columns, observation_schema, version
from gavel.decks import Deck, new_game
from gavel.errors import (
    CheckError,
    CorruptError,
    GavelError,
    GavelSyntaxError,
    IllegalError,
    LimitError,
    MisuseError,
    OutOfMemoryError,
    StoppedError,
    UnknownError,
    VersionError,
)

__version__ = version()

__all__ = [
    "Batch",
    "Cards",
    "CheckError",
    "CorruptError",
    "Deck",
    "Game",
    "GavelError",
    "GavelSyntaxError",
    "IllegalError",
    "LimitError",
    "MisuseError",
    "OutOfMemoryError",
    "Seat",
    "StoppedError",
    "UnknownError",
    "VersionError",
    "new_game",
    "observation_columns",
    "observation_schema",
    "version",
]
