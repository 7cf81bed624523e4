// Several browsers at one table.

import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { renderSVG } from "uqr";

import { person, type Person } from "./harness";
import { browser, server } from "./stage";

const status = (page: Page) => page.getByTestId("status");
const moves = (page: Page) => page.locator("[data-played]");

async function named(name: string): Promise<Person> {
  const somebody = await person(browser, server);
  await somebody.page.addInitScript((name) => (localStorage.ludorum ??= JSON.stringify({ name })), name);
  return somebody;
}

/** Plays a move and waits until all pages show it. */
async function step(page: Page, square: string, count: number, everyone: Page[]): Promise<void> {
  await page.locator(`g.legal[data-move="${square}"]`).click();
  for (const other of everyone) await expect.poll(() => moves(other).count(), { timeout: 15_000 }).toBe(count);
}

/** Opens a table for a friend with the form; returns its address. */
async function openTable(page: Page, game: string, password: string, title: string): Promise<string> {
  await page.goto(`/new?game=${game}&with=friends`);
  await page.getByLabel("Table name").fill(title);
  if (password) await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Open a table" }).click();
  await page.getByText("Send the link to a friend").waitFor();
  return new URL(page.url()).pathname;
}

async function sitDown(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.getByRole("button", { name: "I am ready" }).click();
}

async function start(host: Page): Promise<void> {
  await host.getByRole("button", { name: "Start" }).click();
}

test("a game over the network with a password, a reload and a server that dies in the middle", async () => {
  const [anna, boris] = [await named("Anna"), await named("Boris")];
  const [a, b] = [anna.page, boris.page];
  const address = await openTable(a, "quoridor:size=3,walls=2", "open sesame", "Round of Anna");
  expect(await a.getByLabel("Link to the table").inputValue()).toBe(server.url + address);
  const code = await a.getByRole("img", { name: "QR" }).getAttribute("src");
  expect(decodeURIComponent(code!)).toBe(`data:image/svg+xml,${renderSVG(server.url + address)}`);

  // Found in the lobby, entered with the password.
  await b.goto("/lobby");
  await b.getByLabel("Search").fill("nothing like it");
  await b.getByText("No tables match").waitFor();
  await b.getByLabel("Search").fill("anna");
  await b.locator("li", { hasText: "with a password" }).getByRole("link", { name: "Join" }).click();
  await b.getByLabel("Password").fill("guess");
  await b.getByRole("button", { name: "Enter" }).click();
  await b.getByText("Wrong password.").waitFor();
  boris.forget(/403|401/);
  await b.getByLabel("Password").fill("open sesame");
  await b.getByRole("button", { name: "Enter" }).click();
  await sitDown(b);
  await a.getByTestId("news").getByText("Boris sat down").waitFor();
  await start(a);
  await status(a).getByText("Your turn").waitFor();
  await status(b).getByText("Anna to move").waitFor();

  // Reload during the game.
  await step(a, "a1", 1, [a, b]);
  await b.reload();
  await status(b).getByText("Your turn").waitFor();
  await step(b, "a3", 2, [a, b]);

  // Server killed during the game.
  await server.kill();
  for (const page of [a, b]) await page.getByText("Connection lost").waitFor();
  await server.start();
  for (const page of [a, b]) await page.getByText("Connection lost").waitFor({ state: "detached", timeout: 20_000 });
  for (const somebody of [anna, boris]) somebody.forget(/WebSocket|ERR_CONNECTION/);

  // A move is taken back after the other agrees.
  await step(a, "b1", 3, [a, b]);
  await a.getByRole("button", { name: "Ask to take back" }).click();
  await b.getByText("Anna wants to take a move back.").first().waitFor();
  await b.getByRole("button", { name: "Agree" }).click();
  for (const page of [a, b]) await expect.poll(() => moves(page).count()).toBe(2);

  await step(a, "a2", 3, [a, b]);
  await step(b, "b3", 4, [a, b]);
  await step(a, "a3", 5, [a, b]);
  await status(a).getByText("You won!").waitFor();
  await status(b).getByText("Anna won").waitFor();
  await a.getByTestId("spoken").getByText("You move a2 to a3").waitFor({ state: "attached" });
  await b.getByTestId("spoken").getByText("Anna moves a2 to a3").waitFor({ state: "attached" });

  // Both ask for a rematch.
  await a.getByRole("button", { name: "Play again" }).click();
  await b.getByTestId("news").getByText("Anna wants to play again").waitFor();
  await b.getByRole("button", { name: "Play again" }).click();
  await status(a).getByText("Your turn").waitFor();
  for (const somebody of [anna, boris]) {
    expect(somebody.complaints).toEqual([]);
    await somebody.context.close();
  }
});

