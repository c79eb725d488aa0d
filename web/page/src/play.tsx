/** Playing a game against the automatic player, or two people at one screen. */
import { batch, signal, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type BoardObject, Decision, GavelError, type Option, OptionKind, type RemoteTable, type Stops, type TableMoment } from "../../gavel/src/index.js";
import { Board } from "./board.js";
import { CardWhole } from "./card.js";
import { DECKS } from "./examples.js";
import { Rich } from "./mana.js";
import { type Listed, listed } from "./options.js";
import { alerted, announce, detail, gavel, repeat, untold, wordsOf } from "./state.js";
import { contracted, t } from "./words.js";

const table = signal<RemoteTable | null>(null);
const people = signal<[boolean, boolean]>([true, false]);
const now = signal<TableMoment | null>(null);
/** The seat whose cards are shown. */
const viewer = signal(0);
/** The seat the screen has to be handed to before anything is shown. */
const handover = signal<number | null>(null);
const thinking = signal(false);
const wrong = signal("");
const hinted = signal("");
const stops = signal<Stops>("usual");
/** Whether people choose themselves which mana pays for what they do. */
const byHand = signal(false);
const looked = signal<string | null>(null);
/** Attackers or blockers that are picked before they are declared together: numbers of options. */
const picked = signal<number[]>([]);

/** How many answers are given before the page shows how far the game has come. */
const AT_ONCE = 12;

const twoPeople = (): boolean => people.value[0] && people.value[1];
function nameOf(player: number): string {
  if (twoPeople()) return t(player ? "second" : "first");
  return t(people.value[player] ? "you" : "opponent");
}
/** The same within a sentence, whose verbs are in the third person. */
function saidOf(player: number): string {
  return twoPeople() ? nameOf(player) : t(people.value[player] ? "youSaid" : "opponentSaid");
}
function named(text: string): string {
  const full = contracted(text.replace(/\bplayer ([01])\b/g, (_, player: string) => saidOf(Number(player))));
  return full.charAt(0).toUpperCase() + full.slice(1);
}

function lineOf(line: string): string {
  const heading = /^# (\d+) (\d+)$/.exec(line);
  return heading ? t("turnOf", { n: heading[1]!, name: nameOf(Number(heading[2])) }) : named(line.replace(MINOR, ""));
}

const MINOR = "- ";
const linesOf = (log: string): string[] => log.split("\n").filter((line) => line);

/** What each seat has been told. */
let told: [string[], string[]] = [[], []];
/** Announces what was done, where the log doesn't say it, what has happened since, and what is asked. */
function tell(done = ""): void {
  const lines = linesOf(now.value!.log);
  const fresh = untold(told[viewer.value]!, lines);
  told[viewer.value] = lines;
  const wanted = fresh.filter((line) => detail.value === "every" || (detail.value === "main" && !line.startsWith(MINOR)));
  const { board } = now.value!;
  announce(done, ...wanted.map(lineOf), board.question ? questionText() : board.over ? outcome() : "");
}

function outcome(): string {
  const winner = now.value!.board.players.findIndex((player) => player.won);
  if (winner < 0) return t("drawn");
  return !twoPeople() && people.value[winner] ? t("youWon") : t("won", { name: nameOf(winner) });
}

function questionText(): string {
  const asked = now.value!.board.question!;
  if (asked.kind === Decision.priority)
    return twoPeople() ? t("hasPriority", { name: nameOf(asked.player) }) : t("youHavePriority");
  return named(twoPeople() ? asked.text : asked.text.replace(/^player \d: /, ""));
}

async function look(): Promise<void> {
  const moment = await table.value!.moment(viewer.value);
  batch(() => {
    picked.value = [];
    now.value = moment;
  });
}

/** Shows the game again, in the language of the page. */
export async function lookAgain(): Promise<void> {
  if (table.value && !thinking.value) await look();
}

/** Plays on until a person is asked, showing now and then how far it is. */
async function playOn(how: Stops): Promise<void> {
  const game = table.value!;
  while (table.value === game && (await game.advance(how, AT_ONCE))) await look();
  if (table.value !== game) return;
  await look();
  if (twoPeople() && now.value!.board.waits && !now.value!.board.over) handover.value = 1 - viewer.value;
  else tell();
}

async function doing(step: (game: RemoteTable) => Promise<void>): Promise<void> {
  const game = table.value;
  if (!game || thinking.value) return;
  thinking.value = true;
  wrong.value = hinted.value = "";
  try {
    await step(game);
  } catch (error) {
    wrong.value = wordsOf(error);
    alerted(wrong.value);
    if (error instanceof GavelError && error.status === "stopped") await gavel.started().then(look, () => {});
  } finally {
    thinking.value = false;
  }
}

