import pytest

import gavel


def pytest_terminal_summary(terminalreporter) -> None:
    """Counts as the project's other tests do."""
    count = {key: len(terminalreporter.stats.get(key, [])) for key in ("passed", "failed", "error", "skipped")}
    terminalreporter.write_line(
        f"{count['passed']} passed, {count['failed'] + count['error']} failed, {count['skipped']} skipped"
    )

BURN = {"Mountain": 24, "Lightning Bolt": 12, "Mogg Fanatic": 12, "Hill Giant": 12}
GREEN = {"Forest": 24, "Llanowar Elves": 8, "Grizzly Bears": 12, "Giant Spider": 8, "Giant Growth": 8}


@pytest.fixture(scope="session")
def cards() -> gavel.Cards:
    return gavel.Cards()


@pytest.fixture
def decks() -> list[dict[str, int]]:
    return [BURN, GREEN]


@pytest.fixture
def game(cards: gavel.Cards, decks: list[dict[str, int]]) -> gavel.Game:
    return gavel.new_game(cards, decks)