test("two who never said their names play each other", async () => {
  const [one, two] = [await person(browser, server), await person(browser, server)];
  await one.page.goto("/");
  await one.page.getByRole("link", { name: "Open a table" }).click();
  await one.page.getByRole("button", { name: "Open a table" }).click();
  await two.page.goto(await one.page.getByLabel("Link to the table").inputValue());
  await sitDown(two.page);
  await start(one.page);
  await status(one.page).getByText("Your turn").waitFor();
  await status(two.page).getByText("Guest to move").waitFor();
  await one.page.getByRole("list", { name: "Players" }).getByText("Guest 2").waitFor();
  for (const somebody of [one, two]) {
    expect(somebody.complaints).toEqual([]);
    await somebody.context.close();
  }
});

test("who leaves is seen by all, those who watch too; the computer plays on, and the seat is its own", async () => {
  const [anna, boris, cyril] = [await named("Anna"), await named("Boris"), await named("Cyril")];
  const [a, b, c] = [anna.page, boris.page, cyril.page];
  const address = await openTable(a, "quoridor:size=5", "", "Open round");
  await b.goto(address);
  await sitDown(b);
  // All seats are taken: new visitors watch.
  await c.goto(address);
  await c.getByText("All seats are taken. You are watching.").waitFor();
  await start(a);
  await c.getByText("You are watching.").waitFor();
  for (const page of [a, b, c]) await page.getByTestId("watching").getByText("1 spectator").waitFor();
  expect(await c.getByRole("button", { name: "Resign" }).count()).toBe(0);
  await step(a, "c2", 1, [a, b, c]);
  expect(await c.locator("g.legal").count()).toBe(0);
  await b.getByRole("button", { name: "Leave" }).click();
  await b.getByRole("group", { name: "Really leave" }).getByRole("button", { name: "Leave" }).click();
  for (const page of [a, c]) await page.getByTestId("news").getByText(/Boris has left; .* plays on/).waitFor();
  // The computer has moved in their place.
  await expect.poll(() => moves(a).count(), { timeout: 20_000 }).toBe(2);
  await b.getByRole("heading", { name: "Lobby" }).waitFor();
  await b.goto(address);
  await b.getByText("You are out of the game in place 2. You can watch the others.").waitFor();
  await c.goto("/lobby");
  await c.getByLabel("State").selectOption("playing");
  await c.locator("li", { hasText: "Open round" }).waitFor();
  await a.getByTestId("watching").waitFor({ state: "detached" });
  for (const somebody of [anna, boris, cyril]) {
    expect(somebody.complaints).toEqual([]);
    await somebody.context.close();
  }
});

test("two tabs of one person play as one; the button back leads back", async () => {
  const anna = await named("Anna");
  const first = anna.page;
  await first.goto("/");
  await first.locator("article", { hasText: "Tic-tac-toe" }).getByRole("link", { name: "More options" }).click();
  await first.locator('select[name="seat-2"]').selectOption("here");
  await first.getByRole("button", { name: "Start" }).click();
  await status(first).waitFor();
  const second = await anna.context.newPage();
  await second.goto(first.url());
  await step(first, "b2", 1, [first, second]);
  await step(second, "a1", 2, [first, second]);
  await first.goBack();
  await first.getByRole("heading", { name: "New game" }).waitFor();
  await first.goBack();
  await first.getByText("Resume a game").waitFor();
  await first.goForward();
  await first.goForward();
  await expect.poll(() => moves(first).count()).toBe(2);
  // A move ends looking back.
  await moves(second).first().click();
  await second.getByText("Position after move 1").waitFor();
  await step(first, "c3", 3, [first, second]);
  await second.getByText("Position after move 1").waitFor({ state: "detached" });
  await expect.poll(() => second.locator("svg.board .mark").count()).toBe(3);
  expect(anna.complaints).toEqual([]);
  await anna.context.close();
});

