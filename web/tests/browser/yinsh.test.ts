// YINSH by clicks, by touch and by the keyboard.

import { expect, test } from "vitest";

import { person, PHONE } from "./harness";
import { explore, played } from "./quoridor";
import { hotSeat, startGame } from "./pages";
import { BLITZ, click, play, playAll, toCrossing, toPass, toRow, walk } from "./yinsh";
import { browser, server } from "./stage";
import { page } from "./visitor";

const status = () => page.getByTestId("status");

test("two at one screen play to the end: placing, flipping, a row and a ring removed", { timeout: 120_000 }, async () => {
  await hotSeat(page, BLITZ);
  await playAll(page, toRow);
  // Pointing at a target shows the markers that would flip.
  await click(page, "f4");
  expect(await page.locator("circle.turns").count()).toBe(0);
  await page.locator('[data-move="f6"]').hover();
  await expect.poll(() => page.locator("circle.turns").count()).toBe(1);
  // A refused move shows the reason, and the ring stays chosen.
  await click(page, "g8");
  await page.getByText("A ring can only move along a line.").waitFor();
  await click(page, "f6");
  await page.getByText("Choose the row to remove").waitFor();
  await click(page, "c5");
  await page.getByText("Choose one of your rings to remove").waitFor();
  await page.getByTestId("spoken").getByText("Player 1 removes the row from c5 to g5").waitFor({ state: "attached" });
  await click(page, "b2");
  await status().getByText("Player 1 won").waitFor();
  expect((await played(page)).slice(-3)).toEqual(["f4-f6", "=c5-g5", "xb2"]);
  await page.getByRole("img", { name: "1 of 1 rings removed" }).waitFor();
});

test("of crossing rows the one that is pointed at goes", { timeout: 120_000 }, async () => {
  await hotSeat(page, "yinsh");
  await playAll(page, toCrossing);
  await expect.poll(() => page.locator("g.row").count()).toBe(2);
  await page.locator('[data-move="e7"]').hover();
  await expect.poll(() => page.locator("g.row.chosen").count()).toBe(1);
  await click(page, "e7");
  await expect.poll(async () => (await played(page)).at(-1)).toBe("=e3-e7");
});

test("a game to its end by clicks against an agent", { timeout: 120_000 }, async () => {
  await startGame(page, BLITZ, ["random"]);
  for (let turns = 0; turns < 120; turns++) {
    await expect.poll(async () => (await status().textContent()) ?? "", { timeout: 20_000 }).toMatch(/Your turn|won|draw/i);
    if (/won|draw/i.test((await status().textContent()) ?? "")) break;
    await play(page, walk(await explore(page, BLITZ)));
  }
  await status().getByText("You won!").waitFor();
  const last = (await played(page)).slice(-2);
  expect(last.map((text) => text[0])).toEqual(["=", "x"]);
});

test("a sign turns while the computer thinks", async () => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await startGame(page, BLITZ, ["mcts:time=3s,placement=search"]);
  expect(await page.getByTestId("turning").count()).toBe(0);
  await play(page, "f6");
  const sign = page.getByTestId("turning");
  await sign.waitFor();
  expect(await sign.evaluate((node) => getComputedStyle(node).animationIterationCount)).toBe("infinite");
  await expect.poll(async () => (await status().textContent()) ?? "", { timeout: 20_000 }).toMatch(/Your turn/);
  expect(await sign.count()).toBe(0);
  await page.emulateMedia({ reducedMotion: "reduce" });
});

test("by the keyboard: a ring is placed, chosen, let go and moved; a row is chosen with the arrows", { timeout: 120_000 }, async () => {
  await hotSeat(page, "yinsh");
  const board = page.locator("svg.board");
  await board.focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.locator("#board-cursor").textContent()).toBe("f7, you can choose it");
  await page.keyboard.press("Enter");
  await expect.poll(() => played(page)).toEqual(["f7"]);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => played(page)).toEqual([]);
  await playAll(page, toCrossing);
  await board.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.locator("#board-cursor").textContent()).toMatch(/Row from .* of 2/);
  const first = await page.locator("#board-cursor").textContent();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => page.locator("#board-cursor").textContent()).not.toBe(first);
  const [, from, to] = /from (\w+) to (\w+)/.exec((await page.locator("#board-cursor").textContent())!)!;
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await played(page)).at(-1)).toBe(`=${from}-${to}`);
  // Home goes to a movable ring.
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await played(page)).at(-1)).toMatch(/^x/);
});

