// Sector 66: a board made, saved and played to the end, keyboard control, and plug-ins.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { PHONE, Server, person } from "./harness";
import { startGame } from "./pages";
import { pointAtWall } from "./quoridor";
import { browser, server } from "./stage";

const verdict = (page: Page) => page.getByTestId("verdict");
const status = (page: Page) => page.getByTestId("status");
const field = (page: Page, name: string) => page.locator(`[data-move="${name}"]`);

async function editField(page: Page, name: string): Promise<void> {
  await page.locator(`[data-field="${name}"]`).click();
}

/** Clicks a groove of the edited board. */
async function editWall(page: Page, square: string, direction: "h" | "v"): Promise<void> {
  const box = (await page.locator(`[data-field="${square}"] .square`).boundingBox())!;
  const groove = box.width * 0.13;
  const [x, y] = direction === "h" ? [box.x + box.width, box.y - groove] : [box.x + box.width + groove, box.y];
  // Off the crossing, so that the direction is unambiguous.
  const [dx, dy] = direction === "h" ? [-box.width * 0.35, 0] : [0, box.height * 0.35];
  await page.mouse.click(x + dx, y + dy);
}

/** Steps to a field and waits for the move. */
async function step(page: Page, name: string): Promise<void> {
  const before = await page.locator("[data-played]").count();
  await field(page, name).click();
  await expect.poll(() => page.locator("[data-played]").count()).toBeGreaterThan(before);
}

/** Chooses a file in the editor. */
async function upload(page: Page, text: string): Promise<void> {
  await page.locator("input[name=upload]").setInputFiles({ name: "my-file.toml", mimeType: "text/plain", buffer: Buffer.from(text) });
}

/** Text of a shipped board. */
async function labyrinth(): Promise<string> {
  const { text } = (await (await fetch(`${server.url}/api/templates/labyrinth`)).json()) as { text: string };
  return text;
}

const far = (a: string, b: string) => Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) + Math.abs(Number(a[1]) - Number(b[1]));

/** Fields the pawn can step to. */
async function steps(page: Page): Promise<string[]> {
  await page.locator("g.legal[data-move]").first().waitFor();
  return page.locator("g.legal[data-move]").evaluateAll((fields) => fields.map((one) => one.getAttribute("data-move") ?? ""));
}

/** Step that comes nearest to a field. */
async function towards(page: Page, goal: string): Promise<string> {
  const all = await steps(page);
  return all.toSorted((a, b) => far(a, goal) - far(b, goal))[0]!;
}

