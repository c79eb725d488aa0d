"""Gymnasium environments: one seat learns, others play the rest. Needs `pip install gavel[gym]`.

    env = gavel.gym.GavelEnv([deck, deck], opponent="random")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())

An action is the number of a row of `observation["options"]`; `env.action_masks()` and `info["action_mask"]` say which there are. An
action that is none raises IllegalError and changes nothing. The reward is 0 until the game is over, then 1 for having won, -1 for
having lost and 0 for a draw; 0 for a truncated episode.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Union, cast

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from gavel._core import Batch, Cards, Game, Seat
from gavel.decks import Deck, new_game
from gavel.padding import Observation, Shape, of_all, of_batch

#: Who plays the other seats: "random", "automatic", or a function that is given the seat and returns the number of an option.
Opponent = Union[str, Callable[[Seat], int]]


def observation_space(shape: Shape, players: int) -> spaces.Dict:
    """The space of padded observations: int16 arrays."""
    low, high = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    return spaces.Dict({name: spaces.Box(low, high, size, np.int16) for name, size in shape.shapes(players).items()})


class LegalDiscrete(spaces.Discrete):
    """The numbers of options; what is sampled without a mask is an option there is now."""

    def __init__(self, n: int, mask: Callable[[], NDArray[np.int8]]) -> None:
        super().__init__(n)
        self._legal = mask

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy that is kept elsewhere, as with a trained model, has no game to ask: it is a plain space."""
        return spaces.Discrete, (int(self.n),)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = self._legal()
        return super().sample(mask, probability)


def _cards(cards: Cards | None) -> Cards:
    return Cards() if cards is None else cards


class GavelEnv(gym.Env[Observation, np.int64]):
    """One seat of a game between decks; the other seats are opponents.

    Args:
        decks: one for each of 2 to 8 players (gavel.Deck).
        cards: the cards there are; by default those that are built in.
        seat: the player who learns; None draws one for each episode.
        opponent: who plays the other seats: "random", "automatic", or a function of a Seat.
        format, life: as of gavel.Game. beginning: "hands" or "dealt", as of gavel.Batch.
        shape: how many rows observations have room for.
        max_decisions: after so many decisions of all seats the episode is truncated.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        decks: Sequence[Deck],
        *,
        cards: Cards | None = None,
        seat: int | None = 0,
        opponent: Opponent = "random",
        format: str | None = None,
        life: int = 0,
        beginning: str = "hands",
        shape: Shape = Shape(),
        max_decisions: int = 20000,
        render_mode: str | None = None,
    ) -> None:
        self._game = new_game(_cards(cards), decks, format=format, life=life)
        self._given_seat, self._opponent, self._beginning = seat, opponent, beginning
        self._shape, self._max_decisions, self.render_mode = shape, max_decisions, render_mode
        self._batches: dict[int, Batch] = {}
        self._seat = 0 if seat is None else seat
        self._live = False
        self.observation_space = observation_space(shape, len(decks))
        self.action_space = LegalDiscrete(shape.max_options, self._mask)

    def _batch(self) -> Batch:
        """The one game, as a batch in which the seat that learns is the caller's."""
        if self._seat not in self._batches:
            other = self._opponent if isinstance(self._opponent, str) else "caller"
            seats = ["caller" if p == self._seat else other for p in range(self._game.players)]
            self._batches[self._seat] = Batch(
                self._game,
                seats=seats,
                beginning=self._beginning,
                max_objects=self._shape.max_objects,
                max_links=self._shape.max_links,
                max_options=self._shape.max_options,
                max_decisions=self._max_decisions,
            )
        return self._batches[self._seat]

    def _over(self, batch: Batch) -> bool:
        return bool(batch.terminated[0] or batch.truncated[0])

    def _let_others_play(self, batch: Batch) -> None:
        while not self._over(batch) and int(batch.seats[0]) != self._seat:
            assert callable(self._opponent)
            action = self._opponent(batch.seat(0, int(batch.seats[0])))
            batch.step(np.array([action], dtype=np.int32))

    def _mask(self) -> NDArray[np.int8]:
        if self._live:
            return self._batch().mask[0].astype(np.int8)
        mask = np.zeros(self._shape.max_options, dtype=np.int8)
        mask[0] = 1  # before the first episode nothing is asked, but there must be something to sample
        return mask

    def _seen(self, batch: Batch) -> tuple[Observation, dict[str, Any]]:
        return of_batch(batch, 0, self._shape), {"action_mask": batch.mask[0].astype(np.int8), "seat": self._seat}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if self._given_seat is None:
            self._seat = int(self.np_random.integers(self._game.players))
        batch = self._batch()
        while True:  # a game can be over before this seat has decided anything
            batch.reset(int(self.np_random.integers(2**63)))
            self._let_others_play(batch)
            if not self._over(batch):
                break
        self._live = True
        return self._seen(batch)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        batch = self._batch()
        batch.step(np.array([action], dtype=np.int32))
        self._let_others_play(batch)
        observation, info = self._seen(batch)
        self._live = not self._over(batch)
        if batch.truncated[0]:
            info["truncated_because"] = batch.why_truncated(0)
        return observation, float(batch.rewards[0, self._seat]), bool(batch.terminated[0]), bool(batch.truncated[0]), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions may be taken, as sb3-contrib's MaskablePPO asks for it."""
        return self._mask().astype(bool)

    def seat(self) -> Seat:
        """The seat that learns: options in words, and games to search."""
        return self._batch().seat(0, self._seat)

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        seat = self.seat()
        return "\n".join([f"{seat.decision}:", *(f"  {i} {text}" for i, text in enumerate(seat.options))])


