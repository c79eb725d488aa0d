/** What the package promises, where it is called. */
import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { Decision, Engine, GavelError, OptionKind, type Session, type TableMoment } from "../src/index.js";

const BOLT =
  "player Alice\n  hand: Lightning Bolt\n  battlefield: Mountain\n" +
  "player Bob\n  battlefield: Grizzly Bears as bears\nturn 1 main\n";

let engine: Engine;
before(async () => {
  engine = await Engine.create(readFileSync(process.env["GAVEL_WASM"]!));
});

/** The error a call ends in. */
function errorOf(call: () => unknown): GavelError {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof GavelError);
    return error;
  }
  throw new Error("expected an error");
}

function using(text: string, use: (session: Session) => void): void {
  const session = engine.open(text);
  try {
    use(session);
  } finally {
    session.close();
  }
}

test("a bolt kills a bear, and the account says by which rule", () => {
  using(BOLT, (session) => {
    session.act('Alice casts "Lightning Bolt" targeting bears\nresolve');
    assert.match(session.account("brief"), /Grizzly Bears is destroyed \(704\.5g\)/);
    assert.ok(session.entries().some((entry) => entry.event === "damage" && entry.amount === 3));
    const { board, verdict } = session.moment();
    assert.equal(verdict, "pass");
    assert.ok(board!.objects.some((o) => o.zone === "graveyard" && o.name === "Grizzly Bears"));
  });
});

test("the engine speaks Italian, also of what has happened", () => {
  using(BOLT, (session) => {
    session.act('Alice casts "Lightning Bolt" targeting bears\nresolve');
    const { hash } = session.moment();
    engine.speak("it");
    try {
      assert.match(session.account("brief"), /Grizzly Bears viene distrutto \(704\.5g\)/);
      assert.equal(session.moment().hash, hash);
    } finally {
      engine.speak("en");
    }
    assert.match(session.account("brief"), /Grizzly Bears is destroyed/);
  });
});

test("options of the question are taken by their places, undone and done again", () => {
  using(BOLT, (session) => {
    const before = session.moment();
    const cast = before.board!.question!.options.findIndex((o) => o.text === "cast Lightning Bolt");
    session.take(cast);
    const after = session.moment();
    assert.notEqual(after.hash, before.hash);
    session.undo();
    assert.equal(session.moment().hash, before.hash);
    session.redo();
    assert.equal(session.moment().hash, after.hash);
    assert.deepEqual([session.moment().undo, session.moment().redo], [1, 0]);
  });
});

test("what fails says so, with the nearest names, and changes nothing", () => {
  using(BOLT, (session) => {
    const before = session.moment();
    const error = errorOf(() => session.act('Alice casts "Lightening Bolt"'));
    assert.equal(error.status, "unknown");
    assert.match(error.message, /Lightning Bolt/);
    assert.deepEqual(session.moment(), before);
    assert.equal(errorOf(() => session.undo()).status, "misuse");
    assert.equal(errorOf(() => session.take(99)).status, "illegal");
  });
  const syntax = errorOf(() => engine.open("player Alice\n  nonsense\n"));
  assert.deepEqual([syntax.status, syntax.line], ["syntax", 2]);
});

test("a player sees nothing of another's hand", () => {
  using("player Alice\nplayer Bob\n  hand: Counterspell\nturn 1 main\n", (session) => {
    const hand = (viewer?: number) => session.moment(viewer).board!.objects.filter((o) => o.zone === "hand");
    assert.equal(hand()[0]!.name, "Counterspell");
    assert.equal(hand(1)[0]!.name, "Counterspell");
    assert.equal(hand(0)[0]!.hidden, true);
    assert.equal(hand(0)[0]!.name, undefined);
  });
});

test("objects are explained layer by layer, and what can't be done by its rule", () => {
  using("player Alice\n  battlefield: Humility; Grizzly Bears as bears\nturn 1 main\n", (session) => {
    assert.match(session.explain("bears"), /Humility/);
    const { legal, why } = session.whyNot('Alice casts "Clone"');
    assert.equal(legal, false);
    assert.notEqual(why, "");
    assert.ok(session.complete("Alice ").length > 3);
    assert.ok(session.complete('Alice casts "Lightn').includes('Alice casts "Lightning Bolt"'));
  });
});

test("cards are found, and their texts are read", () => {
  assert.ok(engine.names().length > 1000);
  assert.equal(engine.card("grizzly bears").name, "Grizzly Bears");
  assert.match(errorOf(() => engine.card("Grizly Bears")).message, /Grizzly Bears/);
  assert.equal(engine.read("Destroy target creature.", { spell: true }).read, true);
  const text = "Æther: destroy target shiny creature.";
  const reading = engine.read(text, { spell: true });
  assert.equal(reading.read, false);
  assert.ok(text.slice(reading.at, reading.at + reading.length).length > 0);
});

const DATA = JSON.stringify([
  { name: "Sample Ogre", layout: "normal", type_line: "Creature — Ogre", mana_cost: "{2}{R}", power: "3", toughness: "3",
    oracle_text: "Trample" },
  { name: "Sample Riddle", layout: "normal", type_line: "Sorcery", mana_cost: "{U}", oracle_text: "Befuddle the moon." },
]);

