/** What the engine answers with. References to objects and players are strings: they have 64 bits. */

/** Why a call failed, as in gavel/base.h. */
export type Status =
  | "memory" // the browser gives no more
  | "limit" // more than one question may come to
  | "syntax" // a text that doesn't follow its grammar
  | "check" // a text that follows it and means nothing legal
  | "unknown" // a name that is not known
  | "illegal" // what the rules don't allow
  | "corrupt" // card data that is damaged
  | "version" // card data of another version of the engine
  | "misuse" // a call that can't be made now
  | "stopped"; // it took too long, or was ended

/** What went wrong, with a sentence for whoever asked. */
export class GavelError extends Error {
  override readonly name = "GavelError";
  constructor(
    readonly status: Status,
    message: string,
    /** The line and column of the text, from 1; 0 where there is none. */
    readonly line = 0,
    readonly column = 0,
    /** The byte of a file, where that is the place. */
    readonly byte = 0,
  ) {
    super(message);
  }
}

/** What the engine speaks of games: names of cards and texts of abilities stay as they were given. */
export type Language = "en" | "it";

export type Verdict =
  | "pass" // all went as the scenario says
  | "fail" // a line was illegal, an expectation didn't hold, or a decision had no answer
  | "unsupported"; // a card is unknown, or its text is not wholly understood

export interface Player {
  name: string;
  life: number;
  /** How many cards. */
  library: number;
  hand: number;
  /** White, blue, black, red, green, colorless. */
  mana: number[];
  counters?: Record<string, number>;
  won?: boolean;
  lost?: boolean;
  monarch?: boolean;
  initiative?: boolean;
}

export type Zone =
  | "battlefield" | "hand" | "graveyard" | "library" | "exile" | "stack" | "command" | "ante" | "outside" | "nowhere";

export interface BoardObject {
  ref: string;
  zone: Zone;
  owner: number;
  controller: number;
  /** It is not known what it is; then nothing below is there. */
  hidden?: boolean;
  name?: string;
  /** The type line. */
  types?: string;
  /** The mana cost, "{1}{G}". */
  cost?: string;
  /** Its abilities, one a line. */
  text?: string;
  /** Bits: 1 white, 2 blue, 4 black, 8 red, 16 green. */
  colors?: number;
  power?: number;
  toughness?: number;
  /** What lines of the scenario call it. */
  words?: string;
  token?: boolean;
  /** An ability on the stack. */
  ability?: boolean;
  tapped?: boolean;
  flipped?: boolean;
  face_down?: boolean;
  phased_out?: boolean;
  summoning_sick?: boolean;
  damage?: number;
  counters?: Record<string, number>;
  attached_to?: string;
  attacking?: string;
  source?: string;
}

/** Kinds of decisions that a page treats in ways of their own; the others are numbers of GavelDecisionKind too. */
export const Decision = { priority: 1, may: 2, target: 4, mana: 17, attacker: 20, blocker: 21, keep: 26 } as const;
/** Likewise of options, numbers of GavelOptionKind. */
export const OptionKind = {
  pass: 0, yes: 1, no: 2, done: 3, ref: 4, number: 5, cast: 9, play: 10, activate: 11, special: 12,
} as const;

export interface Option {
  text: string;
  kind: number;
  /** The object or player it is about. */
  ref?: string;
  /** Of an attacker or blocker, the object or player that it attacks or blocks. */
  to?: string;
  /** A mana ability. */
  mana?: boolean;
}

export interface Question {
  /** Who decides. */
  player: number;
  kind: number;
  text: string;
  /** Empty when the viewer may not see them. */
  options: Option[];
}

export interface Board {
  turn: number;
  step: string;
  active: number;
  priority?: number;
  over?: boolean;
  /** The game waits for another player than the viewer. */
  waits?: boolean;
  players: Player[];
  objects: BoardObject[];
  question?: Question;
}

/** A session as it stands. */
export interface Moment {
  verdict: Verdict;
  /** The line that is to blame, 0 for none. */
  line: number;
  /** Why it is no pass. */
  reason: string;
  title: string;
  /** The scenario. */
  text: string;
  lines: number;
  /** How many scenarios the text holds that the session was opened with. */
  scenarios: number;
  /** How many steps can be undone, and done again. */
  undo: number;
  redo: number;
  /** The hash of the game's state: 16 hexadecimal digits. */
  hash: string;
  /** Null if there is no game, because a card is unknown. */
  board: Board | null;
}

export interface AccountEntry {
  kind: "event" | "choice" | "remark" | "expected" | "object" | "passed over" | "outcome" | "not";
  line: number;
  text: string;
  minor?: boolean;
  rules?: string[];
  event?: string;
  remark?: string;
  player?: number;
  object?: string;
  became?: string;
  source?: string;
  other?: string;
  from?: string;
  to?: string;
  amount?: number;
}

/** "steps": a brief account without what came of it, to which later steps are added at the end. */
export type Account = "brief" | "full" | "steps";

export interface Card {
  name: string;
  faces: number;
  /** The rules text it was read from; of a card whose definition was written, what that says. */
  text: string;
  english: string;
  /** In the form of `*.card` files. */
  definition: string;
  /** Of a card that can't be played: why, and its type lines. Besides it has a name and a text. */
  refusal?: string;
  types?: string;
}

/** How the text of a card is read. */
export interface Reading {
  /** The whole text is understood. */
  read: boolean;
  /** Else what stands in the way, as a piece of the text; 0 and 0 where that is none. */
  at: number;
  length: number;
  /** The abilities in Gavel's notation, or a sentence that says why there are none. */
  result: string;
  /** Each phrase with the production that takes it, its parts indented below it. */
  how: string;
}

export interface ImportSummary {
  met: number;
  cards: number;
  accepted: number;
  problems: number;
  problemList: string[];
}

export interface ImportProgress {
  bytes: number;
  cards: number;
  compiled: number;
}

/** What a text is read as that lists a deck. */
export interface Deck {
  problems: { line: number; message: string }[];
  /** The rest is there when there are no problems. Numbers of cards. */
  name?: string;
  main?: number;
  sideboard?: number;
  commander?: number;
}

/** How a game begins: two decks as text, and at which seats people sit. */
export interface TableDef {
  decks: [string, string];
  people: [boolean, boolean];
  /** Of all that is random: 32 bits. The same seed and answers give the same game. */
  seed: number;
  /** Of a game that goes on: TableMoment.answers. */
  answers?: string;
}

/** A game as a seat may know it. Players are called "player 0" and "player 1" in its texts. */
export interface TableMoment {
  board: Board;
  /** Lines; `# 3 1` begins turn 3, of seat 1, and `- ` an event that few care about, like the tapping of a land. */
  log: string;
  /** Whether a choice of a person can be taken back. */
  undo: boolean;
  answers: string;
}

/** Where people are asked: as usual, whenever they have priority, or nowhere before the turn ends. */
export type Stops = "usual" | "always" | "pass turn";

/** Bounds of a session, for text from strangers. */
export interface OpenOptions {
  /** Which of several scenarios that the text holds, from 0. */
  scenario?: number;
  /** How many objects the game may hold; 5,000 unless said otherwise. */
  objects?: number;
  /** How many bytes the scenario may come to; 65,536 unless said otherwise. */
  bytes?: number;
}
