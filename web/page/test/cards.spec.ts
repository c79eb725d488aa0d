/** Cards and card data. */
import { gzipSync } from "node:zlib";
import { expect, open, test } from "./page.js";

const OGRE = { name: "Sample Ogre", layout: "normal", type_line: "Creature — Ogre", mana_cost: "{2}{R}", power: "3", toughness: "3", oracle_text: "Trample" };
const RIDDLE = { name: "Sample Riddle", layout: "normal", type_line: "Sorcery", mana_cost: "{U}", oracle_text: "Befuddle the moon." };
const file = (name: string, data: string | Buffer) => ({ name, mimeType: "application/json", buffer: Buffer.from(data) });

test("a card is found and asked about", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await page.getByLabel("Search cards").fill("humil");
  await page.getByRole("button", { name: "Humility" }).click();
  await expect(page.getByRole("heading", { name: "Humility" })).toBeVisible();
  await page.getByRole("button", { name: "Under Humility, Glorious Anthem still makes creatures 2/2" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Under Humility/);
});

test("a text is read, and what isn't understood is marked in it", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  const text = page.getByRole("textbox", { name: "Try a text of your own" });
  await text.fill("Whenever this creature attacks, draw a card.");
  await page.getByRole("button", { name: "Read it" }).click();
  await expect(page.getByText("Understood completely.")).toBeVisible();
  await text.fill("Destroy target shiny creature.");
  await page.getByRole("button", { name: "Read it" }).click();
  await expect(page.locator("mark")).toContainText("shiny");
});

test("card data is imported, used, and still there when the page is opened again", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Card data" }).click();
  await page.getByLabel("Drop a file here, or choose one").setInputFiles(file("mine.json", JSON.stringify([OGRE, RIDDLE])));
  await expect(page.locator(".good")).toContainText("1 of 2 cards are understood completely");
  await expect(page.getByText("Kept on this device: mine.json")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await page.getByLabel("Search cards").fill("sample ogre");
  await page.getByRole("button", { name: "Sample Ogre" }).click();
  await expect(page.getByText("Trample").first()).toBeVisible();
  await page.getByRole("button", { name: "Card data" }).click();
  await page.getByRole("button", { name: /Forget it/ }).click();
  await expect(page.getByText("Kept on this device")).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await page.getByLabel("Search cards").fill("sample ogre");
  await expect(page.getByText("No card has that in its name.")).toBeVisible();
});

test("a card that can't be played is found, and says why", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Card data" }).click();
  await page.getByLabel("Drop a file here, or choose one").setInputFiles(file("mine.json", JSON.stringify([OGRE, RIDDLE])));
  await expect(page.getByText("Cards of your data that can't be played: 1.")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await page.getByLabel("Search cards").fill("sample");
  await expect(page.getByRole("listitem").filter({ hasText: "Sample Riddle" })).toContainText("can't be played");
  await expect(page.getByRole("listitem").filter({ hasText: "Sample Ogre" })).not.toContainText("can't be played");
  await page.getByRole("button", { name: "Sample Riddle" }).click();
  await expect(page.getByText("Gavel can't play this card.")).toContainText("Befuddle the moon");
  await expect(page.locator("mark")).toHaveText(/Befuddle the moon/);
  await expect(page.getByRole("button", { name: "Ask about this card" })).toHaveCount(0);
});

test("a compressed file is imported too", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Card data" }).click();
  await page.getByLabel("Drop a file here, or choose one").setInputFiles(file("mine.json.gz", gzipSync(JSON.stringify([OGRE]))));
  await expect(page.locator(".good")).toContainText("1 of 1 cards are understood completely");
});

const DAMAGED: [string, string | Buffer, RegExp][] = [
  ["no JSON", "<html></html>", /JSON/],
  ["cut off", JSON.stringify([OGRE]).slice(0, -20), /./],
  ["of another shape", '[{"name": 5}]', /./],
  ["compressed and damaged", gzipSync(JSON.stringify([OGRE])).subarray(0, 40), /damaged/],
];
for (const [name, data, says] of DAMAGED)
  test(`a file that is ${name} is refused in a sentence, and the cards stay`, async ({ page }) => {
    await open(page);
    await page.getByRole("button", { name: "Card data" }).click();
    const before = await page.locator("main b").first().textContent();
    await page.getByLabel("Drop a file here, or choose one").setInputFiles(file("bad.json", data));
    await expect(page.getByRole("alert")).toHaveText(says);
    await expect(page.locator("main b").first()).toHaveText(before!);
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect(page.locator(".board")).toContainText("Grizzly Bears");
  });

/** What a browser does instead of keeping a file. */
const KEEPING: [string, () => void, RegExp][] = [
  ["in private mode", () => {
    navigator.storage.getDirectory = () => Promise.reject(new DOMException("no files", "SecurityError"));
  }, /private mode/],
  ["without space", () => {
    FileSystemWritableFileStream.prototype.write = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  }, /no space left/],
];
for (const [name, instead, says] of KEEPING)
  test(`card data is used though it can't be kept, and that is said: ${name}`, async ({ page }) => {
    await page.addInitScript(instead);
    await open(page);
    await page.getByRole("button", { name: "Card data" }).click();
    await page.getByLabel("Drop a file here, or choose one").setInputFiles(file("mine.json.gz", gzipSync(JSON.stringify([OGRE]))));
    await expect(page.getByRole("alert")).toHaveText(says);
    await expect(page.locator(".good")).toContainText("1 of 1 cards are understood completely");
    await page.getByRole("button", { name: "Cards", exact: true }).click();
    await page.getByLabel("Search cards").fill("sample ogre");
    await expect(page.getByRole("button", { name: "Sample Ogre" })).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Card data" }).click();
    await expect(page.getByText("Kept on this device")).toHaveCount(0);
  });

test("a compressed file that inflates to a thousand times its size is refused in a sentence", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Card data" }).click();
  const bomb = gzipSync(Buffer.alloc(200_000_000, " "));
  await page.getByLabel("Drop a file here, or choose one").setInputFiles(file("bomb.json.gz", bomb));
  await expect(page.getByRole("alert")).toHaveText(/no value ends within/, { timeout: 30_000 });
});
