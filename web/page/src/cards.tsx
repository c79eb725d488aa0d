/** Cards: finding one, and how Gavel reads a text. */
import { signal, useComputed, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Card, Reading } from "../../gavel/src/index.js";
import { matching } from "./complete.js";
import { EXAMPLES } from "./examples.js";
import { Rich } from "./mana.js";
import { aliasFor, nameAsItem } from "./setup.js";
import { gavel, names, openText, place, refused, wordsOf } from "./state.js";
import { t } from "./words.js";

const searched = signal("");
const card = signal<Card | null>(null);
const wrong = signal("");
const SHOWN = 60;

async function look(name: string): Promise<void> {
  try {
    card.value = await gavel.card(name);
    wrong.value = "";
  } catch (error) {
    wrong.value = wordsOf(error);
  }
}

/** A text with the piece marked that is not understood. */
function Marked({ text, reading }: { text: string; reading: Reading }): VNode | null {
  if (!reading.length) return null;
  return (
    <p class="marked">
      {text.slice(0, reading.at)}<mark>{text.slice(reading.at, reading.at + reading.length)}</mark>
      {text.slice(reading.at + reading.length)}
    </p>
  );
}

/** A text with the piece marked that is not understood, and how the rest was read. */
function ReadingOf({ text, reading }: { text: string; reading: Reading }): VNode {
  return (
    <div class="reading">
      {reading.read ? <p class="good">{t("understood")}</p> : <p class="wrong">{t("notUnderstood")} {reading.result}</p>}
      {reading.read ? null : <Marked text={text} reading={reading} />}
      {reading.read ? <pre>{reading.result}</pre> : null}
      {reading.how ? <details><summary>{t("phrase")}</summary><pre>{reading.how}</pre></details> : null}
    </div>
  );
}

function OneCard({ card: shown }: { card: Card }): VNode {
  const reading = useSignal<Reading | null>(null);
  const rulings = EXAMPLES.filter((example) => example.text.includes(shown.name));
  const spell = /\(types[^)]*(instant|sorcery)/.test(shown.definition) || /Instant|Sorcery/.test(shown.types ?? "");
  useEffect(() => {
    reading.value = null;
    void gavel.read(shown.text, { name: shown.name, spell }).then((answer) => (reading.value = answer), () => {});
  }, [shown.name]);
  async function ask(): Promise<void> {
    const zone = spell ? "hand" : "battlefield";
    const alias = aliasFor("", shown.name);
    const text = `player Alice\n  ${zone}: ${nameAsItem(shown.name)} as ${alias}\nplayer Bob\n\nturn 1 main\n`;
    if (await openText(text)) place.value = "ask";
  }
  return (
    <article class="panel">
      <h2>{shown.name}</h2>
      {shown.refusal ? <p class="wrong">{t("cantPlayWhy")} {shown.refusal}</p>
        : <p><button type="button" class="primary" onClick={() => void ask()}>{t("askAbout")}</button></p>}
      {shown.types?.split("\n//\n").map((line) => <p>{line}</p>)}
      <h3>{t("cardText")}</h3>
      {shown.text.split("\n").map((line) => <p><Rich text={line} /></p>)}
      {shown.refusal && reading.value && !reading.value.read ? <Marked text={shown.text} reading={reading.value} /> : null}
      {reading.value?.how ? <details><summary>{t("phrase")}</summary><pre>{reading.value.how}</pre></details> : null}
      {shown.refusal ? null : <details><summary>{t("definition")}</summary><pre>{shown.definition}</pre></details>}
      <h3>{t("usedIn")}</h3>
      {rulings.length ? (
        <ul class="options">
          {rulings.map((example) => (
            <li>
              <button type="button" class="option"
                      onClick={() => void openText(example.text).then((fine) => fine && (place.value = "ask"))}>
                {example.title}
              </button>
            </li>
          ))}
        </ul>
      ) : <p class="quiet">{t("noExamples")}</p>}
    </article>
  );
}

function TryText(): VNode {
  const text = useSignal("");
  const spell = useSignal(false);
  const done = useSignal<{ text: string; reading: Reading } | null>(null);
  async function read(): Promise<void> {
    try {
      done.value = { text: text.value, reading: await gavel.read(text.value, { spell: spell.value }) };
      wrong.value = "";
    } catch (error) {
      wrong.value = wordsOf(error);
    }
  }
  return (
    <section class="panel" aria-labelledby="try">
      <h2 id="try">{t("tryText")}</h2>
      <p class="quiet" id="try-hint">{t("tryHint")}</p>
      <textarea aria-labelledby="try" aria-describedby="try-hint" rows={4} value={text.value}
                onInput={(event) => (text.value = event.currentTarget.value)} />
      <div class="toolbar">
        <label class="check"><input type="checkbox" checked={spell.value} onChange={(event) => (spell.value = event.currentTarget.checked)} />{t("spell")}</label>
        <button type="button" class="primary" disabled={!text.value.trim()} onClick={() => void read()}>{t("readIt")}</button>
      </div>
      {done.value ? <ReadingOf text={done.value.text} reading={done.value.reading} /> : null}
    </section>
  );
}

export function Cards(): VNode {
  const cant = useComputed(() => new Set(refused.value));
  const every = useComputed(() => [...names.value, ...refused.value]);
  const all = matching(every.value, searched.value, 10_000);
  return (
    <main class="two" id="content" tabIndex={-1}>
      <div class="left">
        <h1>{t("cards")}</h1>
        <label class="search">{t("search")}
          <input type="search" value={searched.value} onInput={(event) => (searched.value = event.currentTarget.value)} />
        </label>
        <p class="quiet" role="status">
          {!searched.value.trim() ? t("searchHint", { n: names.value.length })
            : all.length === 0 ? t("noCard")
            : all.length > SHOWN ? t("moreCards", { n: all.length - SHOWN }) : ""}
        </p>
        {wrong.value ? <p class="wrong" role="alert">{wrong.value}</p> : null}
        <ul class="names">
          {all.slice(0, SHOWN).map((name) => (
            <li key={name}><button type="button" aria-pressed={card.value?.name === name} onClick={() => void look(name)}>{name}</button>
              {cant.value.has(name) ? <span class="quiet"> {t("cantPlay")}</span> : null}</li>
          ))}
        </ul>
      </div>
      <div class="right">
        {card.value ? <OneCard key={card.value.name} card={card.value} /> : null}
        <TryText />
      </div>
    </main>
  );
}