test("a board is made in the editor, saved, and played to the end with a spell cast", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/editor");
  await page.getByLabel("Name", { exact: true }).fill("Two steps");
  await expect.poll(() => verdict(page).textContent()).toContain("problem");
  await page.locator("[data-flaw=description]").getByText("is empty").waitFor();
  await page.getByLabel("Description").fill("A short way with teleports");
  await verdict(page).getByText("This board can be played.").waitFor();
  // Built and disabled walls.
  await page.locator("[data-mode=wall-build]").click();
  await editWall(page, "g2", "h");
  await page.locator("[data-built=g2h]").waitFor();
  await page.locator("[data-mode=wall-disable]").click();
  await editWall(page, "b7", "v");
  await page.locator("[data-disabled=b7v]").waitFor();
  // A plug-in's field.
  await page.locator("[data-mode=field-swamp]").click();
  await editField(page, "a9");
  // Two starts on one field: the problem is shown there, and undone.
  await page.locator("[data-mode=place-north]").click();
  await editField(page, "e1");
  await page.locator("[data-flaw='seats.2.places']").getByText(/start on the same field/).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await verdict(page).getByText("This board can be played.").waitFor();
  // Starts and targets.
  await editField(page, "i8");
  await page.locator("[data-mode=place-south]").click();
  await editField(page, "e5");
  await page.locator("[data-mode=wish-field]").click();
  await editField(page, "c9");
  // Limits and spells.
  await page.locator("[name=walls-2-usual]").fill("3");
  await page.locator("[name=walls-2-usual]").blur();
  await page.locator("[name=force-teleport]").check();
  await page.locator("[name=spells-least]").fill("1");
  await page.locator("[name=spells-least]").blur();
  await page.getByText("The file").click();
  await expect.poll(() => page.locator("pre").textContent()).toContain('target = ["row 9", "c9"]');
  await verdict(page).getByText("This board can be played.").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved as two-steps.").waitFor();
  await page.getByRole("link", { name: "Play this board" }).click();

  // The form applies the template's limits.
  await expect.poll(() => page.locator("input[name=template]:checked").inputValue()).toBe("two-steps");
  await page.getByTestId("template-about").getByText("A short way with teleports").waitFor();
  expect(await page.locator("select[name=players] option").allTextContents()).toEqual(["2"]);
  expect(await page.locator("input[name=walls1]").inputValue()).toBe("3");
  expect(await page.locator("input[name=spells]").getAttribute("min")).toBe("1");
  expect(await page.locator("input[name=spell-teleport]").isDisabled()).toBe(true);
  await page.locator("input[name=walls2]").fill("1");
  await page.locator("input[name=walls2]").blur();
  await page.locator("select[name=seat-2]").selectOption("here");
  await page.locator("input[name=seed]").fill("4");
  await expect.poll(() => page.locator(".preview [data-disabled=b7v]").count()).toBe(1);
  await page.getByRole("button", { name: "Start" }).click();
  await status(page).waitFor();
  await page.locator("[data-kind=swamp]").waitFor({ state: "attached" });
  await page.getByRole("img", { name: "1 wall left" }).waitFor();

  // The first player fetches the nearest spell while the second walks back and forth.
  const spells = await page.locator("[data-spell]").evaluateAll((fields) => fields.map((one) => one.getAttribute("data-move") ?? ""));
  expect(spells).toHaveLength(2);
  const wanted = spells.toSorted((a, b) => far(a, "e5") - far(b, "e5"))[0]!;
  const cast = page.locator("[data-cast=teleport]:enabled");
  for (let turn = 0; turn < 12 && !(await cast.isVisible()); turn++) {
    await step(page, await towards(page, wanted));
    await step(page, (await steps(page)).find((one) => one.startsWith("i") || one.startsWith("h"))!);
  }
  await cast.click();
  await page.getByText("Choose a marked target.").waitFor();
  const targets = await steps(page);
  const best = targets.toSorted((a, b) => Number(b[1]) - Number(a[1]))[0]!;
  await step(page, best);
  expect(await page.locator(`[data-played="teleport@${best}"]`).count()).toBe(1);
  for (let turn = 0; turn < 20; turn++) {
    if (/won/.test((await status(page).textContent()) ?? "")) break;
    await step(page, (await steps(page)).find((one) => one.startsWith("i") || one.startsWith("h")) ?? (await steps(page))[0]!);
    if (/won/.test((await status(page).textContent()) ?? "")) break;
    await step(page, await towards(page, `${best[0]}9`));
  }
  await status(page).getByText(/won/).waitFor();
  await page.locator("path.crown").waitFor();
  // The record contains the hashes of template and plug-ins.
  const href = await page.getByRole("link", { name: "Save the game" }).getAttribute("href");
  const record = await (await fetch(server.url + href)).text();
  expect(record).toMatch(/content template Two steps sha256:[0-9a-f]{64}/);
  expect(record).toMatch(/content plugin 684b7714-2acf-44a7-ba68-cc085d06e09a teleport sha256:[0-9a-f]{64}/);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a game goes on with the template it was begun with, whatever becomes of the file", async () => {
  const own = new Server();
  await own.start();
  const somebody = await person(browser, own);
  const { page } = somebody;
  await page.goto("/editor?template=duel");
  await verdict(page).getByText("This board can be played.").waitFor();
  await page.getByLabel("Name on the server").fill("mine");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved as mine.").waitFor();
  const id = await startGame(page, "sector66:template=mine", ["random"]);
  const file = join(own.content, "templates/mine.toml");
  const text = readFileSync(file, "utf8");
  await own.kill();
  writeFileSync(file, text.replace("usual = 3", "usual = 4"));
  await own.start();
  await page.goto(`/table/${id}`);
  await status(page).getByText("Your turn").waitFor();
  // The file may be missing.
  await own.kill();
  rmSync(file);
  await own.start();
  await page.goto(`/table/${id}`);
  await status(page).getByText("Your turn").waitFor();
  await somebody.context.close();
  await own.end();
});

