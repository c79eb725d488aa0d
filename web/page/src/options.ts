/** The options of a question as they are listed: each with a name of its own. */
import type { Board, BoardObject, Option } from "../../gavel/src/index.js";
import { detailsOf } from "./card.js";
import { t } from "./words.js";

export interface Listed {
  /** Its place among the options. */
  at: number;
  option: Option;
  text: string;
}

function alike(board: Board, option: Option): string | null {
  const object = board.objects.find((each) => each.ref === option.ref);
  if (object?.zone !== "hand") return null;
  const { ref: _ref, words: _words, ...looks } = object;
  return JSON.stringify([looks, option.text, option.kind, option.to]);
}

/** Leaves out what is the same for another card in hand that is the same: whichever is chosen, the others stay. */
function withoutAlike(board: Board, all: Listed[]): Listed[] {
  const met = new Set<string>();
  return all.filter(({ option }) => {
    const key = alike(board, option);
    if (key && met.has(key)) return false;
    if (key) met.add(key);
    return true;
  });
}

function told(board: Board, group: Listed[], nameOf: (player: number) => string): Listed[] {
  const objects = group.map(({ option }) => board.objects.find((each) => each.ref === option.ref));
  const sides = new Set(objects.map((object) => object?.controller));
  const words = objects.map((object?: BoardObject) =>
    object ? [...detailsOf(object), ...(sides.size > 1 ? [nameOf(object.controller)] : [])].join(", ") : "");
  const differ = new Set(words).size > 1;
  return group.map((each, i) => (differ && words[i] ? { ...each, text: `${each.text} (${words[i]})` } : each));
}

function numbered(group: Listed[]): Listed[] {
  return group.map((each, i) => ({ ...each, text: t("which", { what: each.text, n: i + 1, m: group.length }) }));
}

/** Changes the groups of what has the same text. */
function whereSame(all: Listed[], change: (group: Listed[]) => Listed[]): Listed[] {
  const groups = new Map<string, Listed[]>();
  for (const each of all) groups.set(each.text, [...(groups.get(each.text) ?? []), each]);
  if (groups.size === all.length) return all;
  const changed = [...groups.values()].flatMap((group) => (group.length > 1 ? change(group) : group));
  return changed.sort((a, b) => a.at - b.at);
}

/** The options at these places. */
export function listed(
  board: Board, places: number[], nameOf: (player: number) => string, say: (text: string) => string = (text) => text,
): Listed[] {
  const options = board.question?.options ?? [];
  const all = places.map((at) => ({ at, option: options[at]!, text: say(options[at]!.text) }));
  return whereSame(whereSame(withoutAlike(board, all), (group) => told(board, group, nameOf)), numbered);
}
