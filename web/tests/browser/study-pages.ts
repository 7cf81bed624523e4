// Study pages and how to reach them.

import { join } from "node:path";

import type { Page } from "playwright-core";

import type { Visit } from "./pages";

/** Path of a test record. */
export const recordFile = (name: string): string => join(import.meta.dirname, "records", name);

/** Installs an external program on the server. */
async function withProgram(page: Page): Promise<void> {
  await page.goto("/agents");
  const program = join(import.meta.dirname, "../../../examples/agents/looker.py");
  await page.getByLabel("Add a file").setInputFiles(program);
  await page.getByRole("button", { name: "Remove @looker" }).waitFor();
}

async function openRecord(page: Page): Promise<void> {
  await page.goto("/replay");
  await page.locator("input[type=file]").setInputFiles(recordFile("quoridor.ludorum"));
  await page.getByTestId("status").waitFor();
  await page.locator("g.legal").first().waitFor();
}

export const studyPages: Visit[] = [
  {
    name: "learn",
    open: async (page) => {
      await page.goto("/learn");
      await page.getByRole("heading", { name: "Learn" }).waitFor();
    },
  },
  {
    name: "learn-quoridor",
    open: async (page) => {
      await page.goto("/learn/quoridor");
      await page.locator("g.legal").first().waitFor();
    },
  },
  {
    name: "learn-dicewars",
    open: async (page) => {
      await page.goto("/learn/dicewars");
      await page.locator("g.area.legal").first().waitFor();
    },
  },
  {
    name: "learn-colonizers",
    open: async (page) => {
      await page.goto("/learn/colonizers");
      await page.locator(".board.live").waitFor();
    },
  },
  {
    name: "learn-tictactoe",
    open: async (page) => {
      await page.goto("/learn/tictactoe");
      await page.locator("g.legal").first().click();
      await page.getByRole("button", { name: "Next" }).waitFor();
    },
  },
  {
    name: "learn-yinsh",
    open: async (page) => {
      await page.goto("/learn/yinsh");
      await page.locator("g.legal").first().waitFor();
    },
  },
  {
    name: "replay-open",
    open: async (page) => {
      await page.goto("/replay");
      await page.getByText("Choose a file").waitFor();
    },
  },
  {
    name: "replay",
    open: async (page) => {
      await openRecord(page);
      await page.locator("select[name=time]").selectOption({ index: 0 });
      await page.getByRole("button", { name: "Analyse the whole game" }).click();
      await page.getByRole("heading", { name: "What decided the game" }).waitFor({ timeout: 30_000 });
      await page.getByRole("button", { name: "Analyse the whole game" }).waitFor({ timeout: 60_000 });
      for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
    },
  },
  {
    name: "replay-variation",
    open: async (page) => {
      await openRecord(page);
      await page.locator("select[name=agent]").selectOption("mcts");
      await page.locator('[data-move="b1"]').click();
      await page.getByText("It starts at move 1 of the game.").waitFor();
      await page.getByRole("button", { name: "Analyse this position" }).click();
      await page.getByRole("table", { name: "Moves considered" }).waitFor();
    },
  },
  {
    name: "tree",
    open: async (page) => {
      await page.goto("/lobby");
      const grown = await page.evaluate(async () => {
        const asked = { game: "sector66:template=thesis", agent: "sector66-mcts:save-tree=on" };
        const headers = { "content-type": "application/json" };
        return (await fetch("/api/analyse/tree", { method: "POST", headers, body: JSON.stringify(asked) })).text();
      });
      await page.goto("/tree");
      await page.locator("input[type=file]").setInputFiles({ name: "tree.json", mimeType: "application/json", buffer: Buffer.from(grown) });
      await page.getByRole("button", { name: "Follow the most visited moves" }).click();
      await page.locator("svg.board").waitFor();
    },
  },
  {
    name: "agents",
    open: async (page) => {
      await withProgram(page);
      await page.getByRole("button", { name: "Start the match" }).waitFor();
      await page.locator("input[name=match-agent-1]").fill("greedy");
      await page.locator("input[name=match-agent-2]").fill("random");
      const started = page.waitForResponse((answer) => answer.request().method() === "POST" && answer.url().endsWith("/api/match"));
      await page.getByRole("button", { name: "Start the match" }).click();
      await started;
      await page.getByText("finished: 20 games").waitFor({ timeout: 60_000 });
      await page.locator("article details summary").first().click();
    },
  },
  {
    name: "translate",
    open: async (page) => {
      await page.goto("/translate");
      await page.locator("select[name=known]").selectOption("cs");
      await page.locator("input[name=search]").fill("turn");
      await page.locator('textarea[data-key="turn-of"]').fill("Na tahu { $who");
      await page.locator('textarea[data-key="your-turn"]').fill("");
    },
  },
];
