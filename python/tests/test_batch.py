"""Many games at once."""

import numpy as np
import pytest

import gavel
from gavel.padding import Shape, of_all, of_batch

GAMES = 32


def actions(batch: gavel.Batch, draw: np.random.Generator) -> np.ndarray:
    return (draw.random(batch.games) * np.diff(batch.option_offsets)).astype(np.int32)


def shown(batch: gavel.Batch) -> list[bytes]:
    names = ["globals", "player_rows", "objects", "links", "options", "mask", "seats", "rewards", "terminated", "truncated"]
    return [getattr(batch, name).tobytes() for name in names]


def run(game: gavel.Game, steps: int, seed: int = 1, **arguments) -> list[list[bytes]]:
    batch = gavel.Batch(game, games=GAMES, **arguments)
    batch.reset(seed)
    draw = np.random.default_rng(7)
    history = [shown(batch)]
    for _ in range(steps):
        batch.step(actions(batch, draw))
        history.append(shown(batch))
    return history


def test_threads_change_nothing(game):
    one = run(game, 150)
    assert run(game, 150, threads=2) == one
    assert run(game, 150, threads=8) == one
    assert run(game, 150, seed=2) != one


def test_the_arrays_are_what_they_are_said_to_be(game):
    batch = gavel.Batch(game, games=GAMES, max_options=64)
    batch.reset(1)
    columns = gavel.observation_columns()
    assert batch.globals.shape == (GAMES, len(columns["globals"])) and batch.globals.dtype == np.int16
    assert batch.player_rows.shape == (GAMES, 2, len(columns["players"]))
    assert batch.objects.shape == (batch.object_offsets[-1], len(columns["objects"]))
    assert batch.mask.shape == (GAMES, 64)
    assert np.array_equal(batch.mask.sum(axis=1), np.diff(batch.option_offsets))
    assert (batch.objects[: batch.object_offsets[1], columns["objects"].index("owner")] == 0).all()


def test_nothing_is_copied(game):
    batch = gavel.Batch(game, games=GAMES)
    batch.reset(1)
    before, address = batch.globals, batch.globals.ctypes.data
    was = before.copy()
    batch.step(actions(batch, np.random.default_rng(1)))
    assert batch.globals.ctypes.data == address and not np.array_equal(before, was)


def test_arrays_keep_their_batch_alive(game):
    batch = gavel.Batch(game, games=4)
    batch.reset(1)
    objects = batch.objects
    kept = objects.copy()
    del batch, game
    assert np.array_equal(objects, kept)


def test_games_end_and_begin_again(game):
    batch = gavel.Batch(game, games=GAMES)
    batch.reset(1)
    draw = np.random.default_rng(3)
    ends = wins = 0
    for _ in range(800):
        over = (batch.terminated | batch.truncated).astype(bool)
        batch.step(actions(batch, draw))
        assert not (batch.terminated | batch.truncated)[over].any()
        ended = batch.terminated.astype(bool)
        assert (batch.rewards[~ended] == 0).all() and (batch.rewards[ended].sum(axis=1) == 0).all()
        ends += int(ended.sum())
        wins += int((batch.rewards[:, 0] == 1).sum())
    assert ends > GAMES and 0 < wins < ends and batch.episodes >= ends


def test_one_bad_action_changes_no_game(game):
    batch = gavel.Batch(game, games=GAMES)
    with pytest.raises(gavel.MisuseError):
        batch.step(np.zeros(GAMES, dtype=np.int32))
    batch.reset(1)
    before = shown(batch)
    chosen = np.zeros(GAMES, dtype=np.int32)
    chosen[5] = 200
    with pytest.raises(gavel.IllegalError, match="game 5 has no action 200"):
        batch.step(chosen)
    assert shown(batch) == before
    with pytest.raises(gavel.CheckError, match="expected 32 actions"):
        batch.step(np.zeros(3, dtype=np.int32))
    with pytest.raises(gavel.CheckError, match="nobody called"):
        gavel.Batch(game, seats=["caller", "somebody"])


def test_random_play_needs_no_python(game):
    batch = gavel.Batch(game, games=GAMES)
    with pytest.raises(gavel.MisuseError):
        batch.play_random(1)
    batch.reset(1)
    batch.play_random(300)
    once = shown(batch)
    batch.reset(1)
    batch.play_random(300)
    assert shown(batch) == once and batch.episodes > GAMES


def test_truncation_says_why(game):
    batch = gavel.Batch(game, games=2, max_decisions=40)
    batch.reset(1)
    draw = np.random.default_rng(3)
    while not batch.truncated[0]:
        batch.step(actions(batch, draw))
    assert "max_decisions" in batch.why_truncated(0)


def test_padding_agrees_with_the_ragged_rows(game):
    shape = Shape(max_objects=128, max_links=32, max_options=64)
    batch = gavel.Batch(game, games=8, max_objects=128, max_links=32, max_options=64)
    batch.reset(1)
    for _ in range(50):
        batch.step(actions(batch, np.random.default_rng(1)))
    everything = of_all(batch, shape)
    for i in range(8):
        one = of_batch(batch, i, shape)
        assert all(np.array_equal(one[name], everything[name][i]) for name in one)
