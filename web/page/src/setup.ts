/** The setup of a scenario as text: finding the words that put an object where it is, and changing them. */

/** Where an item stands in the text, and what it says. */
export interface Item {
  player: string;
  zone: string;
  /** The line, from 0, and where in it the item begins and ends. */
  line: number;
  from: number;
  to: number;
  /** The card with its number and alias: "2 Clone as twin". */
  head: string;
  /** What stands behind its commas. */
  notes: string[];
}

export const ZONES = ["battlefield", "hand", "graveyard", "exile", "library", "command"] as const;

const PLAYER = /^player\s+(\S+)/;
const ZONE = new RegExp(`^\\s+(${ZONES.join("|")}|sideboard|ante):(.*)$`);
const SCRIPT = /^(turn\s|\S+\s+answers\s)/;

/** The pieces of a text between separators that stand outside quotation marks, with where each begins. */
function pieces(text: string, separator: string): { at: number; text: string }[] {
  const found: { at: number; text: string }[] = [];
  let from = 0, quoted = false;
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '"' && text[i - 1] !== "\\") quoted = !quoted;
    if (i < text.length && (quoted || text[i] !== separator)) continue;
    found.push({ at: from, text: text.slice(from, i) });
    from = i + 1;
  }
  return found;
}

/** All items of the setup that stand in lines of their zones. */
export function itemsOf(text: string): Item[] {
  const items: Item[] = [];
  let player = "";
  for (const [line, whole] of text.split("\n").entries()) {
    const begins = PLAYER.exec(whole);
    if (begins) player = begins[1]!;
    if (SCRIPT.test(whole)) break;
    const zone = ZONE.exec(whole);
    if (!zone || !player) continue;
    const start = whole.indexOf(":") + 1;
    const rest = zone[2]!.replace(/(^|\s)#.*$/, "");
    for (const piece of pieces(rest, ";")) {
      if (!piece.text.trim()) continue;
      const [head, ...notes] = pieces(piece.text, ",").map((note) => note.text.trim());
      items.push({ player, zone: zone[1]!, line, from: start + piece.at, to: start + piece.at + piece.text.length,
                   head: head!, notes });
    }
  }
  return items;
}

const ALIAS = /\sas\s+(\S+)$/;

/** The item that an alias names. */
export function itemNamed(text: string, alias: string): Item | undefined {
  return itemsOf(text).find((item) => ALIAS.exec(item.head)?.[1] === alias);
}

export function writeItem(item: { head: string; notes: string[] }): string {
  return [item.head, ...item.notes].join(", ");
}

/** The text without an item. */
export function without(text: string, item: Item): string {
  const lines = text.split("\n");
  const line = lines[item.line]!;
  const start = line.indexOf(":") + 1;
  const left = (line.slice(start, item.from) + line.slice(item.to)).split(";").map((s) => s.trim()).filter((s) => s);
  if (left.length) lines[item.line] = `${line.slice(0, start)} ${left.join("; ")}`;
  else lines.splice(item.line, 1);
  return lines.join("\n");
}

/** The text with other words in the place of an item. */
export function replaced(text: string, item: Item, by: { head: string; notes: string[] }): string {
  const lines = text.split("\n");
  const line = lines[item.line]!;
  const space = line.slice(item.from, item.to).startsWith(" ") ? " " : "";
  lines[item.line] = line.slice(0, item.from) + space + writeItem(by) + line.slice(item.to);
  return lines.join("\n");
}

/** The text with an item more, in the zone of a player who has a block. */
export function added(text: string, player: string, zone: string, item: { head: string; notes: string[] }): string {
  const lines = text.split("\n");
  let at = lines.findIndex((line) => PLAYER.exec(line)?.[1] === player);
  if (at < 0) return text;
  do at++;
  while (at < lines.length && /^\s+\S/.test(lines[at]!));
  lines.splice(at, 0, `  ${zone}: ${writeItem(item)}`);
  return lines.join("\n");
}

/** The words that a note begins with, so that one of a kind takes the place of another. */
const FLAGS = ["tapped", "flipped", "transformed", "phased-out", "summoning-sick", "face-down"] as const;
export type Flag = (typeof FLAGS)[number];

export function hasFlag(item: Item, flag: Flag): boolean {
  return item.notes.includes(flag);
}

export function withFlag(item: Item, flag: Flag, on: boolean): Item {
  const notes = item.notes.filter((note) => note !== flag);
  return { ...item, notes: on ? [...notes, flag] : notes };
}

/** A note that says how much or what: `damage 2`, `counters +1/+1 2`, `attached to bears`; none for an empty value. */
export function withNote(item: Item, kind: string, value: string): Item {
  const notes = item.notes.filter((note) => !note.startsWith(`${kind} `));
  return { ...item, notes: value ? [...notes, `${kind} ${value}`] : notes };
}

export function noteOf(item: Item, kind: string): string {
  return item.notes.find((note) => note.startsWith(`${kind} `))?.slice(kind.length + 1) ?? "";
}

/** An alias for a card that no alias of the text is yet: "bears", "bears2". */
export function aliasFor(text: string, name: string): string {
  const plain = name.normalize("NFD").replace(/[^\p{L}\p{N} ]/gu, "").toLowerCase().trim().split(/\s+/);
  const word = (plain.at(-1) ?? "").replace(/[^a-z0-9]/g, "") || "card";
  const taken = new Set([...text.matchAll(/\bas\s+([\w-]+)/g)].map((match) => match[1]));
  for (let n = 1; ; n++) {
    const alias = n === 1 ? word : `${word}${n}`;
    if (!taken.has(alias)) return alias;
  }
}

/** A card's name as an item: in quotation marks where it holds what would end it. */
export function nameAsItem(name: string): string {
  return /[,;"#]|\bas\b/.test(name) ? JSON.stringify(name) : name;
}
