/** Asking a question: the board beside what can be done, what has happened, and the same as text. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren, VNode } from "preact";
import { type BoardObject, Decision, type Zone } from "../../gavel/src/index.js";
import { Board } from "./board.js";
import { CardWhole } from "./card.js";
import { Complete, matching } from "./complete.js";
import { EXAMPLES } from "./examples.js";
import { Rich } from "./mana.js";
import { listed } from "./options.js";
import { added, aliasFor, type Flag, hasFlag, type Item, itemNamed, nameAsItem, noteOf, replaced, withFlag, withNote, without, ZONES } from "./setup.js";
import {
  account, askedText, attempt, board, busy, copyLink, explain, explanation, fault, grain, moment, names, NEW_BOARD, notice, openText,
  optionsOf, question, redo, selected, selectedObject, session, setGrain, undo, usable, whyNot, zoneWord,
} from "./state.js";
import { stepName, t } from "./words.js";

function Panel({ title, children, id }: { title: ComponentChildren; children: ComponentChildren; id?: string }): VNode {
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>{title}</h2>
      {children}
    </section>
  );
}

/** Moves the card that an alias names to another zone of the setup. */
function moveTo(ref: string, player: string, zone: Zone): void {
  const object = board.value?.objects.find((each) => each.ref === ref);
  const text = moment.value?.text;
  const item = object?.words && text ? itemNamed(text, object.words) : undefined;
  if (!item || !text) return;
  const notes = zone === "battlefield" ? item.notes : [];
  void attempt((s) => s.edit(added(without(text, item), player, zone, { head: item.head, notes })));
}

function AskBoard(): VNode | null {
  const now = board.value;
  if (!now) return null;
  const nameOf = (player: number): string => now.players[player]?.name ?? "";
  return (
    <Board
      view={{
        board: now, nameOf, below: 0, usable: usable.value, selected: selected.value,
        onUse: (object) => void explain(object.ref),
        canMove: (object) => !!object.words && !!itemNamed(moment.value!.text, object.words),
        onMove: (ref, player, zone) => moveTo(ref, nameOf(player), zone),
      }}
    />
  );
}

// --- above the board -------------------------------------------------------------------------------

function Toolbar(): VNode {
  const now = moment.value;
  return (
    <div class="toolbar">
      <button type="button" disabled={!now?.undo || busy.value} onClick={() => void undo()}>{t("undo")}</button>
      <button type="button" disabled={!now?.redo || busy.value} onClick={() => void redo()}>{t("redo")}</button>
      <button type="button" onClick={() => void openText(NEW_BOARD)}>{t("newBoard")}</button>
      <select
        aria-label={t("examples")}
        value=""
        onChange={(event) => {
          const example = EXAMPLES[Number(event.currentTarget.value)];
          event.currentTarget.value = "";
          if (example) void openText(example.text);
        }}
      >
        <option value="">{t("chooseExample")}</option>
        {EXAMPLES.map((example, i) => <option value={i}>{example.title}</option>)}
      </select>
      <span class="space" />
      <button type="button" class="primary" disabled={!now} onClick={() => void copyLink()}>{t("copyLink")}</button>
    </div>
  );
}

function AddCard(): VNode | null {
  const name = useSignal("");
  const count = useSignal(1);
  const player = useSignal(0);
  const zone = useSignal<string>("battlefield");
  const players = board.value?.players ?? [];
  if (!moment.value) return null;

  async function add(): Promise<void> {
    if (!name.value.trim()) return;
    const typed = name.value.trim();
    const exact = names.value.find((each) => each.toLowerCase() === typed.toLowerCase()) ?? typed;
    const who = players[Math.min(player.value, players.length - 1)]?.name ?? "Alice";
    const item = nameAsItem(exact);
    const head = count.value > 1 ? `${count.value} ${item}` : `${item} as ${aliasFor(moment.value!.text, exact)}`;
    if (await attempt((s) => s.put(who, zone.value, head))) name.value = "";
  }

  return (
    <form
      class="add"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Complete id="add-name" label={t("addCard")} hint={t("cardName")} value={name.value} onInput={(v) => (name.value = v)}
                suggest={(typed) => matching(names.value, typed, 12)} onEnter={() => void add()} />
      <label>{t("count")}
        <input type="number" min={1} max={99} value={count.value}
               onInput={(event) => (count.value = Math.max(1, Math.min(99, Number(event.currentTarget.value) || 1)))} />
      </label>
      <label>{t("player")}
        <select value={player.value} onChange={(event) => (player.value = Number(event.currentTarget.value))}>
          {players.map((who, i) => <option value={i}>{who.name}</option>)}
        </select>
      </label>
      <label>{t("zone")}
        <select value={zone.value} onChange={(event) => (zone.value = event.currentTarget.value)}>
          {ZONES.map((each) => <option value={each}>{zoneWord(each)}</option>)}
        </select>
      </label>
      <button type="submit" disabled={busy.value || !name.value.trim()}>{t("add")}</button>
    </form>
  );
}

