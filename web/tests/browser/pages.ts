// All pages and how to reach them, for screenshots and for tests of every page.
// To add one, add it to the list.

import type { Page } from "playwright-core";

import { atOnce, choose, OTHERS, playTo } from "./colonizers";
import { playWall } from "./quoridor";
import { curtain, lift, shareScreen } from "./screen";
import { sector66Pages } from "./sector66-pages";
import { studyPages } from "./study-pages";
import { computersOnly } from "./watch";
import { click, playAll, toCrossing, toRow } from "./yinsh";

export interface Visit {
  name: string;
  open: (page: Page) => Promise<void>;
}

export const pages: Visit[] = [
  {
    name: "home",
    open: async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Play Quoridor" }).waitFor();
    },
  },
  {
    name: "table-quoridor",
    open: async (page) => {
      await startGame(page, "quoridor", ["champion:level=3"]);
      await page.locator('[data-move="e2"]').click();
      await turn(page, 3);
      await playWall(page, "d7", "h");
      await turn(page, 5);
      await playWall(page, "f5", "v");
      await turn(page, 7);
      await playWall(page, "b6", "h");
      await turn(page, 9);
      await playWall(page, "h3", "h");
      await turn(page, 11);
      await page.getByRole("button", { name: "Paths" }).click();
      await page.locator("polyline.way").first().waitFor({ state: "attached" });
    },
  },
  {
    name: "table-hint",
    open: async (page) => {
      await startGame(page, "quoridor", ["champion:level=3"]);
      await page.locator('[data-move="e2"]').click();
      await turn(page, 3);
      await page.getByRole("button", { name: "Hint" }).click();
      await page.getByText(/Hint: /).waitFor();
    },
  },
  {
    name: "table-four",
    open: async (page) => {
      await startGame(page, "quoridor:players=4", ["semirandom", "semirandom", "astar"]);
      for (const [number, square] of ["e2", "e3"].entries()) {
        await page.locator(`[data-move="${square}"]`).click();
        await turn(page, 4 * number + 5);
      }
    },
  },
  {
    name: "table-dicewars",
    open: async (page) => {
      await startGame(page, "dicewars", ["naive"]);
      await page.locator("g.area.legal").first().waitFor();
      await page.locator("svg.board").focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("Enter");
      await page.locator("g.odds").first().waitFor();
    },
  },
  {
    name: "table-dicewars-eight",
    open: async (page) => {
      await startGame(page, "dicewars:players=8", ["naive", "sdc", "ste", "stei", "wpm-s", "wpm-d", "wpm-c"]);
      await page.getByRole("button", { name: "End turn" }).click();
      await page.getByRole("button", { name: "Skip to my turn" }).click();
      await page.getByTestId("status").getByText("Your turn").waitFor();
      await page.getByRole("button", { name: "Hint" }).click();
      await page.getByText(/Hint: /).waitFor();
    },
  },
  {
    name: "table-colonizers",
    open: async (page) => {
      await startGame(page, "colonizers", OTHERS);
      await atOnce(page);
      await playTo(page, "keep");
      await choose(page);
      await playTo(page, "pick");
    },
  },
  {
    name: "table-colonizers-build",
    open: async (page) => {
      await startGame(page, "colonizers", OTHERS);
      await atOnce(page);
      for (let round = 0; round < 2; round++) {
        await playTo(page, "build");
        await choose(page);
      }
      await playTo(page, "build");
      await page.getByRole("button", { name: "Hint" }).click();
      await page.getByText(/Hint: /).waitFor();
    },
  },
  {
    name: "table-curtain",
    open: async (page) => {
      await shareScreen(page, ["Anna", "Boris"]);
      await lift(page, "Anna");
      await page.locator('[data-choice="pick"] button[data-move]').first().click();
      await curtain(page).getByText("Boris").first().waitFor();
    },
  },
  {
    name: "table-watch",
    open: async (page) => {
      await computersOnly(page, "quoridor", "semirandom");
      await page.getByRole("radio", { name: "fast", exact: true }).check({ force: true });
      await page.locator("[data-played]").nth(7).waitFor();
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      await page.getByTestId("status").getByText("Paused").waitFor();
    },
  },
  {
    name: "table-watch-over",
    open: async (page) => {
      await computersOnly(page, "tictactoe");
      await page.getByRole("radio", { name: "at once" }).check({ force: true });
      await page.getByRole("link", { name: "Review the game" }).waitFor();
    },
  },
  {
    name: "new-watch",
    open: async (page) => {
      await page.goto("/new?game=colonizers");
      await page.getByRole("button", { name: "Computers in all seats" }).click();
      await page.getByRole("button", { name: "Start and watch" }).waitFor();
    },
  },
  {
    name: "table-tictactoe",
    open: async (page) => {
      await startGame(page, "tictactoe", ["random"]);
      await finish(page);
    },
  },
  {
    name: "table-yinsh",
    open: async (page) => {
      await hotSeat(page, "yinsh");
      await playAll(page, toRow);
      await click(page, "f4");
      await page.locator('[data-move="f6"]').hover();
      await page.locator("circle.turns").waitFor();
    },
  },
  {
    name: "table-yinsh-rows",
    open: async (page) => {
      await hotSeat(page, "yinsh");
      await playAll(page, toCrossing);
      await page.locator("g.row").first().waitFor();
      await page.keyboard.press("ArrowRight");
    },
  },
  {
    name: "new",
    open: async (page) => {
      await page.goto("/new");
      await page.locator('select[name="seat-2"]').selectOption("elsewhere");
    },
  },
  {
    name: "new-agent",
    open: async (page) => {
      await page.goto("/new?game=quoridor:players=4");
      await page.locator('select[name="agent-3"]').selectOption("mcts");
      await page.locator("details").nth(1).locator("summary").click();
      await page.locator('select[name="agent-3"]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: "waiting",
    open: async (page) => {
      await page.goto("/new");
      await page.locator('select[name="seat-2"]').selectOption("elsewhere");
      await page.getByRole("button", { name: "Open a table" }).click();
      await page.getByText("Send the link to a friend").waitFor();
      await page.getByRole("img", { name: "QR" }).waitFor();
    },
  },
  {
    name: "door",
    open: async (page) => {
      const id = await lockedTable(page);
      await page.goto(`/table/${id}`);
      await page.getByLabel("Password").waitFor();
    },
  },
  {
    name: "lobby",
    open: async (page) => {
      await lockedTable(page);
      await page.goto("/lobby");
      await page.getByText("Evening round").first().waitFor();
    },
  },
  {
    name: "settings",
    open: async (page) => {
      await page.goto("/settings");
      await page.getByRole("heading", { name: "Settings" }).waitFor();
    },
  },
  {
    name: "missing",
    open: async (page) => {
      await page.goto("/nowhere");
      await page.getByRole("heading", { name: "Page not found" }).waitFor();
    },
  },
  ...sector66Pages,
  ...studyPages,
];

/** Starts a game against agents with a fixed seed through the API; the form is tested elsewhere. */
export async function startGame(page: Page, game: string, agents: string[]): Promise<string> {
  await page.goto("/lobby");
  // The page opens its own session; a later one would be a different person from the table's host.
  for (let tries = 0; tries < 40 && (await page.context().cookies()).length === 0; tries++) await page.waitForTimeout(50);
  const id = await page.evaluate(
    async ([game, agents]) => {
      const post = async (path: string, body?: unknown) => {
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`/api/${path}`, { method: "POST", headers, body: body === undefined ? null : JSON.stringify(body) });
        const text = await answer.text();
        return text ? JSON.parse(text) : null;
      };
      await post("session");
      const table = await post("tables", {
        settings: { name: "Friendly table", game, visibility: "unlisted", seed: 7 },
        seats: [{ kind: "here", name: "Anna" }, ...agents.map((spec) => ({ kind: "agent", spec }))],
        name: "Anna",
      });
      await post(`tables/${table.id}/ready`, { ready: true });
      await post(`tables/${table.id}/start`);
      return table.id as string;
    },
    [game, agents] as const,
  );
  await page.goto(`/table/${id}`);
  await page.getByTestId("status").getByText("Your turn").waitFor();
  return id;
}

