/** The worker's side: carries calls out with an engine of its own. */
import { Engine, type Session, type Table } from "./engine.js";
import type { Call, Calls, Reply } from "./protocol.js";
import { GavelError, type Moment, type OpenOptions } from "./types.js";

/** The bytes of a file; one that is compressed by gzip is inflated. */
function piecesOf(file: Blob, head: Uint8Array): ReadableStream<Uint8Array> {
  const gzip = head[0] === 0x1f && head[1] === 0x8b;
  const stream = file.stream() as ReadableStream<Uint8Array>;
  return gzip ? stream.pipeThrough(new DecompressionStream("gzip") as TransformStream<Uint8Array, Uint8Array>) : stream;
}

/** The most that a file may inflate to. */
const FILE_CAP = 1_000_000_000;

export class Server {
  private engine: Engine | undefined;
  private readonly sessions = new Map<number, Session>();
  private readonly tables = new Map<number, Table>();

  constructor(private readonly say: (reply: Reply) => void) {}

  private get made(): Engine {
    if (!this.engine) throw new GavelError("misuse", "The engine has not been started.");
    return this.engine;
  }

  private session(number: number): Session {
    const session = this.sessions.get(number);
    if (!session) throw new GavelError("misuse", "There is no such session.");
    return session;
  }

  private table(number: number): Table {
    const table = this.tables.get(number);
    if (!table) throw new GavelError("misuse", "There is no such game.");
    return table;
  }

  private step(number: number, step: (session: Session) => void): Moment {
    const session = this.session(number);
    step(session);
    return session.moment();
  }

  private open(number: number, text: string, options: OpenOptions): Moment {
    this.sessions.get(number)?.close();
    this.sessions.delete(number);
    const session = this.made.open(text, options);
    this.sessions.set(number, session);
    return session.moment();
  }

  private async importFile(id: number, file: Blob): Promise<ReturnType<Calls["importFile"]>> {
    const engine = this.made;
    const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    let taken = 0;
    engine.beginImport((progress) => this.say({ id, progress }));
    try {
      const reader = piecesOf(file, head).getReader();
      for (;;) {
        const { done, value } = await reader.read().catch(() => {
          throw new GavelError("corrupt", "The file is damaged: it can't be decompressed.");
        });
        if (done) break;
        taken += value.length;
        if (taken > FILE_CAP) throw new GavelError("limit", "The file is larger than 1 GB. Take Scryfall's Oracle Cards.");
        engine.feedImport(value);
      }
      const summary = engine.finishImport();
      return { ...summary, image: engine.importImage() };
    } finally {
      engine.cancelImport();
    }
  }

  private useImage(image: Uint8Array | null): { cards: number } {
    for (const session of this.sessions.values()) session.close();
    this.sessions.clear();
    for (const table of this.tables.values()) table.close();
    this.tables.clear();
    this.made.useImage(image);
    return { cards: this.made.names().length };
  }

  private async start(wasm: string): Promise<{ version: string; cards: number }> {
    const response = await fetch(wasm);
    if (!response.ok) throw new GavelError("unknown", `The engine could not be loaded: ${wasm} (${response.status}).`);
    const streams = response.headers.get("content-type") === "application/wasm";
    const module = streams
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
    this.engine = await Engine.create(module);
    return { version: this.engine.version, cards: this.engine.names().length };
  }

  private carryOut(call: Call): unknown {
    switch (call.call) {
      case "start": return this.start(...call.args);
      case "speak": return this.made.speak(...call.args);
      case "names": return this.made.names();
      case "refused": return this.made.refused();
      case "card": return this.made.card(...call.args);
      case "read": return this.made.read(...call.args);
      case "open": return this.open(...call.args);
      case "close":
        this.sessions.get(call.args[0])?.close();
        this.sessions.delete(call.args[0]);
        return undefined;
      case "act": return this.step(call.args[0], (s) => s.act(call.args[1]));
      case "take": return this.step(call.args[0], (s) => s.take(call.args[1]));
      case "put": return this.step(call.args[0], (s) => s.put(call.args[1], call.args[2], call.args[3]));
      case "edit": return this.step(call.args[0], (s) => s.edit(call.args[1]));
      case "go": return this.step(call.args[0], (s) => s.go(call.args[1]));
      case "undo": return this.step(call.args[0], (s) => s.undo());
      case "redo": return this.step(call.args[0], (s) => s.redo());
      case "moment": return this.session(call.args[0]).moment(call.args[1]);
      case "account": return this.session(call.args[0]).account(call.args[1], call.args[2]);
      case "entries": return this.session(call.args[0]).entries(call.args[1]);
      case "complete": return this.session(call.args[0]).complete(call.args[1], call.args[2]);
      case "explain": return this.session(call.args[0]).explain(call.args[1]);
      case "whyNot": return this.session(call.args[0]).whyNot(call.args[1]);
      case "deck": return this.made.deck(...call.args);
      case "sit":
        this.tables.get(call.args[0])?.close();
        this.tables.delete(call.args[0]);
        this.tables.set(call.args[0], this.made.sit(call.args[1]));
        return undefined;
      case "leave":
        this.tables.get(call.args[0])?.close();
        this.tables.delete(call.args[0]);
        return undefined;
      case "answer": return this.table(call.args[0]).answer(call.args[1], call.args[2]);
      case "advance": return this.table(call.args[0]).advance(call.args[1], call.args[2]);
      case "takeBack": return this.table(call.args[0]).undo();
      case "hint": return this.table(call.args[0]).hint();
      case "seen": return this.table(call.args[0]).moment(call.args[1]);
      case "importFile": return this.importFile(call.id, ...call.args);
      case "useImage": return this.useImage(...call.args);
    }
  }

  /** Carries a call out and says what it came to. Calls are answered in their order. */
  async hear(call: Call): Promise<void> {
    try {
      this.say({ id: call.id, value: await this.carryOut(call) });
    } catch (thrown) {
      const error = thrown instanceof GavelError ? thrown : new GavelError("memory", `The engine failed: ${String(thrown)}`);
      const { status, message, line, column, byte } = error;
      this.say({ id: call.id, error: { status, message, line, column, byte } });
    }
  }
}