test("a board is tried at once against the computer, without being saved", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/editor?template=duel");
  await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Small duel");
  await verdict(page).getByText("This board can be played.").waitFor();
  await page.getByRole("button", { name: "Try it now" }).click();
  await status(page).getByText("Your turn").waitFor();
  expect(await steps(page)).toContain("d5");
  await page.goto("/new?game=sector66");
  await page.locator("input[name=template]").first().waitFor({ state: "attached" });
  const offered = await page.locator("input[name=template]").evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  expect(offered.filter((name) => name.startsWith("try-"))).toEqual([]);
  // The server does not list it either.
  for (const path of ["templates", "games"]) expect(await (await page.request.get(`/api/${path}`)).text()).not.toContain("try-");
  expect(complaints).toEqual([]);
  await context.close();
});

test("boards come from files and go to files, and are there after a reload", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/editor");
  await verdict(page).getByText("problem").waitFor();
  const flaws = await page.locator(".flaw").count();
  await upload(page, "name = 3\n");
  await expect.poll(() => page.locator(".flaw").count()).toBeGreaterThan(flaws);
  await upload(page, await labyrinth());
  await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Labyrinth");
  await page.locator("[data-built=a2h]").waitFor();
  await verdict(page).getByText("This board can be played.").waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  expect(file.suggestedFilename()).toBe("my-file.toml");
  expect(readFileSync(await file.path(), "utf8")).toContain('name = "Labyrinth"');
  await page.reload();
  await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Labyrinth");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a board chosen while another is still being read comes after it", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/editor");
  await verdict(page).getByText("problem").waitFor();
  let release = () => {};
  const slow = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/templates/check", async (route) => {
    if (route.request().postData()?.includes('"text"')) await slow;
    await route.continue();
  });
  await upload(page, "name = 3\n");
  await upload(page, await labyrinth());
  release();
  await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Labyrinth");
  await verdict(page).getByText("This board can be played.").waitFor();
  await context.close();
});

