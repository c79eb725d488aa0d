"""Trains RLlib's PPO with action masking on a small mirror match, and prints how its games go.

    pip install './python[rllib]'
    python python/examples/rllib.py [--iterations 1] [--runners 0]
"""

from __future__ import annotations

import argparse

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from gavel.padding import Shape
from gavel.ray import register_rllib

DECK = {"Mountain": 17, "Lightning Bolt": 8, "Mogg Fanatic": 8, "Hill Giant": 7}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--iterations", type=int, default=1)
    parser.add_argument("--runners", type=int, default=0, help="how many processes play; 0 plays in this one")
    arguments = parser.parse_args()
    game = {"decks": [DECK, DECK], "shape": Shape(64, 16, 32), "max_decisions": 3000}
    config = (
        PPOConfig()
        .environment(register_rllib(), env_config=game)
        .env_runners(num_env_runners=arguments.runners)
        .training(train_batch_size_per_learner=2000, minibatch_size=256, num_epochs=4)
        .rl_module(
            rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [256]})
        )
    )
    algorithm = config.build_algo()
    for iteration in range(1, arguments.iterations + 1):
        played = algorithm.train()["env_runners"]
        games, steps, mean = (played.get(key) for key in ("num_episodes", "num_env_steps_sampled", "episode_return_mean"))
        print(f"iteration {iteration}: {games} games, {steps} steps, mean reward {mean:.2f}", flush=True)
    algorithm.stop()


if __name__ == "__main__":
    main()
