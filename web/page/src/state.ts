/** What the page knows, as signals, and what can be done. */
import { batch, computed, signal } from "@preact/signals";
import { type Account, type BoardObject, Decision, Gavel, GavelError, type Moment, OptionKind, type RemoteSession } from "../../gavel/src/index.js";
import { fragmentOf, type Link } from "./link.js";
import { language, t, type Word } from "./words.js";

export type Place = "ask" | "play" | "cards" | "data";

/** Text from a link may not make more than this of the page. */
const OBJECTS = 5000;
/** How many announcements can be read again. */
const ANNOUNCEMENTS = 200;

export const FIRST_QUESTION = `scenario "Can Bob save his creature?"

player Alice
  hand: Lightning Bolt as bolt
  battlefield: Mountain as mountain
player Bob
  hand: Giant Growth as growth
  battlefield: Forest as forest; Grizzly Bears as bears

turn 1 main
`;

export const NEW_BOARD = "player Alice\nplayer Bob\n\nturn 1 main\n";

export const gavel = new Gavel(() => new Worker("worker.js", { type: "module" }), "engine.wasm");

export const ready = signal<"starting" | "ready" | "failed">("starting");
export const names = signal<string[]>([]);
/** Cards of the card data that can't be played. */
export const refused = signal<string[]>([]);
/** Asks anew which cards there are. */
export async function learnNames(): Promise<void> {
  [names.value, refused.value] = await Promise.all([gavel.names(), gavel.refused()]);
}
export const place = signal<Place>("ask");
/** Whether something is under way that takes a while: what is answered at once isn't worth drawing the page anew for. */
export const busy = signal(false);
/** How many milliseconds that is. */
const A_WHILE = 100;
export const session = signal<RemoteSession | null>(null);
export const moment = signal<Moment | null>(null);
export const account = signal("");
export const grain = signal<Account>("brief");
/** What went wrong with the last thing that was done, and what else there is to say. */
export const fault = signal("");
export const notice = signal("");
/** The reference of the object that is looked at, and what is known about it. */
export const selected = signal<string | null>(null);
export const explanation = signal("");
export const preview = signal<Link | null>(null);
/** What is announced, oldest first. */
export const announced = signal<{ id: number; text: string }[]>([]);
/** How much of what happens is announced: every event, what a log would say, or only what is asked. */
export type Detail = "every" | "main" | "asked";
export const detail = signal<Detail>("main");

export const board = computed(() => moment.value?.board ?? null);
export const question = computed(() => board.value?.question ?? null);
export const selectedObject = computed(
  () => board.value?.objects.find((object) => object.ref === selected.value) ?? null,
);

/** The places of the options that are about each object, by its reference; and the objects that do more than make mana. */
export const optionsOf = computed(() => {
  const found = new Map<string, number[]>();
  for (const [i, option] of (question.value?.options ?? []).entries())
    if (option.ref && option.kind !== OptionKind.pass) found.set(option.ref, [...(found.get(option.ref) ?? []), i]);
  return found;
});

export const usable = computed(
  () => new Set((question.value?.options ?? []).filter((option) => option.ref && !option.mana).map((option) => option.ref!)),
);

let announcements = 0;
/** What was said last, to be repeated. */
let said: string[] = [];

function say(lines: string[]): void {
  const fresh = lines.map((text) => ({ id: ++announcements, text }));
  announced.value = [...announced.value.slice(-ANNOUNCEMENTS), ...fresh];
}

/** Announces lines one after the other. */
export function announce(...lines: string[]): void {
  const fresh = lines.filter((line) => line.trim());
  if (!fresh.length) return;
  said = fresh;
  say(fresh);
}

/** Of what stands on the page as an alert, and so is announced already: remembers it, to be repeated. */
export function alerted(text: string): void {
  said = [text];
}

export function repeat(): void {
  say(said);
}

/** The lines that haven't been told yet. */
export function untold(before: string[], now: string[]): string[] {
  let same = 0;
  while (same < before.length && same < now.length && before[same] === now[same]) same++;
  return now.slice(same);
}

/** Likewise, where the last line that was told may have grown or, undone, shrunk. */
function untoldOfAccount(before: string[], now: string[]): string[] {
  const fresh = untold(before, now);
  const broken = before[now.length - fresh.length];
  if (broken && fresh[0]?.startsWith(broken)) fresh[0] = fresh[0].slice(broken.length);
  else if (fresh[0] && broken?.startsWith(fresh[0])) fresh.shift();
  return fresh.map((line) => line.trim());
}

/** The words of an error, with its line where that helps. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof GavelError)) return String(error);
  return error.line ? `${error.message} (${t("line")} ${error.line})` : error.message;
}

/** What is asked, in words. */
export function askedText(): string {
  const asked = question.value!;
  if (asked.kind !== Decision.priority) return asked.text;
  return t("hasPriority", { name: board.value!.players[asked.player]!.name });
}

/** The account that has been told, in the detail it was told in. */
let told: string[] = [];

async function accountToTell(): Promise<string[]> {
  const wanted: Account = detail.value === "every" ? "full" : "steps";
  return (wanted === grain.value ? account.value : await session.value!.account(wanted)).split("\n");
}

