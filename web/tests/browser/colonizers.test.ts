// Colonizers by clicks, touches and keys, to the end.

import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";
import type { Page } from "playwright-core";

import { choose, atOnce, dialog, isOver, option, options, OTHERS, playTo } from "./colonizers";
import { PHONE, person } from "./harness";
import { startGame } from "./pages";
import { browser, server } from "./stage";
import { page } from "./visitor";

const status = () => page.getByTestId("status");
const played = (own: Page = page) => own.locator("[data-played]");
const moves = () => played().evaluateAll((found) => found.map((move) => move.getAttribute("data-played")!));
const others = () => page.locator(".area:not(.own)");
const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-move") ?? "");

test("a game is played to its end by clicks, and the final scores are shown", { timeout: 240_000 }, async () => {
  await startGame(page, "colonizers", OTHERS);
  await atOnce(page);
  const done = await playTo(page, null);
  for (const verb of ["pick", "omnium", "cards", "keep", "build"]) expect(done).toContain(verb);
  const scores = page.getByRole("dialog", { name: "Final scores" });
  await scores.waitFor();
  const points = await scores.locator("tbody tr td:last-child").allTextContents();
  expect(points.map(Number)).toEqual(points.map(Number).sort((a, b) => b - a));
  expect(await scores.getByText("8/8").count()).toBeGreaterThan(0);
  for (const theme of ["light", "dark", "contrast"]) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(".board").analyze();
    expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => [theme, id])).toEqual([]);
  }
  // Dialogs can be hidden and shown again.
  await scores.getByRole("button", { name: "Look at the table" }).click();
  await expect.poll(() => scores.count()).toBe(0);
  await page.getByRole("button", { name: "Show the choice" }).click();
  await scores.waitFor();
  // Looking back shows the position of that time.
  await page.getByRole("button", { name: "One move back" }).click();
  await page.getByText(/Position after move/).waitFor();
  expect(await scores.count()).toBe(0);
  // The record can be viewed from any seat.
  await page.getByRole("link", { name: "Replay and analyse" }).click();
  await page.getByRole("heading", { name: "Colonizers" }).waitFor();
  for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => others().locator(".colonist").count()).toBe(3);
  expect(await others().locator(".colonist.unknown").count()).toBe(0);
  // Dialogs over the table open on request.
  expect(await dialog(page, "draw").count()).toBe(0);
  await page.getByRole("button", { name: "Show the choice" }).click();
  await dialog(page, "draw").waitFor();
  await page.getByLabel("Seen by").selectOption({ index: 2 });
  await expect.poll(() => others().locator(".colonist.unknown").count()).toBe(3);
});

test("others show question marks, what they may be, and the backs of their cards", async () => {
  await startGame(page, "colonizers", OTHERS);
  await atOnce(page);
  expect(await page.locator("[data-choice] .colonist").count()).toBe(5);
  await choose(page, (await options(page))[0]!);
  await dialog(page, "draw").waitFor();
  expect(await others().locator(".colonist.unknown").count()).toBe(3);
  expect(await others().locator(".maybe").first().locator("span").count()).toBe(4);
  // The player to move has a solid border, the others dashed ones; a colony shows eight places, empty ones dashed.
  const border = (found: string) => page.locator(found).first().evaluate((area) => getComputedStyle(area).borderTopStyle);
  expect([await border(".area.turn"), await border(".area:not(.turn)"), await border(".area .colony .slot")]).toEqual(["solid", "dashed", "dashed"]);
  expect(await page.locator(".area.own .colony li").count()).toBe(8);
  await page.getByText("52 cards").first().waitFor();
  expect(await others().first().getAttribute("aria-label")).toMatch(/^Seat 2\. .*May be: \w+, \w+, \w+, \w+$/);
  // Seats act in order, so each area has its own state.
  expect(await page.locator(".area .number").allTextContents()).toEqual(["2", "3", "4", "1"]);
  await page.getByRole("img", { name: /^One of these was removed this round: \w+$/ }).waitFor();
  await choose(page, "cards");
  await dialog(page, "keep").waitFor();
  await choose(page);
  // Other players' cards are unknown until a Spy has seen them.
  for (let round = 0; round < 12; round++) {
    await playTo(page, "draw");
    if ((await others().locator(".hand .module.unknown").count()) > 0) break;
    await choose(page, "omnium");
  }
  expect(await others().locator(".hand .module.unknown").count()).toBeGreaterThan(0);
  if (!(await moves()).some((move) => move.startsWith("swap:"))) expect(await others().locator(".hand .module:not(.unknown)").count()).toBe(0);
  expect(await page.locator(".area.own .hand .module.unknown").count()).toBe(0);
  await page.getByTestId("spoken").getByText(/Random \d picks a colonist/).first().waitFor({ state: "attached" });
});