/** Starts a game of two people at one screen with the form; with hints if requested. */
export async function hotSeat(page: Page, game: string, agreed?: "hints"): Promise<void> {
  await page.goto(`/new?game=${game}`);
  await page.locator('select[name="seat-2"]').selectOption("here");
  if (agreed) await page.locator("input[name=hints]").check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByTestId("status").waitFor();
}

/** Another person's table with a password. */
async function lockedTable(page: Page): Promise<string> {
  const settings = { name: "Evening round", description: "Beginners welcome", game: "quoridor" };
  if (!page.url().startsWith("http")) await page.goto("/lobby");
  const url = `${new URL(page.url()).origin}/api/`;
  const headers = { "content-type": "application/json" };
  const session = await (await fetch(`${url}session`, { method: "POST" })).json();
  const answer = await fetch(`${url}tables`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${session.token}` },
    body: JSON.stringify({ settings, password: "secret", seats: [], name: "Boris" }),
  });
  return (await answer.json()).id;
}

/** Waits for our turn with `moves`, or for the end of the game. */
export async function turn(page: Page, moves: number): Promise<void> {
  await page.locator(`ol[aria-labelledby=moves] li:nth-child(${moves - 1})`).waitFor({ timeout: 30_000 });
  await page.getByTestId("status").getByText(/Your turn|won|draw/).waitFor({ timeout: 30_000 });
}

/** Plays the first legal move until the game is over. */
async function finish(page: Page): Promise<void> {
  const status = page.getByTestId("status");
  for (let moves = 1; moves < 9; moves += 2) {
    if (/won|draw/i.test((await status.textContent()) ?? "")) return;
    await page.locator("g.legal").first().click();
    await page.locator(`ol[aria-labelledby=moves] li:nth-child(${moves})`).waitFor();
    await status.getByText(/Your turn|won|draw/i).waitFor();
  }
}
