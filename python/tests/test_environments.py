"""The official checkers of Gymnasium and PettingZoo, and what they don't look at."""

import pickle
import warnings

import numpy as np
import pytest

import gavel

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from gavel.aec import GavelAECEnv
from gavel.gym import FlatEnv, GavelEnv, GavelVectorEnv
from gavel.padding import Shape

SMALL = Shape(max_objects=128, max_links=64, max_options=32)


def first(seat: gavel.Seat) -> int:
    assert seat.options
    return 0


@pytest.mark.parametrize("opponent", ["random", first])
def test_gymnasium_finds_nothing_wrong(decks, opponent):
    env = GavelEnv(decks, opponent=opponent, shape=SMALL)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)


def test_flat_rows_say_the_same(decks):
    env = FlatEnv(GavelEnv(decks, shape=SMALL))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*different from the unwrapped version")
        check_env(env, skip_render_check=True)
    plain = GavelEnv(decks, shape=SMALL)
    seen, _ = env.reset(seed=5)
    tables, info = plain.reset(seed=5)
    for _ in range(40):
        assert np.array_equal(seen["observations"], np.concatenate([t.ravel() for t in tables.values()]))
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        action = int(np.flatnonzero(info["action_mask"])[-1])
        seen, *_ = env.step(action)
        tables, _, over, cut, info = plain.step(action)
        if over or cut:
            break


def test_pettingzoo_finds_nothing_wrong(decks):
    api_test(GavelAECEnv(decks, shape=SMALL), num_cycles=500)
    seed_test(lambda: GavelAECEnv(decks, shape=SMALL), num_cycles=200)


def test_four_agents_play_to_the_end(decks):
    env = GavelAECEnv(decks * 2, shape=Shape())
    env.reset(seed=5)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(max_iter=20000):
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        over = termination or truncation
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    assert not env.agents and sorted(totals.values()) in ([-1, -1, -1, 1], [0, 0, 0, 0])


def test_an_episode_is_played_under_its_mask(decks):
    env = GavelEnv(decks, seat=None, shape=SMALL)
    rewards = set()
    for seed in range(12):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            mask = env.action_masks()
            assert mask.dtype == bool and np.array_equal(mask, info["action_mask"]) and mask.any()
            observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
            over = terminated or truncated
        assert not info["action_mask"].any()
        rewards.add(reward)
    assert rewards == {-1.0, 1.0}


def test_an_illegal_action_raises_and_changes_nothing(decks):
    env = GavelEnv(decks, shape=SMALL)
    observation, _ = env.reset(seed=1)
    with pytest.raises(gavel.IllegalError):
        env.step(31)
    again, *_ = env.step(0)
    twin = GavelEnv(decks, shape=SMALL)
    twin.reset(seed=1)
    same, *_ = twin.step(0)
    assert all(np.array_equal(again[name], same[name]) for name in again)


def test_spaces_can_be_kept_with_a_model(decks):
    env = GavelEnv(decks, shape=SMALL)
    assert pickle.loads(pickle.dumps(env.action_space)) == env.action_space
    assert pickle.loads(pickle.dumps(env.observation_space)) == env.observation_space


def test_the_vector_environment_begins_again_in_the_next_step(decks):
    env = GavelVectorEnv(decks, 16, shape=SMALL, threads=2)
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation)
    draw = np.random.default_rng(1)
    ends, over = 0, np.zeros(16, dtype=bool)
    for _ in range(400):
        actions = (draw.random(16) * info["action_mask"].sum(axis=1)).astype(np.int32)
        observation, rewards, terminated, truncated, info = env.step(actions)
        assert not (terminated | truncated)[over].any() and (rewards[over] == 0).all()
        over = terminated | truncated
        ends += int(over.sum())
    assert ends > 16 and env.observation_space.contains(observation)