test("modules that can be paid for have a hammer, and are told apart by borders", { timeout: 120_000 }, async () => {
  await startGame(page, "colonizers", OTHERS);
  await atOnce(page);
  for (let turn = 0; turn < 40; turn++) {
    await playTo(page, "build");
    if ((await page.locator(".area.own .hammer").count()) > 0) break;
    await choose(page, "pass");
  }
  const hammer = page.locator(".area.own button.build").first();
  const name = (await hammer.getAttribute("aria-label"))!;
  const [, module, colour, cost] = /^Build: (.+), (green|blue|red|without colour), costs (\d+), worth \d+$/.exec(name)!;
  const omnium = async () => Number(await page.locator(".area.own .count.omnium").textContent());
  const before = await omnium();
  const border = await hammer.locator(".module").evaluate((card) => getComputedStyle(card).borderTopStyle);
  expect(border).toBe({ green: "solid", blue: "dashed", red: "dotted", "without colour": "double" }[colour!]);
  const built = await page.locator(".area.own .colony .module").count();
  await hammer.click();
  await expect.poll(() => page.locator(".area.own .colony .module").count()).toBe(built + 1);
  expect(before).toBeGreaterThanOrEqual(Number(cost));
  await played().filter({ hasText: `You build: ${module}` }).first().waitFor({ state: "attached" });
});

test("by keyboard: numbers, arrows and Enter choose, Escape shows the table", async () => {
  await startGame(page, "colonizers", OTHERS);
  await atOnce(page);
  await dialog(page, "pick").waitFor();
  await page.locator(".board button.hide").focus();
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog(page, "pick").count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Show the choice");
  await page.keyboard.press("Enter");
  await dialog(page, "pick").waitFor();
  const [first, second] = await options(page);
  await expect.poll(focused).toBe(first);
  await page.keyboard.press("ArrowRight");
  await expect.poll(focused).toBe(second);
  await page.keyboard.press("Enter");
  await dialog(page, "draw").waitFor();
  expect(await moves()).toContain(second);
  // Keyboard focus moves to the next choice.
  await expect.poll(focused).toBe("omnium");
  await page.keyboard.press("2");
  await dialog(page, "keep").waitFor();
  await expect.poll(focused).toMatch(/^keep:/);
  await page.keyboard.press("1");
  await expect.poll(async () => (await moves()).some((move) => move.startsWith("keep:"))).toBe(true);
});

test("on a phone by touch, to the end", { timeout: 240_000 }, async () => {
  const phone = await person(browser, server, { viewport: PHONE, hasTouch: true, isMobile: true });
  const own = phone.page;
  await startGame(own, "colonizers", OTHERS);
  await atOnce(own);
  for (let step = 0; step < 400 && !(await isOver(own)); step++) {
    const before = await played(own).count();
    const all = await options(own);
    const move = all.find((move) => move.startsWith("build:")) ?? (step % 3 === 0 && all.includes("cards") ? "cards" : all[0]!);
    await option(own, move).tap();
    await expect.poll(() => played(own).count(), { timeout: 10_000, interval: 20 }).toBeGreaterThan(before);
    if (step < 12) expect(await own.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
  }
  await own.getByRole("dialog", { name: /Final scores/ }).waitFor();
  expect(await own.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

test("a table that is revealed for study shows every card and colonist", async () => {
  await page.goto("/new?game=colonizers");
  await page.getByRole("radio", { name: "Everyone sees everything, for study" }).check();
  for (const seat of [2, 3, 4]) await page.locator(`select[name="agent-${seat}"]`).selectOption("random");
  await page.getByRole("button", { name: "Start" }).click();
  await status().waitFor();
  await atOnce(page);
  await choose(page, (await options(page))[0]!);
  await dialog(page, "draw").waitFor();
  expect(await others().locator(".colonist.unknown").count()).toBe(0);
  expect(await others().locator(".colonist").count()).toBe(3);
  await page.getByText("Everyone at this table sees hidden information.").waitFor();
});

test("the introduction is done to its end, in Czech too", { timeout: 120_000 }, async () => {
  const right = ["pick:ecologist", "omnium", "keep:hydroponics-facility", "steal:miner", "build:spaceport", "build:research-lab"];
  for (const [locale, next, end] of [["en-US", "Next", "That is all there is to it"], ["cs", "Dále", "To je všechno"]] as const) {
    const learner = await person(browser, server, { locale });
    await learner.page.goto("/learn/colonizers");
    // All 16 module types and the header.
    await expect.poll(() => learner.page.getByRole("table").getByRole("row").count()).toBe(17);
    await learner.page.getByRole("row", { name: /12 16 1$/ }).waitFor();
    for (const move of right) {
      await learner.page.locator(".walk .board.live").waitFor();
      await option(learner.page, move).click();
      await learner.page.getByRole("button", { name: next }).click();
    }
    await learner.page.getByRole("heading", { name: new RegExp(end) }).waitFor();
    expect(learner.complaints).toEqual([]);
    await learner.context.close();
  }
});