test("the board is played by keyboard: a step, a wall, a spell", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/learn/sector66");
  const board = page.locator("svg.board").first();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await board.waitFor();
  await expect.poll(() => page.locator("g.legal").count()).toBeGreaterThan(0);
  await press("Tab");
  await board.focus();
  await press("ArrowUp", "ArrowUp");
  await expect.poll(() => page.locator("#board-cursor").textContent()).toBe("e4, Stun, you can go there");
  await press("Enter");
  await page.getByText("The spell is in your hand now.").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator("[data-cast=stun]:enabled").waitFor();
  await board.focus();
  await press("1");
  await expect.poll(() => page.locator("#board-cursor").textContent()).toMatch(/g2, pawn of .*, a target of the spell/);
  await press("Escape");
  await expect.poll(() => page.locator(".target").count()).toBe(0);
  await press("1", "Enter");
  await page.getByText("it is your turn again").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("walls are cast on, built and refused where they are disabled", async () => {
  const somebody = await person(browser, server);
  const { page } = somebody;
  await page.goto("/learn/sector66");
  for (let task = 0; task < 4; task++) await page.getByRole("button", { name: "Skip" }).click();
  await page.locator("[data-cast=breach]:enabled").click();
  expect(await page.locator("rect.target").count()).toBe(2);
  const { x, y } = await pointAtWall(page, "d8", "h");
  await page.mouse.move(x, y);
  await page.mouse.click(x, y);
  await page.getByText("The wall is gone.").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator("[data-disabled=c4h]").waitFor();
  await expect.poll(() => page.locator("g.legal").count()).toBeGreaterThan(0);
  const wall = await pointAtWall(page, "c4", "h");
  await page.mouse.move(wall.x, wall.y);
  await page.mouse.click(wall.x, wall.y);
  await page.getByText("Such gaps stay open").waitFor();
  // The browser logs the refusal.
  somebody.forget(/400/);
  expect(somebody.complaints).toEqual([]);
  await somebody.context.close();
});

test("plug-ins are shown with what they do, their check and their translations", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/plugins");
  const stun = page.locator("[data-plugin=stun]");
  await stun.getByText("part of Ludorum").waitFor();
  await stun.getByRole("button", { name: "Check" }).click();
  await stun.getByText("No problems found").waitFor({ timeout: 60_000 });
  await stun.getByText("every move was taken back exactly").waitFor();
  await stun.getByText("Translations and identity").click();
  await stun.getByText("Omráčení").waitFor();
  expect(await stun.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Fields", exact: true }).click();
  await expect.poll(() => page.locator("[data-plugin=stun]").count()).toBe(0);
  expect(await page.locator("[data-plugin=ice]").count()).toBe(1);
  expect(complaints).toEqual([]);
  await context.close();
});

test("in Czech plug-ins speak Czech", async () => {
  const { context, page } = await person(browser, server, { locale: "cs" });
  await page.goto("/plugins");
  await page.getByRole("heading", { name: "Omráčení" }).waitFor();
  await context.close();
});

test("on a phone everything is within the screen, and axe finds nothing grave", async () => {
  const { context, page, complaints } = await person(browser, server, { viewport: PHONE, hasTouch: true });
  const grave = async () => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  };
  await startGame(page, "sector66:template=thesis", ["random"]);
  const board = (await page.locator("svg.board").boundingBox())!;
  expect(board.x + board.width).toBeLessThanOrEqual(PHONE.width + 1);
  // Touching a special field shows its description.
  await page.locator("[data-kind=forbidden]").tap();
  await page.locator(".about").getByText("Nobody may step on it").waitFor();
  expect(await grave()).toEqual([]);
  await page.goto("/editor?template=rink");
  await page.locator("[data-mode=field-ice]").tap();
  await page.locator('[data-field="c3"]').tap();
  await expect.poll(() => page.locator("pre").textContent()).toMatch(/ice = \[.*"c3"/);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
  expect(await grave()).toEqual([]);
  expect(complaints.filter((text) => !/400/.test(text))).toEqual([]);
  await context.close();
});

test("forced spells are forced, and a wrong number is refused where it is typed", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/new?game=sector66:template=thesis");
  const number = page.locator("input[name=spells]");
  await page.getByText("This board allows 2 to 4 per player.").waitFor();
  await page.getByText("4 spells lie on the board").waitFor();
  await number.focus();
  // The minimum is the number of forced spells.
  for (const [key, shown] of [["ArrowDown", "2"], ["ArrowUp", "3"], ["ArrowUp", "4"], ["ArrowUp", "4"]] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => number.inputValue()).toBe(shown);
  }
  for (const wrong of ["9", "0", "1", ""]) {
    await number.fill(wrong);
    await page.locator("[data-flaw-of=spells]").getByText("Enter a whole number from 2 to 4.").waitFor();
    // The typed text stays, and no game is described.
    expect([await number.inputValue(), await page.getByText(/spells lie on the board/).count()]).toEqual([wrong, 0]);
  }
  const walls = page.locator("input[name=walls1]");
  await walls.fill("21");
  await page.locator("[data-flaw-of=walls1]").getByText("Enter a whole number from 0 to 20.").waitFor();
  await page.getByRole("button", { name: "Start" }).click();
  expect(new URL(page.url()).pathname).toBe("/new");
  await walls.fill("5");
  await number.fill("3");
  await page.getByText("6 spells lie on the board").waitFor();
  expect(await page.locator("[data-flaw-of]").count()).toBe(0);
  // The editor refuses invalid numbers too.
  await page.goto("/editor?template=thesis");
  await page.locator("[name=spells-most]").fill("1");
  await page.locator("[data-flaw-of=spells-most]").getByText("Enter a whole number from 2 to 6.").waitFor();
  await page.locator("[name=walls-2-usual]").fill("999");
  await page.locator("[data-flaw-of=walls-2-usual]").getByText("Enter a whole number from 0 to 60.").waitFor();
  expect(await page.locator("[name=walls-2-usual]").inputValue()).toBe("999");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a field that looks in one direction describes itself as the seat sees it", async () => {
  for (const [locale, mine, theirs] of [["en-US", "from the left only", "from the right only"], ["cs", "jen zleva", "jen zprava"]] as const) {
    const { context, page } = await person(browser, server, { locale });
    await page.goto("/plugins");
    await page.locator("[data-plugin=oneway]").getByText(mine).first().waitFor();
    for (const [own, words] of [[0, mine], [1, theirs]] as const) {
      const seats = ["random", "random"];
      const table = await page.request.post("/api/tables", {
        data: {
          settings: { name: "Test", game: "sector66:template=everything,spells=0", visibility: "unlisted" },
          seats: seats.map((spec, seat) => (seat === own ? { kind: "here", name: "Me" } : { kind: "agent", spec })),
          name: "Me",
        },
      });
      const { id } = (await table.json()) as { id: string };
      for (const [path, body] of [["ready", { ready: true }], ["start", undefined]] as const) await page.request.post(`/api/tables/${id}/${path}`, body ? { data: body } : {});
      await page.goto(`/table/${id}`);
      await page.locator("[data-kind=oneway]").first().hover();
      await page.locator(".tray .about").getByText(words).waitFor();
      await page.locator("[data-kind=oneway] title").first().getByText(words).waitFor({ state: "attached" });
    }
    await context.close();
  }
});

