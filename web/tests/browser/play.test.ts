// Games by mouse, touch and keyboard.

import { expect, test } from "vitest";

import { PHONE, person } from "./harness";
import { startGame } from "./pages";
import { explore, goodStep, played, playWall, pointAtWall } from "./quoridor";
import { browser, server } from "./stage";
import { page } from "./visitor";

const status = () => page.getByTestId("status");
const moves = () => page.locator("[data-played]");

/** Waits for our turn or the end of the game; returns true at the end. */
async function isOver(): Promise<boolean> {
  await expect.poll(async () => (await status().textContent()) ?? "", { timeout: 30_000 }).toMatch(/Your turn|won|draw/i);
  return /won|draw/i.test((await status().textContent()) ?? "");
}

/** Waits for at least `count` moves. */
async function hasMoves(count: number): Promise<void> {
  await expect.poll(() => moves().count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
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
    const before = await moves().count();
    await page.locator("g.cell.legal").first().click();
    await expect.poll(async () => (await isOver()) || (await moves().count()) >= before + 2).toBe(true);
  }
  await page.getByRole("button", { name: "Play again" }).click();
  await expect.poll(() => moves().count()).toBe(0);
});

test("Quoridor with walls is played to its end by clicks against an agent", async () => {
  const game = "quoridor:size=5,walls=3";
  await newGame(game, "agent", "astar");
  let walls = 0;
  for (let turn = 0; !(await isOver()); turn++) {
    const before = await moves().count();
    const position = await explore(page, game);
    const wall = position.moves.find((move) => /[hv]$/.test(move));
    if (turn % 2 === 1 && wall && walls < 3) {
      await playWall(page, wall.slice(0, -1), wall.at(-1) as "h" | "v");
      walls++;
    } else {
      await page.locator(`[data-move="${goodStep(position)}"]`).click();
    }
    await hasMoves(before + 1);
  }
  expect(walls).toBeGreaterThanOrEqual(2);
  // Every move has a description for screen readers.
  const words = await page.locator("[data-played] .unseen").allTextContents();
  expect(words.length).toBe(await moves().count());
  const said = /^(You move|Runner moves) [a-e][1-5] to [a-e][1-5]$|^(You place|Runner places) a (horizontal|vertical) wall at [a-e][1-5][hv]$/;
  for (const text of words) expect(text.trim()).toMatch(said);
});

test("a level that suits: easy at first, the next one after a win", async () => {
  await page.goto("/");
  const quoridor = page.getByRole("group", { name: "Level in Quoridor" });
  expect(await quoridor.getByRole("radio", { name: "Easy" }).isChecked()).toBe(true);
  const tictactoe = page.locator("article", { hasText: "Tic-tac-toe" });
  expect(await tictactoe.getByRole("radio", { name: "Easy" }).isChecked()).toBe(true);
  for (let game = 0; ; game++) {
    await page.goto("/");
    await tictactoe.getByRole("button", { name: "Play Tic-tac-toe" }).click();
    for (const cell of ["b2", "a3", "c1", "c3", "a1", "b3", "b1", "a2", "c2"]) {
      if (await isOver()) break;
      const square = page.locator(`g.cell.legal[data-move="${cell}"]`);
      if ((await square.count()) === 0) continue;
      const before = await moves().count();
      await square.click();
      await hasMoves(before + 1);
    }
    if (/You won/.test((await status().textContent()) ?? "")) break;
    expect(game).toBeLessThan(20);
  }
  await page.goto("/");
  await expect.poll(() => tictactoe.getByRole("radio", { name: "Medium" }).isChecked()).toBe(true);
});

test("two people at one screen place walls, are told why not, and take back", async () => {
  await newGame("quoridor:size=5", "here");
  await expect.poll(() => status().textContent()).toContain("Player 1 to move");
  const { x, y } = await pointAtWall(page, "c2", "h");
  await page.mouse.move(x, y);
  await expect.poll(() => page.locator(".wall.ghost").count()).toBe(1);
  await playWall(page, "c2", "h");
  await hasMoves(1);
  const spoken = page.getByTestId("spoken");
  await spoken.getByText("Player 1 places a horizontal wall at c2h").waitFor({ state: "attached" });
  await expect.poll(() => status().textContent()).toContain("Player 2 to move");
  await playWall(page, "c2", "v");
  await page.getByText("c2v would cross another wall.").waitFor();
  await playWall(page, "b2", "h");
  await page.getByText("b2h would lie on another wall.").waitFor();
  await page.locator('[data-move="c4"]').click();
  await hasMoves(2);
  await spoken.getByText("Player 2 moves c5 to c4").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => moves().count()).toBe(1);
  await page.getByTestId("news").getByText("Taken back to move 1").waitFor();
});

