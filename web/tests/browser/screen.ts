// Shared screens: the form and the curtain.

import type { Page } from "playwright-core";

export const curtain = (page: Page) => page.getByTestId("curtain");

/** Starts Colonizers for these people at one screen, with computers in the other seats. */
export async function shareScreen(page: Page, names: string[]): Promise<void> {
  await page.goto("/new?game=colonizers");
  await page.locator('select[name="seat-4"]').waitFor();
  for (let seat = 1; seat <= 4; seat++) {
    const name = names[seat - 1];
    if (!name) {
      await page.locator(`select[name="agent-${seat}"]`).selectOption("random");
      continue;
    }
    await page.locator(`select[name="seat-${seat}"]`).selectOption("here");
    await page.locator(`input[name="name-${seat}"]`).fill(name);
  }
  await page.locator("button.start").click();
  await page.getByTestId("status").waitFor();
  const pace = page.locator("select[name=pace]");
  await curtain(page).waitFor();
  if ((await pace.count()) > 0) await pace.selectOption("0");
}

export async function lift(page: Page, name: string): Promise<void> {
  await curtain(page).getByRole("button", { name: new RegExp(name) }).click();
}
