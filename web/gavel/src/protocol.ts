/** What a client and its worker say to each other. */
import type {
  Account, AccountEntry, Card, Deck, ImportProgress, ImportSummary, Language, Moment, OpenOptions, Reading, Status, Stops, TableDef,
  TableMoment,
} from "./types.js";

/** What a worker can be asked, with what it answers. Sessions are numbers, chosen by the client. */
export interface Calls {
  start(wasm: string): { version: string; cards: number };
  speak(language: Language): void;
  names(): string[];
  refused(): string[];
  card(name: string): Card;
  read(text: string, about: { name?: string; spell?: boolean }): Reading;
  open(session: number, text: string, options: OpenOptions): Moment;
  close(session: number): void;
  act(session: number, lines: string): Moment;
  take(session: number, option: number): Moment;
  put(session: number, player: string, zone: string, items: string): Moment;
  edit(session: number, text: string): Moment;
  go(session: number, moment: string): Moment;
  undo(session: number): Moment;
  redo(session: number): Moment;
  moment(session: number, viewer?: number): Moment;
  account(session: number, grain: Account, from: number): string;
  entries(session: number, from: number): AccountEntry[];
  complete(session: number, line: string, cap: number): string[];
  explain(session: number, words: string): string;
  whyNot(session: number, action: string): { legal: boolean; why: string };
  deck(text: string): Deck;
  sit(table: number, def: TableDef): void;
  leave(table: number): void;
  answer(table: number, option: number, byHand: boolean): void;
  advance(table: number, stops: Stops, most: number): boolean;
  takeBack(table: number): void;
  hint(table: number): number;
  seen(table: number, viewer: number): TableMoment;
  importFile(file: Blob): ImportSummary & { image: Uint8Array };
  useImage(image: Uint8Array | null): { cards: number };
}

export type Call = { [K in keyof Calls]: { id: number; call: K; args: Parameters<Calls[K]> } }[keyof Calls];

export type Reply =
  | { id: number; value: unknown }
  | { id: number; error: { status: Status; message: string; line: number; column: number; byte: number } }
  | { id: number; progress: ImportProgress };
