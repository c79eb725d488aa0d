/** The page as tests use it: any message in its console or error in it fails the test, and chance is the same in each run. */
import { deflateRawSync } from "node:zlib";
import { test as base, expect, type Page } from "@playwright/test";

export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const wrong: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") wrong.push(message.text());
    });
    page.on("pageerror", (error) => wrong.push(error.message));
    page.on("dialog", (dialog) => wrong.push(`dialog: ${dialog.message()}`));
    await page.addInitScript(() => {
      crypto.getRandomValues = (array) => {
        if (array instanceof Uint32Array) array.fill(1);
        return array;
      };
    });
    await use(page);
    expect(wrong).toEqual([]);
  },
});

export { expect };

export async function open(page: Page, fragment = ""): Promise<void> {
  await page.goto(`./${fragment}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

export function linkTo(text: string): string {
  return `#v1=${deflateRawSync(Buffer.from(text)).toString("base64url")}`;
}

/** Adds a card as somebody would who types and clicks. */
export async function addCard(page: Page, name: string, player: string, zone: string): Promise<void> {
  await page.getByRole("combobox", { name: "Add a card" }).fill(name);
  await page.locator(".add").getByLabel("Player").selectOption(player);
  await page.locator(".add").getByLabel("Zone").selectOption(zone);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Add a card" })).toHaveValue("");
}

export const side = (page: Page, player: string) => page.getByRole("region", { name: player, exact: true });
export const card = (page: Page, name: string | RegExp) => page.locator(".board .card").filter({ hasText: name });
export const option = (page: Page, name: string | RegExp) =>
  page.getByRole("region", { name: "What now?" }).getByRole("button", { name, exact: typeof name === "string" });
