// Plays Colonizers in tests by clicking on choices.

import type { Page } from "playwright-core";
import { expect } from "vitest";

export const OTHERS = ["random", "random", "random"];

const status = (page: Page) => page.getByTestId("status");
const played = (page: Page) => page.locator("[data-played]");

/** The dialog of a phase. */
export const dialog = (page: Page, phase: string) => page.locator(`.board [data-choice="${phase}"]`);
export const option = (page: Page, move: string) => page.locator(`.board button[data-move="${move}"]`).first();

/** Waits for our turn or the end of the game; returns true at the end. */
export async function isOver(page: Page): Promise<boolean> {
  await expect.poll(async () => (await status(page).textContent()) ?? "", { timeout: 30_000, interval: 20 }).toMatch(/Your turn|won|draw/i);
  return /won|draw/i.test((await status(page).textContent()) ?? "");
}

/** Enabled choices. */
export async function options(page: Page): Promise<string[]> {
  const buttons = page.locator(".board button[data-move]:enabled");
  await buttons.first().waitFor();
  return buttons.evaluateAll((found) => found.map((button) => button.getAttribute("data-move")!));
}

/** Picks a sensible move: builds if possible, and draws while the hand is small. */
function sensible(moves: string[], cards: number): string {
  const first = (verb: string) => moves.filter((move) => move.startsWith(verb)).at(-1);
  if (moves.includes("omnium")) return moves.includes("cards") && cards < 3 ? "cards" : "omnium";
  return first("build:") ?? first("keep:") ?? first("steal:") ?? first("swap:") ?? first("pick:") ?? "pass";
}

/** Clicks a choice, waits until it is played, and returns it. */
export async function choose(page: Page, wanted?: string): Promise<string> {
  const before = await played(page).count();
  const moves = await options(page);
  const move = wanted ?? sensible(moves, await page.locator(".area.own .hand .module").count());
  await option(page, move).click();
  await expect.poll(() => played(page).count(), { timeout: 10_000, interval: 20 }).toBeGreaterThan(before);
  return move;
}

/** Plays until a phase or the end of the game; returns the moves. */
export async function playTo(page: Page, phase: string | null): Promise<Set<string>> {
  const verbs = new Set<string>();
  for (let step = 0; step < 600; step++) {
    if (await isOver(page)) return verbs;
    await page.locator(".board [data-choice]").waitFor();
    if (phase && (await dialog(page, phase).count()) > 0) return verbs;
    verbs.add((await choose(page)).split(":")[0]!);
  }
  throw new Error("the game does not end");
}

export async function atOnce(page: Page): Promise<void> {
  await page.locator("select[name=pace]").selectOption("at once");
}