function choose(option: number): void {
  void doing(async (game) => {
    await game.answer(option, byHand.value);
    await playOn(stops.value);
  });
}

// --- combat: attackers and blockers are picked in any order, and declared together -----------------------

function inCombat(): boolean {
  const kind = now.value?.board.question?.kind;
  return kind === Decision.attacker || kind === Decision.blocker;
}

function pick(at: number): void {
  const { options } = now.value!.board.question!;
  const others = picked.value.filter((other) => options[other]!.ref !== options[at]!.ref);
  picked.value = picked.value.includes(at) ? picked.value.filter((other) => other !== at) : [...others, at];
}

/** Declares what is picked, in the order in which the game asks; all of it is taken back if it doesn't go together. */
function declare(): void {
  const { options } = now.value!.board.question!;
  const wanted = [...picked.value].sort((a, b) => a - b).map((at) => options[at]!);
  void doing(async (game) => {
    const place = (is: (option: Option) => boolean): number =>
      inCombat() ? now.value!.board.question!.options.findIndex(is) : -1;
    for (const [given, one] of wanted.entries()) {
      const at = place((option) => option.ref === one.ref && option.to === one.to);
      if (at < 0) {
        for (let back = 0; back < given; back++) await game.undo();
        await look();
        wrong.value = t("notTogether");
        alerted(wrong.value);
        return;
      }
      await game.answer(at, byHand.value);
      await look();
    }
    const done = place((option) => option.kind === OptionKind.done);
    if (done >= 0) await game.answer(done, byHand.value);
    await playOn(stops.value);
  });
}

/** A card was dragged onto what it is to attack or block; a player is attacked by what falls anywhere on their side. */
function dragged(ref: string, onto: BoardObject | null): void {
  if (!inCombat()) return;
  const { board } = now.value!;
  const { options } = board.question!;
  const objects = new Set(board.objects.map((object) => object.ref));
  let at = options.findIndex((option) => option.ref === ref && option.to === onto?.ref);
  if (at < 0 && (onto?.controller ?? onto?.owner) !== viewer.value)
    at = options.findIndex((option) => option.ref === ref && !!option.to && !objects.has(option.to));
  if (at >= 0 && !picked.value.includes(at)) pick(at);
}

/** An option was clicked: it is answered, or in combat picked. */
function take(at: number): void {
  const kind = now.value!.board.question!.options[at]!.kind;
  if (!inCombat()) choose(at);
  else if (kind === OptionKind.done) declare();
  else pick(at);
}

function passTurn(): void {
  const pass = passing();
  if (pass >= 0)
    void doing(async (game) => {
      await game.answer(pass);
      await playOn("pass turn");
    });
}

function takeBack(): void {
  void doing(async (game) => {
    await game.undo();
    await look();
    tell(t("takenBack"));
  });
}

function suggest(): void {
  void doing(async (game) => {
    const option = now.value!.board.question?.options[await game.hint()];
    hinted.value = option ? t("suggested", { what: named(option.text) }) : "";
    announce(hinted.value);
  });
}

function passing(): number {
  const asked = now.value?.board.question;
  if (asked?.kind !== Decision.priority) return -1;
  return asked.options.findIndex((option) => option.kind === OptionKind.pass);
}

/** A key was pressed while a game is shown; whether it meant something. */
export function playKey(key: string): boolean {
  const asked = now.value?.board.question;
  if (!table.value || handover.value !== null) return false;
  if (/^[1-9]$/.test(key) && asked) {
    const which = shown()[Number(key) - 1];
    if (which) take(which.at);
    return !!which;
  }
  const does: Record<string, () => void> = {
    p: () => passing() >= 0 && choose(passing()),
    e: passTurn,
    u: () => now.value?.undo && takeBack(),
    h: suggest,
    m: () => (byHand.value = !byHand.value),
    a: repeat,
  };
  if (!does[key]) return false;
  does[key]();
  return true;
}

/** Whether an option stands apart: whoever isn't paying hardly ever makes mana. */
function apart(option: Option): boolean {
  return !!option.mana && now.value!.board.question!.kind !== Decision.mana;
}

/** What an option says on the page. */
function said(option: Option, text: string): string {
  if (option.kind !== OptionKind.done) return text;
  if (picked.value.length) return t("declare", { n: picked.value.length });
  return now.value!.board.question!.kind === Decision.mana ? t("payPool") : text;
}

