/** The engine: cards, sessions and card data, where it is called. */
import type {
  Account, AccountEntry, Card, Deck, ImportProgress, ImportSummary, Language, Moment, OpenOptions, Reading, Status, Stops, TableDef,
  TableMoment,
} from "./types.js";
import { GavelError } from "./types.js";
import { makeModule, type NativeModule } from "./native.js";

const STATUSES: readonly (Status | "")[] = [
  "", "memory", "limit", "syntax", "check", "unknown", "illegal", "corrupt", "version", "misuse", "stopped",
];
const GRAINS = { brief: 0, full: 1, json: 2, steps: 3 } as const;
/** In the place of a viewer: all is seen. */
const EVERYTHING = 255;

const utf8 = new TextEncoder();
const fromUtf8 = new TextDecoder();

/** What the C functions need to be called: strings in, a status and a text out. */
class Native {
  private constructor(private readonly module: NativeModule, readonly handle: number) {}

  static async create(wasm: WebAssembly.Module, progress: (p: ImportProgress) => void): Promise<Native> {
    const module = await makeModule(wasm, progress);
    const handle = module._gavel_web_create();
    if (!handle) throw new GavelError("memory", "There is not enough memory for the engine. Close other tabs.");
    return new Native(module, handle);
  }

  private bytes(at: number, length: number): Uint8Array {
    return this.module.HEAPU8.subarray(at, at + length);
  }

  /** Memory of the engine's with these bytes. */
  memory(bytes: Uint8Array): number {
    const at = this.module._gavel_web_allocate(bytes.length || 1);
    if (!at) throw new GavelError("memory", "There is not enough memory. Close other tabs, or take a smaller file.");
    this.module.HEAPU8.set(bytes, at);
    return at;
  }

  free(at: number): void {
    this.module._gavel_web_free(at);
  }

  /** Calls with strings in the places of pointers to them, which are given back afterwards. */
  with<T>(strings: string[], call: (pointers: number[]) => T): T {
    const pointers: number[] = [];
    try {
      for (const text of strings) pointers.push(this.memory(utf8.encode(text + "\0")));
      return call(pointers);
    } finally {
      for (const at of pointers) this.free(at);
    }
  }

  /** A call that writes a number of 32 bits beside its answer. */
  out<T>(call: (at: number) => T): [T, number] {
    const at = this.memory(new Uint8Array(4));
    try {
      const answer = call(at);
      return [answer, this.module.HEAPU32[at >> 2]!];
    } finally {
      this.free(at);
    }
  }

  /** The text that the last call left. */
  text(): string {
    const { module, handle } = this;
    return fromUtf8.decode(this.bytes(module._gavel_web_text(handle), module._gavel_web_text_length(handle)));
  }

  /** The text of a call that answered with a status; throws what it says if that is an error. */
  answer(status: number): string {
    const text = this.text();
    if (!status) return text;
    const error = JSON.parse(text) as { message: string; line?: number; column?: number; byte?: number };
    throw new GavelError(STATUSES[status] || "misuse", error.message, error.line, error.column, error.byte);
  }

  get c(): NativeModule {
    return this.module;
  }
}

/** Where a string of JavaScript comes to a byte of its UTF-8. */
function unitAt(text: string, byte: number): number {
  return fromUtf8.decode(utf8.encode(text).subarray(0, byte)).length;
}

/**
 * A moment of a game, and what was done from it on: see gavel/session.h. Every call that fails leaves it as it was.
 * It must be closed before the engine is given other card data.
 */
export class Session {
  private constructor(private readonly native: Native, private handle: number, private readonly closed: () => void) {}

  /** For Engine.open. */
  static open(native: Native, text: string, options: OpenOptions, closed: () => void): Session {
    const [status, handle] = native.with([text], ([at]) =>
      native.out((out) =>
        native.c._gavel_web_session_open(
          native.handle, at!, options.scenario ?? 0, options.objects ?? 0, options.bytes ?? 0, out,
        ),
      ),
    );
    native.answer(status);
    return new Session(native, handle, closed);
  }

  close(): void {
    if (!this.handle) return;
    this.native.c._gavel_web_session_close(this.handle);
    this.handle = 0;
    this.closed();
  }

  private get live(): number {
    if (!this.handle) throw new GavelError("misuse", "The session is closed.");
    return this.handle;
  }

  /** Adds lines to the scenario and carries them out. All of them are one step. */
  act(lines: string): void {
    const { native } = this;
    native.answer(native.with([lines], ([at]) => native.c._gavel_web_session_act(native.handle, this.live, at!)));
  }

  /** Takes an option of the pending question, by its place among `Question.options`. */
  take(option: number): void {
    this.native.answer(this.native.c._gavel_web_session_take(this.native.handle, this.live, option));
  }

  /** Puts objects ("2 Island; Clone as clone, tapped") into a player's zone in the setup, and runs all anew. */
  put(player: string, zone: string, items: string): void {
    const { native } = this;
    native.answer(
      native.with([player, zone, items], ([p, z, i]) =>
        native.c._gavel_web_session_put(native.handle, this.live, p!, z!, i!),
      ),
    );
  }

