// Dice Wars by clicks and keys, to the end.

import { expect, test } from "vitest";

import { PHONE } from "./harness";
import { startGame } from "./pages";
import { page } from "./visitor";

const status = () => page.getByTestId("status");
const moves = () => page.locator("[data-played]");
const areas = (kind: string) => page.locator(`g.area.${kind}`);

/** Waits for our turn or the end of the game; returns true at the end. */
async function isOver(): Promise<boolean> {
  await expect.poll(async () => (await status().textContent()) ?? "", { timeout: 30_000, interval: 20 }).toMatch(/Your turn|won|draw/i);
  return /won|draw/i.test((await status().textContent()) ?? "");
}

/** Clicks inside an area. */
async function click(area: string): Promise<void> {
  await page.locator("svg.board").first().scrollIntoViewIfNeeded();
  const at = await page.locator(`[data-area="${area}"]`).evaluate((found) => {
    const { x, y, width, height } = found.getBoundingClientRect();
    const is = (x: number, y: number) => found.contains(document.elementFromPoint(x, y));
    for (const right of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
      for (const down of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
        const [px, py] = [x + width * right, y + height * down];
        if (is(px, py) && is(px - 3, py) && is(px + 3, py) && is(px, py - 3) && is(px, py + 3)) return { x: px, y: py };
      }
    }
    return null;
  });
  if (!at) throw new Error(`area ${area} is not to be clicked`);
  await page.mouse.click(at.x, at.y);
}

/** Plays the attack with the best odds if they are at least even, or ends the turn. */
async function act(): Promise<"attack" | "end"> {
  const able = await areas("legal:not(.target)").evaluateAll((found) => found.map((area) => area.getAttribute("data-area")!));
  let best = { chance: 0.5, from: "", to: "" };
  for (const from of able.slice(0, 4)) {
    if ((await page.locator(`[data-area="${from}"].chosen`).count()) === 0) await click(from);
    await expect.poll(async () => (await areas("target").count()) === (await page.locator("g.odds").count()), { interval: 20 }).toBe(true);
    const shown = await page.locator("g.odds").evaluateAll((found) => found.map((odds) => [odds.getAttribute("data-to")!, parseInt(odds.textContent ?? "0") / 100] as const));
    for (const [to, chance] of shown) if (chance >= best.chance) best = { chance, from, to };
  }
  const before = await moves().count();
  if (best.from) {
    if ((await page.locator(`[data-area="${best.from}"].chosen`).count()) === 0) await click(best.from);
    await click(best.to);
  } else {
    await page.getByRole("button", { name: "End turn" }).click();
  }
  await expect.poll(() => moves().count(), { interval: 20 }).toBeGreaterThan(before);
  return best.from ? "attack" : "end";
}

async function playOn(): Promise<Set<string>> {
  const done = new Set<string>();
  for (let step = 0; !(await isOver()); step++) {
    expect(step).toBeLessThan(300);
    done.add(await act());
  }
  return done;
}

test("a game of two is played to its end by clicks", async () => {
  await startGame(page, "dicewars:areas=8", ["naive"]);
  await page.locator("select[name=pace]").selectOption("at once");
  expect(await page.locator("g.area").count()).toBe(8);
  const done = await playOn();
  expect(done).toContain("attack");
  await page.getByRole("group", { name: "The last roll" }).waitFor();
  await page.getByTestId("spoken").getByText(/takes|holds/).first().waitFor({ state: "attached" });
  // Earlier positions show this game's map.
  const map = await page.locator("path.ground").first().getAttribute("d");
  await moves().first().click();
  await page.getByText("Position after move 1").waitFor();
  expect(await page.locator("path.ground").first().getAttribute("d")).toBe(map);
});

test("a game of eight is played to its end by clicks", async () => {
  const agents = ["naive", "sdc", "ste", "stei", "wpm-s", "wpm-d", "wpm-c"];
  await startGame(page, "dicewars:players=8,areas=16", agents);
  await page.locator("select[name=pace]").selectOption("at once");
  expect(await page.getByRole("list", { name: "Players" }).getByRole("listitem").count()).toBe(8);
  await playOn();
}, 120_000);

test("by keyboard: areas are walked, odds are said, the turn is ended", async () => {
  await startGame(page, "dicewars:areas=8", ["naive"]);
  await page.locator("select[name=pace]").selectOption("at once");
  await page.keyboard.press("Tab");
  await page.locator("svg.board").focus();
  const spoken = page.locator("#board-cursor");
  await page.keyboard.press("Home");
  await expect.poll(() => spoken.textContent()).toMatch(/^Area \d+, yours, dice: [2-8], can attack$/);
  await page.keyboard.press("Enter");
  await expect.poll(() => spoken.textContent()).toMatch(/chosen$/);
  await page.locator("g.odds").first().waitFor();
  const seen: string[] = [];
  for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowDown"]) {
    await page.keyboard.press(key);
    seen.push((await spoken.textContent()) ?? "");
  }
  expect(new Set(seen).size).toBeGreaterThan(2);
  expect(seen.some((words) => /^Area \d+ of .*, \d+ against \d+: \d+ % to win$/.test(words))).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => areas("target").count()).toBe(0);
  await page.keyboard.press("e");
  await expect.poll(() => moves().count()).toBeGreaterThan(0);
  expect(await moves().first().getAttribute("data-played")).toBe("end");
});

test("moves of others come at a pace, and can be skipped, on a phone too", async () => {
  await page.setViewportSize(PHONE);
  await startGame(page, "dicewars:players=4", ["naive", "naive", "naive"]);
  await page.locator("select[name=pace]").selectOption("slow");
  await page.getByRole("button", { name: "End turn" }).click();
  await expect.poll(() => moves().count()).toBeGreaterThan(0);
  expect(await moves().count()).toBeLessThan(4);
  expect(await status().textContent()).not.toContain("Your turn");
  await page.getByRole("button", { name: "Skip to my turn" }).click();
  await status().getByText(/Your turn|won/).waitFor({ timeout: 3_000 });
  expect(await moves().count()).toBeGreaterThan(8);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
});

test("a hint is drawn, or says to end the turn", async () => {
  await startGame(page, "dicewars:areas=12", ["naive"]);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText(/Hint: /).waitFor();
  expect(await page.locator("svg.board .candidate, button.end.best").count()).toBeGreaterThan(0);
});

test("the lesson is done by clicks", async () => {
  await page.goto("/learn/dicewars");
  for (const move of ["1>2", "1>4", "3>2", "end", "5>6"]) {
    await page.locator("svg.board.live").waitFor();
    const [from, to] = move.split(">");
    if (from && to) {
      await click(from);
      await areas("target").first().waitFor();
      await click(to);
    } else await page.getByRole("button", { name: "End turn" }).click();
    await page.getByRole("button", { name: "Next" }).click();
  }
  await page.getByText("That is all there is to it").waitFor();
});