/** The options that are listed, or those that stand apart. */
function shown(mana = false): Listed[] {
  const { board } = now.value!;
  const options = board.question?.options ?? [];
  const places = [...options.keys()].filter((at) => apart(options[at]!) === mana);
  return listed(board, places, nameOf, named).map((each) => ({ ...each, text: said(each.option, each.text) }));
}

// --- before a game ---------------------------------------------------------------------------------

function DeckChoice({ label, onChange }: { label: string; onChange(text: string): void }): VNode {
  const which = useSignal("0");
  const own = useSignal("");
  useEffect(() => onChange(which.value === "own" ? own.value : DECKS[Number(which.value)]!.text), [which.value, own.value]);
  return (
    <div class="deck">
      <label>{label}
        <select value={which.value} onChange={(event) => (which.value = event.currentTarget.value)}>
          {DECKS.map((deck, i) => <option value={i}>{deck.name}</option>)}
          <option value="own">{t("ownDeck")}</option>
        </select>
      </label>
      {which.value === "own" ? (
        <label class="wide">{t("deckText", { deck: label })}
          <textarea rows={10} spellcheck={false} value={own.value} onInput={(event) => (own.value = event.currentTarget.value)} />
          <span class="quiet">{t("deckHint")}</span>
        </label>
      ) : null}
    </div>
  );
}

function Begin(): VNode {
  const decks = useRef<[string, string]>(["", ""]);
  const second = useSignal("auto");
  const faults = useSignal<string[]>([]);
  const starting = useSignal(false);
  async function begin(): Promise<void> {
    faults.value = [];
    starting.value = true;
    try {
      for (const text of new Set(decks.current)) {
        const deck = await gavel.deck(text);
        if (deck.problems.length || !deck.main) {
          faults.value = deck.problems.slice(0, 8).map(({ line, message }) => `${t("line")} ${line}: ${message}`);
          if (!faults.value.length) faults.value = [t("empty")];
          return;
        }
      }
      const seats: [boolean, boolean] = [true, second.value === "person"];
      const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
      const game = await gavel.sit({ decks: [...decks.current], people: seats, seed });
      told = [[], []];
      batch(() => {
        people.value = seats;
        viewer.value = 0;
        handover.value = null;
        now.value = null;
        table.value = game;
      });
      await doing(() => playOn(stops.value));
    } catch (error) {
      faults.value = [wordsOf(error)];
    } finally {
      starting.value = false;
    }
  }
  const other = second.value === "person" ? t("second") : t("opponent");
  return (
    <main class="one" id="content" tabIndex={-1}>
      <h1>{t("newGame")}</h1>
      <form
        class="begin"
        onSubmit={(event) => {
          event.preventDefault();
          void begin();
        }}
      >
        <label>{t("against")}
          <select value={second.value} onChange={(event) => (second.value = event.currentTarget.value)}>
            <option value="auto">{t("opponent")}</option>
            <option value="person">{t("person")}</option>
          </select>
        </label>
        <DeckChoice label={second.value === "person" ? t("deckOf", { name: t("first") }) : t("ownDeckOf")} onChange={(text) => (decks.current[0] = text)} />
        <DeckChoice label={t("deckOf", { name: other })} onChange={(text) => (decks.current[1] = text)} />
        {faults.value.length ? (
          <div class="wrong" role="alert"><p>{t("deckWrong")}</p><ul>{faults.value.map((each) => <li>{each}</li>)}</ul></div>
        ) : null}
        <p><button type="submit" class="primary" disabled={starting.value}>{t("begin")}</button></p>
      </form>
    </main>
  );
}

// --- during a game ---------------------------------------------------------------------------------

