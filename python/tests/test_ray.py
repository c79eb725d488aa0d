"""Workers on other processes, and what happens when one of them dies."""

import pytest

import gavel

ray = pytest.importorskip("ray")

import gavel.ray as gr

BURN = {"Mountain": 24, "Lightning Bolt": 12, "Mogg Fanatic": 24}


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_workers_play_as_a_table_does():
    seeds = list(range(1, 13))
    table = gr.Table([BURN, BURN])
    alone = {seed: table.play(["random", "random"], seed) for seed in seeds}
    with gr.Workers([BURN, BURN], workers=2) as workers:
        together = {o.seed: o for o in workers.outcomes(["random", "random"], seeds, at_once=3)}
    assert together == alone


def test_a_killed_worker_is_replaced():
    seeds = list(range(1, 41))
    with gr.Workers([BURN, BURN], workers=2) as workers:
        killed = workers.actors[0]
        outcomes = {}
        for outcome in workers.outcomes(["random", "random"], seeds, at_once=2):
            if not outcomes:
                ray.kill(killed)
            outcomes[outcome.seed] = outcome
        assert killed not in workers.actors
    table = gr.Table([BURN, BURN])
    assert outcomes == {seed: table.play(["random", "random"], seed) for seed in seeds}


def test_players_are_evaluated_with_seats_balanced():
    with gr.Workers([BURN, BURN], workers=2) as workers:
        result = workers.evaluate(["automatic", "random"], games=20)
    low, high = result.interval()
    assert result.games == 20 and 0 <= low <= result.rate <= high <= 1 and result.rate > 0.5


def test_episodes_are_written_and_read(tmp_path):
    def choose_first(seat: gavel.Seat) -> int:
        return 0

    with gr.Workers([BURN, BURN], workers=1) as workers:
        paths = gr.write_episodes(workers.episodes([choose_first, "random"], [1, 2]), tmp_path, rows_each=50)
    rows = list(gr.read_episodes(tmp_path))
    assert paths and {row["seed"] for row in rows} == {1, 2} and all(row["player"] == 0 for row in rows)
    assert all(row["reward"] in (-1.0, 0.0, 1.0) and row["objects"].dtype == "int16" for row in rows)