test("on a phone by touch: what flips markers is touched twice", { timeout: 120_000 }, async () => {
  const phone = await person(browser, server, { viewport: PHONE, hasTouch: true, isMobile: true });
  const own = phone.page;
  await hotSeat(own, BLITZ);
  await playAll(own, toRow);
  await own.locator('[data-move="f4"]').tap();
  await own.locator('[data-move="f6"]').tap();
  await expect.poll(() => own.locator("circle.turns").count()).toBe(1);
  expect((await played(own)).length).toBe(toRow.length);
  await own.locator('[data-move="f6"]').tap();
  await expect.poll(async () => (await played(own)).at(-1)).toBe("f4-f6");
  await own.locator('[data-move="d5"]').tap();
  await expect.poll(async () => (await played(own)).at(-1)).toBe("=c5-g5");
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

test("on a phone one of two rows is touched to be shown, and touched again to go", { timeout: 120_000 }, async () => {
  const phone = await person(browser, server, { viewport: PHONE, hasTouch: true, isMobile: true });
  const own = phone.page;
  await hotSeat(own, "yinsh");
  await playAll(own, toCrossing);
  const row = own.locator('[data-move="e7"]');
  await row.tap();
  await expect.poll(() => own.locator("g.row.chosen").count()).toBe(1);
  expect((await played(own)).length).toBe(toCrossing.length);
  // Another row is previewed and then removed.
  await own.locator('[data-move="g5"]').tap();
  expect((await played(own)).length).toBe(toCrossing.length);
  await own.locator('[data-move="g5"]').tap();
  await expect.poll(async () => (await played(own)).at(-1)).toBe("=c5-g5");
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

test("the keyboard shows and says what a move flips, and Escape puts the ring back", { timeout: 120_000 }, async () => {
  await hotSeat(page, BLITZ);
  await playAll(page, toRow);
  await page.locator("svg.board").focus();
  const cursor = () => page.locator("#board-cursor").textContent();
  const to = async (name: string) => {
    for (let presses = 0; !(await cursor())?.startsWith(`${name},`); presses++) {
      expect(presses).toBeLessThan(40);
      await page.keyboard.press("Home");
    }
  };
  await to("f4");
  await page.keyboard.press("Enter");
  await to("f6");
  expect(await cursor()).toBe("f6, the ring can go there and flips 1 marker");
  expect(await page.locator("circle.turns").count()).toBe(1);
  await page.keyboard.press("Escape");
  await expect.poll(() => page.locator("circle.turns").count()).toBe(0);
  expect((await played(page)).length).toBe(toRow.length);
  await to("f4");
  await page.keyboard.press("Enter");
  await to("f6");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await played(page)).at(-1)).toBe("f4-f6");
});

test("a hint is drawn on the board, for each kind of move", { timeout: 120_000 }, async () => {
  await hotSeat(page, BLITZ, "hints");
  const hint = async (says: RegExp) => {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByText(says).waitFor({ timeout: 60_000 });
    await expect.poll(() => page.locator("g.considered circle.candidate.best").count()).toBe(1);
  };
  // The first ring goes to the centre by rule, so the hint has no chance to show.
  await hint(/Hint: f6$/);
  expect(await page.locator("g.considered line.arrow").count()).toBe(0);
  await playAll(page, toRow);
  expect(await page.locator("g.considered").count()).toBe(0);
  // Five in a row are possible, and win.
  await hint(/Hint: \w+-\w+, 100 % to win/);
  expect(await page.locator("g.considered line.arrow").count()).toBeGreaterThan(0);
  await play(page, "f4-f6");
  await hint(/Hint: row c5–g5/);
  await play(page, "=c5-g5");
  await hint(/Hint: ring \w+ off/);
  expect(await page.locator("g.considered line.arrow").count()).toBe(0);
});

test("a game with a pass: the button is there only then; it is replayed, analysed and left for a variation", { timeout: 180_000 }, async () => {
  await hotSeat(page, "yinsh");
  const pass = page.getByRole("button", { name: "Pass", exact: true });
  await playAll(page, toPass.slice(0, -1));
  await pass.waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => played(page)).toEqual(toPass.slice(0, -2));
  expect(await pass.count()).toBe(0);
  await play(page, toPass.at(-2)!);
  await pass.click();
  await expect.poll(() => played(page)).toEqual(toPass);
  await page.getByTestId("spoken").getByText(/passes/).waitFor({ state: "attached" });
  expect(await pass.count()).toBe(0);

  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("group", { name: "Really resign" }).getByRole("button", { name: "Resign" }).click();
  await page.getByRole("link", { name: "Replay and analyse" }).click();
  const says = (text: string) => page.getByText(text).first().waitFor();
  await says(`after 0 of ${toPass.length} moves`);
  expect(await page.locator("svg.board g.ring").count()).toBe(0);
  await page.keyboard.press("End");
  await says(`after ${toPass.length} of`);
  await page.keyboard.press("ArrowLeft");
  await says(`after ${toPass.length - 1} of`);
  await page.locator("select[name=agent]").selectOption("champion");
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await page.getByRole("table", { name: "Moves considered" }).getByText("pass").waitFor({ timeout: 60_000 });
  await page.keyboard.press("Home");
  await says("after 0 of");
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await expect.poll(() => page.locator("svg.board .candidate").count(), { timeout: 60_000 }).toBeGreaterThan(0);
  await click(page, "k10");
  await page.getByText("It starts at move 1 of the game.").waitFor();
});

test("the introduction is done to its end", async () => {
  await page.goto("/learn/yinsh");
  const next = page.getByRole("button", { name: "Next" });
  for (const points of [["f6"], ["e5", "e8"], ["d4", "h8"], ["f4", "f6"], ["c5"], ["b2"]]) {
    await page.locator("g.legal").first().waitFor();
    for (const point of points) await click(page, point);
    await next.click();
  }
  await page.getByRole("heading", { name: "That is all there is to it" }).waitFor();
});
