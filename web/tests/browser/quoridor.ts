// Plays Quoridor in tests; legal moves come from the server.

import type { Page } from "playwright-core";

import type { ExploredPosition } from "../../src/api/generated/types";

/** Texts of the move list. */
export function played(page: Page): Promise<string[]> {
  return page.locator("[data-played]").evaluateAll((moves) => moves.map((move) => move.getAttribute("data-played") ?? ""));
}

/** Position at the table with its legal moves and shortest paths. */
export async function explore(page: Page, game: string): Promise<ExploredPosition> {
  const answer = await fetch(`${new URL(page.url()).origin}/api/explore`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, moves: await played(page) }),
  });
  return (await answer.json()) as ExploredPosition;
}

/** Step along the shortest path of the player to move. */
export function goodStep({ to_move, moves, insights }: ExploredPosition): string {
  const way = insights.find(({ seat }) => seat === to_move)?.line ?? [];
  const steps = moves.filter((move) => !/[hv]$/.test(move));
  // If a pawn blocks the path, any step will do.
  return way.find((square) => steps.includes(square)) ?? steps[0] ?? "";
}

/** Centre of one half of a wall: half a square to the right of the wall's centre, or above it. */
export async function pointAtWall(page: Page, square: string, direction: "h" | "v"): Promise<{ x: number; y: number }> {
  await page.locator("svg.board").first().scrollIntoViewIfNeeded();
  const box = await page.locator(`[data-move="${square}"] .square`).boundingBox();
  if (!box) throw new Error(`there is no ${square}`);
  const groove = box.width * 0.13;
  const [right, top] = [box.x + box.width, box.y];
  return direction === "h" ? { x: right - box.width * 0.3, y: top - groove } : { x: right + groove, y: top + box.height * 0.3 };
}

export async function playWall(page: Page, square: string, direction: "h" | "v"): Promise<void> {
  const { x, y } = await pointAtWall(page, square, direction);
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
}
