// Texts at a table: names, moves, results and agreements.

import { expect, test } from "vitest";

import { person } from "./harness";
import { hotSeat, startGame } from "./pages";
import { browser, server } from "./stage";
import { page } from "./visitor";

test("whoever has no name is You to themselves and a guest to others, never both", async () => {
  await page.goto("/new?game=tictactoe");
  await page.locator('select[name="agent-2"]').selectOption("random");
  await page.getByRole("button", { name: "Start" }).click();
  const players = page.getByRole("list", { name: "Players" });
  await players.getByText("You", { exact: true }).waitFor();
  expect(await players.textContent()).not.toContain("(you)");
  const watcher = await person(browser, server);
  await watcher.page.goto(page.url());
  await watcher.page.getByTestId("status").getByText("Guest to move").waitFor();
  await page.locator("g.legal").first().click();
  await watcher.page.getByTestId("spoken").getByText(/^Guest marks/).waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign" }).first().click();
  await page.getByTestId("news").getByText("You resigned").waitFor();
  await players.getByText("out of the game", { exact: true }).waitFor();
  await watcher.page.getByTestId("news").getByText("Guest resigned").waitFor();
  expect(await watcher.page.locator("main").textContent()).not.toMatch(/\bYou (has|moves|gives)\b/);
  await watcher.context.close();
});

test("between people there are hints only if those who are ready saw that they are allowed", async () => {
  await page.goto("/new?game=tictactoe&with=friends");
  const hints = page.locator("input[name=hints]");
  await page.locator('select[name="seat-2"]').waitFor();
  await expect.poll(() => hints.isChecked()).toBe(false);
  await page.getByText("Between people, hints are off unless everyone agrees").waitFor();
  await page.locator('select[name="seat-2"]').selectOption("agent");
  await expect.poll(() => hints.isChecked()).toBe(true);
  await page.locator('select[name="seat-2"]').selectOption("elsewhere");
  await expect.poll(() => hints.isChecked()).toBe(false);
  await page.getByRole("button", { name: "Open a table" }).click();
  const friend = await person(browser, server);
  await page.getByText("Send the link to a friend").waitFor();
  await friend.page.goto(page.url());
  await friend.page.getByRole("button", { name: "Sit down" }).click();
  expect(await friend.page.getByTestId("hints-agreed").count()).toBe(0);
  await friend.page.getByRole("button", { name: "I am ready" }).click();
  await page.locator("button.primary:enabled", { hasText: "Start" }).click();
  await page.getByTestId("status").getByText("Your turn").waitFor();
  expect(await page.getByRole("button", { name: "Hint", exact: true }).count()).toBe(0);
  // Everybody is told about hints before agreeing.
  await page.goto("/new?game=tictactoe&with=friends");
  await page.locator('select[name="seat-2"]').waitFor();
  await hints.check();
  await page.getByRole("button", { name: "Open a table" }).click();
  await page.getByTestId("hints-agreed").waitFor();
  await friend.page.goto(page.url());
  await friend.page.getByTestId("hints-agreed").getByText("When you mark yourself ready, you agree").waitFor();
  await friend.context.close();
});

test("Dice Wars is told in words, in the list and to those who hear the page", async () => {
  await startGame(page, "dicewars", ["naive"]);
  await page.getByRole("button", { name: "End turn" }).click();
  await page.locator('[data-played="end"] .text', { hasText: "end of turn" }).waitFor();
  await page.locator("[data-played^='+'] .text", { hasText: /dice|die/ }).first().waitFor();
  const texts = await page.locator("[data-played] .text").allTextContents();
  expect(texts.filter((text) => /^(won|lost|end|\+\d+:.*)$/.test(text))).toEqual([]);
});

test("in Sector 66 what a trapdoor does is heard, and stands in the list", async () => {
  await hotSeat(page, "sector66:template=everything");
  const played = page.locator("[data-played]");
  for (const [number, square] of ["d1", "d9", "c1", "c9", "b1", "d9", "b2", "c9", "b3"].entries()) {
    await page.locator(`g.legal[data-move="${square}"]`).click();
    await expect.poll(() => played.count()).toBe(number + 1);
  }
  await page.getByTestId("spoken").getByText("Player 1 steps to b3. Trapdoor moved Player 1 from b3 to h7").waitFor({ state: "attached" });
  expect(await page.locator('[data-played="b3"] .text').textContent()).toBe("b3 → h7");
});

test("Play on the home page starts Sector 66 with spells and special fields, and losing is not green", async () => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play Sector 66" }).click();
  await page.getByTestId("status").getByText("Your turn").waitFor();
  await page.getByText("No spells in hand").waitFor();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign" }).first().click();
  const status = page.getByTestId("status");
  await status.getByText("You resigned.").waitFor();
  expect(await status.evaluate((element) => getComputedStyle(element).color === getComputedStyle(document.body).color)).toBe(true);
});

test("whoever gives up among more than two is placed last, can only watch, and does not win by a substitute", async () => {
  await startGame(page, "quoridor:size=5,players=4", ["random", "random", "random"]);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign" }).first().click();
  const status = page.getByTestId("status");
  await expect.poll(() => status.textContent(), { timeout: 60_000 }).toMatch(/You dropped out in place 4\. .+ won/);
  expect(await status.textContent()).not.toContain("Anna won");
  expect(await page.getByRole("button", { name: "Take back" }).count()).toBe(0);
  // The replay shows the same.
  await page.locator("a[href^='/replay/']").first().click();
  await page.getByTestId("dropouts").getByText(/resigned in place 4/).waitFor();
  expect(await status.evaluate((element) => getComputedStyle(element).color === getComputedStyle(document.body).color)).toBe(true);
});
