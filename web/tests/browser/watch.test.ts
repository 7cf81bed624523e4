// Games between computers: set up, watched at a pace, paused, stepped, reviewed.

import { expect, test } from "vitest";

import type { GameInfo } from "../../src/api/generated/types";
import { browser, server } from "./stage";
import { page } from "./visitor";
import { computersOnly } from "./watch";
import { person } from "./harness";

const status = () => page.getByTestId("status");
const played = () => page.locator("[data-played]");
const control = (name: string) => page.getByRole("button", { name, exact: true });

test("every game is played by computers only, from the form to the review", { timeout: 240_000 }, async () => {
  const games = (await (await fetch(`${server.url}/api/games`)).json()) as GameInfo[];
  expect(games.length).toBeGreaterThan(5);
  for (const { name } of games) {
    await computersOnly(page, name);
    await page.getByRole("region", { name: "Computers play" }).waitFor();
    await control("Pause").click();
    await status().getByText(/^\s*Paused\. Next: Random/).waitFor();
    const before = await played().count();
    await control("One move").click();
    await expect.poll(() => played().count(), { interval: 20 }).toBeGreaterThan(before);
    await status().getByText(/^\s*Paused\. Next: Random/).waitFor();
    // The game waits while the user is on another page, and can be resumed.
    if (name === "tictactoe") {
      await page.goto("/");
      await page.getByRole("link", { name: /Tic-tac-toe.*Computers play/ }).click();
      await status().getByText(/^\s*Paused\. Next: Random/).waitFor();
    }
    await page.getByRole("radio", { name: "at once" }).check({ force: true });
    await control("Resume").click();
    await status().getByText(/won|draw/i).waitFor({ timeout: 60_000 });
    await page.getByRole("link", { name: "Review the game" }).click();
    await page.getByRole("button", { name: "To the beginning" }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/replay\/\w+/);
  }
  // Finished games are not offered to resume.
  await page.goto("/");
  await page.getByRole("button", { name: "Play Quoridor" }).waitFor();
  await expect.poll(() => page.getByRole("heading", { name: "Resume a game" }).count()).toBe(0);
});

test("a chosen pace is kept, others watch at it, and the same computers play again", async () => {
  await computersOnly(page, "tictactoe");
  await page.getByRole("radio", { name: "fast", exact: true }).check({ force: true });
  const other = await person(browser, server);
  await other.page.goto(page.url());
  await other.page.getByText(/sets the speed|Review the game/).first().waitFor();
  await status().getByText(/won|draw/i).waitFor();
  await control("Another game").click();
  await status().getByText(/to move|thinking/).waitFor();
  await expect.poll(() => page.getByRole("radio", { name: "fast", exact: true }).isChecked()).toBe(true);
  await page.getByRole("radio", { name: "at once" }).check({ force: true });
  await status().getByText(/won|draw/i).waitFor();
  expect(other.complaints).toEqual([]);
  await other.context.close();
});

test("a waiting room of computers only is started by its host, who has left their seat", async () => {
  await page.goto("/new?game=tictactoe");
  await page.locator('select[name="seat-1"]').selectOption("elsewhere");
  await page.locator('select[name="seat-2"]').selectOption("elsewhere");
  await page.getByRole("button", { name: "Open a table" }).click();
  for (let seat = 0; seat < 2; seat++) {
    await page.getByRole("button", { name: "Seat a computer here" }).first().click();
    await expect.poll(() => page.locator(".state.ready").count()).toBe(seat + 1);
  }
  await control("Start and watch").click();
  await page.getByRole("region", { name: "Computers play" }).waitFor();
});

test("a table one has left, or was sent away from, is not to be gone on with", async () => {
  const host = await person(browser, server);
  await host.page.goto("/new?game=tictactoe&with=friends");
  await host.page.getByRole("button", { name: "Open a table" }).click();
  await host.page.getByText("Send the link to a friend").waitFor();
  const listed = async () => {
    await page.goto("/");
    await page.getByRole("button", { name: "Play Quoridor" }).waitFor();
    return page.getByRole("heading", { name: "Resume a game" });
  };
  for (const way of ["leaves", "is sent away"]) {
    await page.goto(host.page.url());
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.getByRole("button", { name: "I am ready" }).waitFor();
    await (await listed()).waitFor();
    await page.goto(host.page.url());
    await page.getByRole("button", { name: "I am ready" }).waitFor();
    if (way === "leaves") await page.getByRole("button", { name: "Leave" }).click();
    else await host.page.getByRole("button", { name: "Free the seat" }).click();
    await expect.poll(() => page.getByRole("button", { name: "I am ready" }).count()).toBe(0);
    const heading = await listed();
    await expect.poll(() => heading.count()).toBe(0);
  }
  await host.context.close();
});
