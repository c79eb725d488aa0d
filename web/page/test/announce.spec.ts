/** What a screen reader says while a question is asked and a game is played: all of it, once, in the order of events. */
import type { Locator, Page } from "@playwright/test";
import type {} from "./screen-reader.js";
import { expect, open, option, test } from "./page.js";

/** Waits until the page shows its question and has nothing more to say of it. */
async function atRest(page: Page): Promise<void> {
  await expect(option(page, "cast Lightning Bolt")).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(0);
}

async function listen(page: Page): Promise<void> {
  await page.evaluate(() => window.listen());
}

/** What was said since this was last asked, once the page is at rest: something, as each step asks or ends something. */
async function heard(page: Page): Promise<string[]> {
  const all: string[] = [];
  await expect(async () => {
    await expect(page.getByRole("status")).toHaveCount(0);
    all.push(...(await page.evaluate(() => window.heard())));
    expect(all).not.toEqual([]);
  }).toPass({ timeout: 30_000 });
  return all;
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript({ path: "../build/web-test/screen-reader.js" });
});

const repeat = (page: Page) => page.getByRole("button", { name: "Repeat the last announcement" });
const CAST = ["Alice's turn 1: Alice casts Lightning Bolt for {R}, targeting Grizzly Bears.", "Alice has priority."];
const RESOLVED = [
  "It resolves: Lightning Bolt deals 3 damage to Grizzly Bears. Grizzly Bears is destroyed (704.5g).", "Alice has priority.",
];

test("a question: each event is announced once, in its order, and then what is asked", async ({ page }) => {
  await open(page);
  await atRest(page);
  await listen(page);
  await option(page, "cast Lightning Bolt").click();
  expect(await heard(page)).toEqual([expect.stringMatching(/^Alice decides: choose a target/)]);
  await option(page, /Grizzly Bears|bears/).click();
  expect(await heard(page)).toEqual(CAST);
  await page.getByRole("button", { name: "Resolve the top of the stack" }).click();
  expect(await heard(page)).toEqual(RESOLVED);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await heard(page)).toEqual(["Undone.", "Alice has priority."]);
  await page.getByRole("button", { name: "Redo" }).click();
  expect(await heard(page)).toEqual(["Done again.", ...RESOLVED]);
});

test("the last announcement is repeated whole, by a button and by a key, as often as it is asked for", async ({ page }) => {
  await open(page);
  await atRest(page);
  await listen(page);
  await option(page, "cast Lightning Bolt").click();
  await heard(page);
  await option(page, /Grizzly Bears|bears/).click();
  await heard(page);
  for (let i = 0; i < 2; i++) {
    await repeat(page).click();
    expect(await heard(page)).toEqual(CAST);
  }
  await page.getByRole("heading", { name: "What now?" }).focus();
  await page.keyboard.press("a");
  expect(await heard(page)).toEqual(CAST);
});

test("what went wrong is an alert, said once, and can be repeated", async ({ page }) => {
  await open(page);
  await atRest(page);
  await listen(page);
  const line = page.getByRole("combobox", { name: "Say what happens" });
  await line.fill("expect bears is 3/3");
  await line.press("Enter");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("2/2");
  expect(await page.evaluate(() => window.heard())).toEqual([]);
  await repeat(page).click();
  const [said, ...more] = await heard(page);
  expect(more).toEqual([]);
  await expect(alert).toContainText(said!);
});

test("a screen reader is told every event, or only what is asked, as it was set", async ({ page }) => {
  await open(page);
  await atRest(page);
  const detail = page.getByLabel("Screen readers are told");
  await detail.selectOption({ label: "every event" });
  await listen(page);
  await option(page, "cast Lightning Bolt").click();
  await heard(page);
  await option(page, /Grizzly Bears|bears/).click();
  const kinds = (await heard(page)).map((line) => /tapped for mana|target of|casts|has priority/.exec(line)?.[0]).filter((kind) => kind);
  expect(kinds).toEqual(["tapped for mana", "target of", "casts", "has priority"]);
  await page.reload();
  await atRest(page);
  await expect(detail).toHaveValue("every");
  await detail.selectOption({ label: "only what is asked" });
  await listen(page);
  await option(page, "cast Lightning Bolt").click();
  await heard(page);
  await option(page, /Grizzly Bears|bears/).click();
  expect(await heard(page)).toEqual(["Alice has priority."]);
});

/** Without symbols of mana, which the log shows as pictures. */
const plain = (line: string): string => line.replace(/\{[^}]*\}/g, "").replace(/\s+/g, " ").trim();
const lines = (log: Locator): Promise<string[]> =>
  log.locator("h3, p").evaluateAll((all) => all.map((line) => [...line.childNodes].map((part) => (part as Element).role ? "" : part.textContent).join("")));

test("a game: what is announced is the log, line by line, with a question behind each step", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page);
  await atRest(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await listen(page);
  await page.getByRole("button", { name: "Begin the game" }).click();
  const asked = page.getByRole("region", { name: "What now?" });
  const choices = asked.getByRole("list", { name: "Choices" }).getByRole("button");
  const log = page.getByRole("region", { name: "Log" }).getByRole("group");
  await expect(choices.first()).toBeEnabled({ timeout: 30_000 });
  const told: string[] = [];
  for (let i = 0, over = false; i < 25 && !over; i++) {
    await expect(asked.getByRole("status")).toHaveCount(0, { timeout: 30_000 });
    const said = await heard(page);
    over = (await choices.count()) === 0;
    expect(said.pop()).toBe(await asked.locator(over ? ".good" : ".asked").textContent());
    told.push(...said);
    expect(told.map(plain)).toEqual((await lines(log)).map(plain));
    if (over || i === 24) continue;
    const names = await choices.allTextContents();
    await choices.nth(Math.max(names.findIndex((name) => /(play|cast) /.test(name)), 0)).click();
  }
  expect(told.filter((line) => /^Turn/.test(line)).length).toBeGreaterThan(1);
  await page.getByRole("button", { name: "Take my last choice back" }).click();
  await expect(choices.first()).toBeEnabled({ timeout: 30_000 });
  const [first, ...others] = await heard(page);
  expect(first).toBe("Your last choice is taken back.");
  expect(others).toEqual([await asked.locator(".asked").textContent()]);
});
