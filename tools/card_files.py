"""Shared by the tools that measure the reading of cards: card data, real decks, and what gavel accepts of them."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

GAVEL = os.environ.get("GAVEL", "build/plain/gavel")


def load(paths):
    """The cards of files of card data by name, each once."""
    cards = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for card in json.load(file):
                cards.setdefault(card["name"], card)
    return cards


def first_printings(path):
    """The set and the date of each card's first printing."""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in list(file)[1:]]
    return {name: (code, date) for name, code, date in rows}


def known(paths, alone=False):
    """Names of cards with a definition: including the built-in cards, or in these files alone."""
    command = [GAVEL, "cards"] + (["--cards-alone"] if alone else [])
    for path in paths:
        command += ["--cards", path]
    done = subprocess.run(command + ["list"], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{os.path.basename(sys.argv[0])}: {done.stderr.strip()}")
    return set(done.stdout.splitlines())


def known_of(cards):
    """Which of these cards, given as data, gavel accepts."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(cards, file)
        file.flush()
        return known([file.name], alone=True)


def plain(name):
    """A name in lower case without accents, as it often appears in lists."""
    letters = unicodedata.normalize("NFKD", name.lower().replace("æ", "ae"))
    return re.sub(r"\s*/+\s*", " // ", "".join(letter for letter in letters if not unicodedata.combining(letter)))


class Deck:
    def __init__(self, path):
        self.name = os.path.basename(path).removesuffix(".txt")
        self.commander = self.name.startswith("commander-")
        self.main, self.side = set(), set()
        part = self.main
        with open(path, encoding="utf-8") as file:
            for line in file:
                row = re.match(r"\s*(?:SB:\s*)?(\d+)\s+(.*\S)", line)
                if line.strip().lower().startswith("sideboard"):
                    part = self.side
                elif row:
                    part.add(row.group(2))


def decks(folder, cards):
    """The decks of a folder with the names as in the card data; and the unknown names, with their decks."""
    faces = {}
    for name, card in cards.items():
        faces.setdefault(plain(name), name)
        for face in card.get("card_faces") or []:
            faces.setdefault(plain(face["name"]), name)
        for half in name.split(" // "):
            faces.setdefault(plain(half), name)
    found, strange = [], {}
    for file in sorted(os.listdir(folder)):
        deck = Deck(os.path.join(folder, file))
        for part in ("main", "side"):
            names = set()
            for name in getattr(deck, part):
                card = faces.get(plain(name))
                if card:
                    names.add(card)
                else:
                    strange.setdefault(name, []).append(deck.name)
            setattr(deck, part, names)
        found.append(deck)
    left_out = {deck for names in strange.values() for deck in names}
    return [deck for deck in found if deck.name not in left_out], strange


def share(part, whole):
    return f"{part:,} of {whole:,} ({100 * part / max(1, whole):.1f} %)"
