// Quoridor played by a test: what may be played is asked of the server, as the page does.

import type { Page } from "playwright-core";

import type { Explored } from "../../src/api/types";

/** The moves of the list, as text. */
export function played(page: Page): Promise<string[]> {
  return page.locator("[data-played]").evaluateAll((moves) => moves.map((move) => move.getAttribute("data-played") ?? ""));
}

/** The position at the table, its legal moves and the shortest ways. */
export async function explore(page: Page, game: string): Promise<Explored> {
  const answer = await fetch(`${new URL(page.url()).origin}/api/explore`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, moves: await played(page) }),
  });
  return (await answer.json()) as Explored;
}

/** The step that leads on, for whoever is to move. */
export function goodStep({ to_move, moves, insights }: Explored): string {
  const way = insights.find(({ seat }) => seat === to_move)?.line ?? [];
  const steps = moves.filter((move) => !/[hv]$/.test(move));
  // Somebody may stand in the way: then any step, and on from there.
  return way.find((square) => steps.includes(square)) ?? steps[0] ?? "";
}

/** The middle of an arm of a wall: half a square to the right of its centre, or above it. */
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