/** Announces what was done, where the account doesn't say it, what is new in the account, and what is asked. */
async function announceChange(done: string): Promise<void> {
  const lines = await accountToTell();
  const fresh = detail.value === "asked" ? [] : untoldOfAccount(told, lines);
  told = lines;
  announce(done, ...fresh, question.value ? askedText() : board.value?.over ? t("gameOver") : "");
}

/** Announces in another detail from now on. */
export async function setDetail(to: Detail): Promise<void> {
  detail.value = to;
  if (session.value) told = await accountToTell();
}

/** Shows a moment with its account. Both may still be on their way from the worker: it is asked for them at once. */
async function show(coming: Moment | Promise<Moment>, done = ""): Promise<void> {
  const [next, text] = await Promise.all([coming, session.value!.account(grain.value)]);
  batch(() => {
    moment.value = next;
    account.value = text;
    fault.value = "";
    if (!next.board?.objects.some((object) => object.ref === selected.value)) selected.value = null;
  });
  await announceChange(done);
  if (selected.value) await explain(selected.value);
}

/** Ends when what is under way does; null while nothing is. */
let under: Promise<void> | null = null;

/**
 * Does something once nothing else is under way, and says what was wrong with it. It isn't done if that changes the board:
 * it was asked for on another.
 */
async function alone(work: () => Promise<void>): Promise<boolean> {
  const seen = moment.value;
  while (under) await under;
  if (moment.value !== seen) return false;
  let end = (): void => {};
  under = new Promise((resolve) => (end = resolve));
  const slow = setTimeout(() => (busy.value = true), A_WHILE);
  try {
    await work();
    return true;
  } catch (error) {
    fault.value = wordsOf(error);
    alerted(fault.value);
    if (error instanceof GavelError && error.status === "stopped") await shownAgain();
    return false;
  } finally {
    clearTimeout(slow);
    busy.value = false;
    under = null;
    end();
  }
}

/** Does something in the session and shows what it comes to. */
export async function attempt(step: (session: RemoteSession) => Promise<Moment>, done = ""): Promise<boolean> {
  const open = session.value;
  return open ? alone(() => show(step(open), done)) : false;
}

export const undo = (): Promise<boolean> => attempt((s) => s.undo(), t("undone"));
export const redo = (): Promise<boolean> => attempt((s) => s.redo(), t("redone"));

/** Shows the session as it was opened anew after its worker was ended. */
async function shownAgain(): Promise<void> {
  const said = fault.value;
  try {
    await gavel.started();
    if (session.value) await show(session.value.now);
  } catch (error) {
    fault.value = wordsOf(error);
    return;
  }
  fault.value = said;
}

/** Opens a scenario in the place of what is there; the old one stays if that fails. */
export async function openText(text: string): Promise<boolean> {
  return alone(async () => {
    const opened = await gavel.open(text, { objects: OBJECTS });
    const old = session.value;
    session.value = opened;
    selected.value = null;
    told = [];
    await show(opened.now);
    if (old) await old.close();
  });
}

/** Has the engine speak the language of the page, and shows what is open in it. */
export async function speak(): Promise<void> {
  await gavel.speak(language.value);
  const open = session.value;
  if (!open) return;
  const next = await open.again();
  const text = await open.account(grain.value);
  batch(() => {
    moment.value = next;
    account.value = text;
  });
  told = await accountToTell();
  if (selected.value) await explain(selected.value);
}

export async function setGrain(to: Account): Promise<void> {
  grain.value = to;
  if (!session.value) return;
  account.value = await session.value.account(to);
}

/** Looks at an object: what it is layer by layer, or why it can't be used. */
export async function explain(ref: string): Promise<void> {
  const object = board.value?.objects.find((each) => each.ref === ref);
  selected.value = ref;
  if (!object?.words || !session.value) {
    explanation.value = "";
    return;
  }
  try {
    explanation.value = await session.value.explain(object.words);
  } catch (error) {
    explanation.value = wordsOf(error);
  }
}

const isLand = (object: BoardObject): boolean => /\bLand\b/.test(object.types ?? "");

/** The action by which an object would be used, in words; null for what nobody uses. */
export function actionWith(object: BoardObject): string | null {
  const owner = board.value?.players[object.controller]?.name;
  if (!owner || !object.name || object.zone === "stack") return null;
  const words = object.words ?? JSON.stringify(object.name);
  if (object.zone === "hand") return `${owner} ${isLand(object) ? "plays" : "casts"} ${words}`;
  return null;
}

export async function whyNot(object: BoardObject): Promise<string> {
  const action = actionWith(object);
  if (!action || !session.value) return "";
  try {
    const answer = await session.value.whyNot(action);
    return answer.legal ? "" : answer.why;
  } catch (error) {
    return wordsOf(error);
  }
}

export const passOption = computed(() =>
  question.value?.kind === Decision.priority
    ? question.value.options.findIndex((option) => option.kind === OptionKind.pass)
    : -1,
);

/** Copies a link that carries the question. */
export async function copyLink(): Promise<void> {
  const fragment = moment.value ? await fragmentOf(moment.value.text) : null;
  if (!fragment) {
    notice.value = t("linkTooLong");
  } else {
    history.replaceState(null, "", fragment);
    const copied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    notice.value = copied ? t("linkCopied") : location.href;
  }
  announce(notice.value);
}

export const zoneWord = (zone: string): string => t((["battlefield", "hand", "graveyard", "exile", "library", "command", "stack"].includes(zone) ? zone : "object") as Word);
