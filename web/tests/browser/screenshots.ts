// `make screenshots`: a picture of every page in both themes and both sizes, in target/screenshots.

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { test } from "vitest";

import { studyPages } from "./screenshots-study";
import { DESKTOP, PHONE, Server, launch, person } from "./harness";

const folder = join(import.meta.dirname, "../../../target/screenshots");
mkdirSync(folder, { recursive: true });

test("every page has its picture taken", { timeout: 300_000 }, async () => {
  const server = new Server();
  await server.start();
  const browser = await launch();
  for (const [size, viewport] of [["desktop", DESKTOP], ["phone", PHONE]] as const) {
    for (const theme of ["light", "dark"] as const) {
      const { context, page } = await person(browser, server, { viewport, colorScheme: theme });
      const shot = async (name: string): Promise<void> => {
        await page.waitForTimeout(200);
        await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.png`) });
      };
      await page.goto("/");
      await page.getByRole("button", { name: "Play Quoridor" }).waitFor();
      await shot("home");
      await page.getByRole("button", { name: "Play Quoridor" }).click();
      await page.locator(".status", { hasText: "Your turn" }).waitFor();
      const play = async (x: number, y: number): Promise<void> => {
        const box = await page.locator("svg.board").boundingBox();
        if (!box) throw new Error("there is no board");
        await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
        await page.waitForTimeout(100);
        await page.locator(".status", { hasText: "Your turn" }).waitFor();
      };
      await page.locator('[data-move="e2"]').click();
      await page.waitForTimeout(100);
      await page.locator(".status", { hasText: "Your turn" }).waitFor();
      await play(0.47, 0.272);
      await play(0.66, 0.375);
      await page.getByRole("button", { name: "Shortest ways" }).click();
      await shot("table-quoridor");
      await page.goto("/new");
      await page.locator('select[name="seat-2"]').selectOption("elsewhere");
      await shot("new");
      await page.getByRole("button", { name: "Open a table" }).last().click();
      await page.getByRole("button", { name: "I am ready" }).waitFor();
      await shot("waiting");
      await page.goto("/lobby");
      await page.getByText("Table of").first().waitFor();
      await shot("lobby");
      await page.goto("/");
      await page.getByRole("button", { name: "Play Tic-tac-toe" }).click();
      await page.locator('[data-move="b2"]').click();
      await page.locator(".status", { hasText: "Your turn" }).waitFor();
      await shot("table-tictactoe");
      await studyPages(page, shot);
      await context.close();
    }
  }
  await browser.close();
  await server.end();
});
