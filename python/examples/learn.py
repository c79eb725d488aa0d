"""Learns a small mirror match against the random player with MaskablePPO, and draws the learning curve.

    pip install './python[learn]'
    python python/examples/learn.py [--steps 150000] [--seeds 5] [--games 1000] [--out build/learn]

Writes curve.png, with games played to the right and the share of games won upwards, and prints for each seed how many of the games with
seats balanced were won, with Wilson's 95 % interval.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import gymnasium as gym
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

import gavel
from gavel.gym import GavelEnv
from gavel.padding import Shape

DECK = {"Mountain": 17, "Lightning Bolt": 8, "Mogg Fanatic": 8, "Hill Giant": 7}
SHAPE = Shape(max_objects=64, max_links=16, max_options=32)
GAMMA = 0.998


COLUMNS = gavel.observation_columns()


class Rows(torch.nn.Module):
    """The rows of a table as vectors. Columns that name something (a card, a zone, a kind) are looked up in a table of their own;
    the rest are amounts, and squashed."""

    def __init__(self, table: str, names: dict[str, int], out: int) -> None:
        super().__init__()
        self.places = [COLUMNS[table].index(name) for name in names]
        self.amounts = [i for i in range(len(COLUMNS[table])) if i not in self.places]
        self.tables = torch.nn.ModuleList(torch.nn.Embedding(256, width) for width in names.values())
        self.net = torch.nn.Sequential(torch.nn.Linear(len(self.amounts) + sum(names.values()), out), torch.nn.ReLU())

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        amounts = rows[..., self.amounts]
        named = [table(rows[..., place].long() % 256) for table, place in zip(self.tables, self.places, strict=True)]
        return self.net(torch.cat([torch.sign(amounts) * torch.log1p(torch.abs(amounts)), *named], dim=-1))


class Tables(BaseFeaturesExtractor):
    """The situation as one vector, and each option as one: what it does and what it is about."""

    WIDTH = 64

    def __init__(self, space: spaces.Dict) -> None:
        super().__init__(space, self.WIDTH * (2 + space["options"].shape[0]))
        self.globals = Rows("globals", {"step": 8, "decision": 8}, self.WIDTH)
        self.players = Rows("players", {}, self.WIDTH // space["players"].shape[0])
        self.objects = Rows("objects", {"card": 16, "zone": 8, "controller": 4}, self.WIDTH)
        self.options = Rows("options", {"kind": 8, "word": 8, "detail": 4}, self.WIDTH)

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        there = (seen["objects"].abs().sum(dim=2, keepdim=True) > 0).float()
        objects = self.objects(seen["objects"]) * there
        # What an option is about, looked up by its pointer; a player and nothing are told by their number.
        pointer = seen["options"][:, :, COLUMNS["options"].index("object")].long()
        about = torch.gather(objects, 1, (pointer.clamp(min=1) - 1).unsqueeze(2).expand(-1, -1, self.WIDTH))
        options = self.options(seen["options"]) + about * (pointer > 0).unsqueeze(2).float()
        flat = self.globals(seen["globals"]) + self.players(seen["players"]).flatten(1)
        return torch.cat([flat, objects.sum(dim=1) / 8, options.flatten(1)], dim=1)


class Scores(torch.nn.Module):
    """A score for each option from the situation and the option, by the same net for all, and what the situation is worth."""

    def __init__(self, rows: int) -> None:
        super().__init__()
        width = Tables.WIDTH
        self.rows, self.latent_dim_pi, self.latent_dim_vf = rows, rows, width
        self.option = torch.nn.Sequential(torch.nn.Linear(3 * width, width), torch.nn.ReLU(), torch.nn.Linear(width, 1))
        self.worth = torch.nn.Sequential(torch.nn.Linear(2 * width, width), torch.nn.ReLU())

    def forward(self, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        width = Tables.WIDTH
        options = features[:, 2 * width :].unflatten(1, (self.rows, width))
        flat = features[:, : 2 * width].unsqueeze(1).expand(-1, self.rows, -1)
        return self.option(torch.cat([flat, options], dim=2)).squeeze(2)

    def forward_critic(self, features: torch.Tensor) -> torch.Tensor:
        return self.worth(features[:, : 2 * Tables.WIDTH])


class Policy(MaskableMultiInputActorCriticPolicy):
    """Chooses by the scores of options, whatever row they stand in."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Scores(int(self.action_space.n))

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = torch.nn.Identity()  # the scores are the logits