// --- what can be done ------------------------------------------------------------------------------

const STEPS = ["upkeep", "draw", "main", "begin combat", "attackers", "blockers", "damage", "end combat", "main 2", "end"];

function GoTo(): VNode {
  const turn = useSignal(0);
  const step = useSignal("attackers");
  const now = board.value?.turn ?? 1;
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt((s) => s.go(`turn ${turn.value || now} ${step.value}`));
      }}
    >
      <label>{t("turn")}
        <input type="number" min={1} max={99} value={turn.value || now}
               onInput={(event) => (turn.value = Number(event.currentTarget.value))} />
      </label>
      <label>{t("step")}
        <select value={step.value} onChange={(event) => (step.value = event.currentTarget.value)}>
          {STEPS.map((each) => <option value={each}>{stepName(each)}</option>)}
        </select>
      </label>
      <button type="submit" disabled={busy.value}>{t("go")}</button>
    </form>
  );
}

function CommandLine(): VNode {
  const line = useSignal("");
  async function carryOut(): Promise<void> {
    const said = line.value.trim();
    if (said && (await attempt((s) => s.act(said)))) line.value = "";
  }
  return (
    <form
      class="command"
      onSubmit={(event) => {
        event.preventDefault();
        void carryOut();
      }}
    >
      <Complete id="command" label={t("command_line")} hint={t("commandHint")} value={line.value}
                onInput={(v) => (line.value = v)} onEnter={() => void carryOut()}
                suggest={(typed) => session.value?.complete(typed, 12).catch(() => []) ?? []} />
      <button type="submit" disabled={busy.value || !line.value.trim()}>{t("doIt")}</button>
    </form>
  );
}

/** What can't be used while something is under way; its buttons aren't drawn anew for that. */
function WhileFree({ children }: { children: ComponentChildren }): VNode {
  return <fieldset class="bare" disabled={busy.value}>{children}</fieldset>;
}

