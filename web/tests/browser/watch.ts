// Starts a game between computers with the form.

import type { Page } from "playwright-core";

export async function computersOnly(page: Page, game: string, agent = "random"): Promise<void> {
  await page.goto(`/new?game=${game}`);
  await page.getByRole("button", { name: "Computers in all seats" }).click();
  const seats = page.locator('select[name^="agent-"]');
  for (let seat = 0; seat < (await seats.count()); seat++) await seats.nth(seat).selectOption(agent);
  await page.getByRole("button", { name: "Start and watch" }).click();
  await page.getByTestId("status").waitFor();
}
