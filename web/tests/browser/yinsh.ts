// Plays YINSH in tests by clicks, along known lines that make rows.

import type { Page } from "playwright-core";
import { expect } from "vitest";

import type { ExploredPosition } from "../../src/api/generated/types";
import { pointFrom, line, pointCoordinates, parsePosition, parseMove } from "../../src/boards/yinsh/state";

export const BLITZ = "yinsh:rings_to_win=1";

/** Moves until the first seat makes the row c5-g5 by moving a ring from f4 to f6. */
export const toRow = (
  "c5 f5 g5 b6 f4 d8 b2 j7 i6 g2 " + "c5-d5 f5-f8 d5-e5 j7-j8 e5-e6 j8-j9 g5-g7 j9-j10"
).split(" ");

/** Moves until the first seat has to choose between c5-g5 and e3-e7. */
export const toCrossing = (
  "c5 e5 g5 j7 e3 b6 e7 k8 d4 g11 " +
  "c5-d5 e5-h8 d5-d6 j7-j8 g5-f5 j8-j9 f5-f8 j9-j10 e3-e4 j10-i10 e4-f4 i10-h10 e7-e6 h10-g10 e6-g6 k8-k9 d4-f6"
).split(" ");

/** Moves until the first seat cannot move any ring, and passes. */
export const toPass = "g2 g4 i4 i5 g3 f2 h3 f3 h4 h5 i4-j5 i5-j6 pass".split(" ");

export const click = (page: Page, name: string): Promise<void> => page.locator(`[data-move="${name}"]`).click();

const count = (page: Page) => page.locator("[data-played]").count();

/** Plays a move by clicks and waits until it is listed. */
export async function play(page: Page, text: string): Promise<void> {
  const before = await count(page);
  const move = parseMove(text);
  if (move.kind === "slide") {
    await click(page, move.from);
    await click(page, move.to);
  } else if (move.kind === "row") await click(page, move.points[2]!);
  else if (move.kind !== "pass") await click(page, move.at);
  else await page.getByRole("button", { name: "Pass" }).click();
  await expect.poll(() => count(page)).toBeGreaterThan(before);
}

export async function playAll(page: Page, texts: string[]): Promise<void> {
  for (const text of texts) await play(page, text);
}

/** Finds a ring move that leaves a row of markers behind. */
export function walk({ position, moves }: ExploredPosition): string {
  const board = parsePosition(position);
  const own = new Set(board.markers[board.seat]);
  const worth = (text: string) => {
    const move = parseMove(text);
    if (move.kind !== "slide") return 0;
    if (line(move.from, move.to).length !== 2) return -1;
    const [from, to] = [pointCoordinates(move.from), pointCoordinates(move.to)];
    const step: [number, number] = [to.column - from.column, to.row - from.row];
    let behind = 0;
    while (own.has(pointFrom(move.from, step, -behind - 1) ?? "")) behind++;
    return behind;
  };
  return [...moves].sort((one, other) => worth(other) - worth(one))[0] ?? "";
}