test("card data is imported in pieces, kept as an image, and used", async () => {
  const own = await Engine.create(readFileSync(process.env["GAVEL_WASM"]!));
  const bytes = new TextEncoder().encode(DATA);
  const told: number[] = [];
  own.beginImport((p) => told.push(p.bytes));
  for (let at = 0; at < bytes.length; at += 50) own.feedImport(bytes.subarray(at, at + 50));
  const summary = own.finishImport();
  assert.deepEqual([summary.cards, summary.accepted], [2, 1]);
  assert.equal(told.at(-1), bytes.length);
  const image = own.importImage();
  own.useImport();
  assert.equal(own.card("Sample Ogre").text, "Trample");
  own.useImage(null);
  assert.equal(errorOf(() => own.card("Sample Ogre")).status, "unknown");
  own.useImage(image);
  assert.equal(own.card("Sample Ogre").name, "Sample Ogre");
  const session = own.open();
  assert.equal(errorOf(() => own.useImage(null)).status, "misuse");
  session.close();
});

test("damaged card data is refused, and the cards stay as they were", () => {
  engine.beginImport();
  const error = errorOf(() => engine.feedImport(new TextEncoder().encode('[{"name": "A", }]')));
  assert.equal(error.status, "syntax");
  engine.cancelImport();
  engine.beginImport();
  engine.feedImport(new TextEncoder().encode('[{"name": "A"'));
  assert.equal(errorOf(() => engine.finishImport()).status, "syntax");
  engine.cancelImport();
  assert.equal(errorOf(() => engine.useImage(new Uint8Array(100))).status, "corrupt");
  assert.equal(engine.card("Clone").name, "Clone");
});

test("a board of too many objects is refused", () => {
  const error = errorOf(() => engine.open("player Alice\n  battlefield: 9000 Island\nturn 1 main\n"));
  assert.equal(error.status, "limit");
});

const BURN = "17 Mountain\n4 Shock\n10 Raging Goblin\n9 Hill Giant\n";

test("decks are read, and their mistakes told by line", () => {
  const deck = engine.deck(BURN);
  assert.deepEqual([deck.problems, deck.main], [[], 40]);
  const wrong = engine.deck("4 Shock\n4 Shick\nnonsense\n");
  assert.deepEqual(wrong.problems.map((each) => each.line), [2, 3]);
  assert.match(wrong.problems[0]!.message, /Shock/);
});

test("a whole game is played against the automatic player, with choices taken back", () => {
  const table = engine.sit({ decks: [BURN, BURN], people: [true, false], seed: 7 });
  const end = (): TableMoment => {
    while (table.advance("usual", 50));
    return table.moment(0);
  };
  let now = end(), taken = 0;
  for (let steps = 0; !now.board.over && steps < 2000; steps++) {
    assert.equal(now.board.question!.player, 0);
    assert.ok(now.board.objects.every((o) => o.zone !== "hand" || o.owner === 0 || o.hidden));
    assert.doesNotMatch(now.log, /player 1 draws [^a]/);
    const before = now;
    table.answer(now.board.question!.options.length - 1);
    now = end();
    if (steps === 20) {
      table.undo();
      assert.deepEqual(table.moment(0), before);
      assert.equal(table.moment(1).board.waits, true);
      const again = engine.sit({ decks: [BURN, BURN], people: [true, false], seed: 7, answers: before.answers });
      assert.deepEqual(again.moment(0), before);
      again.close();
      now = end();
      taken++;
    }
  }
  assert.equal(taken, 1);
  assert.ok(now.board.over && now.board.players.some((player) => player.won));
  table.close();
});

test("a person chooses what pays, and the game goes the same way again from its answers", () => {
  const def = { decks: ["20 Mountain\n20 Shock\n", BURN] as [string, string], people: [true, false] as [boolean, boolean], seed: 3 };
  const table = engine.sit(def);
  let now: TableMoment;
  for (let steps = 0; ; steps++) {
    assert.ok(steps < 200);
    while (table.advance("usual", 50));
    now = table.moment(0);
    const { question, objects } = now.board;
    const cast = question!.options.findIndex((option) => option.kind === OptionKind.cast);
    const lands = objects.filter((o) => o.zone === "battlefield" && o.controller === 0 && !o.tapped);
    if (cast >= 0 && lands.length > 1) {
      table.answer(cast, true);
      break;
    }
    table.answer(Math.max(question!.options.findIndex((option) => option.kind === OptionKind.play), 0));
  }
  while ((now = table.moment(0)).board.question!.kind === Decision.target) table.answer(1, true);
  assert.equal(now.board.question!.kind, Decision.mana);
  assert.ok(now.board.question!.options.every((option) => option.mana));
  const again = engine.sit({ ...def, answers: now.answers });
  assert.deepEqual(again.moment(0), now);
  again.answer(0); // and what is still to be paid is paid automatically
  assert.notEqual(again.moment(0).board.question!.kind, Decision.mana);
  again.close();
  table.undo();
  assert.notEqual(table.moment(0).board.question!.kind, Decision.mana);
  table.close();
});
