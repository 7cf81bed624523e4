// The pictures of the pages for studying.

import { join } from "node:path";

import type { Page } from "playwright-core";

export async function studyPages(page: Page, shot: (name: string) => Promise<void>): Promise<void> {
  await page.goto("/learn");
  await page.getByRole("link", { name: /Quoridor/ }).waitFor();
  await shot("learn");
  await page.goto("/learn/quoridor");
  await page.locator("g.legal").first().waitFor();
  await shot("learn-quoridor");
  await page.goto("/replay");
  await page.getByText("Choose a file").waitFor();
  await shot("replay-open");
  await page.locator("input[type=file]").setInputFiles(join(import.meta.dirname, "records/quoridor.ludorum"));
  await page.locator("select[name=time]").selectOption({ index: 0 });
  await page.getByRole("button", { name: "Analyse the whole game" }).click();
  await page.locator("progress").waitFor();
  await page.getByRole("button", { name: "Analyse the whole game" }).waitFor({ timeout: 60_000 });
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowRight");
  await shot("replay");
  await page.goto("/agents");
  await page.getByRole("button", { name: "Start the match" }).waitFor();
  await page.locator("input[name=match-agent-1]").fill("greedy");
  await page.locator("input[name=match-agent-2]").fill("random");
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.getByText("is over: 20 games").waitFor({ timeout: 60_000 });
  await shot("agents");
  await page.goto("/translate");
  await page.locator("select[name=known]").selectOption("cs");
  await page.locator('textarea[data-key="home"]').waitFor();
  await shot("translate");
}
