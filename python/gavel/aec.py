"""A PettingZoo environment in which all 2 to 8 seats are agents that act in turn. Needs `pip install gavel[gym]`.

    env = gavel.aec.GavelAECEnv([deck, deck])
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Whose turn it is to decide follows from the rules, and so the same agent may act many times running.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from gavel._core import Batch, Cards, Seat
from gavel.decks import Deck, new_game
from gavel.gym import observation_space
from gavel.padding import Shape, of_batch, of_seat


class GavelAECEnv(AECEnv):  # type: ignore[type-arg]
    """All seats of a game between decks; the arguments are those of gavel.gym.GavelEnv."""

    metadata = {"name": "gavel_v1", "render_modes": [], "is_parallelizable": False}

    def __init__(
        self,
        decks: Sequence[Deck],
        *,
        cards: Cards | None = None,
        format: str | None = None,
        life: int = 0,
        beginning: str = "hands",
        shape: Shape = Shape(),
        max_decisions: int = 20000,
    ) -> None:
        super().__init__()
        self._shape = shape
        self._batch = Batch(
            new_game(Cards() if cards is None else cards, decks, format=format, life=life),
            beginning=beginning,
            max_objects=shape.max_objects,
            max_links=shape.max_links,
            max_options=shape.max_options,
            max_decisions=max_decisions,
        )
        self.render_mode = None
        self.possible_agents = [f"player_{p}" for p in range(len(decks))]
        self.agents: list[str] = []
        space = spaces.Dict(
            {
                "observation": observation_space(shape, len(decks)),
                "action_mask": spaces.Box(0, 1, (shape.max_options,), np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(shape.max_options) for agent in self.possible_agents}
        self._random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def seat(self, agent: str) -> Seat:
        """The seat of an agent: options in words, and games to search."""
        return self._batch.seat(0, self.possible_agents.index(agent))

    def _over(self) -> bool:
        return bool(self._batch.terminated[0] or self._batch.truncated[0])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._batch.reset(int(self._random.integers(2**63)))
        while self._over():  # a game can be over before anybody has decided anything
            self._batch.reset(int(self._random.integers(2**63)))
        self.agent_selection = self.possible_agents[int(self._batch.seats[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        player = self.possible_agents.index(agent)
        mask = np.zeros(self._shape.max_options, dtype=np.int8)
        if int(self._batch.seats[0]) == player:
            mask[:] = self._batch.mask[0]
            return {"observation": of_batch(self._batch, 0, self._shape), "action_mask": mask}
        if self._batch.truncated[0]:  # there may be no room for all, or no game to look at
            shapes = self._shape.shapes(len(self.possible_agents)).items()
            return {"observation": {name: np.zeros(s, np.int16) for name, s in shapes}, "action_mask": mask}
        return {"observation": of_seat(self._batch.seat(0, player), self._shape), "action_mask": mask}

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._batch.step(np.array([action], dtype=np.int32))
        self._cumulative_rewards[agent] = 0.0
        over = self._over()
        for player, name in enumerate(self.possible_agents):
            self.rewards[name] = float(self._batch.rewards[0, player])
            self.terminations[name] = bool(self._batch.terminated[0])
            self.truncations[name] = bool(self._batch.truncated[0])
        if not over:
            self.agent_selection = self.possible_agents[int(self._batch.seats[0])]
        self._accumulate_rewards()

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None