class Life(gym.Wrapper):
    """Rewards on the way: the change in how far the learner is ahead in life. It comes to nothing over a whole game, whatever is
    played, so that the best play stays the best (potential-based shaping; Ng, Harada and Russell, 1999)."""

    def _ahead(self, seen: dict[str, np.ndarray]) -> float:
        life = seen["players"][:, COLUMNS["players"].index("life")]
        return float(np.clip((int(life[0]) - int(life[1])) / 20, -1, 1))

    def reset(self, **more: Any) -> tuple[Any, dict[str, Any]]:
        seen, info = self.env.reset(**more)
        self.before = self._ahead(seen)
        return seen, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, reward, terminated, truncated, info = self.env.step(action)
        after = 0.0 if terminated else self._ahead(seen)
        shaped = float(reward) + GAMMA * after - self.before
        self.before = after
        return seen, shaped, terminated, truncated, info | {"result": float(reward)}

    def action_masks(self) -> np.ndarray:
        return self.env.action_masks()


def make_env(cards: gavel.Cards) -> Life:
    return Life(GavelEnv([DECK, DECK], cards=cards, seat=None, opponent="random", shape=SHAPE, max_decisions=3000))


class Curve(BaseCallback):
    """Notes how games end while it learns."""

    def __init__(self) -> None:
        super().__init__()
        self.rewards: list[float] = []

    def _on_step(self) -> bool:
        for info, done in zip(self.locals["infos"], self.locals["dones"], strict=True):
            if done:
                self.rewards.append(info["result"])
        return True


def evaluate(model: MaskablePPO, cards: gavel.Cards, games: int) -> int:
    """How many of the games are won, half of them from each seat."""
    wins = 0
    for seat in (0, 1):
        env = GavelEnv([DECK, DECK], cards=cards, seat=seat, opponent="random", shape=SHAPE, max_decisions=3000)
        for game in range(games // 2):
            seen, _ = env.reset(seed=10**6 + game)
            reward, over = 0.0, False
            while not over:
                action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
                seen, reward, terminated, truncated, _ = env.step(int(action))
                over = terminated or truncated
            wins += reward > 0
    return wins


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    z, rate = 1.96, wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * (rate * (1 - rate) / games + z * z / (4 * games * games)) ** 0.5
    return middle - half, middle + half


def learn(cards: gavel.Cards, seed: int, steps: int) -> tuple[MaskablePPO, list[float]]:
    envs = DummyVecEnv([lambda: make_env(cards) for _ in range(16)])
    policy: dict[str, Any] = {"features_extractor_class": Tables, "ortho_init": False}
    model = MaskablePPO(
        Policy,
        envs,
        policy_kwargs=policy,
        learning_rate=5e-4,
        n_steps=512,
        batch_size=512,
        n_epochs=4,
        gamma=GAMMA,
        gae_lambda=0.97,
        ent_coef=0.01,
        seed=seed,
        device="cpu",
    )
    curve = Curve()
    model.learn(steps, callback=curve)
    return model, curve.rewards


def draw(curves: list[list[float]], path: Path, window: int = 100) -> None:
    for seed, rewards in enumerate(curves, 1):
        won = (np.array(rewards) > 0).astype(float)
        if len(won) >= window:
            smooth = np.convolve(won, np.ones(window) / window, mode="valid")
            plt.plot(np.arange(len(smooth)) + window, smooth, label=f"seed {seed}")
    plt.axhline(0.9, color="grey", linestyle=":")
    plt.xlabel("games played")
    plt.ylabel(f"share won, of the last {window}")
    plt.legend()
    plt.savefig(path, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, usual in (("steps", 150000), ("seeds", 5), ("games", 1000)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--out", type=Path, default=Path("build/learn"))
    arguments = parser.parse_args()
    torch.set_num_threads(1)  # nets this small only lose by sharing their work
    arguments.out.mkdir(parents=True, exist_ok=True)
    cards, curves = gavel.Cards(), []
    for seed in range(1, arguments.seeds + 1):
        model, rewards = learn(cards, seed, arguments.steps)
        curves.append(rewards)
        model.save(arguments.out / f"seed-{seed}")
        wins = evaluate(model, cards, arguments.games)
        low, high = interval(wins, arguments.games)
        print(
            f"seed {seed}: {len(rewards)} games played to learn, {wins} of {arguments.games} won"
            f" ({100 * low:.1f} to {100 * high:.1f} %)",
            flush=True,
        )
    draw(curves, arguments.out / "curve.png")
    print(f"the curve is {arguments.out / 'curve.png'}")


if __name__ == "__main__":
    main()