test("a wall that closes the last path says whose", async () => {
  await newGame("quoridor:size=3,walls=4", "here");
  await playWall(page, "a2", "h");
  await hasMoves(1);
  await playWall(page, "b2", "v");
  await page.getByText(/b2v would close the last path of Player [12]/).waitFor();
  await expect.poll(() => page.locator(".pawn .mark").count()).toBe(1);
});

test("four play Quoridor: two people at one screen, two agents", async () => {
  const game = "quoridor:players=4,size=5,walls=1";
  await page.goto(`/new?game=${game}`);
  await page.locator('select[name="seat-2"]').selectOption("here");
  await page.locator('input[name="name-2"]').fill("Bela");
  await page.locator('select[name="agent-3"]').selectOption("semirandom");
  await page.locator('select[name="agent-4"]').selectOption("astar");
  await page.getByRole("button", { name: "Start" }).click();
  const ready = /(Player 1|Bela) to move|won/;
  const names = new Set<string>();
  for (;;) {
    await expect.poll(async () => (await status().textContent()) ?? "", { timeout: 20_000 }).toMatch(ready);
    const text = (await status().textContent()) ?? "";
    if (/won/.test(text)) break;
    names.add(text.trim());
    const before = await moves().count();
    await page.locator(`[data-move="${goodStep(await explore(page, game))}"]`).click();
    await hasMoves(before + 1);
  }
  expect(names.size).toBe(2);
  expect(await page.locator(".pawn").count()).toBe(4);
});

test("a whole game of Quoridor by the keyboard alone, from the first page to its end", async () => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play Quoridor" }).waitFor();
  /** Presses Tab until the focused element matches. */
  const tabTo = async (fits: (element: Element) => boolean) => {
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(`(${fits.toString()})(document.activeElement)`)) return;
    }
    throw new Error("not to be reached by Tab");
  };
  await tabTo((element) => element.matches("button.primary"));
  await page.keyboard.press("Enter");
  await status().getByText("Your turn").waitFor();
  await tabTo((element) => element.matches("svg.board"));
  const press = async (key: string, times: number) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  };
  /** Moves the cursor in half steps from the pawn, which Home selects, right and up. */
  const goTo = async (right: number, up: number) => {
    await press("Home", 1);
    await press(right > 0 ? "ArrowRight" : "ArrowLeft", Math.abs(right));
    await press(up > 0 ? "ArrowUp" : "ArrowDown", Math.abs(up));
  };
  let walls = 0;
  for (let turn = 0; !(await isOver()); turn++) {
    expect(turn).toBeLessThan(80);
    const before = await moves().count();
    const position = await explore(page, "quoridor");
    const from = position.position.split(",")[0]!;
    const wall = position.moves.find((move) => /^[d-f][3-6][hv]$/.test(move));
    const to = turn === 1 && wall ? wall : goodStep(position);
    const [right, up] = [to.charCodeAt(0) - from.charCodeAt(0), parseInt(to.slice(1)) - parseInt(from.slice(1))];
    if (to === wall) {
      // The centre of a wall is at the upper right of its square; h and v turn it there.
      await goTo(2 * right + 1, 2 * up + 1);
      await press(to.at(-1)!, 1);
      walls++;
    } else {
      await goTo(2 * right, 2 * up);
    }
    await press("Enter", 1);
    await hasMoves(before + 1);
    expect((await played(page))[before]).toBe(to);
  }
  expect(walls).toBe(1);
  await page.getByTestId("spoken").getByText(/(You move|Champion, level 1 (moves|places))/).last().waitFor({ state: "attached" });
  // A second game.
  await tabTo((element) => element.textContent?.includes("Play again") ?? false);
  await page.keyboard.press("Enter");
  await expect.poll(() => moves().count()).toBeLessThan(2);
});

