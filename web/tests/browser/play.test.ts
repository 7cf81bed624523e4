import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";

import { Server, launch, person, type Person } from "./harness";

const server = new Server();
let browser: Browser;
let somebody: Person;
let page: Page;

beforeAll(async () => {
  await server.start();
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server.end();
});
beforeEach(async () => {
  somebody = await person(browser, server);
  page = somebody.page;
});
afterEach(async () => {
  expect(somebody.complaints).toEqual([]);
  await somebody.context.close();
});

const status = () => page.getByTestId("status");
const over = /won|draw/i;

/** Waits until it is our turn or the game is over; says whether it is over. */
async function isOver(): Promise<boolean> {
  await expect.poll(async () => (await status().textContent()) ?? "", { timeout: 30_000 }).toMatch(/Your turn|won|draw/i);
  return over.test((await status().textContent()) ?? "");
}

async function newGame(game: string, seat: string, agent?: string): Promise<void> {
  await page.goto(`/new?game=${game}`);
  await page.locator('select[name="seat-2"]').selectOption(seat);
  if (agent) await page.locator('select[name="agent-2"]').selectOption(agent);
  await page.getByRole("button", { name: "Start" }).click();
  await status().waitFor();
}

test("tic-tac-toe is played to its end by clicks against an agent", async () => {
  await newGame("tictactoe", "agent", "random");
  while (!(await isOver())) {
    const moves = (await page.locator("ol li").count()) + 2;
    await page.locator("g.cell.legal").first().click();
    await expect.poll(async () => (await isOver()) || (await page.locator("ol li").count()) >= moves).toBe(true);
  }
  await page.getByRole("button", { name: "Play again" }).click();
  await expect.poll(() => page.locator("ol li").count()).toBe(0);
});

test("Quoridor on 5 by 5 is won by clicks against a random agent", async () => {
  await newGame("quoridor:size=5,walls=0", "agent", "random");
  // Straight on, or around whoever stands there: one of five who walks at random does not win.
  while (!(await isOver())) {
    const rows = await page.locator("g.legal[data-move]").evaluateAll((squares) => squares.map((square) => square.getAttribute("data-move") ?? ""));
    const best = rows.sort((a, b) => Number(b.slice(1)) - Number(a.slice(1)))[0];
    const moves = (await page.locator("ol li").count()) + 1;
    await page.locator(`[data-move="${best}"]`).click();
    await expect.poll(() => page.locator("ol li").count()).toBeGreaterThanOrEqual(moves);
  }
  expect(await status().textContent()).toContain("You won!");
});

/** The middle of an arm of a wall: half a square to the right of its centre, or above it. */
async function pointAtWall(page: Page, square: string, direction: "h" | "v"): Promise<{ x: number; y: number }> {
  const box = await page.locator(`[data-move="${square}"] .square`).boundingBox();
  if (!box) throw new Error(`there is no ${square}`);
  const groove = box.width * 0.13;
  const [right, top] = [box.x + box.width, box.y];
  return direction === "h" ? { x: right - box.width * 0.3, y: top - groove } : { x: right + groove, y: top + box.height * 0.3 };
}

test("two people at one screen place walls, are told why not, and take back", async () => {
  await newGame("quoridor:size=5", "here");
  await expect.poll(() => status().textContent()).toContain("You to move");
  const wall = async (square: string, direction: "h" | "v") => {
    const { x, y } = await pointAtWall(page, square, direction);
    await page.mouse.move(x, y);
    await page.mouse.click(x, y);
  };
  const moves = page.locator("ol li");
  const { x, y } = await pointAtWall(page, "c2", "h");
  await page.mouse.move(x, y);
  await expect.poll(() => page.locator(".wall.ghost").count()).toBe(1);
  await wall("c2", "h");
  await expect.poll(() => moves.count()).toBe(1);
  expect(await moves.first().textContent()).toContain("You places a horizontal wall at c2h");
  await expect.poll(() => status().textContent()).toContain("Player 2 to move");
  await wall("c2", "v");
  await page.getByText("c2v would cross another wall.").waitFor();
  await wall("b2", "h");
  await page.getByText("b2h would lie on another wall.").waitFor();
  await wall("a2", "h");
  await expect.poll(() => moves.count()).toBe(2);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => moves.count()).toBe(1);
});

test("a wall that closes the last path says whose", async () => {
  await newGame("quoridor:size=3,walls=4", "here");
  const wall = async (square: string, direction: "h" | "v") => {
    const { x, y } = await pointAtWall(page, square, direction);
    await page.mouse.click(x, y);
  };
  await wall("a2", "h");
  await expect.poll(() => page.locator("ol li").count()).toBe(1);
  await wall("b2", "v");
  await page.getByText(/b2v would close the last path of (You|Player 2)/).waitFor();
  await expect.poll(() => page.locator(".pawn .mark").count()).toBe(1);
});

test("a whole game of Quoridor by the keyboard alone", async () => {
  await newGame("quoridor:size=3,walls=1", "here");
  await page.locator("svg.board").focus();
  const moves = page.locator("ol li");
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  // A wall beside the pawn's way, turned with v.
  await press("ArrowUp", "ArrowRight", "v", "Enter");
  await expect.poll(() => moves.count()).toBe(1);
  expect(await moves.first().textContent()).toContain("vertical wall");
  await press("Home", "ArrowLeft", "ArrowLeft", "Enter");
  await expect.poll(() => moves.count()).toBe(2);
  await press("Home", "ArrowUp", "ArrowUp", "Enter");
  await expect.poll(() => moves.count()).toBe(3);
  await press("Home", "ArrowDown", "ArrowDown", "Enter");
  await expect.poll(() => moves.count()).toBe(4);
  await press("Home", "ArrowUp", "ArrowUp", "Enter");
  await expect.poll(() => status().textContent()).toContain("You won");
});

test("the page speaks Czech at once, and keeps to it", async () => {
  await page.goto("/");
  await page.getByLabel("Language").selectOption("cs");
  await page.getByRole("heading", { name: "Posaďte se a hrajte" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Posaďte se a hrajte" }).waitFor();
});