test("a table at which everything is revealed says so, before one sits down and later", async () => {
  const anna = await named("Anna");
  const { page } = anna;
  // A game with hidden information, as the page sees it.
  await page.route("**/api/variants/*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), open: false } });
  });
  const reveal = (table: { settings: { reveal: boolean } }) => (table.settings.reveal = true);
  await page.routeWebSocket(/\/live$/, (socket) => {
    const real = socket.connectToServer();
    real.onMessage((text) => {
      const message = JSON.parse(String(text));
      if (message.table?.settings) reveal(message.table);
      for (const table of message.tables ?? []) reveal(table);
      socket.send(JSON.stringify(message));
    });
  });
  await page.goto("/new?game=tictactoe&with=friends");
  await page.getByLabel("Table name").fill("Study round");
  expect(await page.getByLabel("Everyone sees only their own hidden information").isChecked()).toBe(true);
  await page.getByLabel("Everyone sees everything, for study").check();
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/tables"));
  await page.getByRole("button", { name: "Open a table" }).click();
  expect((await sent).postDataJSON().settings.reveal).toBe(true);
  await page.getByText("Everyone at this table sees hidden information.").waitFor();
  await page.getByRole("button", { name: "Seat a computer here" }).click();
  await start(page);
  await status(page).waitFor();
  await page.getByText("Everyone at this table sees hidden information.").waitFor();
  await page.goto("/lobby");
  await page.getByLabel("State").selectOption("playing");
  await page.locator("li", { hasText: "Study round" }).getByText("Revealed").waitFor();
  // Without hidden information there is no such choice.
  await page.unrouteAll();
  await page.goto("/new?game=tictactoe");
  await page.getByLabel("Seed").waitFor();
  expect(await page.getByText("Hidden information").count()).toBe(0);
  expect(anna.complaints).toEqual([]);
  await anna.context.close();
});