  /** Puts another scenario in the place of the whole, as a step. */
  edit(text: string): void {
    const { native } = this;
    native.answer(native.with([text], ([at]) => native.c._gavel_web_session_edit(native.handle, this.live, at!)));
  }

  /** Goes to a moment, such as `turn 3 main`. */
  go(moment: string): void {
    const { native } = this;
    native.answer(native.with([moment], ([at]) => native.c._gavel_web_session_go(native.handle, this.live, at!)));
  }

  undo(): void {
    this.native.answer(this.native.c._gavel_web_session_undo(this.native.handle, this.live));
  }

  redo(): void {
    this.native.answer(this.native.c._gavel_web_session_redo(this.native.handle, this.live));
  }

  /** All there is to show, as a player sees it; for nobody in particular, all is seen. */
  moment(viewer: number = EVERYTHING): Moment {
    const { native } = this;
    return JSON.parse(native.answer(native.c._gavel_web_session_moment(native.handle, this.live, viewer))) as Moment;
  }

  private told(grain: number, from: number): string {
    return this.native.answer(this.native.c._gavel_web_session_account(this.native.handle, this.live, grain, from));
  }

  /** What has happened from a line of the scenario on, in lines. */
  account(grain: Account, from = 0): string {
    return this.told(GRAINS[grain], from);
  }

  /** The same as entries. */
  entries(from = 0): AccountEntry[] {
    return JSON.parse(this.told(GRAINS.json, from)) as AccountEntry[];
  }

  /** How a line may go on: whole lines, those that are legal now first. */
  complete(line: string, cap = 12): string[] {
    const { native } = this;
    const text = native.answer(
      native.with([line], ([at]) => native.c._gavel_web_session_complete(native.handle, this.live, at!, cap)),
    );
    return text.split("\n").filter((each) => each);
  }

  /** Why an object is what it is: its copiable values, and each layer that has changed it (613). */
  explain(words: string): string {
    const { native } = this;
    return native.answer(
      native.with([words], ([at]) => native.c._gavel_web_session_explain(native.handle, this.live, at!)),
    );
  }

  /** Whether an action (`Alice casts "Clone"`) could be taken now, and if not, why. */
  whyNot(action: string): { legal: boolean; why: string } {
    const { native } = this;
    const [status, legal] = native.with([action], ([at]) =>
      native.out((out) => native.c._gavel_web_session_why_not(native.handle, this.live, at!, out)),
    );
    return { why: native.answer(status), legal: legal !== 0 };
  }
}

/** A game between people at one screen and automatic players. It must be closed before other card data is used. */
export class Table {
  private constructor(private readonly native: Native, private handle: number, private readonly closed: () => void) {}

  /** For Engine.sit. */
  static open(native: Native, def: TableDef, closed: () => void): Table {
    const people = (def.people[0] ? 1 : 0) | (def.people[1] ? 2 : 0);
    const [status, handle] = native.with([...def.decks, def.answers ?? ""], ([first, second, answers]) =>
      native.out((out) =>
        native.c._gavel_web_table_open(native.handle, first!, second!, def.seed >>> 0, people, answers!, out),
      ),
    );
    native.answer(status);
    return new Table(native, handle, closed);
  }

  private get live(): number {
    if (!this.handle) throw new GavelError("misuse", "The game is closed.");
    return this.handle;
  }

  close(): void {
    if (!this.handle) return;
    this.native.c._gavel_web_table_close(this.handle);
    this.handle = 0;
    this.closed();
  }

  /** Takes an option of the question, as the person who is asked; `byHand`: who is then asked what pays for it, too. */
  answer(option: number, byHand = false): void {
    this.native.answer(this.native.c._gavel_web_table_answer(this.native.handle, this.live, option, byHand ? 1 : 0));
  }

  /** Plays on until a person is asked, or for `most` answers; whether there is more to come. */
  advance(stops: Stops, most: number): boolean {
    const { native } = this;
    const how = { usual: 0, always: 1, "pass turn": 2 }[stops];
    const [status, more] = native.out((out) =>
      native.c._gavel_web_table_advance(native.handle, this.live, how, most, out),
    );
    native.answer(status);
    return more !== 0;
  }

  /** Takes the last choice of a person back. */
  undo(): void {
    this.native.answer(this.native.c._gavel_web_table_undo(this.native.handle, this.live));
  }

  /** What the automatic player would choose. */
  hint(): number {
    const { native } = this;
    const [status, option] = native.out((out) => native.c._gavel_web_table_hint(native.handle, this.live, out));
    native.answer(status);
    return option;
  }

  /** The game as a seat may know it. */
  moment(viewer: number): TableMoment {
    const { native } = this;
    return JSON.parse(native.answer(native.c._gavel_web_table_moment(native.handle, this.live, viewer))) as TableMoment;
  }
}

