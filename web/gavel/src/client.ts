/** The engine in a worker: every call is a promise, and one that takes too long is ended. */
import type { Call, Calls, Reply } from "./protocol.js";
import {
  type Account, type AccountEntry, type Card, type Deck, GavelError, type ImportProgress, type ImportSummary, type Language, type Moment,
  type OpenOptions, type Reading, type Stops, type TableDef, type TableMoment,
} from "./types.js";

/** What a client needs of a worker. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  addEventListener(type: "error", listener: (event: { message?: string }) => void): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: GavelError): void;
  progress?: ((p: ImportProgress) => void) | undefined;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

const TOO_LONG = "This takes longer than 5 seconds, so it was stopped. The board is as it was before.";

/**
 * An engine in a worker. A call that isn't answered within `patience` milliseconds ends the worker; another takes its
 * place, with the same card data and with every session as it last stood well, and the call fails as "stopped".
 */
export class Gavel {
  private worker: WorkerLike | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private readonly sessions = new Map<number, RemoteSession>();
  private readonly tables = new Map<number, RemoteTable>();
  private ids = 0;
  private ready: Promise<{ version: string; cards: number }>;
  private image: Uint8Array | null = null;
  private language: Language = "en";

  /**
   * @param makeWorker makes a worker that runs `worker.js` of this package
   * @param wasm the address of `engine.wasm`
   * @param patience how long a call may take
   */
  constructor(
    private readonly makeWorker: () => WorkerLike,
    private readonly wasm: string,
    private readonly patience = 5000,
  ) {
    this.ready = this.start();
  }

  private start(): Promise<{ version: string; cards: number }> {
    const worker = this.makeWorker();
    this.worker = worker;
    worker.addEventListener("message", (event) => {
      if (worker === this.worker) this.hear(event.data as Reply);
    });
    worker.addEventListener("error", (event) => {
      if (worker === this.worker) this.fail(new GavelError("memory", event.message || "The engine could not be started."));
    });
    const started = this.send("start", [this.wasm], 0);
    started.catch(() => {});
    return started as Promise<{ version: string; cards: number }>;
  }

  private hear(reply: Reply): void {
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    if ("progress" in reply) {
      waiting.progress?.(reply.progress);
      return;
    }
    this.waiting.delete(reply.id);
    clearTimeout(waiting.timer);
    if ("error" in reply) {
      const { status, message, line, column, byte } = reply.error;
      waiting.reject(new GavelError(status, message, line, column, byte));
    } else {
      waiting.resolve(reply.value);
    }
  }

  private fail(error: GavelError): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of all) {
      clearTimeout(waiting.timer);
      waiting.reject(error);
    }
  }

  /** Asks the worker; `patience` 0 waits for ever. */
  private send<K extends keyof Calls>(
    call: K, args: Parameters<Calls[K]>, patience: number, progress?: (p: ImportProgress) => void,
  ): Promise<ReturnType<Calls[K]>> {
    const id = ++this.ids;
    return new Promise((resolve, reject) => {
      const timer = patience ? setTimeout(() => void this.restart(new GavelError("stopped", TOO_LONG)), patience) : undefined;
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, progress, timer });
      this.worker?.postMessage({ id, call, args } as Call);
    });
  }

  /** Ends the worker with all that waits for it, and puts another in its place where each session stands as it did. */
  private async restart(error: GavelError): Promise<void> {
    this.worker?.terminate();
    const failed = [...this.waiting.values()];
    this.waiting.clear();
    this.ready = this.start().then(async (started) => {
      if (this.language !== "en") await this.send("speak", [this.language], 0);
      if (this.image) started = { ...started, ...(await this.send("useImage", [this.image], 0)) };
      for (const session of this.sessions.values()) await session.restore((text, options) =>
        this.send("open", [session.number, text, options], 0));
      for (const table of this.tables.values()) await this.send("sit", [table.number, table.asItStands()], 0);
      return started;
    });
    this.ready.catch(() => {});
    for (const waiting of failed) {
      clearTimeout(waiting.timer);
      waiting.reject(error);
    }
  }

  /** Makes a call once the worker is ready. */
  async call<K extends keyof Calls>(call: K, ...args: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> {
    await this.ready;
    return this.send(call, args, this.patience);
  }

  /** The version of the library and how many cards it knows, once it is ready. */
  started(): Promise<{ version: string; cards: number }> {
    return this.ready;
  }

  /** Speaks another language from now on: what is open is to be asked for anew. */
  speak(language: Language): Promise<void> {
    this.language = language;
    return this.call("speak", language);
  }

  names(): Promise<string[]> {
    return this.call("names");
  }

  /** The names of the cards that card data lists and that can't be played: card() says why. */
  refused(): Promise<string[]> {
    return this.call("refused");
  }

  card(name: string): Promise<Card> {
    return this.call("card", name);
  }

  read(text: string, about: { name?: string; spell?: boolean } = {}): Promise<Reading> {
    return this.call("read", text, about);
  }

  /** Opens a session on a scenario; without a text, on an empty board. */
  async open(text = "", options: OpenOptions = {}): Promise<RemoteSession> {
    const number = ++this.ids;
    const moment = await this.call("open", number, text, options);
    const session = new RemoteSession(this, number, moment, options, () => this.sessions.delete(number));
    this.sessions.set(number, session);
    return session;
  }

  deck(text: string): Promise<Deck> {
    return this.call("deck", text);
  }

  /** Begins a game. */
  async sit(def: TableDef): Promise<RemoteTable> {
    const number = ++this.ids;
    await this.call("sit", number, def);
    const table = new RemoteTable(this, number, def, () => this.tables.delete(number));
    this.tables.set(number, table);
    return table;
  }

  /** Imports a file of card data and uses it; sessions are opened anew. The compiled image is there to be kept. */
  async importFile(file: Blob, progress: (p: ImportProgress) => void): Promise<ImportSummary & { image: Uint8Array }> {
    await this.ready;
    const result = await this.send("importFile", [file], 0, progress);
    await this.useImage(result.image);
    return result;
  }

  /** Ends an import that is under way. */
  cancelImport(): Promise<void> {
    return this.restart(new GavelError("stopped", "The import was stopped."));
  }

  /** Uses a compiled database, or only the built-in cards; sessions are opened anew. */
  async useImage(image: Uint8Array | null): Promise<{ cards: number }> {
    await this.ready;
    const used = await this.send("useImage", [image], 0);
    this.image = image;
    for (const session of this.sessions.values())
      await session.restore((text, options) => this.call("open", session.number, text, options));
    for (const table of this.tables.values()) await this.call("sit", table.number, table.asItStands());
    return used;
  }

  /** Ends the worker for good. */
  end(): void {
    this.worker?.terminate();
    this.fail(new GavelError("stopped", "The engine was ended."));
  }
}

