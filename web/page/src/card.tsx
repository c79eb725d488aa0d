/** A card as the page draws it. */
import type { VNode } from "preact";
import type { BoardObject } from "../../gavel/src/index.js";
import { Rich } from "./mana.js";
import { t } from "./words.js";

const COLORS = ["white", "blue", "black", "red", "green"];

/** What a frame is coloured by. */
export function frameOf(object: BoardObject): string {
  const colors = COLORS.filter((_, i) => (object.colors ?? 0) & (1 << i));
  if (colors.length > 1) return "gold";
  if (colors.length) return colors[0]!;
  return /\bLand\b/.test(object.types ?? "") ? "land" : "artifact";
}

/** What is said of an object besides its name. */
export function detailsOf(object: BoardObject): string[] {
  const words: string[] = [];
  if (object.power !== undefined) words.push(`${object.power}/${object.toughness}`);
  if (object.tapped) words.push(t("tapLabel"));
  if (object.face_down) words.push(t("faceDown"));
  if (object.damage) words.push(`${t("damage")} ${object.damage}`);
  for (const [kind, n] of Object.entries(object.counters ?? {})) words.push(`${n} ${kind}`);
  return words;
}

/** What an object is, in words for who doesn't see it. */
export function labelOf(object: BoardObject, count = 1): string {
  if (object.hidden) return t("faceDown");
  const name = object.name || object.text?.split("\n")[0] || "?";
  return [name, ...(count > 1 ? [t("times", { n: count })] : []), ...detailsOf(object)].join(", ");
}

function Marks({ object, count }: { object: BoardObject; count: number }): VNode {
  return (
    <span class="marks">
      {count > 1 ? <span class="mark card-count">×{count}</span> : null}
      {Object.entries(object.counters ?? {}).map(([kind, n]) => <span class="mark">{n} × {kind}</span>)}
      {object.damage ? <span class="mark mark-damage">−{object.damage}</span> : null}
      {object.tapped ? <span class="mark">{t("tapLabel")}</span> : null}
      {object.face_down ? <span class="mark">{t("faceDown")}</span> : null}
      {object.attacking ? <span class="mark mark-damage">⚔</span> : null}
    </span>
  );
}

export interface CardProps {
  object: BoardObject;
  count?: number;
  legal?: boolean;
  chosen?: boolean;
  draggable?: boolean;
  onUse(): void;
  /** A card was dragged onto this one. */
  onDropOn?: ((ref: string) => void) | undefined;
}

/** A card on the board: a button. */
export function CardButton({ object, count = 1, legal = false, chosen = false, draggable = false, onUse, onDropOn }: CardProps): VNode {
  const classes = ["card", `frame-${frameOf(object)}`, object.tapped && "is-tapped", legal && "is-legal", chosen && "is-chosen",
                   object.token && "is-token", object.hidden && "is-hidden", object.phased_out && "is-out"];
  return (
    <button
      type="button"
      class={classes.filter((each) => each).join(" ")}
      aria-label={legal ? `${labelOf(object, count)}: ${t("legal")}` : labelOf(object, count)}
      aria-pressed={chosen}
      data-ref={object.ref}
      draggable={draggable}
      onDragStart={(event) => event.dataTransfer?.setData("text/x-gavel-ref", object.ref)}
      onDrop={(event) => {
        const ref = event.dataTransfer?.getData("text/x-gavel-ref");
        if (!onDropOn || !ref) return;
        event.preventDefault();
        event.stopPropagation();
        onDropOn(ref);
      }}
      onClick={onUse}
    >
      {object.hidden ? <span class="card-back" /> : (
        <>
          <span class="card-top">
            <span class="card-name">{object.name || object.text?.split("\n")[0]}</span>
            <span class="card-cost"><Rich text={object.cost ?? ""} /></span>
          </span>
          <span class="card-types">{object.types}</span>
          <span class="card-bottom">
            <Marks object={object} count={count} />
            {object.power !== undefined ? <span class="card-pt">{object.power}/{object.toughness}</span> : null}
          </span>
        </>
      )}
    </button>
  );
}

/** A card with all its text. */
export function CardWhole({ object }: { object: BoardObject }): VNode {
  return (
    <div class={`card-whole frame-${frameOf(object)}`}>
      <div class="card-top">
        <span class="card-name">{object.name}</span>
        <span class="card-cost"><Rich text={object.cost ?? ""} /></span>
      </div>
      <div class="card-types">{object.types}</div>
      {(object.text || "").split("\n").filter((line) => line).map((line) => <p><Rich text={line} /></p>)}
      {object.power !== undefined ? <div class="card-pt">{object.power}/{object.toughness}</div> : null}
    </div>
  );
}
