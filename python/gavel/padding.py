"""Ragged rows as arrays of fixed shape, for interfaces that need them. NumPy only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gavel._core import Batch, Seat, observation_columns

Rows = NDArray[np.int16]
Observation = dict[str, Rows]

#: The columns of each table: what `WIDTHS["objects"]` numbers say is `observation_columns()["objects"]`.
WIDTHS: dict[str, int] = {table: len(columns) for table, columns in observation_columns().items()}


@dataclass(frozen=True)
class Shape:
    """How many rows an observation has room for. More objects or links truncate the episode; more options take several steps."""

    max_objects: int = 256
    max_links: int = 64
    max_options: int = 128

    def rows(self) -> dict[str, int]:
        """The tables whose number of rows varies, with their room."""
        return {"objects": self.max_objects, "links": self.max_links, "options": self.max_options}

    def shapes(self, players: int) -> dict[str, tuple[int, ...]]:
        """The shape of each array of an observation; all are int16."""
        shapes: dict[str, tuple[int, ...]] = {
            "globals": (WIDTHS["globals"],),
            "players": (players, WIDTHS["players"]),
        }
        for table, rows in self.rows().items():
            shapes[table] = (rows, WIDTHS[table])
        return shapes


def _padded(rows: Rows, room: int) -> Rows:
    out = np.zeros((room, rows.shape[1]), dtype=np.int16)
    out[: len(rows)] = rows
    return out


def of_batch(batch: Batch, game: int, shape: Shape) -> Observation:
    """What a batch shows of one of its games, padded with rows of zeros. A copy."""
    out = {"globals": batch.globals[game].copy(), "players": batch.player_rows[game].copy()}
    for table, room in shape.rows().items():
        offsets = getattr(batch, f"{table[:-1]}_offsets")
        out[table] = _padded(getattr(batch, table)[offsets[game] : offsets[game + 1]], room)
    return out


def of_seat(seat: Seat, shape: Shape) -> Observation:
    """What a player sees, padded with rows of zeros. Raises LimitError when there is no room."""
    seen = seat.observe(max_objects=shape.max_objects, max_links=shape.max_links, max_options=shape.max_options)
    out = {"globals": seen["globals"][0], "players": seen["players"]}
    for table, room in shape.rows().items():
        out[table] = _padded(seen[table], room)
    return out


def of_all(batch: Batch, shape: Shape) -> Observation:
    """What a batch shows of all its games, padded with rows of zeros: each array has one dimension more, the first. A copy."""
    out = {"globals": batch.globals.copy(), "players": batch.player_rows.copy()}
    for table, room in shape.rows().items():
        offsets = getattr(batch, f"{table[:-1]}_offsets").astype(np.int64)
        rows, counts = getattr(batch, table), np.diff(offsets)
        games = np.repeat(np.arange(batch.games), counts)
        places = np.arange(len(rows)) - np.repeat(offsets[:-1], counts)
        padded = np.zeros((batch.games, room, WIDTHS[table]), dtype=np.int16)
        padded[games, places] = rows
        out[table] = padded
    return out
