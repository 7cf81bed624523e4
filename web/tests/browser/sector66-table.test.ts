// A table of Sector 66, and the modes of entering a move.

import { expect, test } from "vitest";

import { person } from "./harness";
import { startGame } from "./pages";
import { playWall, pointAtWall } from "./quoridor";
import { browser, server } from "./stage";

test("a table shows whose turn it is, where one can go, one's targets in one's colour, walls in hand and under the pointer", async () => {
  const { context, page, complaints } = await person(browser, server);
  await startGame(page, "sector66:template=classic", ["random"]);
  // Three steps are marked, and targets have their player's colour.
  await expect.poll(() => page.locator("circle.step").count()).toBe(3);
  const goal = (field: string) => page.locator(`[data-move="${field}"] rect.goal`).getAttribute("stroke");
  const [own, other] = [await goal("a9"), await goal("a1")];
  expect(await goal("i9")).toBe(own);
  expect(own).not.toBe(other);
  expect(await page.locator("circle.step").first().evaluate((dot) => getComputedStyle(dot).getPropertyValue("--seat").trim())).toBe(own);
  expect(await page.getByRole("img", { name: "10 walls left" }).count()).toBe(2);
  // The wall under the pointer is previewed; a click builds it and ends the turn.
  const { x, y } = await pointAtWall(page, "c3", "h");
  await page.mouse.move(x, y);
  await page.locator("rect.wall.ghost:not(.refused)").waitFor();
  expect(await page.locator("[data-played]").count()).toBe(0);
  await playWall(page, "c3", "h");
  await expect.poll(() => page.locator("[data-played]").count()).toBe(2);
  await page.getByTestId("status").getByText("Your turn").waitFor();
  await page.getByRole("img", { name: "9 walls left" }).first().waitFor();
  // The top of the page leads out of the game.
  await page.getByRole("link", { name: "Home" }).click();
  await page.getByRole("heading", { name: "Resume a game" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a spell that is chosen marks its targets, and chosen again it is put back", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/learn/sector66");
  await page.getByRole("button", { name: "Skip" }).click();
  const stun = page.locator("[data-cast=stun]:enabled");
  await stun.click();
  expect(await stun.getAttribute("aria-pressed")).toBe("true");
  await page.locator("circle.target").waitFor();
  expect(await page.locator("circle.step").count()).toBe(0);
  expect(await stun.getAttribute("title")).toBeTruthy();
  await stun.click();
  expect(await stun.getAttribute("aria-pressed")).toBe("false");
  expect(await page.locator(".target").count()).toBe(0);
  expect(await page.locator("circle.step").count()).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
  await context.close();
});
