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

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

import gavel
from gavel.gym import GavelEnv
from gavel.padding import Shape

DECK = {"Mountain": 17, "Lightning Bolt": 8, "Mogg Fanatic": 8, "Hill Giant": 7}
SHAPE = Shape(max_objects=64, max_links=16, max_options=32)


class Tables(BaseFeaturesExtractor):
    """Each row goes through a small net; objects are summed up, and options keep their places, so that an action is known by what it
    does."""

    def __init__(self, space: spaces.Dict) -> None:
        rows = space["options"].shape[0]
        super().__init__(space, 128 + 16 * rows)

        def net(width: int, out: int) -> torch.nn.Module:
            return torch.nn.Sequential(torch.nn.Linear(width, 64), torch.nn.ReLU(), torch.nn.Linear(64, out), torch.nn.ReLU())

        self.flat = net(space["globals"].shape[0] + int(np.prod(space["players"].shape)), 64)
        self.object = net(space["objects"].shape[1], 64)
        self.option = net(space["options"].shape[1] + 64, 16)

    def forward(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        squashed = {name: torch.sign(x) * torch.log1p(torch.abs(x)) for name, x in seen.items()}
        flat = self.flat(torch.cat([squashed["globals"], squashed["players"].flatten(1)], dim=1))
        there = (seen["objects"].abs().sum(dim=2, keepdim=True) > 0).float()
        objects = self.object(squashed["objects"]) * there
        # What an option is about, looked up by its pointer; nothing for players and for none.
        pointer = seen["options"][:, :, 1].long()
        about = torch.gather(objects, 1, (pointer.clamp(min=1) - 1).unsqueeze(2).expand(-1, -1, objects.shape[2]))
        about = about * (pointer > 0).unsqueeze(2).float()
        options = self.option(torch.cat([squashed["options"], about], dim=2))
        return torch.cat([flat, objects.sum(dim=1) / 16, options.flatten(1)], dim=1)


def make_env(cards: gavel.Cards) -> GavelEnv:
    return GavelEnv([DECK, DECK], cards=cards, seat=None, opponent="random", shape=SHAPE, max_decisions=3000)


class Curve(BaseCallback):
    """Notes how games end while it learns."""

    def __init__(self) -> None:
        super().__init__()
        self.rewards: list[float] = []

    def _on_step(self) -> bool:
        for reward, done in zip(self.locals["rewards"], self.locals["dones"], strict=True):
            if done:
                self.rewards.append(float(reward))
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
    envs = DummyVecEnv([lambda: make_env(cards) for _ in range(8)])
    policy: dict[str, Any] = {"features_extractor_class": Tables, "net_arch": [128]}
    model = MaskablePPO(
        "MultiInputPolicy", envs, policy_kwargs=policy, n_steps=256, batch_size=256, n_epochs=4, gamma=0.999, seed=seed, device="cpu"
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
