/** The page without eyes or a mouse. */
import AxeBuilder from "@axe-core/playwright";
import type { Locator } from "@playwright/test";
import { expect, linkTo, open, test } from "./page.js";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

for (const scheme of ["light", "dark"] as const)
  for (const width of [1280, 360])
    test(`axe finds no fault in any place, ${scheme}, ${width} pixels wide`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 800 });
      await open(page);
      await page.locator(".card").first().click();
      for (const place of ["Ask", "Play", "Cards", "Card data"]) {
        await page.getByRole("button", { name: place, exact: true }).click();
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
        expect(violations.map((each) => `${place}: ${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `${place} is wider than the screen`).toBeLessThanOrEqual(0);
      }
    });

test("axe finds no fault in a game, in a link, and in how a card is read", async ({ page }) => {
  const faults = async (): Promise<string[]> => {
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
    return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.html).join(" ")}`);
  };
  await open(page, linkTo('scenario "A link"\nplayer Alice\nplayer Bob\nturn 1 main\n'));
  expect(await faults()).toEqual([]);
  await page.getByRole("button", { name: "Ignore it" }).click();
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await page.getByLabel("Search cards").fill("humil");
  await page.getByRole("button", { name: "Humility" }).click();
  await expect(page.getByRole("heading", { name: "Humility" })).toBeVisible();
  expect(await faults()).toEqual([]);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("button", { name: "Begin the game" }).click();
  const choices = page.getByRole("list", { name: "Choices" }).getByRole("button");
  for (let i = 0; i < 3; i++) {
    await expect(choices.first()).toBeEnabled({ timeout: 30_000 });
    await choices.last().click();
  }
  await expect(choices.first()).toBeEnabled({ timeout: 30_000 });
  expect(await faults()).toEqual([]);
});

test("a question is asked and answered by the keyboard, and each step is announced", async ({ page }) => {
  await open(page);
  const log = page.getByRole("log");
  await page.keyboard.press("/");
  await page.keyboard.type('Alice casts "Lightning Bolt" targeting bears');
  await page.keyboard.press("Enter");
  await expect(log).toContainText("Alice casts Lightning Bolt");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "What now?" }).focus();
  await page.keyboard.press("s");
  await expect(log).toContainText("Grizzly Bears is destroyed");
  await page.keyboard.press("u");
  await expect(page.getByRole("region", { name: "Stack" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(0); /* the page is at rest and hears keys */
  await page.keyboard.press("r");
  await expect(page.getByRole("region", { name: "Stack" })).toHaveCount(0);
});

test("the focus stays in the question when an option was taken with the keyboard", async ({ page }) => {
  await open(page);
  await page.getByRole("region", { name: "What now?" }).getByRole("button", { name: "cast Lightning Bolt" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "What now?" })).toContainText("target");
  expect(await page.evaluate(() => document.activeElement?.closest("section")?.getAttribute("aria-labelledby"))).toBe("question");
});

test("single-key shortcuts can be turned off", async ({ page }) => {
  await open(page);
  await page.getByRole("region", { name: "What now?" }).getByRole("button", { name: "cast Lightning Bolt" }).click();
  await page.getByLabel("Single-key shortcuts").uncheck();
  await page.getByRole("heading", { name: "What now?" }).focus();
  await page.keyboard.press("u");
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
  await page.reload();
  await expect(page.getByLabel("Single-key shortcuts")).not.toBeChecked();
});

/** The names of the buttons of a list, as the accessibility tree has them: in YAML, where what needs quotes stands between
 * single ones, and has each apostrophe twice. */
async function namesOf(list: Locator): Promise<string[]> {
  const tree = (await list.ariaSnapshot()).replace(/^(\s*- )'((?:[^']|'')*)'/gm, (_, dash: string, said: string) => {
    return dash + said.replaceAll("''", "'");
  });
  return [...tree.matchAll(/button ("(?:[^"\\]|\\.)*")/g)].map((found) => JSON.parse(found[1]!) as string);
}

test("a whole game is played by roles and names alone, with five answers taken back on the way", async ({ page }) => {
  test.setTimeout(300_000);
  await open(page);
  await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
  await page.getByRole("combobox", { name: "Your deck" }).selectOption({ label: "Green Growth" });
  await page.getByRole("combobox", { name: "Deck of" }).selectOption({ label: "Red Burn" }); // whose games are short
  await page.getByRole("button", { name: "Begin the game" }).press("Enter");
  const asked = page.getByRole("region", { name: "What now?" });
  const choices = asked.getByRole("list", { name: "Choices" });
  const back = asked.getByRole("button", { name: "Take my last choice back" });
  const over = page.getByRole("log", { name: "Announcements" }).getByText(/(have|has) won\.|is a draw/);
  const rest = async (): Promise<void> => {
    await expect(asked.getByRole("status")).toHaveCount(0, { timeout: 30_000 });
    await expect(choices.or(over).first()).toBeAttached({ timeout: 30_000 });
  };
  let taken = 0, steps = 0;
  for (await rest(); steps < 600 && (await over.count()) === 0; steps++, await rest()) {
    if (steps === 7)
      for (; taken < 5; taken++) {
        await back.press("Enter");
        await rest();
      }
    const names = await namesOf(choices);
    const attack = names.find((name) => /^(attack|declare)|attacks/i.test(name));
    const wanted = names.find((name) => /^(play|cast) /i.test(name)) ?? attack ?? names[0]!;
    // A name that two buttons bear would fail here.
    await choices.getByRole("button", { name: wanted, exact: true }).press("Enter");
  }
  expect(taken).toBe(5);
  await expect(over).toHaveCount(1);
});
