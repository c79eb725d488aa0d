/** The board: two sides or more, each with its zones. */
import type { VNode } from "preact";
import type { BoardObject, Zone } from "../../gavel/src/index.js";
import { CardButton } from "./card.js";
import { Symbol } from "./mana.js";
import { attempt, board, explain, moment, selected, usable } from "./state.js";
import { added, itemNamed, without } from "./setup.js";
import { t } from "./words.js";

/** Objects that look and do alike are shown as one, so that a large board stays small. */
interface Group {
  objects: BoardObject[];
  legal: boolean;
}

function grouped(objects: BoardObject[]): Group[] {
  const groups = new Map<string, Group>();
  for (const object of objects) {
    const legal = usable.value.has(object.ref);
    const alone = object.attached_to || object.attacking || object.hidden || object.ref === selected.value;
    const { ref: _ref, words: _words, ...looks } = object;
    const key = alone || objects.length < 8 ? object.ref : JSON.stringify([looks, legal]);
    const group = groups.get(key);
    if (group) group.objects.push(object);
    else groups.set(key, { objects: [object], legal });
  }
  return [...groups.values()];
}

/** Moves the card that an alias names to another zone of the setup. */
export function moveTo(ref: string, player: string, zone: Zone): void {
  const object = board.value?.objects.find((each) => each.ref === ref);
  const text = moment.value?.text;
  const item = object?.words && text ? itemNamed(text, object.words) : undefined;
  if (!item || !text) return;
  const notes = zone === "battlefield" ? item.notes : [];
  void attempt((session) => session.edit(added(without(text, item), player, zone, { head: item.head, notes })));
}

function canMove(object: BoardObject): boolean {
  return !!object.words && !!moment.value && !!itemNamed(moment.value.text, object.words);
}

function Cards({ objects, player, zone }: { objects: BoardObject[]; player: string; zone: Zone }): VNode {
  return (
    <ul
      class={`cards cards-${zone}`}
      onDragOver={(event) => event.dataTransfer?.types.includes("text/x-gavel-ref") && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        moveTo(event.dataTransfer?.getData("text/x-gavel-ref") ?? "", player, zone);
      }}
    >
      {grouped(objects).map(({ objects: [first, ...others], legal }) => (
        <li key={first!.ref}>
          <CardButton
            object={first!}
            count={others.length + 1}
            legal={legal}
            chosen={first!.ref === selected.value}
            draggable={canMove(first!)}
            onUse={() => void explain(first!.ref)}
          />
        </li>
      ))}
      {objects.length === 0 ? <li class="none">{t("empty")}</li> : null}
    </ul>
  );
}

const MANA = ["W", "U", "B", "R", "G", "C"];

function Side({ player }: { player: number }): VNode | null {
  const now = board.value;
  const who = now?.players[player];
  if (!now || !who) return null;
  const on = (zone: Zone, owned: boolean): BoardObject[] =>
    now.objects.filter((object) => object.zone === zone && (owned ? object.owner : object.controller) === player);
  const field = on("battlefield", false);
  const is = (type: string) => (object: BoardObject): boolean => new RegExp(`\\b${type}\\b`).test(object.types ?? "");
  const creatures = field.filter(is("Creature"));
  const lands = field.filter((object) => !is("Creature")(object) && is("Land")(object));
  const others = field.filter((object) => !is("Creature")(object) && !is("Land")(object));
  const small = (["graveyard", "exile", "command"] as const).map((zone) => ({ zone, objects: on(zone, true) }));
  return (
    <section class={`side ${now.active === player ? "is-active" : ""}`} aria-label={who.name}>
      <header>
        <h2>{who.name}</h2>
        <span class="life"><b>{who.life}</b> {t("life")}</span>
        <span>{t("library")} {who.library}</span>
        {Object.entries(who.counters ?? {}).map(([kind, n]) => <span>{kind} {n}</span>)}
        {who.monarch ? <span>monarch</span> : null}
        {who.won ? <span class="won">won</span> : null}
        {who.lost ? <span>lost</span> : null}
        <span class="pool">
          {who.mana.flatMap((n, i) => Array.from({ length: Math.min(n, 12) }, () => <Symbol of={MANA[i]!} />))}
        </span>
      </header>
      <div class="zone zone-battlefield">
        <h3>{t("battlefield")}</h3>
        <div class="field">
          {[creatures, others, lands].filter((each) => each.length).map((objects) => (
            <Cards objects={objects} player={who.name} zone="battlefield" />
          ))}
          {field.length === 0 ? <Cards objects={[]} player={who.name} zone="battlefield" /> : null}
        </div>
      </div>
      <div class="zone-row">
        <div class="zone">
          <h3>{t("hand")}</h3>
          <Cards objects={on("hand", true)} player={who.name} zone="hand" />
        </div>
        {small.map(({ zone, objects }) =>
          zone === "command" && objects.length === 0 ? null : (
            <div class="zone">
              <h3>{t(zone)}</h3>
              <Cards objects={objects} player={who.name} zone={zone} />
            </div>
          ),
        )}
      </div>
    </section>
  );
}

export function Stack(): VNode | null {
  const objects = board.value?.objects.filter((object) => object.zone === "stack") ?? [];
  if (!objects.length) return null;
  return (
    <section class="stack" aria-label={t("stack")}>
      <h2>{t("stack")} <small>{t("stackHint")}</small></h2>
      <ol>
        {objects.map((object) => (
          <li key={object.ref}>
            <CardButton object={object} legal={usable.value.has(object.ref)} chosen={object.ref === selected.value}
                        onUse={() => void explain(object.ref)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Board(): VNode | null {
  const now = board.value;
  if (!now) return null;
  const order = now.players.map((_, i) => i);
  return (
    <div class="board">
      <p class="moment">{t("moment", { n: now.turn, name: now.players[now.active]?.name ?? "", step: now.step })}</p>
      {[...order.slice(1), 0].map((player, i) => (
        <>
          {i === order.length - 1 ? <Stack /> : null}
          <Side key={player} player={player} />
        </>
      ))}
    </div>
  );
}
