// Names of computers: given ones or titles, never specs.

import { expect, test } from "vitest";

import { PHONE, person } from "./harness";
import { browser, server } from "./stage";
import { page, somebody } from "./visitor";

test("a computer named in the form is called so at the table, in its moves and in the review", async () => {
  await page.goto("/new?game=tictactoe");
  await page.locator('select[name="agent-2"]').selectOption("random");
  await page.locator('input[name="name-2"]').fill("HAL");
  await page.getByRole("button", { name: "Start" }).click();
  const players = page.getByRole("list", { name: "Players" });
  await players.getByText("HAL").waitFor();
  await players.getByText("Random").waitFor();
  await page.locator("g.legal").first().click();
  await page.getByTestId("spoken").getByText(/^HAL /).first().waitFor({ state: "attached" });
  const id = new URL(page.url()).pathname;
  await page.goto("/");
  await page.getByRole("link", { name: /Tic-tac-toe.*HAL/ }).waitFor();
  await page.goto(id);
  const over = page.getByRole("link", { name: "Replay and analyse" });
  while (!(await over.isVisible())) {
    await page.locator("g.legal").first().or(over).first().waitFor();
    // The game may end before the click.
    await page.locator("g.legal").first().click({ timeout: 1000 }).catch(() => undefined);
  }
  await over.click();
  await page.getByText("HAL").first().waitFor();
  expect(await page.getByText("[random]").count()).toBe(0);
});

test("the waiting room says who sat down in words, and the host names them there", async () => {
  await page.goto("/new?game=quoridor&with=friends");
  await page.getByRole("button", { name: "Open a table" }).click();
  await page.getByRole("button", { name: "Seat a computer here" }).click();
  const news = page.getByTestId("news");
  await news.getByText("Champion, level 4 sat down").waitFor();
  const field = page.locator('input[name="agent-name-2"]');
  expect(await field.getAttribute("placeholder")).toBe("Champion, level 4");
  const guest = await person(browser, server, { viewport: PHONE, locale: "cs" });
  await guest.page.goto(page.url());
  await guest.page.getByTestId("news").getByText("Šampion, úroveň 4").waitFor();
  await field.fill("Deep Thought");
  await field.press("Enter");
  await news.getByText("Deep Thought sat down").waitFor();
  await guest.page.locator("li strong", { hasText: "Deep Thought" }).waitFor();
  expect(await guest.page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
  // Names are unique.
  await field.fill("guest");
  await field.press("Enter");
  await page.getByText("Somebody at the table already has that name.").waitFor();
  somebody.forget(/4\d\d/);
  expect(guest.complaints).toEqual([]);
  await guest.context.close();
});
