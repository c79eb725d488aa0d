/** Mana costs and texts, with symbols of the page's own. */
import type { ComponentChildren, VNode } from "preact";

/** Colours of symbols and shapes on them, drawn on a square of 20 by 20. */
const SHAPES: Record<string, { name: string; path: string }> = {
  W: { name: "white", path: "M10 3v3M10 14v3M3 10h3M14 10h3M5 5l2 2M13 13l2 2M15 5l-2 2M7 13l-2 2M7.5 10a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0" },
  U: { name: "blue", path: "M10 4c3 4 4 5.500 4 7.500a4 4 0 0 1-8 0c0-2 1-3.500 4-7.500z" },
  B: { name: "black", path: "M13.500 4.500a6 6 0 1 0 2 8.500a5 5 0 0 1-2-8.500z" },
  R: { name: "red", path: "M10 3.500l5.500 12h-3l-2.500-5-2.500 5h-3z" },
  G: { name: "green", path: "M15 5c-8 0-10 4-9 9c5 1 9-1 9-9zM6 15l4-5" },
  C: { name: "colorless", path: "M10 4l5 6-5 6-5-6z" },
  S: { name: "snow", path: "M10 4v12M5 7l10 6M15 7l-10 6" },
  T: { name: "tap", path: "M5 9a5.500 5.500 0 1 1 1.500 5M4.500 5.500v4h4" },
  Q: { name: "untap", path: "M15 9a5.500 5.500 0 1 0-1.500 5M15.500 5.500v4h-4" },
  E: { name: "energy", path: "M11 3.500l-5 7.500h3.500l-1 5.500 5.500-8h-3.500z" },
};

/** A symbol, "G" or "2/W" or "3". */
export function Symbol({ of }: { of: string }): VNode {
  const parts = of.split("/");
  const first = parts[0]!, second = parts[1] ?? first;
  const name = parts.map((part) => SHAPES[part]?.name ?? part).join(" or ");
  const whole = parts.length === 1 ? SHAPES[first] : undefined;
  const kind = (part: string): string => (part in SHAPES ? part : "N");
  return (
    <span class={`mana mana-${kind(first)} mana-to-${kind(second)}`} role="img" aria-label={`{${name}}`}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        {whole ? <path d={whole.path} /> : <text x="10" y="14" text-anchor="middle">{parts.length > 1 ? parts.join("") : of}</text>}
      </svg>
    </span>
  );
}

/** A text in which costs in braces are drawn. */
export function Rich({ text }: { text: string }): VNode {
  const pieces: ComponentChildren[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{([^{}\s]{1,5})\}/g)) {
    pieces.push(text.slice(from, match.index), <Symbol of={match[1]!} />);
    from = match.index + match[0].length;
  }
  pieces.push(text.slice(from));
  return <>{pieces}</>;
}