/** A session in the worker: as `Session`, with each step answering the moment it leads to. */
export class RemoteSession {
  /** For Gavel.open. */
  constructor(
    private readonly gavel: Gavel,
    readonly number: number,
    /** The session as it stands. */
    public now: Moment,
    private readonly options: OpenOptions,
    private readonly closed: () => void,
  ) {}

  private async step(moment: Promise<Moment>): Promise<Moment> {
    this.now = await moment;
    return this.now;
  }

  /** For Gavel: opens the session anew as it last stood. */
  async restore(open: (text: string, options: OpenOptions) => Promise<Moment>): Promise<void> {
    this.now = await open(this.now.text, { ...this.options, scenario: 0 });
  }

  act(lines: string): Promise<Moment> {
    return this.step(this.gavel.call("act", this.number, lines));
  }
  take(option: number): Promise<Moment> {
    return this.step(this.gavel.call("take", this.number, option));
  }
  put(player: string, zone: string, items: string): Promise<Moment> {
    return this.step(this.gavel.call("put", this.number, player, zone, items));
  }
  edit(text: string): Promise<Moment> {
    return this.step(this.gavel.call("edit", this.number, text));
  }
  go(moment: string): Promise<Moment> {
    return this.step(this.gavel.call("go", this.number, moment));
  }
  undo(): Promise<Moment> {
    return this.step(this.gavel.call("undo", this.number));
  }
  redo(): Promise<Moment> {
    return this.step(this.gavel.call("redo", this.number));
  }
  /** The session as it stands, in the language that is spoken now. */
  again(): Promise<Moment> {
    return this.step(this.gavel.call("moment", this.number));
  }
  /** The moment as a player sees it. */
  seenBy(viewer: number): Promise<Moment> {
    return this.gavel.call("moment", this.number, viewer);
  }
  account(grain: Account, from = 0): Promise<string> {
    return this.gavel.call("account", this.number, grain, from);
  }
  entries(from = 0): Promise<AccountEntry[]> {
    return this.gavel.call("entries", this.number, from);
  }
  complete(line: string, cap = 12): Promise<string[]> {
    return this.gavel.call("complete", this.number, line, cap);
  }
  explain(words: string): Promise<string> {
    return this.gavel.call("explain", this.number, words);
  }
  whyNot(action: string): Promise<{ legal: boolean; why: string }> {
    return this.gavel.call("whyNot", this.number, action);
  }
  async close(): Promise<void> {
    this.closed();
    await this.gavel.call("close", this.number);
  }
}

/** A game in the worker: as `Table`. */
export class RemoteTable {
  private answers: string;

  /** For Gavel.sit. */
  constructor(
    private readonly gavel: Gavel,
    readonly number: number,
    private readonly def: TableDef,
    private readonly closed: () => void,
  ) {
    this.answers = def.answers ?? "";
  }

  /** The game as it last was seen, for Gavel.sit. */
  asItStands(): TableDef {
    return { ...this.def, answers: this.answers };
  }
  answer(option: number, byHand = false): Promise<void> {
    return this.gavel.call("answer", this.number, option, byHand);
  }
  advance(stops: Stops, most: number): Promise<boolean> {
    return this.gavel.call("advance", this.number, stops, most);
  }
  undo(): Promise<void> {
    return this.gavel.call("takeBack", this.number);
  }
  hint(): Promise<number> {
    return this.gavel.call("hint", this.number);
  }
  async moment(viewer: number): Promise<TableMoment> {
    const moment = await this.gavel.call("seen", this.number, viewer);
    this.answers = moment.answers;
    return moment;
  }
  async close(): Promise<void> {
    this.closed();
    await this.gavel.call("leave", this.number);
  }
}