test("on a phone by touch: the board fills the width, a wall is touched twice", async () => {
  const phone = await person(browser, server, { viewport: PHONE, hasTouch: true, isMobile: true });
  const own = phone.page;
  await startGame(own, "quoridor:size=5", ["astar"]);
  const board = (await own.locator("svg.board").boundingBox())!;
  expect(board.width).toBeGreaterThan(PHONE.width - 24);
  expect(await own.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
  const list = own.locator("[data-played]");
  await own.locator('[data-move="c2"]').tap();
  await expect.poll(() => list.count()).toBe(2);
  const { x, y } = await pointAtWall(own, "b3", "h");
  await own.touchscreen.tap(x, y);
  await expect.poll(() => own.locator(".wall.ghost").count()).toBe(1);
  expect(await list.count()).toBe(2);
  await own.touchscreen.tap(x, y);
  await expect.poll(() => list.count()).toBe(4);
  // The controls are visible at any scroll position.
  const hint = (await own.getByRole("button", { name: "Hint" }).boundingBox())!;
  expect(hint.y + hint.height).toBeLessThanOrEqual(PHONE.height);
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

test("a hint is drawn with its value; giving up is asked twice", async () => {
  await startGame(page, "quoridor:size=5", ["champion:level=2"]);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText(/Hint: .*, \d+ % to win/).waitFor();
  expect(await page.locator("svg.board .candidate").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Keep playing" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("group", { name: "Really resign" }).getByRole("button", { name: "Resign" }).click();
  await status().getByText("You resigned.").waitFor();
});

test("what an agent thinks is shown while it thinks", async () => {
  await startGame(page, "quoridor", ["mcts:time=2s"]);
  await page.getByRole("button", { name: "Thoughts" }).click();
  await page.locator('[data-move="e2"]').click();
  await page.getByText(/considers \S+ · .* positions/).waitFor();
  await page.locator("svg.board .candidate").first().waitFor();
});

test("looking back shows an earlier position until somebody moves", async () => {
  await newGame("quoridor:size=5", "here");
  await page.locator('[data-move="c2"]').click();
  await hasMoves(1);
  await page.locator('[data-move="c4"]').click();
  await hasMoves(2);
  await moves().first().click();
  await page.getByText("Position after move 1").waitFor();
  expect(await page.locator("g.legal").count()).toBe(0);
  await page.getByRole("button", { name: "To the beginning" }).click();
  await page.getByText("Position after move 0").waitFor();
  await page.getByRole("button", { name: "Back to the game" }).click();
  await page.locator('[data-move="c3"]').click();
  await hasMoves(3);
});

test("a clock runs down, and who has no time left has lost", async () => {
  await page.goto("/new?game=quoridor:size=5");
  await page.getByLabel("Minutes per player").fill("0.03");
  await page.getByLabel("Seconds added").fill("0");
  await page.getByRole("button", { name: "Start" }).click();
  await expect.poll(() => page.getByRole("timer").count()).toBe(2);
  await status().getByText(/You ran out of time/).waitFor();
});

test("a chosen seed and agents with parameters, by the form", async () => {
  await page.goto("/new?game=quoridor");
  await page.locator('select[name="agent-2"]').selectOption("mcts");
  await page.getByText("All parameters").click();
  await page.getByLabel("Search iterations per move").fill("50");
  await page.getByLabel("Board size").fill("5");
  await page.getByLabel("Seed").fill("7");
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/tables"));
  await page.getByRole("button", { name: "Start" }).click();
  const wanted = (await sent).postDataJSON();
  expect(wanted.settings).toMatchObject({ game: "quoridor:size=5", seed: 7 });
  expect(wanted.seats[1]).toEqual({ kind: "agent", spec: "mcts:iterations=50" });
  await status().getByText("Your turn").waitFor();
});

test("the page speaks Czech at once, and keeps to it", async () => {
  await page.goto("/");
  await page.getByLabel("Language").selectOption("cs");
  await page.getByRole("heading", { name: "Posaďte se a hrajte" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Posaďte se a hrajte" }).waitFor();
});
