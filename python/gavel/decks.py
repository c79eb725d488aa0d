"""Decks by plain arguments."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Union

from gavel._core import Cards, Game

#: A deck: how many of each card by name, the text of a deck file, or the path of one.
Deck = Union[Mapping[str, int], str, "os.PathLike[str]"]


def deck_text(deck: Deck) -> str:
    """A deck as the text of a deck file."""
    if isinstance(deck, Mapping):
        return "".join(f"{count} {name}\n" for name, count in deck.items())
    if isinstance(deck, os.PathLike):
        return Path(deck).read_text(encoding="utf-8")
    return deck


def new_game(cards: Cards, decks: Sequence[Deck], *, format: str | None = None, life: int = 0, seed: int = 1) -> Game:
    """A game that is set up and has not begun: one deck for each of 2 to 8 players.

    Raises UnknownError for a card that is not there and GavelSyntaxError for a deck that can't be read, with the line.
    """
    game = Game(cards, players=len(decks), format=format, life=life, seed=seed)
    for player, deck in enumerate(decks):
        game.put_deck(player, deck_text(deck))
    return game
