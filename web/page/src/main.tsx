/** The page: its places, what opens it, and the keyboard. */
import { effect, signal } from "@preact/signals";
import { render, type VNode } from "preact";
import { Ask } from "./ask.js";
import { Cards } from "./cards.js";
import { Data, useKept } from "./data.js";
import { lookAgain, Play, playKey } from "./play.js";
import { readFragment } from "./link.js";
import {
  announced, attempt, busy, type Detail, detail, fault, FIRST_QUESTION, gavel, learnNames, openText, passOption, place, preview,
  ready, redo, repeat, setDetail, speak, type Place, undo, wordsOf,
} from "./state.js";
import { language, setLanguage, t, type Word } from "./words.js";

const PLACES: Place[] = ["ask", "play", "cards", "data"];
const keys = signal(setting("keys") !== "off");
const theme = signal(setting("theme"));
const DETAILS: [Detail, Word][] = [["every", "detailEvery"], ["main", "detailMain"], ["asked", "detailAsked"]];
detail.value = DETAILS.find(([each]) => each === setting("detail"))?.[0] ?? "main";

function setting(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

function keepSetting(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It holds until the page is closed.
  }
}

effect(() => {
  if (theme.value) document.documentElement.dataset["theme"] = theme.value;
  document.documentElement.lang = language.value;
  document.title = `Gavel · ${t(place.value as Word)}`;
});

async function toggleLanguage(): Promise<void> {
  setLanguage(language.value === "it" ? "en" : "it");
  try {
    await speak();
    await lookAgain();
  } catch (error) {
    fault.value = wordsOf(error);
  }
}

function toggleTheme(): void {
  const dark = theme.value ? theme.value === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  theme.value = dark ? "light" : "dark";
  keepSetting("theme", theme.value);
}

function Top(): VNode {
  const target = place.value === "ask" && ready.value === "ready" && !preview.value ? "question" : "content";
  return (
    <header class="top">
      <a class="skip" href={`#${target}`} onClick={(event) => {
        event.preventDefault();
        document.getElementById(target)?.focus();
      }}>{t(target === "question" ? "skip" : "skipContent")}</a>
      <span class="brand"><img src="icon.svg" alt="" width="28" height="28" /> <b>Gavel</b> <span class="tagline">{t("tagline")}</span></span>
      <nav aria-label="Gavel">
        {PLACES.map((each) => (
          <button type="button" key={each} aria-current={place.value === each ? "page" : undefined} onClick={() => (place.value = each)}>
            {t(each)}
          </button>
        ))}
      </nav>
      <span class="settings">
        <button type="button" lang={language.value === "it" ? "en" : "it"} onClick={() => void toggleLanguage()}>{t("language")}</button>
        <button type="button" aria-label={t("theme")} title={t("theme")} onClick={toggleTheme}>◐</button>
      </span>
    </header>
  );
}

function Foot(): VNode {
  return (
    <footer class="foot">
      <label class="check">
        <input type="checkbox" checked={keys.value} onChange={(event) => {
          keys.value = event.currentTarget.checked;
          keepSetting("keys", keys.value ? "on" : "off");
        }} />
        {t("shortcuts")}
      </label>
      <span class="quiet">{t(place.value === "play" ? "playKeys" : "shortcutsHint")}</span>
      <label>{t("detail")}
        <select value={detail.value} onChange={(event) => {
          const chosen = event.currentTarget.value as Detail;
          keepSetting("detail", chosen);
          void setDetail(chosen);
        }}>
          {DETAILS.map(([each, word]) => <option key={each} value={each}>{t(word)}</option>)}
        </select>
      </label>
      <button type="button" onClick={repeat}>{t("repeat")}</button>
      <a href="licences.txt">Licences</a>
    </footer>
  );
}

/** A question that came with the link, before anything of it is run. */
function Preview(): VNode | null {
  const link = preview.value;
  if (!link) return null;
  const faults: Record<string, Word> = { long: "linkLong", large: "linkLarge", damaged: "linkDamaged", future: "linkFuture" };
  return (
    <main class="one preview" id="content" tabIndex={-1}>
      <h1 tabIndex={-1} id="preview">{t("linkTitle")}</h1>
      {"fault" in link ? <p class="wrong" role="alert">{t(faults[link.fault]!)}</p> : (
        <>
          <p class="quiet">{t("linkHint")}</p>
          <pre class="scenario" tabIndex={0} aria-label={t("textLabel")}>{link.text}</pre>
          {fault.value ? <p class="wrong" role="alert">{fault.value}</p> : null}
        </>
      )}
      <div class="toolbar">
        {"text" in link ? (
          <button type="button" class="primary" disabled={busy.value} onClick={() => void openText(link.text).then((fine) => {
            if (fine) preview.value = null;
          })}>{t("openQuestion")}</button>
        ) : null}
        <button type="button" onClick={() => {
          preview.value = null;
          fault.value = "";
          history.replaceState(null, "", location.pathname);
        }}>{t("ignoreLink")}</button>
      </div>
    </main>
  );
}

function Place(): VNode {
  if (ready.value === "starting") return <main class="one" id="content" tabIndex={-1}><p role="status">{t("loading")}</p></main>;
  if (ready.value === "failed")
    return <main class="one" id="content" tabIndex={-1}><p class="wrong" role="alert">{t("failedStart")} {fault.value}</p></main>;
  if (preview.value) return <Preview />;
  switch (place.value) {
    case "play": return <Play />;
    case "cards": return <Cards />;
    case "data": return <Data />;
    default: return <Ask />;
  }
}

/** Announcements wait in order, so that a screen reader says them one after the other. */
function Announcer(): VNode {
  return (
    <div class="hidden" role="log" aria-live="polite" aria-label={t("announcements")}>
      {announced.value.map(({ id, text }) => <p key={id}>{text}</p>)}
    </div>
  );
}

function Page(): VNode {
  return (
    <>
      <Top />
      {busy.value ? <p class="busy" role="status">{t("working")}</p> : null}
      <Place />
      <Foot />
      <Announcer />
    </>
  );
}

function onKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (!keys.value || event.ctrlKey || event.metaKey || event.altKey || preview.value) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
  if (place.value === "play" && playKey(event.key.toLowerCase())) event.preventDefault();
  if (place.value !== "ask") return;
  const does: Record<string, () => void> = {
    u: () => void undo(),
    r: () => void redo(),
    p: () => passOption.value >= 0 && void attempt((s) => s.take(passOption.value)),
    s: () => void attempt((s) => s.act("resolve")),
    a: repeat,
    "/": () => document.getElementById("command")?.focus(),
  };
  const action = does[event.key.toLowerCase()];
  if (!action) return;
  event.preventDefault();
  action();
}

async function readLink(): Promise<void> {
  preview.value = await readFragment(location.hash);
  if (preview.value) setTimeout(() => document.getElementById("preview")?.focus());
}

async function start(): Promise<void> {
  render(<Page />, document.getElementById("page")!);
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => void readLink());
  try {
    const { version } = await gavel.started();
    await speak();
    await useKept(version);
    await learnNames();
    await openText(FIRST_QUESTION);
    await readLink();
    ready.value = "ready";
  } catch (error) {
    fault.value = wordsOf(error);
    ready.value = "failed";
  }
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
}

void start();
