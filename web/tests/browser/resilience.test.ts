// Recovery from failures: missing translations, links, navigation, lost connections.

import { join } from "node:path";

import { expect, test } from "vitest";

import { PHONE, Server, person } from "./harness";
import { OTHERS } from "./colonizers";
import { hotSeat, startGame } from "./pages";
import { browser, server } from "./stage";

/** A phone too small for a board and the content below it. */
const SMALL = { width: 360, height: 640 };
const PERMISSIONS = { permissions: ["clipboard-read", "clipboard-write"] };

test("without the words of a language the page speaks English, and the language once they come", async () => {
  const { context, page } = await person(browser, server, { locale: "cs" });
  let isBroken = true;
  await page.route("**/api/locales", (route) => (isBroken ? route.abort() : route.continue()));
  await page.route("**/locales/*.ftl", (route) => (isBroken ? route.abort() : route.continue()));
  await page.goto("/");
  await page.getByRole("link", { name: "New game", exact: true }).waitFor();
  isBroken = false;
  await page.getByRole("link", { name: "Nová hra", exact: true }).waitFor();
  await context.close();
});

test("a link copied in a variation shows the variation", async () => {
  const { context, page, complaints } = await person(browser, server, PERMISSIONS);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto("/replay");
  await page.locator("input[type=file]").setInputFiles(join(import.meta.dirname, "records/quoridor.ludorum"));
  await page.getByText("after 0 of").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("after 1 of").waitFor();
  await page.locator('g.legal[data-move="b5"], g.legal[data-move="d5"]').first().click();
  await page.getByText("A variation.").waitFor();
  await page.getByRole("button", { name: "Copy the position" }).click();
  await expect.poll(clipboard).toMatch(/^[a-e]\d,[bd]5\//);
  const position = await clipboard();
  await page.getByRole("button", { name: "Copy a link" }).click();
  await expect.poll(clipboard).toContain("http");
  const link = await clipboard();
  const other = await person(browser, server, PERMISSIONS);
  await other.page.goto(link);
  await other.page.getByText("A variation.").waitFor();
  await other.page.getByText("after 2 of 2").waitFor();
  await other.page.getByRole("button", { name: "Copy the position" }).click();
  await expect.poll(() => other.page.evaluate(() => navigator.clipboard.readText())).toBe(position);
  expect(complaints).toEqual([]);
  await other.context.close();
  await context.close();
});

test("a translation that has no code yet is still there after leaving, and so is the trial of it", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/translate");
  const home = page.locator('textarea[data-key="home"]');
  await home.fill("Etxea");
  await page.getByLabel("Try it on the whole page").check();
  await page.getByRole("link", { name: "Etxea", exact: true }).click();
  await page.getByRole("heading", { name: "Sit down and play" }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Etxea", exact: true }).waitFor();
  await page.getByRole("link", { name: "Translate" }).click();
  await expect.poll(() => home.inputValue()).toBe("Etxea");
  await page.getByRole("link", { name: "Etxea", exact: true }).waitFor();
  await page.getByRole("button", { name: "Back to my language" }).click();
  await page.getByRole("link", { name: "Home", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("link", { name: "Home", exact: true }).waitFor();
  await context.close();
});

test("Back shows a page where it was left", async () => {
  const { context, page } = await person(browser, server, { viewport: PHONE });
  await page.goto("/");
  const link = page.getByRole("link", { name: "How to play Dice Wars" });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate("scrollY");
  expect(before).toBeGreaterThan(300);
  await link.click();
  await page.waitForURL("**/learn/dicewars");
  await expect.poll(() => page.evaluate("scrollY")).toBe(0);
  // The content loads later.
  await page.route("**/api/games", async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await page.goBack();
  await expect.poll(() => page.evaluate("scrollY")).toBe(before);
  await context.close();
});

test("a move made while the server is away is told, kept and played when it is back", async () => {
  const own = new Server();
  await own.start();
  const { context, page } = await person(browser, own);
  await startGame(page, "quoridor", ["semirandom"]);
  await page.locator('[data-move="e2"]').waitFor();
  await own.kill();
  await page.getByText("Connection lost.").waitFor();
  await page.locator('[data-move="e2"]').click();
  await page.getByText("Your move is saved").waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("Try again once you are connected.").waitFor();
  await page.locator('[data-move="e2"]').click();
  await own.start();
  await page.locator('[data-played="e2"]').waitFor();
  expect(await page.getByText("Your move is saved").count()).toBe(0);
  await context.close();
  await own.end();
});

test("on a phone what was refused in Sector 66 is not behind the bar", async () => {
  const { context, page } = await person(browser, server, { viewport: SMALL });
  await hotSeat(page, "sector66:template=everything");
  await page.locator("g.legal[data-move]").first().waitFor();
  await page.locator('[data-move="e9"]').click({ force: true });
  const note = page.locator(".note.bad");
  await note.waitFor();
  const [said, bar] = [await note.boundingBox(), await page.locator(".actions").boundingBox()];
  expect(said!.y + said!.height).toBeLessThanOrEqual(bar!.y + 1);
  expect(said!.y + said!.height).toBeLessThanOrEqual(SMALL.height);
  await context.close();
});

test("a table that is not there has a heading, and a button of an eye a name", async () => {
  const { context, page } = await person(browser, server, { viewport: PHONE });
  await page.goto("/table/nowhere");
  await page.getByText("There is no such table.").waitFor();
  await page.getByRole("heading", { level: 1, name: "Table" }).waitFor();
  await startGame(page, "colonizers", OTHERS);
  await page.getByRole("button", { name: "Look at the table" }).waitFor();
  await context.close();
});

test("pictures of the home page are for pointers: the Tab key stops once for each game to be played", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/");
  await page.getByRole("button", { name: "Play Quoridor" }).waitFor();
  expect(await page.getByRole("button", { name: "Play Quoridor" }).count()).toBe(1);
  const stops = await page.locator("article button").evaluateAll((buttons) => buttons.filter((button) => (button as HTMLElement).tabIndex >= 0).length);
  expect(stops).toBe(await page.locator("article").count());
  // A picture starts the game too.
  await page.locator("article", { hasText: "Tic-tac-toe" }).locator(".picture").click();
  await page.getByTestId("status").getByText("Your turn").waitFor();
  await context.close();
});
