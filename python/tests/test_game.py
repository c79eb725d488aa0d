"""Games, seats and what they refuse."""

import random
import threading

import numpy as np
import pytest

import gavel


def play(game: gavel.Game, seed: int, limit: int = 3000) -> None:
    draw = random.Random(seed)
    while game.decider is not None and limit:
        game.answer(draw.randrange(game.option_count))
        limit -= 1


def test_a_game_is_played_to_its_end(game):
    assert game.decider is None and game.decision == "" and game.options == []
    game.start()
    assert "keep the opening hand" in game.decision
    play(game, 1)
    assert game.over and game.winner in (0, 1) and game.turn > 1
    assert game.decider is None


def test_clones_and_saves_go_the_same_way(cards, game):
    game.start("dealt")
    play(game, 1, 60)
    twin, loaded = game.clone(), gavel.Game.load(cards, game.save())
    assert game.hash == twin.hash == loaded.hash
    for each in (game, twin, loaded):
        play(each, 2, 200)
    assert game.hash == twin.hash == loaded.hash


def test_damaged_saves_are_refused(cards, game):
    game.start("dealt")
    saved = game.save()
    for at in range(0, len(saved), 97):
        with pytest.raises((gavel.CorruptError, gavel.VersionError)):
            gavel.Game.load(cards, saved[:at] + bytes([saved[at] ^ 0x5A]) + saved[at + 1 :])
    with pytest.raises(gavel.CorruptError):
        gavel.Game.load(cards, saved[:-1])


def test_wrong_answers_change_nothing(game):
    with pytest.raises(gavel.MisuseError, match="before the game has been started"):
        game.answer(0)
    game.start()
    before = game.hash
    with pytest.raises(gavel.IllegalError, match="there is no option 2: they are 0 to 1"):
        game.answer(2)
    assert game.hash == before
    with pytest.raises(gavel.CheckError, match="no player 2"):
        game.seat(2)


def test_messages_have_their_place_and_a_remedy(cards):
    with pytest.raises(gavel.UnknownError, match="Lightning Bolt") as caught:
        gavel.new_game(cards, ["10 Mountain\n4 Lihgtning Bolt\n", {"Forest": 40}])
    assert caught.value.line == 2
    with pytest.raises(gavel.UnknownError, match="nearest: \"Lightning Bolt\""):
        cards.find("Lightnin Bolt")
    with pytest.raises(gavel.CheckError, match="no format"):
        gavel.Game(cards, format="standard")
    with pytest.raises(gavel.UnknownError):
        cards.add_compiled("/nowhere/cards.db")


def test_cards_can_be_added_from_text():
    cards = gavel.Cards()
    count = len(cards)
    cards.add_text('(card "Small Test Bear" (cost {G}) (types creature Bear) (pt 1 2))')
    assert len(cards) == count + 1 and cards.name(cards.find("Small Test Bear")) == "Small Test Bear"
    with pytest.raises(gavel.GavelError) as caught:
        cards.add_text("(card")
    assert caught.value.line == 1


def test_features_go_by_what_a_card_does(cards):
    features = cards.features(64)
    assert features.shape == (len(cards) + 1, 64) and features.dtype == np.int16
    assert not features[0].any() and features[1:].any(axis=1).all()


def test_explain_tells_what_an_option_does(game):
    game.start("dealt")
    while not any(text.startswith("play") for text in game.options):
        game.answer(0)
    before = game.hash
    lands = [i for i, text in enumerate(game.options) if text.startswith("play")]
    assert any("Mountain" in line or "Forest" in line for line in game.explain(lands[0]))
    assert game.hash == before


def test_a_seat_sees_its_own_hand_only(game):
    game.start("dealt")
    for me in (0, 1):
        view = game.seat(me).view()
        assert all(card["name"] for card in view["players"][me]["hand"])
        assert all(card["name"] is None and card["card"] == 0 for card in view["players"][1 - me]["hand"])
        assert len(view["players"][1 - me]["hand"]) == 7


def test_a_seat_has_no_way_to_the_game(game):
    game.start("dealt")
    seat = game.seat(0)
    shown = {name for name in dir(seat) if not name.startswith("_")}
    assert shown == {"player", "decision", "options", "observe", "view", "imagine"}


def test_only_who_decides_sees_the_decision(game):
    game.start()
    decider = game.decider
    assert game.seat(decider).decision == "keep" and game.seat(1 - decider).decision is None
    assert game.seat(1 - decider).options == []
    assert len(game.seat(1 - decider).observe()["options"]) == 0


def test_what_is_imagined_is_fair(game):
    game.start("dealt")
    seat = game.seat(game.decider)
    seen = seat.observe()
    hands = set()
    for seed in range(8):
        imagined = seat.imagine(seed)
        again = imagined.seat(seat.player).observe()
        assert all(np.array_equal(seen[table], again[table]) for table in seen)
        other = imagined.seat(1 - seat.player).view()["players"][1 - seat.player]["hand"]
        hands.add(tuple(sorted(card["name"] for card in other)))
    assert len(hands) > 1


def test_threads_share_a_game_safely(game):
    game.start("dealt")
    seats = [game.seat(p) for p in (0, 1)]
    failures = []

    def look(seat):
        try:
            for _ in range(300):
                seat.observe()
                seat.view()
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=look, args=(seat,)) for seat in seats]
    for thread in threads:
        thread.start()
    play(game, 1, 300)
    for thread in threads:
        thread.join()
    assert failures == []


def test_the_automatic_player_chooses_an_option(game):
    game.start("dealt")
    assert 0 <= game.automatic() < game.option_count