test("what is wrong with a template is said in Czech", async () => {
  const { context, page } = await person(browser, server, { locale: "cs" });
  await page.goto("/editor");
  await page.locator("[data-flaw=description]").getByText("Tohle je prázdné: napište, co si lidé mají přečíst.").waitFor();
  for (const name of ["name", "description"]) await page.locator(`[name=template-${name}]`).fill("Deska");
  await page.locator("[data-mode=place-north]").click();
  await editField(page, "e1");
  await page.locator("[data-flaw='seats.2.places']").getByText("začínají při 2 hráčích na stejném poli").waitFor();
  await upload(page, "name = 7\nplaces = 3\n");
  await page.locator("[data-flaw=name]").getByText('7 není text v uvozovkách. Napište: name = "My board"').waitFor();
  await page.locator("[data-flaw=seats]").getByText("Tento klíč chybí.").waitFor();
  await upload(page, "name = ");
  await page.getByText("Soubor není TOML:").waitFor();
  await context.close();
});

test("parameters of the player of the thesis show their defaults, and a wrong one is refused where it is typed", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/new?game=sector66:template=thesis");
  const seat = page.getByRole("group", { name: "Seat 2" });
  await seat.locator("select[name=agent-2]").selectOption("sector66-mcts");
  await seat.getByText("All parameters").click();
  const shown = (name: string) => seat.locator(`[name=${name}]`).evaluate((field: HTMLInputElement | HTMLSelectElement) => field.value || field.getAttribute("placeholder"));
  const table2 = {
    "add-chance": "0.5",
    exploration: "0.1",
    "cast-chance": "0.3",
    "wall-chance": "0.3",
    "wall-value": "0.5",
    "spell-value": "0.75",
    "score-growth": "0.5",
    nodes: "500",
    time: "30s",
    "own-weight": "0.9",
    "save-tree": "off",
  };
  for (const [name, usual] of Object.entries(table2)) expect(await shown(name), name).toBe(usual);
  await seat.locator("[name=add-chance]").fill("2");
  await seat.locator("[name=add-chance]").blur();
  await seat.locator("[data-flaw-of=add-chance]").getByText("Enter a number from 0 to 1.").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
