/** Asking questions, by clicking and by text. */
import { addCard, card, expect, linkTo, open, option, side, test } from "./page.js";

test("a question about Humility is asked by clicking and answered", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "New board" }).click();
  await addCard(page, "Humility", "Bob", "Battlefield");
  await addCard(page, "Glorious Anthem", "Alice", "Battlefield");
  await addCard(page, "Serra Angel", "Alice", "Battlefield");
  await expect(card(page, "Serra Angel")).toContainText("2/2");
  await card(page, "Serra Angel").click();
  const about = page.getByRole("region", { name: "Serra Angel" });
  await expect(about.getByText("layer 7b")).toBeVisible();
  await expect(about.locator(".explanation")).toContainText("Humility");
  await expect(about.locator(".explanation")).toContainText("Glorious Anthem");
});

test("a completion names cards, and the arrow keys choose among them", async ({ page }) => {
  await open(page);
  const field = page.getByRole("combobox", { name: "Add a card" });
  await field.fill("grizz");
  await expect(page.getByRole("option", { name: "Grizzly Bears" })).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(field).toHaveValue("Grizzly Bears");
});

test("legal actions are clicked, told, undone and done again", async ({ page }) => {
  await open(page);
  await option(page, "cast Lightning Bolt").click();
  await option(page, /Grizzly Bears|bears/).click();
  await expect(page.getByRole("region", { name: "Stack" })).toContainText("Lightning Bolt");
  await page.getByRole("button", { name: "Resolve the top of the stack" }).click();
  const happened = page.getByRole("region", { name: "What happened" });
  await expect(happened).toContainText("Grizzly Bears is destroyed (704.5g)");
  await expect(side(page, "Bob").getByRole("heading", { name: "Graveyard" }).locator("..")).toContainText("Grizzly Bears");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("region", { name: "Stack" })).toBeVisible();
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(happened).toContainText("is destroyed");
  await page.getByRole("button", { name: "Full" }).click();
  await expect(happened).toContainText("120.3");
});

test("a card that can't be played says why not", async ({ page }) => {
  await open(page);
  await addCard(page, "Serra Angel", "Alice", "Hand");
  await card(page, "Serra Angel").click();
  await expect(page.getByText("Why it can't be played now")).toBeVisible();
  await expect(page.locator(".why")).not.toBeEmpty();
});

test("the setup is changed: status, counters, what is copied, and zones by dragging", async ({ page }) => {
  await open(page);
  await card(page, "Grizzly Bears").click();
  const about = page.locator(".panel.object");
  await about.getByText("Change the setup").click();
  await about.getByLabel("+1/+1 counters").fill("2");
  await expect(card(page, "Grizzly Bears")).toContainText("4/4");
  await about.getByLabel("tapped").check();
  await expect(page.getByLabel("The question as text")).toHaveValue(/bears, counters \+1\/\+1 2, tapped/);
  await card(page, "Grizzly Bears").dragTo(side(page, "Alice").locator(".cards-graveyard"));
  await expect(side(page, "Alice").locator(".cards-graveyard")).toContainText("Grizzly Bears");
});

test("the question is text, and text is the question", async ({ page }) => {
  await open(page);
  const text = page.getByLabel("The question as text");
  await expect(text).toHaveValue(/hand: Lightning Bolt/);
  await text.fill('scenario "Changed"\nplayer Alice\n  battlefield: Serra Angel as angel\nplayer Bob\nturn 1 main\n');
  await page.getByRole("button", { name: "Apply the text" }).click();
  await expect(page.getByRole("heading", { name: "Changed" })).toBeVisible();
  await text.fill("player Alice\n  nonsense\n");
  await page.getByRole("button", { name: "Apply the text" }).click();
  await expect(page.getByRole("alert")).toContainText("line 2");
  await expect(card(page, "Serra Angel")).toBeVisible();
});

test("a line is written with completion and carried out", async ({ page }) => {
  await open(page);
  const line = page.getByRole("combobox", { name: "Say what happens" });
  await line.fill('Alice casts "Lightn');
  await page.getByRole("option", { name: 'Alice casts "Lightning Bolt"', exact: true }).click();
  await expect(line).toHaveValue('Alice casts "Lightning Bolt"');
  await line.fill('Alice casts "Lightning Bolt" targeting bears');
  await line.press("Enter");
  await expect(page.getByRole("region", { name: "Stack" })).toBeVisible();
  await line.fill("expect bears is 3/3");
  await line.press("Enter");
  await expect(page.getByRole("alert")).toContainText("2/2");
});

test("a link shows the same question to somebody else, who sees it before it is run", async ({ page, browser, baseURL }) => {
  await open(page);
  await option(page, "cast Lightning Bolt").click();
  await option(page, /bears/i).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator(".notice")).toBeVisible();
  const address = page.url();
  const text = await page.getByLabel("The question as text").inputValue();
  const fresh = await browser.newContext({ baseURL: baseURL! });
  const other = await fresh.newPage();
  await other.goto(address);
  await expect(other.getByRole("heading", { name: "A question came with this link" })).toBeVisible();
  await expect(other.getByLabel("The question as text")).toHaveText(text.trim(), { useInnerText: true });
  await other.getByRole("button", { name: "Open this question" }).click();
  await expect(other.getByRole("region", { name: "Stack" })).toContainText("Lightning Bolt");
  expect(await other.getByLabel("The question as text").inputValue()).toBe(text);
  await fresh.close();
});

