/** Card data: a file is given, compiled in the worker, and kept. */
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import type { ImportProgress } from "../../gavel/src/index.js";
import { alerted, announce, gavel, learnNames, moment, names, refused, session, wordsOf } from "./state.js";
import { forget, keep, kept } from "./store.js";
import { t } from "./words.js";

const progress = signal<(ImportProgress & { size: number }) | null>(null);
const wrong = signal("");
const told = signal("");
const keptName = signal("");

async function refresh(): Promise<void> {
  await learnNames();
  if (session.value) moment.value = session.value.now;
}

/** Uses what was kept when the page was last open, compiled anew if the engine has changed since. */
export async function useKept(version: string): Promise<void> {
  const found = await kept().catch(() => null);
  if (!found) return;
  try {
    try {
      if (found.version !== version || !found.image) throw new Error("another version");
      await gavel.useImage(new Uint8Array(await found.image.arrayBuffer()));
    } catch {
      const { image } = await gavel.importFile(found.source, () => {});
      await keep(await found.source.slice().arrayBuffer().then((bytes) => new Blob([bytes])), found.name, image, version).catch(() => {});
    }
    keptName.value = found.name;
  } catch {
    wrong.value = t("keptDamaged");
    await forget();
  }
}

async function take(file: File): Promise<void> {
  wrong.value = told.value = "";
  progress.value = { bytes: 0, cards: 0, compiled: 0, size: file.size };
  let last = 0;
  try {
    const summary = await gavel.importFile(file, (now) => {
      if (performance.now() - last < 60) return;
      last = performance.now();
      progress.value = { ...now, size: file.size };
    });
    if (!summary.cards) {
      wrong.value = t("noCardsInFile");
      await gavel.useImage(null);
      await forget();
      keptName.value = "";
    } else {
      told.value = t("imported", { n: summary.accepted, m: summary.cards });
      const { version } = await gavel.started();
      await keep(file, file.name, summary.image, version).then(
        () => (keptName.value = file.name),
        (error) => (wrong.value = t(error instanceof DOMException && error.name === "QuotaExceededError" ? "noSpace" : "notKept")),
      );
    }
    await refresh();
  } catch (error) {
    wrong.value = wordsOf(error);
  } finally {
    progress.value = null;
    announce(told.value);
    if (wrong.value) alerted(wrong.value);
  }
}

async function useBuiltIn(): Promise<void> {
  await forget();
  keptName.value = told.value = wrong.value = "";
  await gavel.useImage(null);
  await refresh();
}

function Progress(): VNode | null {
  const now = progress.value;
  if (!now) return null;
  const compiling = now.compiled > 0;
  const text = compiling
    ? t("compiling", { n: now.compiled, m: now.cards })
    : t("readingFile", { n: (now.bytes / 1e6).toFixed(1) });
  return (
    <div class="progress">
      <progress aria-label={text} max={compiling ? now.cards : undefined} value={compiling ? now.compiled : undefined} />
      <p>{text}</p>
      <button type="button" onClick={() => void gavel.cancelImport()}>{t("cancel")}</button>
    </div>
  );
}

export function Data(): VNode {
  return (
    <main class="one" id="content" tabIndex={-1}>
      <h1>{t("data")}</h1>
      <p><b>{t("dataNow", { n: names.value.length })}</b></p>
      {refused.value.length ? <p>{t("dataRefused", { n: refused.value.length })}</p> : null}
      <p>{t("dataBuiltIn")}</p>
      <p>{t("dataHow")}</p>
      <div
        class="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const file = event.dataTransfer?.files[0];
          if (file && !progress.value) void take(file);
        }}
      >
        <label class="file">{t("dropHere")}
          <input
            type="file"
            accept=".json,.gz,application/json,application/gzip"
            disabled={!!progress.value}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              if (file) void take(file);
            }}
          />
        </label>
      </div>
      <Progress />
      {wrong.value ? <p class="wrong" role="alert">{wrong.value}</p> : null}
      {told.value ? <p class="good">{told.value}</p> : null}
      {keptName.value ? (
        <p>{t("kept", { name: keptName.value })} <button type="button" onClick={() => void useBuiltIn()}>{t("forget")}</button></p>
      ) : null}
    </main>
  );
}