function Asked(): VNode {
  const { board } = now.value!;
  const asked = board.question;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [now.value]);
  const mana = shown(true);
  const buttons = (label: string, which: Listed[], numbered: boolean): VNode => (
    <ul class="options" aria-label={label}>
      {which.map(({ at, option, text }, i) => (
        <li key={at}>
          <button type="button" class="option" disabled={thinking.value} onClick={() => take(at)}
                  aria-pressed={inCombat() && option.kind !== OptionKind.done ? picked.value.includes(at) : undefined}>
            {numbered && i < 9 ? <span class="key" aria-hidden="true">{i + 1}</span> : null}
            <Rich text={text} />
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <section class="panel asking" aria-labelledby="play-question">
      <h2 id="play-question" tabIndex={-1} ref={heading}>{t("whatNow")}</h2>
      {thinking.value ? <p class="quiet" role="status">{t("thinking")}</p> : null}
      {asked ? (
        <>
          <p class="asked"><Rich text={questionText()} /></p>
          {buttons(t("choices"), shown(), true)}
          {mana.length ? (
            <details><summary>{t("manaAbilities")} ({mana.length})</summary>{buttons(t("manaAbilities"), mana, false)}</details>
          ) : null}
        </>
      ) : null}
      {board.over ? <p class="good">{outcome()}</p> : null}
      {hinted.value ? <p class="notice">{hinted.value}</p> : null}
      {wrong.value ? <p class="wrong" role="alert">{wrong.value}</p> : null}
      <div class="toolbar">
        <button type="button" disabled={!now.value!.undo || thinking.value} onClick={takeBack}>{t("takeBack")}</button>
        <button type="button" disabled={passing() < 0 || thinking.value} onClick={passTurn}>{t("passTurn")}</button>
        <button type="button" disabled={!asked || thinking.value} onClick={suggest}>{t("hint")}</button>
      </div>
      <label>{t("stops")}
        <select value={stops.value} onChange={(event) => (stops.value = event.currentTarget.value as Stops)}>
          <option value="usual">{t("stopsUsual")}</option>
          <option value="always">{t("stopsAlways")}</option>
        </select>
      </label>
      <label class="check">
        <input type="checkbox" checked={byHand.value} onChange={(event) => (byHand.value = event.currentTarget.checked)} />
        {t("byHand")}
      </label>
    </section>
  );
}

function Log(): VNode {
  const lines = linesOf(now.value!.log).filter((line) => !line.startsWith(MINOR));
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [now.value]);
  return (
    <section class="panel" aria-labelledby="log">
      <h2 id="log">{t("log")}</h2>
      <div class="account" ref={end} tabIndex={0} role="group" aria-labelledby="log">
        {lines.map((line, i) => line.startsWith("# ") ? <h3 key={i}>{lineOf(line)}</h3> : <p key={i}><Rich text={lineOf(line)} /></p>)}
      </div>
    </section>
  );
}

function Looked(): VNode | null {
  const object = now.value!.board.objects.find((each) => each.ref === looked.value);
  if (!object || object.hidden) return null;
  const options = (now.value!.board.question?.options ?? []).flatMap((option, at) => (option.ref === object.ref ? [{ option, at }] : []));
  return (
    <section class="panel" aria-labelledby="looked">
      <header>
        <h2 id="looked">{object.name || t("object")}</h2>
        <button type="button" onClick={() => (looked.value = null)}>{t("close")}</button>
      </header>
      <CardWhole object={object} />
      <ul class="options">
        {options.map(({ option, at }) => (
          <li><button type="button" class="option" disabled={thinking.value} onClick={() => take(at)}
                      aria-pressed={inCombat() ? picked.value.includes(at) : undefined}><Rich text={named(option.text)} /></button></li>
        ))}
      </ul>
    </section>
  );
}

function Handover({ to }: { to: number }): VNode {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <main class="one" id="content" tabIndex={-1}>
      <h1>{t("handover", { name: nameOf(to) })}</h1>
      <p>
        <button type="button" class="primary" ref={button} onClick={() => void doing(async () => {
          viewer.value = to;
          await look();
          handover.value = null;
          tell();
        })}>{t("showHand", { name: nameOf(to) })}</button>
      </p>
    </main>
  );
}

async function leave(): Promise<void> {
  const game = table.value;
  table.value = null;
  now.value = null;
  await game?.close().catch(() => {});
}

export function Play(): VNode {
  const game = now.value;
  if (!table.value) return <Begin />;
  if (!game) return <main class="one" id="content" tabIndex={-1}><p role="status">{t("thinking")}</p></main>;
  if (handover.value !== null) return <Handover to={handover.value} />;
  const options = game.board.question?.options ?? [];
  const usable = new Set(options.filter((option) => option.ref && !apart(option)).map((option) => option.ref!));
  return (
    <main class="ask" id="content" tabIndex={-1}>
      <div class="left">
        <h1 class="hidden">{t("play")}</h1>
        <Board
          view={{
            board: game.board, nameOf, below: viewer.value, usable, selected: looked.value,
            picked: new Set(picked.value.map((at) => options[at]!.ref!)),
            canMove: (object) => inCombat() && usable.has(object.ref),
            onMove: (ref, player) => player !== viewer.value && dragged(ref, null),
            onDropOn: (ref, onto) => dragged(ref, onto),
            onUse: (object) => {
              const own = options.flatMap((option, at) => (option.ref === object.ref && !apart(option) ? [at] : []));
              if (own.length === 1 && !thinking.value) take(own[0]!);
              else looked.value = object.ref;
            },
          }}
        />
        <p><button type="button" class="danger" onClick={() => void leave()}>{t("leaveGame")}</button></p>
      </div>
      <div class="right">
        <Asked />
        <Looked />
        <Log />
      </div>
    </main>
  );
}