const HOSTILE: [string, string, RegExp][] = [
  ["too long", `#v1=${"A".repeat(9000)}`, /too long/],
  ["a bomb", linkTo("# ".repeat(2_000_000)), /more than a question may/],
  ["cut off", linkTo('scenario "Bolt"\nplayer Alice\n  hand: Lightning Bolt\n').slice(0, -9), /damaged/],
  ["no base64", "#v1=%%%", /damaged/],
  ["of a future version", "#v2=AAAA", /newer version/],
];
for (const [name, fragment, says] of HOSTILE)
  test(`a link that is ${name} is refused in a sentence`, async ({ page }) => {
    await open(page, fragment);
    await expect(page.getByRole("alert")).toHaveText(says);
    await page.getByRole("button", { name: "Ignore it" }).click();
    await expect(card(page, "Grizzly Bears")).toBeVisible();
  });

test("a link with an unknown card opens and says which", async ({ page }) => {
  await open(page, linkTo("player Alice\n  hand: Lightening Bolt\nplayer Bob\nturn 1 main\n"));
  await page.getByRole("button", { name: "Open this question" }).click();
  await expect(page.locator(".wrong")).toContainText("Lightning Bolt");
});

test("markup in titles, names and cards stays text", async ({ page }) => {
  const img = "<img src=x onerror=alert(1)>";
  await open(page, linkTo(`scenario "${img}"\nplayer Alice\n  hand: "${img}" as elf\nplayer Bob\nturn 1 main\n`));
  await expect(page.locator(".scenario")).toContainText(img);
  await page.getByRole("button", { name: "Open this question" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(img);
  await expect(page.locator(".wrong")).toContainText(img);
  const text = page.getByLabel("The question as text");
  await text.fill(`player Alice\n  hand: Clone as ${img}\n`);
  await page.getByRole("button", { name: "Apply the text" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await page.locator("#page img").count()).toBe(1); // the page's own sign
});

test("a question without an end is stopped after 5 seconds, and the board is as it was", async ({ page }) => {
  // No question takes the engine that long, so this worker hangs when it is sent the title below.
  await page.route("**/worker.js", async (route) => {
    const response = await route.fetch();
    const hang = 'addEventListener("message", (event) => { while (JSON.stringify(event.data).includes("Without end")); });\n';
    await route.fulfill({ response, body: hang + (await response.text()) });
  });
  await open(page, linkTo('scenario "Without end"\nplayer Alice\nplayer Bob\nturn 1 main\n'));
  await page.getByRole("button", { name: "Open this question" }).click();
  await expect(page.getByRole("alert")).toContainText("longer than 5 seconds");
  await page.getByRole("button", { name: "Ignore it" }).click();
  await expect(card(page, "Grizzly Bears")).toBeVisible();
  await option(page, "cast Lightning Bolt").click();
  await expect(option(page, /bears/i)).toBeVisible();
});

test("the board of 200 permanents follows a click within 50 ms", async ({ page }) => {
  const many = ["Serra Angel", "Grizzly Bears", "Hill Giant", "Llanowar Elves"].map((n) => `25 ${n}`).join("; ");
  await open(page, linkTo(`player Alice\n  hand: Lightning Bolt as bolt\n  battlefield: 20 Mountain; ${many}\nplayer Bob\n  battlefield: 80 Forest\nturn 1 main\n`));
  await page.getByRole("button", { name: "Open this question" }).click();
  await expect(option(page, "cast Lightning Bolt")).toBeVisible();
  const times: number[] = [];
  for (let i = 0; i < 15; i++) {
    times.push(await page.evaluate(async () => {
      const button = [...document.querySelectorAll<HTMLButtonElement>(".option")].find((b) => b.textContent === "cast Lightning Bolt")!;
      const asked = () => document.querySelector(".asked")!.textContent;
      const before = asked();
      const start = performance.now();
      button.click();
      while (asked() === before) await new Promise((go) => setTimeout(go, 0));
      return performance.now() - start;
    }));
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(option(page, "cast Lightning Bolt")).toBeVisible();
  }
  console.log(`from click to board, 200 permanents: ${times.map((each) => each.toFixed(0)).join(" ")} ms`);
  /* The quickest, as what else the machine does is no matter of the page. */
  expect(Math.min(...times)).toBeLessThan(50);
});

test("the page works without a network once it was open", async ({ page, context }) => {
  await open(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null || navigator.serviceWorker.ready.then(() => true));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await expect(card(page, "Grizzly Bears")).toBeVisible();
  await option(page, "cast Lightning Bolt").click();
  await expect(option(page, /bears/i)).toBeVisible();
});

test("the page speaks Italian, and remembers it", async ({ page }) => {
  await open(page);
  await option(page, "cast Lightning Bolt").click();
  await option(page, /bears/i).click();
  await expect(page.getByText(/Alice casts Lightning Bolt for/).first()).toBeVisible();
  await page.getByRole("button", { name: "Italiano" }).click();
  await expect(page.getByRole("button", { name: "Annulla" })).toBeVisible();
  await expect(page.getByText(/Alice lancia Lightning Bolt per/).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "E adesso?" })).toBeVisible();
});