function OptionButtons({ which, label }: { which: number[]; label: string }): VNode {
  const now = board.value!;
  return (
    <ul class="options" aria-label={label}>
      {listed(now, which, (player) => now.players[player]?.name ?? "").map(({ at, text }) => (
        <li key={at}>
          <button type="button" class="option" onClick={() => void attempt((s) => s.take(at))}>
            <Rich text={text} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Choices({ which, mana }: { which: number[]; mana: number[] }): VNode {
  return (
    <WhileFree>
      <OptionButtons label={t("choices")} which={which} />
      {mana.length ? (
        <details>
          <summary>{t("manaAbilities")} ({mana.length})</summary>
          <OptionButtons label={t("manaAbilities")} which={mana} />
        </details>
      ) : null}
    </WhileFree>
  );
}

function Resolve(): VNode {
  return (
    <WhileFree>
      <p><button type="button" class="primary" onClick={() => void attempt((s) => s.act("resolve"))}>{t("resolve")}</button></p>
    </WhileFree>
  );
}

function Question(): VNode {
  const asked = question.value;
  const stack = board.value?.objects.some((object) => object.zone === "stack");
  const all = asked?.options.map((_, i) => i) ?? [];
  const makesMana = (i: number): boolean => asked!.kind !== Decision.mana && !!asked!.options[i]!.mana;
  const mana = all.filter(makesMana);
  const heading = useRef<HTMLHeadingElement>(null);
  /* The option that had the focus is gone once it is taken. */
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [moment.value]);
  return (
    <section class="panel asking" aria-labelledby="question">
      <h2 id="question" tabIndex={-1} ref={heading}>{t("whatNow")}</h2>
      {asked ? (
        <>
          <p class="asked"><Rich text={askedText()} /></p>
          <Choices which={all.filter((i) => !makesMana(i))} mana={mana} />
        </>
      ) : (
        <p class="quiet">{board.value?.over ? t("gameOver") : t("nothingAsked")}</p>
      )}
      {stack ? <Resolve /> : null}
      <CommandLine />
      <GoTo />
    </section>
  );
}

// --- what has happened -----------------------------------------------------------------------------

function Happened(): VNode {
  return (
    <Panel id="happened" title={t("happened")}>
      <div class="switch" role="group" aria-label={t("happened")}>
        {(["brief", "full"] as const).map((each) => (
          <button type="button" aria-pressed={grain.value === each} onClick={() => void setGrain(each)}>{t(each)}</button>
        ))}
      </div>
      <div class="account">
        {account.value.trim()
          ? account.value.trimEnd().split("\n").map((line, i) => (
              <p key={i} class={line.startsWith("  ") ? "detail" : ""}><Rich text={line.trim()} /></p>
            ))
          : <p class="quiet">{t("nothingHappened")}</p>}
      </div>
    </Panel>
  );
}

function AsText(): VNode {
  const text = moment.value?.text ?? "";
  const draft = useSignal<string | null>(null);
  const shown = draft.value ?? text;
  async function apply(): Promise<void> {
    if (await attempt((s) => s.edit(shown))) draft.value = null;
  }
  return (
    <Panel id="as-text" title={t("text")}>
      <label class="hidden" for="text">{t("textLabel")}</label>
      <textarea
        id="text"
        spellcheck={false}
        rows={Math.min(24, Math.max(10, shown.split("\n").length + 1))}
        value={shown}
        onInput={(event) => (draft.value = event.currentTarget.value)}
      />
      <div class="toolbar">
        <button type="button" class="primary" disabled={draft.value === null || draft.value === text || busy.value}
                onClick={() => void apply()}>{t("apply")}</button>
        <button type="button" disabled={draft.value === null || draft.value === text} onClick={() => (draft.value = null)}>{t("discard")}</button>
      </div>
    </Panel>
  );
}

// --- one object ------------------------------------------------------------------------------------

function changeItem(item: Item, by: Item): void {
  void attempt((s) => s.edit(replaced(moment.value!.text, item, by)));
}

function Setup({ object }: { object: BoardObject }): VNode {
  const text = moment.value!.text;
  const item = object.words ? itemNamed(text, object.words) : undefined;
  const copy = useSignal("");
  if (!item) return <p class="quiet">{t("notInSetup")}</p>;
  const players = board.value!.players;
  const others = board.value!.objects.filter((each) => each.zone === "battlefield" && each.words && each.ref !== object.ref);
  const flag = (name: Flag, label: string): VNode => (
    <label class="check">
      <input type="checkbox" checked={hasFlag(item, name)}
             onChange={(event) => changeItem(item, withFlag(item, name, event.currentTarget.checked))} />
      {label}
    </label>
  );
  const number = (kind: string, label: string): VNode => (
    <label>{label}
      <input type="number" min={0} max={99} value={Number(noteOf(item, kind)) || 0}
             onInput={(event) => changeItem(item, withNote(item, kind, Number(event.currentTarget.value) > 0 ? event.currentTarget.value : ""))} />
    </label>
  );
  return (
    <div class="setup">
      <p class="quiet">{t("changeHint")}</p>
      <div class="inline">
        <label>{t("player")}
          <select value={item.player} onChange={(event) => moveTo(object.ref, event.currentTarget.value, item.zone as "hand")}>
            {players.map((who) => <option>{who.name}</option>)}
          </select>
        </label>
        <label>{t("zone")}
          <select value={item.zone} onChange={(event) => moveTo(object.ref, item.player, event.currentTarget.value as "hand")}>
            {ZONES.map((each) => <option value={each}>{zoneWord(each)}</option>)}
          </select>
        </label>
      </div>
      {item.zone === "battlefield" ? (
        <>
          <div class="inline">{flag("tapped", t("tapped"))}{flag("face-down", t("faceDown"))}{flag("summoning-sick", t("sick"))}</div>
          <div class="inline">{number("counters +1/+1", t("counters"))}{number("damage", t("damage"))}</div>
          <label>{t("attachedTo")}
            <select value={noteOf(item, "attached to")} onChange={(event) => changeItem(item, withNote(item, "attached to", event.currentTarget.value))}>
              <option value="">{t("nothing")}</option>
              {others.map((each) => <option value={each.words}>{each.name}{each.words === each.name ? "" : ` (${each.words})`}</option>)}
            </select>
          </label>
          <form
            class="inline"
            onSubmit={(event) => {
              event.preventDefault();
              changeItem(item, withNote(item, "copy of", copy.value ? JSON.stringify(copy.value) : ""));
            }}
          >
            <Complete label={t("copyOf")} value={copy.value || noteOf(item, "copy of").replaceAll('"', "")} onInput={(v) => (copy.value = v)}
                      suggest={(typed) => matching(names.value, typed, 8)} />
            <button type="submit">{t("apply")}</button>
          </form>
        </>
      ) : null}
      <button type="button" class="danger" onClick={() => void attempt((s) => s.edit(without(text, item)))}>{t("remove")}</button>
    </div>
  );
}

function ObjectPanel(): VNode {
  const object = selectedObject.value;
  const why = useSignal("");
  const options = object ? (optionsOf.value.get(object.ref) ?? []) : [];
  useEffect(() => {
    why.value = "";
    if (object && !options.length) void whyNot(object).then((answer) => (why.value = answer));
  }, [object, moment.value]);
  if (!object) return <p class="quiet">{t("pickObject")}</p>;
  return (
    <section class="panel object" aria-labelledby="object">
      <header>
        <h2 id="object">{object.name || t("object")}</h2>
        <button type="button" onClick={() => (selected.value = null)}>{t("close")}</button>
      </header>
      {object.hidden ? null : <CardWhole object={object} />}
      {options.length ? <><h3>{t("canDo")}</h3><OptionButtons label={t("canDo")} which={options} /></> : null}
      {why.value ? <><h3>{t("whyNot")}</h3><p class="why">{why.value}</p></> : null}
      {explanation.value ? (
        <details open>
          <summary>{t("whyIsIt")}</summary>
          <pre class="explanation">{explanation.value}</pre>
        </details>
      ) : null}
      <details>
        <summary>{t("change")}</summary>
        <Setup key={object.ref} object={object} />
      </details>
    </section>
  );
}

// --- all of it -------------------------------------------------------------------------------------

export function Wrong(): VNode {
  const now = moment.value;
  return (
    <div class="wrong-place" aria-live="off">
      {fault.value ? <p class="wrong" role="alert">{fault.value} <button type="button" onClick={() => (fault.value = "")}>{t("close")}</button></p> : null}
      {notice.value ? <p class="notice">{notice.value} <button type="button" onClick={() => (notice.value = "")}>{t("close")}</button></p> : null}
      {now && now.verdict !== "pass" ? (
        <div class="wrong"><b>{t("questionWrong")}{now.line ? ` (${t("line")} ${now.line})` : ""}</b><pre>{now.reason}</pre></div>
      ) : null}
    </div>
  );
}

export function Ask(): VNode {
  const title = moment.value?.title;
  return (
    <main class="ask">
      <div class="left">
        {title ? <h1 class="title">{title}</h1> : <h1 class="hidden">{t("ask")}</h1>}
        <Toolbar />
        <Wrong />
        <AddCard />
        <AskBoard />
      </div>
      <div class="right">
        <Question />
        <ObjectPanel />
        <Happened />
        <AsText />
      </div>
    </main>
  );
}