class FlatEnv(gym.Wrapper[dict[str, NDArray[np.float32]], np.int64, Observation, np.int64]):
    """A GavelEnv as RLlib's action masking wants it: a dict of `observations`, all the tables of an observation one after another in one
    row of float32, and `action_mask`, 1 for each option there is and 0 for the others."""

    def __init__(self, env: GavelEnv) -> None:
        super().__init__(env)
        tables = cast(spaces.Dict, env.observation_space)
        size = sum(int(np.prod(cast(tuple[int, ...], table.shape))) for table in tables.values())
        options = int(cast(spaces.Discrete, env.action_space).n)
        self.observation_space = spaces.Dict(
            {
                "observations": spaces.Box(-(2**15), 2**15, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (options,), np.float32),
            }
        )

    def _flat(self, seen: Observation, info: dict[str, Any]) -> dict[str, NDArray[np.float32]]:
        rows = np.concatenate([table.ravel() for table in seen.values()]).astype(np.float32)
        return {"observations": rows, "action_mask": info["action_mask"].astype(np.float32)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        seen, info = self.env.reset(seed=seed, options=options)
        return self._flat(seen, info), info

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        seen, reward, terminated, truncated, info = self.env.step(action)
        return self._flat(seen, info), reward, terminated, truncated, info


class GavelVectorEnv(VectorEnv[Observation, NDArray[np.int32], NDArray[Any]]):
    """Many games stepped together on several threads; in each one seat learns. Autoreset is in the next step.

    Opponents are "random" or "automatic"; `info["action_mask"]` has the shape (num_envs, max_options).
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        decks: Sequence[Deck],
        num_envs: int,
        *,
        cards: Cards | None = None,
        seat: int = 0,
        opponent: str = "random",
        format: str | None = None,
        life: int = 0,
        beginning: str = "hands",
        threads: int = 1,
        shape: Shape = Shape(),
        max_decisions: int = 20000,
    ) -> None:
        self.num_envs, self._shape, self._seat = num_envs, shape, seat
        game: Game = new_game(_cards(cards), decks, format=format, life=life)
        self._batch = Batch(
            game,
            games=num_envs,
            threads=threads,
            seats=["caller" if p == seat else opponent for p in range(len(decks))],
            beginning=beginning,
            max_objects=shape.max_objects,
            max_links=shape.max_links,
            max_options=shape.max_options,
            max_decisions=max_decisions,
        )
        self.single_observation_space = observation_space(shape, len(decks))
        self.single_action_space = spaces.Discrete(shape.max_options)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def batch(self) -> Batch:
        """The batch behind it, with its ragged rows."""
        return self._batch

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions may be taken: shape (num_envs, max_options)."""
        return self._batch.mask.astype(bool)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed if seed is None or isinstance(seed, int) else seed[0])
        self._batch.reset(int(self.np_random.integers(2**63)))
        return of_all(self._batch, self._shape), {"action_mask": self._batch.mask.astype(np.int8)}

    def step(self, actions: Any) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        self._batch.step(np.ascontiguousarray(actions, dtype=np.int32))
        batch = self._batch
        return (
            of_all(batch, self._shape),
            batch.rewards[:, self._seat].astype(np.float64),
            batch.terminated.astype(bool),
            batch.truncated.astype(bool),
            {"action_mask": batch.mask.astype(np.int8)},
        )
