# %% [markdown]
# # A tour of Gavel in Python
# Run this file, or open it as a notebook: editors take each `# %%` for a cell.

# %% A game is a few cards, a seed, and answers to what it asks.
import numpy as np

import gavel

cards = gavel.Cards()
red = {"Mountain": 24, "Lightning Bolt": 18, "Hill Giant": 18}
green = "24 Forest\n18 Grizzly Bears\n18 Giant Growth\n"
game = gavel.new_game(cards, [red, green], seed=7)
game.start()
print(game.decision, game.options)

# %% What a card does, in the engine's own language and in Magic's.
bolt = cards.find("Lightning Bolt")
print(cards.definition(bolt))
print(cards.english(bolt))

# %% A copy goes its own way; a save goes the same way on any machine.
twin = game.clone()
twin.answer(1)
again = gavel.Game.load(cards, game.save())
print(game.hash == again.hash, game.hash == twin.hash)

# %% Whoever plays gets a seat. What its player may not know has no name.
while game.turn < 1 or len(game.options) < 2:
    game.answer(0)
me = game.decider
seat = game.seat(me)
for number, player in enumerate(seat.view()["players"]):
    print(number, player["life"], [card["name"] for card in player["hand"]])

# %% The same as numbers: rows of small whole numbers whose columns have names.
seen = seat.observe()
columns = gavel.observation_columns()
print({table: rows.shape for table, rows in seen.items()})
print(dict(zip(columns["objects"], seen["objects"][0].tolist())))

# %% A world that may be the real one: search there, and not in the game.
world = seat.imagine(seed=1)
print([card["name"] for card in world.view(1 - me)["players"][1 - me]["hand"]])

# %% What would this option do?
print(seat.options[0], "->", game.explain(0))

# %% Many games at once, with random actions.
batch = gavel.Batch(gavel.new_game(cards, [red, green]), games=64, threads=2)
batch.reset(seed=1)
draw = np.random.default_rng(1)
wins = np.zeros(2)
for _ in range(500):
    batch.step((draw.random(64) * np.diff(batch.option_offsets)).astype(np.int32))
    wins += (batch.rewards == 1).sum(axis=0)
print("games won by each deck:", wins, "in", batch.decisions, "decisions")
