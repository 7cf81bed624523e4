// Study pages: replay, analysis, lessons, matches, translation.

import { readFileSync } from "node:fs";

import { afterEach, beforeEach, expect, test } from "vitest";
import type { Page } from "playwright-core";

import { person, type Person } from "./harness";
import { playWall } from "./quoridor";
import { browser, server } from "./stage";
import { recordFile as file } from "./study-pages";

let somebody: Person;
let page: Page;

const text = (name: string) => readFileSync(file(name), "utf8");

beforeEach(async () => {
  somebody = await person(browser, server, { permissions: ["clipboard-read", "clipboard-write"] });
  page = somebody.page;
});
afterEach(async () => {
  // Browsers log every refused request, expected ones too.
  somebody.forget(/status of 400/);
  expect(somebody.complaints).toEqual([]);
  await somebody.context.close();
});

const status = () => page.getByTestId("status");
const says = (text: string | RegExp) => expect.poll(() => status().textContent(), { timeout: 15_000 }).toMatch(text);

const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

/** Drops a file onto the page. */
async function drop(content: string, onto = "Replay"): Promise<void> {
  await page.getByRole("heading", { name: onto }).first().waitFor();
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], "game.ludorum"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, content);
}

test("a record is dropped, stepped, played, analysed and left for a variation", async () => {
  await page.goto("/replay");
  await drop(text("tictactoe.ludorum"));
  const moves = [...text("tictactoe.ludorum").matchAll(/^[12] (\w\d)/gm)].map((match) => match[1]!);
  await says(`after 0 of ${moves.length} moves`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await says("after 2 of");
  await page.keyboard.press("End");
  await says(/won|draw/i);
  await page.keyboard.press("Home");
  await page.getByLabel("Pace").selectOption("0.3 s");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await says(`after ${moves.length} of`);

  await page.keyboard.press("Home");
  await says("after 0 of");
  await page.locator("select[name=agent]").selectOption("minimax");
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await page.getByRole("table", { name: "Moves considered" }).waitFor();
  await expect.poll(() => page.locator("svg.board .candidate").count()).toBeGreaterThan(0);
  expect(await page.locator("svg.board").textContent()).toContain("50%");
  // Intermediate results are shown.
  await page.locator("select[name=agent]").selectOption("mcts");
  await page.locator("select[name=time]").selectOption("10 s");
  await page.getByRole("button", { name: "Analyse this position" }).click();
  const effort = () => page.locator("p.effort").textContent();
  await page.getByRole("table", { name: "Moves considered" }).waitFor();
  const first = await effort();
  await expect.poll(effort, { timeout: 8_000 }).not.toBe(first);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator("select[name=agent]").selectOption("minimax");
  await page.locator("select[name=time]").selectOption("0.3 s");

  await page.getByRole("button", { name: "Analyse the whole game" }).click();
  await expect
    .poll(async () => ((await page.locator("polyline.curve").getAttribute("points")) ?? "").split(" ").length, { timeout: 30_000 })
    .toBe(moves.length + 1);
  await page.getByRole("heading", { name: "What decided the game" }).waitFor();

  const other = ["a1", "b2", "c3", "a2"].find((cell) => cell !== moves[0])!;
  await page.locator(`[data-move="${other}"]`).click();
  await page.getByText("It starts at move 1 of the game.").waitFor();
  await says("after 1 of 1 moves");
  await page.locator("g.cell.legal").first().click();
  await says("after 2 of 2 moves");
  await page.getByRole("button", { name: "Back to the game" }).click();
  await says(`after 0 of ${moves.length} moves`);

  // One click plays the agent's expected line.
  await page.getByRole("button", { name: "Analyse this position" }).click();
  const line = page.getByRole("group", { name: "Expected" }).getByRole("button");
  const expected = (await line.allTextContents()).slice(0, 3).map((move) => move.trim());
  await line.nth(2).click();
  await says("after 3 of");
  const shown = await page.locator("section[aria-labelledby=line] ol .text").allTextContents();
  expect(shown.slice(0, 3)).toEqual(expected);
});

test("a game is exported as a file, as a link and as a position", async () => {
  await page.goto("/replay");
  await page.locator("input[type=file]").setInputFiles(file("quoridor.ludorum"));
  await says("after 0 of");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save the game" }).click()]);
  expect(download.suggestedFilename()).toBe("quoridor.ludorum");
  expect(readFileSync(await download.path(), "utf8")).toBe(text("quoridor.ludorum"));
  await page.getByRole("button", { name: "Copy the position" }).click();
  await expect.poll(clipboard).toBe("c1,c5/4,4/-/0");
  await page.getByRole("button", { name: "Copy a link" }).click();
  await expect.poll(clipboard).toContain("/replay#record=");
  const link = await clipboard();
  // The link is self-contained.
  const friend = await person(browser, server);
  await friend.page.goto(link);
  await friend.page.getByRole("heading", { name: "Quoridor (size=5)" }).waitFor();
  expect(friend.complaints).toEqual([]);
  await friend.context.close();
});

test("a record may be dropped onto any page", async () => {
  await page.goto("/");
  await drop(text("quoridor.ludorum"), "Sit down and play");
  await page.getByRole("heading", { name: "Quoridor (size=5)" }).waitFor();
  await says("after 0 of");
});

test("a bad record is refused with its line", async () => {
  await page.goto("/replay");
  await drop(text("tictactoe.ludorum").replace("seat 2", "seat 3"));
  await page.getByText("This record is invalid. Line 8:").waitFor();
  await page.getByText("Or paste its text").click();
  await page.locator("textarea[name=record]").fill("nothing of this kind\n");
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByText("This record is invalid. Line 1:").waitFor();
});

test("a game that was played is found again and has a link of its own", async () => {
  await page.goto("/new?game=tictactoe");
  await page.locator('select[name="seat-2"]').selectOption("here");
  await page.getByRole("button", { name: "Start" }).click();
  for (const [number, cell] of ["a1", "b1", "a2", "b2", "a3"].entries()) {
    await page.locator(`g.legal[data-move="${cell}"]`).click();
    await expect.poll(() => page.locator("[data-played]").count()).toBe(number + 1);
  }
  await page.getByRole("link", { name: "Replay and analyse" }).click();
  await says("after 0 of 5 moves");
  await page.goto("/replay");
  await page.getByRole("link", { name: /Tic-tac-toe/ }).first().click();
  await says("after 0 of 5 moves");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Copy a link" }).click();
  await expect.poll(clipboard).toMatch(/\/replay\/\w+\?move=1$/);
  await page.goto(await clipboard());
  await says("after 1 of 5 moves");
});

test("in Dice Wars luck is told from skill, and together they make the result", async () => {
  await page.goto("/replay");
  await drop(text("dicewars.ludorum"));
  await says("after 0 of 18 moves");
  await page.locator("select[name=agent]").selectOption("expectimax");
  await page.locator("select[name=time]").selectOption("0.1 s");
  await page.getByRole("button", { name: "Analyse the whole game" }).click();
  await page.getByRole("button", { name: "Analyse the whole game" }).waitFor({ timeout: 60_000 });
  const value = page.locator("aside .seats li");
  const start = parseInt((await value.first().locator("strong").textContent()) ?? "");
  const rows = page.locator("section[aria-labelledby=apart] tbody tr");
  const shares = async (row: number) =>
    (await rows.nth(row).locator("td").allTextContents()).map((cell) => Number(cell.replace("−", "-").replace("±", "")));
  const [winner, loser] = [await shares(0), await shares(1)];
  const [luck, own, others] = winner as [number, number, number];
  // From the expected value at the start to a won game, up to rounding.
  expect(Math.abs(start + luck + own + others - 100)).toBeLessThanOrEqual(2);
  expect(luck).toBeGreaterThan(0);
  expect(loser[0]).toBe(-luck);
  // Chance events have odds, and another outcome can be tried.
  await page.keyboard.press("ArrowRight");
  await says("Chance decides");
  await page.getByRole("button", { name: /^attack lost \d+ %$/ }).click();
  await page.getByText("It starts at move 2 of the game.").waitFor();
});

/** Server answers for three die rolls: with chance events and hidden cards. */
async function withDice(): Promise<void> {
  const plies = [{ text: "=6" }, { seat: 0, text: "again" }, { text: "=2" }, { seat: 0, text: "keep" }];
  const positions = ["start", "six", "rolling", "two", "end"];
  const record = (eyes?: number) => ({
    is: "good",
    game: "dice",
    program: "ludorum",
    seed: "1",
    seats: ["Ann", "Ben"],
    open: false,
    plies: eyes === 1 ? plies.map((ply) => ({ ...ply, text: "?" })) : plies,
    positions: eyes === 1 ? positions.map(() => "hidden") : positions,
    ranks: [2, 1],
  });
  const values: Record<string, number> = { start: 0.4, six: 1, rolling: 0.3, two: -0.6, end: -0.6 };
  type Asked = { eyes?: number; position: string; moves?: string[] };
  await page.route("**/api/records/check", (route) => route.fulfill({ json: record((route.request().postDataJSON() as Asked).eyes) }));
  await page.route("**/api/variants/*", (route) => route.fulfill({ json: { game: "dice", seats: 2, open: false, agents: [{ name: "mcts", summary: "", params: [] }], opponent: "mcts" } }));
  await page.route("**/api/explore", (route) => {
    const { position, moves = [] } = route.request().postDataJSON() as Asked;
    const chance = ["start", "rolling"].includes(position) && moves.length === 0;
    const events = chance ? ["=1", "=2", "=6"].map((text) => ({ text, probability: 1 / 3 })) : [];
    const decides = !chance && position !== "end";
    return route.fulfill({ json: { position: moves.length ? "one" : position, ...(decides ? { to_move: 0 } : {}), moves: decides ? ["keep", "again"] : [], insights: [], events } });
  });
  await page.route("**/api/analyse", (route) => {
    const { position } = route.request().postDataJSON() as Asked;
    const value = values[position] ?? 0;
    return route.fulfill({ json: { position, values: [value, -value] } });
  });
}

test("luck is told from skill, chance is chosen in a variation, and each seat sees its own", async () => {
  await withDice();
  await page.goto("/replay");
  await drop("any");
  await says("Chance decides");
  expect(await page.locator("ol li").first().textContent()).toContain("Chance: =6");
  await page.getByRole("button", { name: "Analyse the whole game" }).click();
  const ann = page.getByRole("row", { name: /Ann/ });
  // The six gained 30 points, giving it up cost 35, and the two another 45.
  await expect.poll(() => ann.textContent()).toMatch(/Ann\s*−15\s*−35\s*±0/);
  await page.locator("select", { has: page.locator("option", { hasText: "Everything" }) }).selectOption("Ben");
  await page.getByText("hidden", { exact: true }).waitFor();
  expect(await page.locator("ol li").first().textContent()).toContain("?");
  await page.locator("select", { has: page.locator("option", { hasText: "Everything" }) }).selectOption("Everything");
  await page.getByRole("button", { name: /^=1/ }).click();
  await page.getByText("It starts at move 1 of the game.").waitFor();
});

test("Quoridor is learnt by doing, and the server judges", async () => {
  await page.goto("/learn");
  await page.locator('a[href="/learn/quoridor"]').click();
  const next = () => page.getByRole("button", { name: "Next" }).click();
  const click = (square: string) => page.locator(`[data-move="${square}"]`).click();
  await page.getByRole("heading", { name: "Get to the other side" }).waitFor();
  await page.locator("g.legal").first().waitFor();
  await click("b1");
  await page.getByText("b1 is legal, but not the move of this step.").waitFor();
  await click("c2");
  await next();
  await page.getByRole("heading", { name: "Build a wall" }).waitFor();
  await page.locator("g.legal").first().waitFor();
  await playWall(page, "c3", "h");
  await next();
  await page.getByRole("heading", { name: "Nobody is walled in" }).waitFor();
  await page.locator("g.legal").first().waitFor();
  await playWall(page, "a4", "v");
  await page.getByText("a4v would close the last path of your opponent.").waitFor();
  await next();
  for (const [title, square] of [["Jump", "c4"], ["Around the corner", "b3"], ["Win", "c5"]] as const) {
    await page.getByRole("heading", { name: title, exact: true }).waitFor();
    await page.locator("g.legal").first().waitFor();
    await click(square);
    await next();
  }
  await page.getByRole("heading", { name: "That is all there is to it" }).waitFor();
  await page.getByRole("link", { name: "Play now" }).click();
  await page.getByRole("heading", { name: "New game" }).waitFor();
});

test("tic-tac-toe is learnt, in Czech too", async () => {
  await page.goto("/learn/tictactoe");
  await page.getByLabel("Language").selectOption("cs");
  for (const cell of ["b2", "c3", "c3", "c3"]) {
    await page.locator(`g.legal[data-move="${cell}"]`).click();
    await page.getByRole("button", { name: "Dále" }).click();
  }
  await page.getByRole("heading", { name: "To je všechno" }).waitFor();
});

test("a match is started, its table grows, and it is ended", async () => {
  await page.goto("/agents");
  await page.locator("select[name=match-game]").selectOption("tictactoe");
  const first = page.locator("input[name=match-agent-1]");
  await expect.poll(() => first.inputValue()).not.toContain("champion");
  await first.fill("mcts:iterations=4000");
  await page.locator("input[name=match-agent-2]").fill("nobody");
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.getByText("This computer player cannot be used here").waitFor();
  await page.locator("input[name=match-agent-2]").fill("random");
  await page.locator("input[name=match-games]").fill("900");
  await page.getByRole("button", { name: "Start the match" }).click();
  const state = page.getByTestId("match-state");
  const played = async () => Number(/(\d+) of 900/.exec((await state.textContent()) ?? "")?.[1] ?? 0);
  await expect.poll(played, { timeout: 30_000 }).toBeGreaterThan(0);
  const before = await played();
  await expect.poll(played, { timeout: 30_000 }).toBeGreaterThan(before);
  expect(await page.getByRole("row", { name: /mcts/ }).textContent()).toMatch(/%/);
  await page.getByRole("button", { name: "End the match" }).click();
  await expect.poll(() => state.textContent()).toMatch(/ended after \d+ of 900 games/);
  // The form keeps its values.
  await expect.poll(() => first.inputValue()).toBe("mcts:iterations=4000");
});

test("a translation is edited, seen at once, checked and saved", async () => {
  await page.goto("/translate");
  await page.locator("select[name=known]").selectOption("cs");
  await page.getByText(/^([\d,]+) of \1 messages$/).waitFor();
  await page.getByLabel("Try it on the whole page").check();
  await page.getByRole("link", { name: "Domů" }).waitFor();
  const field = (key: string) => page.locator(`textarea[data-key="${key}"]`);
  await field("home").fill("Doma");
  await page.getByRole("link", { name: "Doma", exact: true }).waitFor();
  // Changed placeholders give a warning, and unreadable texts are harmless.
  await field("turn-of").fill("Na tahu");
  await page.getByText("Předloha tu má { $who }.").waitFor();
  await field("turn-of").fill("Na tahu { $who");
  await page.getByText("Tohle nelze přečíst").waitFor();
  await field("lobby").fill("");
  await page.getByRole("link", { name: "Lobby", exact: true }).waitFor();
  await page.locator("select[name=filter]").selectOption("missing");
  await expect.poll(() => page.locator("textarea[data-key]").count()).toBe(1);
  await page.locator("input[name=author]").fill("Somebody");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Uložit jako soubor" }).click()]);
  expect(download.suggestedFilename()).toBe("cs.ftl");
  const saved = readFileSync(await download.path(), "utf8");
  expect(saved).toMatch(/^home = Doma$/m);
  expect(saved).toMatch(/^author = Somebody$/m);
  expect(saved).not.toMatch(/^lobby =/m);
  // The draft and the trial survive a reload.
  await page.reload();
  await page.getByRole("link", { name: "Doma", exact: true }).waitFor();
  await page.getByRole("button", { name: "Back to my language" }).click();
  await page.getByRole("link", { name: "Home" }).waitFor();
  await expect.poll(() => field("home").inputValue()).toBe("Doma");
});

test("what a translation lacks is said in English", async () => {
  const known = [{ code: "en", name: "English" }, { code: "xx", name: "Partial" }];
  await page.route("**/api/locales", (route) => route.fulfill({ json: known }));
  await page.route("**/locales/xx.ftl", (route) => route.fulfill({ body: "language = Partial\nhome = Hemi\n" }));
  await page.goto("/");
  await page.getByLabel("Language").selectOption("xx");
  await page.getByRole("link", { name: "Hemi" }).waitFor();
  await page.getByRole("link", { name: "New game" }).waitFor();
  await page.getByRole("heading", { name: "Sit down and play" }).waitFor();
  // The same right after a reload.
  await page.reload();
  await page.getByRole("link", { name: "Hemi" }).waitFor();
  await page.getByRole("heading", { name: "Sit down and play" }).waitFor();
});