/** A rules engine with its cards. */
export class Engine {
  private sessions = 0;
  private progress: (p: ImportProgress) => void = () => {};

  private constructor(private readonly native: Native) {}

  /** Makes an engine of the bytes of `engine.wasm`, or of a module that was compiled of them. */
  static async create(wasm: BufferSource | WebAssembly.Module): Promise<Engine> {
    const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    let engine: Engine | undefined;
    const native = await Native.create(module, (p) => engine?.progress(p));
    engine = new Engine(native);
    return engine;
  }

  /** The version of the library, "0.1.0". */
  get version(): string {
    const at = this.native.c._gavel_web_version();
    const heap = this.native.c.HEAPU8;
    return fromUtf8.decode(heap.subarray(at, heap.indexOf(0, at)));
  }

  /** Speaks another language from now on, in sessions and games that are open, too. */
  speak(language: Language): void {
    this.native.c._gavel_web_speak(this.native.handle, language === "it" ? 1 : 0);
  }

  /** The names of all cards. */
  names(): string[] {
    return this.native.answer(this.native.c._gavel_web_names(this.native.handle)).split("\n").slice(0, -1);
  }

  /** The names of the cards that card data lists and that can't be played: card() says why. */
  refused(): string[] {
    return this.native.answer(this.native.c._gavel_web_refused(this.native.handle)).split("\n").slice(0, -1);
  }

  card(name: string): Card {
    const { native } = this;
    return JSON.parse(native.answer(native.with([name], ([at]) => native.c._gavel_web_card(native.handle, at!)))) as Card;
  }

  /** Reads the text of a card, its abilities on lines of their own. */
  read(text: string, about: { name?: string; spell?: boolean } = {}): Reading {
    const { native } = this;
    const answer = native.with([about.name ?? "", text], ([name, at]) =>
      native.c._gavel_web_read(native.handle, name!, at!, about.spell ? 1 : 0),
    );
    const reading = JSON.parse(native.answer(answer)) as Reading;
    const at = unitAt(text, reading.at);
    return { ...reading, at, length: unitAt(text, reading.at + reading.length) - at };
  }

  /** Opens a session on the moment behind the last line of a scenario; without a text, on an empty board. */
  open(text = "", options: OpenOptions = {}): Session {
    const session = Session.open(this.native, text, options, () => this.sessions--);
    this.sessions++;
    return session;
  }

  /** Reads a deck, in any of the forms that players keep decks in. */
  deck(text: string): Deck {
    const { native } = this;
    return JSON.parse(native.answer(native.with([text], ([at]) => native.c._gavel_web_deck(native.handle, at!)))) as Deck;
  }

  /** Begins a game. */
  sit(def: TableDef): Table {
    const table = Table.open(this.native, def, () => this.sessions--);
    this.sessions++;
    return table;
  }

  private free(): void {
    if (this.sessions) throw new GavelError("misuse", "Close all sessions and games before other cards are used.");
  }

  /** Begins an import of card data; one that is under way ends. `progress` is told how far it has come. */
  beginImport(progress: (p: ImportProgress) => void = () => {}): void {
    this.progress = progress;
    this.native.answer(this.native.c._gavel_web_import_begin(this.native.handle));
  }

  /** Takes the next piece of a file in JSON, as Scryfall and MTGJSON publish it. */
  feedImport(piece: Uint8Array): void {
    const { native } = this;
    const at = native.memory(piece);
    try {
      native.answer(native.c._gavel_web_import_feed(native.handle, at, piece.length));
    } finally {
      native.free(at);
    }
  }

  /** Compiles what came. The cards are used only after useImport. */
  finishImport(): ImportSummary {
    const { native } = this;
    return JSON.parse(native.answer(native.c._gavel_web_import_finish(native.handle))) as ImportSummary;
  }

  cancelImport(): void {
    this.native.c._gavel_web_import_cancel(this.native.handle);
  }

  /** A copy of the compiled database, to be kept for useImage of the same version. */
  importImage(): Uint8Array {
    const { native } = this;
    const [at, length] = native.out((out) => native.c._gavel_web_import_image(native.handle, out));
    return native.c.HEAPU8.slice(at, at + length);
  }

  /** Uses what was imported. No session may be open. */
  useImport(): void {
    this.free();
    this.native.answer(this.native.c._gavel_web_import_use(this.native.handle));
  }

  /** Uses a compiled database that was kept, or the built-in cards alone. No session may be open. */
  useImage(image: Uint8Array | null): void {
    this.free();
    const { native } = this;
    const at = image ? native.memory(image) : 0;
    const status = native.c._gavel_web_use_image(native.handle, at, image ? image.length : 0);
    if (status && at) {
      const text = native.text();
      native.free(at);
      const error = JSON.parse(text) as { message: string; byte?: number };
      throw new GavelError(STATUSES[status] || "corrupt", error.message, 0, 0, error.byte);
    }
    native.answer(status);
  }
}