test("before joining one sees the board; then one chooses seat and colour, and brings somebody along", async () => {
  const [anna, boris] = [await named("Anna"), await named("Boris")];
  const [a, b] = [anna.page, boris.page];
  await a.goto("/new?game=sector66:template=thesis,players=4,walls2=7,spells=3&with=friends");
  await a.getByLabel("Table name").fill("Round with Boris");
  await a.getByLabel("What others should know").fill("Beginners\nare welcome.");
  await a.getByRole("button", { name: "Open a table" }).click();
  await a.getByText("Send the link to a friend").waitFor();
  const address = new URL(a.url()).pathname;
  // Lobby: the board and the host's description.
  await b.goto("/lobby");
  const listed = b.locator("li", { hasText: "Round with Boris" });
  await listed.getByText("Beginners are welcome.").waitFor();
  await listed.getByText("Sector 66 · Stun and teleport, 4 players").waitFor();
  await expect.poll(() => listed.locator("svg.board").count()).toBe(1);
  await listed.getByRole("link", { name: "Join" }).click();
  await b.waitForURL(`**${address}`);
  // Table: title, description, picture, walls, spells, players.
  const about = b.getByTestId("about-game");
  await about.getByRole("heading", { name: "Stun and teleport" }).waitFor();
  await about.getByText("A forbidden middle, stun and teleport to be picked up; for two or four.").waitFor();
  await about.locator("svg.board image[href*='field.svg']").waitFor();
  expect(await about.getByTestId("board-walls").innerText()).toMatch(/^5\s+7\s+5\s+5$/);
  await about.getByTestId("board-spells").getByText("3 per player").waitFor();
  expect(await about.getByTestId("board-spells").locator("li strong").allTextContents()).toEqual(["Stun", "Teleport"]);
  await b.getByTestId("table-description").getByText("Beginners are welcome.").waitFor();
  // A chosen seat and colour.
  expect(await b.locator("select[name=seat] option").allTextContents()).toEqual(["Seat 2", "Seat 3", "Seat 4"]);
  await b.locator("select[name=seat]").selectOption("2");
  await b.locator("label", { has: b.locator("input[name=colour][value='#cc79a7']") }).click();
  await b.getByRole("button", { name: "Sit down" }).click();
  const seats = b.locator(".waiting ul > li");
  await seats.nth(2).getByText("Boris", { exact: true }).waitFor();
  expect(await seats.nth(2).locator("input[type=color]").inputValue()).toBe("#cc79a7");
  // Another seat, and another person at the same screen.
  await seats.nth(3).getByRole("button", { name: "Sit here" }).click();
  await seats.nth(3).getByText("Boris", { exact: true }).waitFor();
  expect(await seats.nth(3).locator("input[type=color]").inputValue()).toBe("#cc79a7");
  await b.getByRole("button", { name: "Add a person at this screen" }).click();
  await b.locator("input[name=companion]").fill("Cyril");
  await b.locator("select[name=companion-seat]").selectOption("1");
  await b.locator("form").getByRole("button", { name: "Add a person at this screen" }).click();
  await seats.nth(1).getByText("Cyril", { exact: true }).waitFor();
  expect((await new AxeBuilder({ page: b }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  // The host fills the other seats, changes the description and starts.
  await a.getByRole("button", { name: "Change the description" }).click();
  await a.locator("textarea[name=description]").fill("We begin now.");
  await a.getByRole("button", { name: "Save the description" }).click();
  await b.getByTestId("table-description").getByText("We begin now.").waitFor();
  await a.locator(".waiting ul > li").nth(2).getByRole("button", { name: "Seat a computer here" }).click();
  await b.getByRole("button", { name: "I am ready" }).click();
  await start(a);
  await expect.poll(() => a.locator("[data-move]").count()).toBeGreaterThan(0);
  expect([...anna.complaints, ...boris.complaints]).toEqual([]);
  await anna.context.close();
  await boris.context.close();
});

test("whoever is ready has a green tick, and the host starts only then", async () => {
  const [anna, boris] = [await named("Anna"), await named("Boris")];
  const [a, b] = [anna.page, boris.page];
  await b.goto(await openTable(a, "sector66:template=thesis", "", "Ticks"));
  await b.getByRole("button", { name: "Sit down" }).click();
  const place = a.locator("li", { hasText: "Boris" }).locator(".state");
  await place.getByText("not ready yet").waitFor();
  const look = () => place.evaluate((state) => [getComputedStyle(state, "::before").content, getComputedStyle(state).color] as const);
  const [nothing, plain] = await look();
  expect(nothing).toBe("none");
  const start = a.getByRole("button", { name: "Start" });
  expect(await start.isDisabled()).toBe(true);
  expect(await b.getByRole("button", { name: "Start" }).count()).toBe(0);
  await b.getByRole("button", { name: "I am ready" }).click();
  await expect.poll(() => start.isDisabled()).toBe(false);
  const [tick, green] = await look();
  expect(tick).toContain("✓");
  expect(green).not.toBe(plain);
  for (const { context, complaints } of [anna, boris]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test("the host changes walls and spells in the waiting room; everyone sees it and has to be ready again", async () => {
  const [anna, boris] = [await named("Anna"), await named("Boris")];
  const [a, b] = [anna.page, boris.page];
  await b.goto(await openTable(a, "sector66:template=thesis", "", "Other rules"));
  await sitDown(b);
  const start = a.getByRole("button", { name: "Start" });
  await expect.poll(() => start.isDisabled()).toBe(false);
  expect(await b.getByRole("button", { name: "Change the rules" }).count()).toBe(0);
  await a.getByRole("button", { name: "Change the rules" }).click();
  const form = a.getByRole("form", { name: "Change the rules" });
  // Values the board does not allow are refused at their fields.
  await form.locator("input[name=spells]").fill("9");
  await form.getByRole("button", { name: "Save the rules" }).click();
  await form.getByText("Enter a whole number from 2 to 4.").waitFor();
  await form.locator("input[name=spells]").fill("3");
  await form.locator("input[name=walls2]").fill("6");
  await form.getByRole("button", { name: "Save the rules" }).click();
  await b.getByTestId("about-game").getByText("3 per player").waitFor();
  await b.getByRole("button", { name: "I am ready" }).waitFor();
  expect(await start.isDisabled()).toBe(true);
  // A board for more players has more seats.
  await a.getByRole("button", { name: "Change the rules" }).click();
  await form.locator("select[name=players]").selectOption("4");
  await form.getByRole("button", { name: "Save the rules" }).click();
  await expect.poll(() => b.locator("li", { hasText: "Open seat" }).count()).toBe(2);
  for (const { context, complaints } of [anna, boris]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});
