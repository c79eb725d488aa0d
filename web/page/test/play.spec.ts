/** Playing games. */
import type { Page } from "@playwright/test";
import { expect, open, test } from "./page.js";

const asked = (page: Page) => page.getByRole("region", { name: "What now?" });

/** Begins a game of Red Burn, or of the deck of that text against nothing but Forests. */
async function begin(page: Page, deck?: string): Promise<void> {
  await open(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByLabel("Your deck").selectOption({ label: deck ? "My own deck, as text…" : "Red Burn" });
  if (deck) {
    await page.getByLabel("Your deck, as text").fill(deck);
    await page.getByLabel("Deck of").selectOption({ label: "My own deck, as text…" });
    await page.getByRole("textbox", { name: "Deck of" }).fill("60 Forest\n");
  }
  await page.getByRole("button", { name: "Begin the game" }).click();
  await expect(asked(page).locator(".asked")).toBeVisible({ timeout: 20_000 });
}

/** Waits until the game asks or is over; whether it asks. */
async function asks(page: Page): Promise<boolean> {
  await expect(asked(page).getByRole("status")).toHaveCount(0, { timeout: 30_000 });
  return (await asked(page).locator(".asked").count()) > 0;
}

/** What somebody would choose who plays quickly: to keep, to act, to attack, and to be done. */
async function chooseSomething(page: Page, i: number): Promise<void> {
  const options = asked(page).locator(".options").first().getByRole("button");
  const names = await options.allInnerTexts();
  const wanted = names.findIndex((name) => /(play|cast) /i.test(name));
  const last = names.length - 1;
  await options.nth(wanted >= 0 ? wanted : /priority/.test(await asked(page).locator(".asked").innerText()) ? 0 : i % 3 ? last : 0).click();
}

test("a whole game against the automatic player is clicked through, with choices taken back on the way", async ({ page }) => {
  test.setTimeout(300_000);
  await begin(page);
  let taken = 0;
  for (let steps = 0; steps < 600 && (await asks(page)); steps++) {
    if (steps === 12)
      for (; taken < 5; taken++) {
        await page.getByRole("button", { name: "Take my last choice back" }).click();
        await asks(page);
      }
    await chooseSomething(page, steps);
  }
  await expect(page.locator(".good")).toContainText(/won|draw/);
  expect(taken).toBe(5);
});

test("nothing of the other hand is shown or logged", async ({ page }) => {
  await begin(page);
  for (let i = 0; i < 12 && (await asks(page)); i++) await chooseSomething(page, i);
  await asks(page);
  const other = page.getByRole("region", { name: "The automatic player" });
  await expect(other.locator(".cards-hand .card:not(.is-hidden)")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Log" }).first()).not.toContainText(/automatic player (draws (?!a card)|.*comes to)/);
});

test("attackers are dragged, and declared together", async ({ page }) => {
  test.setTimeout(120_000);
  await begin(page, "24 Forest\n36 Grizzly Bears\n");
  const attack = page.locator(".asked", { hasText: "attack" });
  const mine = page.getByRole("region", { name: "You", exact: true }).locator(".cards-battlefield .card.is-legal");
  for (let i = 0; i < 60 && (await asks(page)) && !(await attack.count() && (await mine.count()) > 1); i++) {
    const options = asked(page).locator(".options").first().getByRole("button");
    const names = await options.allInnerTexts();
    const wanted = names.findIndex((name) => /(play|cast) /i.test(name));
    // The first option passes, or attacks with nobody until there are two who can.
    await options.nth(Math.max(wanted, 0)).click();
  }
  const opponent = page.getByRole("region", { name: "The automatic player" });
  await mine.nth(1).dragTo(opponent.locator(".zone-battlefield").first());
  await mine.nth(0).dragTo(opponent.locator(".zone-battlefield").first());
  await expect(asked(page).locator(".options button[aria-pressed=true]")).toHaveCount(2);
  await asked(page).locator(".options button[aria-pressed=true]").first().click();
  await expect(asked(page).locator(".options button[aria-pressed=true]")).toHaveCount(1);
  await asked(page).getByRole("button", { name: "Declare what is picked (1)" }).click();
  await asks(page);
  await expect(page.getByRole("region", { name: "Log" }).first()).toContainText(/attacks/);
});

test("two people hand the screen over, and each sees only their own hand", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByLabel("Against").selectOption({ label: "A person at this screen" });
  await page.getByRole("button", { name: "Begin the game" }).click();
  const handed = page.getByRole("button", { name: /^I am Player/ });
  for (let i = 0; i < 4; i++) {
    // What was asked last may still stand there while the screen is being handed over.
    await expect(async () => {
      if (await handed.isVisible()) {
        await expect(page.locator(".card")).toHaveCount(0, { timeout: 1_000 });
        await handed.click();
      }
      const words = await asked(page).locator(".asked").innerText({ timeout: 1_000 });
      const mine = words.includes("Player 2") ? "Player 2" : "Player 1";
      const theirs = mine === "Player 1" ? "Player 2" : "Player 1";
      const seen = (name: string) =>
        page.getByRole("region", { name, exact: true }).locator(".cards-hand .card:not(.is-hidden)");
      await expect(seen(theirs)).toHaveCount(0, { timeout: 1_000 });
      await expect(seen(mine).first()).toBeVisible({ timeout: 1_000 });
      await asked(page).locator(".options").first().getByRole("button").last().click({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
  }
});

test("a game is played by the keyboard, with every step announced", async ({ page }) => {
  await begin(page);
  const log = page.getByRole("log");
  await page.keyboard.press("1");
  await expect(log).toContainText(/Turn 1/, { timeout: 20_000 });
  await asks(page);
  await page.keyboard.press("h");
  await expect(asked(page).locator(".notice")).toContainText("Suggested:");
  await page.keyboard.press("e");
  await asks(page);
  await page.keyboard.press("u");
  await asks(page);
  await expect(page.getByRole("button", { name: "Take my last choice back" })).toBeVisible();
});

test("a deck with mistakes is refused by line", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByLabel("Your deck").selectOption({ label: "My own deck, as text…" });
  await page.getByLabel("Your deck, as text").fill("20 Mountain\n4 Lightening Bolt\n");
  await page.getByRole("button", { name: "Begin the game" }).click();
  await expect(page.getByRole("alert")).toContainText("line 2");
  await expect(page.getByRole("alert")).toContainText("Lightning Bolt");
});

test("what pays for a spell is chosen by clicking, and by the keyboard", async ({ page }) => {
  test.setTimeout(120_000);
  await begin(page, "18 Forest\n18 Mountain\n24 Grizzly Bears\n");
  const choices = asked(page).getByRole("list", { name: "Choices" });
  const choice = (name: string | RegExp) => choices.getByRole("button", { name });
  const mine = page.getByRole("region", { name: "You", exact: true });
  const land = (name: string) => mine.locator(".cards-battlefield .card").filter({ hasText: name });
  const bears = choice("cast Grizzly Bears");
  const ready = async () => (await land("Forest").count()) > 1 && (await land("Mountain").count()) > 0 && (await bears.count()) > 0;
  for (let i = 0; i < 80 && (await asks(page)) && !(await ready()); i++) {
    const play = choice((await land("Mountain").count()) ? "play Forest" : "play Mountain");
    const any = choice(/^play /);
    await ((await play.count()) ? play : (await any.count()) ? any : choices.getByRole("button")).first().click();
  }
  await page.getByLabel("Ask me").selectOption({ label: "whenever I have priority" });
  await page.getByLabel("Choose what pays").check();
  await bears.click();
  await asks(page);
  await expect(asked(page).locator(".asked")).toContainText("Pay mana");
  await land("Mountain").first().click();
  await asks(page);
  await choice(/Forest/).first().click();
  await asks(page);
  await choice("Pay with the mana in the pool").click();
  await asks(page);
  await expect(land("Mountain").first()).toContainText("tapped");
  await expect(land("Forest").filter({ hasText: "tapped" })).toHaveCount(1);
  const back = page.getByRole("button", { name: "Take my last choice back" });
  while (!(await bears.count())) {
    await back.click();
    await asks(page);
  }
  await expect(land("").filter({ hasText: "tapped" })).toHaveCount(0);
  await page.getByRole("heading", { name: "What now?" }).focus();
  await page.keyboard.press("m");
  await expect(page.getByLabel("Choose what pays")).not.toBeChecked();
  await page.keyboard.press("m");
  const key = async (name: string): Promise<void> => {
    const names = await choices.getByRole("button").allInnerTexts();
    await page.keyboard.press(String(names.findIndex((text) => text.includes(name)) + 1));
    await expect(async () => expect(await choices.getByRole("button").allInnerTexts()).not.toEqual(names)).toPass({ timeout: 10_000 });
    await asks(page);
  };
  await key("Cast Grizzly Bears");
  await key("Forest");
  await key("Forest");
  if (await choice("Pay with the mana in the pool").count()) await key("Pay with");
  await expect(land("Forest").filter({ hasText: "tapped" })).toHaveCount(2);
  await expect(land("Mountain").filter({ hasText: "tapped" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Log" }).first()).toContainText("casts Grizzly Bears");
});
