/** The board: two sides or more, each with its zones. */
import type { VNode } from "preact";
import type { Board as BoardState, BoardObject, Zone } from "../../gavel/src/index.js";
import { CardButton } from "./card.js";
import { Symbol } from "./mana.js";
import { stepName, t } from "./words.js";

/** A board as it is shown, and what a click or a dragged card does. */
export interface View {
  board: BoardState;
  /** What players are called. */
  nameOf(player: number): string;
  /** Who sits below. */
  below: number;
  usable: Set<string>;
  selected: string | null;
  onUse(object: BoardObject): void;
  canMove?(object: BoardObject): boolean;
  onMove?(ref: string, player: number, zone: Zone): void;
  /** A card was dragged onto another. */
  onDropOn?(ref: string, onto: BoardObject): void;
  /** What has been picked so far of several. */
  picked?: Set<string>;
}

/** Objects that look and do alike are shown as one, so that a large board stays small. */
interface Group {
  objects: BoardObject[];
  legal: boolean;
}

function grouped(view: View, objects: BoardObject[]): Group[] {
  const groups = new Map<string, Group>();
  for (const object of objects) {
    const legal = view.usable.has(object.ref);
    const alone = view.picked?.has(object.ref) || object.attached_to || object.attacking || object.hidden || object.ref === view.selected;
    const { ref: _ref, words: _words, ...looks } = object;
    const key = alone || objects.length < 8 ? object.ref : JSON.stringify([looks, legal]);
    const group = groups.get(key);
    if (group) group.objects.push(object);
    else groups.set(key, { objects: [object], legal });
  }
  return [...groups.values()];
}

function Cards({ view, objects, player, zone }: { view: View; objects: BoardObject[]; player: number; zone: Zone }): VNode {
  return (
    <ul
      class={`cards cards-${zone}`}
      onDragOver={(event) => event.dataTransfer?.types.includes("text/x-gavel-ref") && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        view.onMove?.(event.dataTransfer?.getData("text/x-gavel-ref") ?? "", player, zone);
      }}
    >
      {grouped(view, objects).map(({ objects: [first, ...others], legal }) => (
        <li key={first!.ref}>
          <CardButton
            object={first!}
            count={others.length + 1}
            legal={legal}
            chosen={first!.ref === view.selected || !!view.picked?.has(first!.ref)}
            draggable={view.canMove?.(first!) ?? false}
            onDropOn={view.onDropOn && ((ref) => view.onDropOn!(ref, first!))}
            onUse={() => view.onUse(first!)}
          />
        </li>
      ))}
      {objects.length === 0 ? <li class="none">{t("empty")}</li> : null}
    </ul>
  );
}

const MANA = ["W", "U", "B", "R", "G", "C"];

function Side({ view, player }: { view: View; player: number }): VNode {
  const now = view.board;
  const who = now.players[player]!;
  const name = view.nameOf(player);
  const on = (zone: Zone, owned: boolean): BoardObject[] =>
    now.objects.filter((object) => object.zone === zone && (owned ? object.owner : object.controller) === player);
  const field = on("battlefield", false);
  const is = (type: string) => (object: BoardObject): boolean => new RegExp(`\\b${type}\\b`).test(object.types ?? "");
  const creatures = field.filter(is("Creature"));
  const lands = field.filter((object) => !is("Creature")(object) && is("Land")(object));
  const others = field.filter((object) => !is("Creature")(object) && !is("Land")(object));
  const small = (["graveyard", "exile", "command"] as const).map((zone) => ({ zone, objects: on(zone, true) }));
  return (
    <section class={`side ${now.active === player ? "is-active" : ""}`} aria-label={name}>
      <header>
        <h2>{name}</h2>
        <span class="life"><b>{who.life}</b> {t("life")}</span>
        <span>{t("library")} {who.library}</span>
        {now.objects.some((object) => object.zone === "hand" && object.owner === player && object.hidden) ? <span>{t("hand")} {who.hand}</span> : null}
        {Object.entries(who.counters ?? {}).map(([kind, n]) => <span>{kind} {n}</span>)}
        {who.monarch ? <span>{t("isMonarch")}</span> : null}
        {who.won ? <span class="won">{t("hasWon")}</span> : null}
        {who.lost ? <span>{t("hasLost")}</span> : null}
        <span class="pool">
          {who.mana.flatMap((n, i) => Array.from({ length: Math.min(n, 12) }, () => <Symbol of={MANA[i]!} />))}
        </span>
      </header>
      <div class="zone zone-battlefield">
        <h3>{t("battlefield")}</h3>
        <div class="field">
          {[creatures, others, lands].filter((each) => each.length).map((objects) => (
            <Cards objects={objects} view={view} player={player} zone="battlefield" />
          ))}
          {field.length === 0 ? <Cards objects={[]} view={view} player={player} zone="battlefield" /> : null}
        </div>
      </div>
      <div class="zone-row">
        <div class="zone">
          <h3>{t("hand")}</h3>
          <Cards objects={on("hand", true)} view={view} player={player} zone="hand" />
        </div>
        {small.map(({ zone, objects }) =>
          zone === "command" && objects.length === 0 ? null : (
            <div class="zone">
              <h3>{t(zone)}</h3>
              <Cards objects={objects} view={view} player={player} zone={zone} />
            </div>
          ),
        )}
      </div>
    </section>
  );
}

function Stack({ view }: { view: View }): VNode | null {
  const objects = view.board.objects.filter((object) => object.zone === "stack");
  if (!objects.length) return null;
  return (
    <section class="stack" aria-label={t("stack")}>
      <h2>{t("stack")} <small>{t("stackHint")}</small></h2>
      <ol>
        {objects.map((object) => (
          <li key={object.ref}>
            <CardButton object={object} legal={view.usable.has(object.ref)} chosen={object.ref === view.selected}
                        onUse={() => view.onUse(object)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Board({ view }: { view: View }): VNode {
  const now = view.board;
  const order = now.players.map((_, i) => i).filter((player) => player !== view.below);
  return (
    <div class="board">
      {now.turn ? <p class="moment">{t("moment", { n: now.turn, name: view.nameOf(now.active), step: stepName(now.step) })}</p> : null}
      {order.map((player) => <Side key={player} view={view} player={player} />)}
      <Stack view={view} />
      <Side key={view.below} view={view} player={view.below} />
    </div>
  );
}
