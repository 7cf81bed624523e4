// Impatient users: no choice is lost, and none is made for them.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { Server, person } from "./harness";
import { hotSeat } from "./pages";
import { browser, server } from "./stage";

const verdict = (page: Page) => page.getByTestId("verdict");
const description = (page: Page) => page.getByLabel("Description");
const RIGHT = "This board can be played.";

/** Opens a board in the editor. */
async function edit(page: Page, template: string): Promise<void> {
  await page.goto(`/editor?template=${template}`);
  await verdict(page).getByText(RIGHT).waitFor();
  await expect.poll(() => description(page).inputValue()).not.toBe("");
}

/** Walls in hand shown by a board. */
async function wallsLeft(page: Page): Promise<(string | null)[]> {
  await page.getByTestId("status").waitFor();
  return page.getByRole("img", { name: /walls? left/ }).evaluateAll((hands) => hands.map((hand) => hand.getAttribute("aria-label")));
}

test("what became of a board in the editor is there after a reload, and after trying it", async () => {
  const { context, page, complaints } = await person(browser, server);
  await edit(page, "duel");
  await description(page).fill("My own words");
  await page.reload();
  await verdict(page).getByText(RIGHT).waitFor();
  expect(await description(page).inputValue()).toBe("My own words");
  await page.getByRole("button", { name: "Try it now" }).click();
  await page.getByTestId("status").waitFor();
  await page.goBack();
  await verdict(page).getByText(RIGHT).waitFor();
  expect(await description(page).inputValue()).toBe("My own words");
  expect(complaints).toEqual([]);
  await context.close();
});

test("a board saved as a file right after a change has the change", async () => {
  const { context, page } = await person(browser, server);
  await edit(page, "duel");
  await description(page).fill("Changed just now");
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  expect(file.suggestedFilename()).toBe("small-duel.toml");
  expect(readFileSync(await file.path(), "utf8")).toContain("Changed just now");
  await context.close();
});

test("the answer about a board that has changed since is not taken for one about what it is now", async () => {
  const { context, page } = await person(browser, server);
  await edit(page, "duel");
  let release = () => {};
  const slow = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/templates/check", async (route) => {
    // The first request is answered late, later ones never.
    if (route.request().postData()?.includes("Good words")) await slow;
    if (!route.request().postData()?.includes('"description":""')) await route.continue();
  });
  const asked = page.waitForRequest((request) => request.postData()?.includes("Good words") ?? false);
  await description(page).fill("Good words");
  await asked;
  await description(page).fill("");
  const answered = page.waitForResponse("**/api/templates/check");
  release();
  await (await answered).finished();
  await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => done(true))));
  expect(await verdict(page).textContent()).toContain("Checking");
  expect(await page.getByRole("button", { name: "Try it now" }).isDisabled()).toBe(true);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});

test("what was typed last counts in the game that Enter starts", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/new?game=sector66:template=thesis");
  await page.locator(".preview [data-kind=forbidden]").waitFor({ state: "attached" });
  await page.locator("input[name=walls1]").fill("3");
  await page.locator("input[name=walls1]").press("Enter");
  expect(await wallsLeft(page)).toEqual(expect.arrayContaining(["3 walls left", "8 walls left"]));
  await context.close();
});

test("a template chosen in the same moment as the start is the one that is played", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/new?game=sector66");
  await page.locator("input[name=template][value=rink]").waitFor({ state: "attached" });
  await page.locator(".preview svg").waitFor();
  await page.evaluate(() => {
    document.querySelector<HTMLInputElement>("input[name=template][value=rink]")!.click();
    document.querySelector<HTMLButtonElement>("button.start")!.click();
  });
  await page.getByTestId("status").waitFor();
  await page.locator("[data-kind=ice]").first().waitFor({ state: "attached" });
  await context.close();
});

test("the last spell stays ticked, and forced ones stay whatever else is unticked", async () => {
  const own = new Server();
  mkdirSync(join(own.content, "templates"), { recursive: true });
  await own.start();
  const { text } = (await (await fetch(`${own.url}/api/templates/thesis`)).json()) as { text: string };
  const mixed = text.replace(/allowed = .*/, 'allowed = ["stun"]').replace(/forced = .*/, 'forced = ["teleport"]');
  expect(mixed).not.toBe(text);
  writeFileSync(join(own.content, "templates/mixed.toml"), mixed);
  const { context, page } = await person(browser, own);
  await page.goto("/new?game=sector66:template=everything,only=stun%2Bteleport");
  await page.locator("input[name=spell-stun]").click();
  await expect.poll(() => page.locator("input[name=spell-stun]").isChecked()).toBe(false);
  await page.locator("input[name=spell-teleport]").click();
  expect(await page.locator("input[name=spell-teleport]").isChecked()).toBe(true);

  await page.goto("/new?game=sector66:template=mixed");
  await page.locator("input[name=spell-stun]").uncheck();
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByTestId("status").waitFor();
  const spells = await page.locator("[data-spell]").evaluateAll((fields) => fields.map((one) => one.getAttribute("data-spell")));
  expect(new Set(spells)).toEqual(new Set(["teleport"]));
  await context.close();
  await own.end();
});

test("a double click checks a plug-in once, and removes a board once", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/plugins");
  const stun = page.locator("[data-plugin=stun]");
  await stun.getByRole("button", { name: "Check" }).dblclick();
  await stun.getByText("No problems found").waitFor({ timeout: 60_000 });
  expect(await page.getByRole("alert").count()).toBe(0);

  await edit(page, "duel");
  await page.getByLabel("Name on the server").fill("short-lived");
  await page.getByRole("button", { name: "Save", exact: true }).dblclick();
  await page.getByText("Saved as short-lived.").waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).dblclick();
  await expect.poll(() => page.locator("select[name=load] option[value=short-lived]").count()).toBe(0);
  await expect.poll(() => page.getByRole("button", { name: "Try it now" }).isEnabled()).toBe(true);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a board takes the place of another one at the server only when somebody says so", async () => {
  const { context, page, complaints } = await person(browser, server);
  const name = page.getByLabel("Name on the server");
  const save = page.getByRole("button", { name: "Save", exact: true });
  const known = async () => ((await (await fetch(`${server.url}/api/templates/precious`)).json()) as { text: string }).text;
  await edit(page, "duel");
  await name.fill("precious");
  await save.click();
  await page.getByText("Saved as precious.").waitFor();
  // Saving under its own name replaces no other board.
  await description(page).fill("Better words");
  await verdict(page).getByText(RIGHT).waitFor();
  await save.click();
  await expect.poll(known).toContain("Better words");

  await edit(page, "labyrinth");
  await name.fill("precious");
  await save.click();
  await page.getByText("The server already has a board precious.").waitFor();
  expect(await known()).toContain("Better words");
  await page.getByRole("button", { name: "Keep it" }).click();
  expect(await page.getByRole("alert").count()).toBe(0);
  await save.click();
  await page.getByRole("button", { name: "Replace it" }).click();
  await page.getByText("Saved as precious.").waitFor();
  expect(await known()).toContain("Labyrinth");

  // After undo the previous board has its own file.
  await page.locator("select[name=load]").selectOption("precious");
  await expect.poll(() => name.inputValue()).toBe("precious");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await expect.poll(() => name.inputValue()).toBe("");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => name.inputValue()).toBe("precious");
  expect(complaints).toEqual([]);
  await context.close();
});

test("whatever is found in the browser, the editor opens", async () => {
  const { context, page, complaints } = await person(browser, server);
  const broken = [
    { name: "x", description: "", plugins: {}, places: { a: { start: "e1" } }, seats: {}, walls: { built: [], disabled: [] }, fields: {}, spells: null },
    { name: "x", description: "", plugins: {}, places: {}, seats: { "2": {} }, walls: { built: [], disabled: [] }, fields: {}, spells: null },
    { name: "x", description: "", plugins: {}, places: {}, seats: {}, walls: { built: [], disabled: [] }, fields: { ice: "e5" }, spells: {} },
  ];
  for (const draft of broken) {
    await page.goto("/");
    await page.evaluate((text) => localStorage.setItem("ludorum-template", text), JSON.stringify(draft));
    await page.goto("/editor");
    await verdict(page).getByText("problem").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("");
  }
  expect(complaints).toEqual([]);
  await context.close();
});

test("a wrong number in the editor is refused where it is typed, and stays there", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/editor");
  const least = page.locator("[name=walls-2-least]");
  const flaw = page.locator("[data-flaw-of=walls-2-least]");
  for (const typed of ["-5", "", "2.6", "999"]) {
    await least.fill(typed);
    await least.blur();
    await flaw.waitFor();
    expect(await least.inputValue()).toBe(typed);
  }
  await least.fill("3");
  await flaw.waitFor({ state: "detached" });
  await page.getByText("The file").click();
  await expect.poll(() => page.locator("pre").textContent()).toMatch(/least = 3/);
  await context.close();
});

test("on another board the players are those of that board", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/editor");
  await page.locator("[data-mode=place-south]").click();
  await page.locator("select[name=load]").selectOption("duel");
  await page.locator("[data-mode=place-west][aria-pressed=true]").waitFor();
  await page.getByText("The file").click();
  await page.locator("[data-field=b2]").click();
  await expect.poll(() => page.locator("pre").textContent()).toContain('start = "b2"');
  await context.close();
});

test("fields of a plug-in that is not installed are seen, and can be cleared", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/editor");
  const { text } = (await (await fetch(`${server.url}/api/templates/rink`)).json()) as { text: string };
  const strange = text.replaceAll("4b4648a8-7218-46c8-8975-ccd53f0a3984", "00000000-0000-4000-8000-000000000000");
  await page.locator("input[name=upload]").setInputFiles({ name: "strange.toml", mimeType: "text/plain", buffer: Buffer.from(strange) });
  await page.locator("[data-flaw='plugins.ice']").waitFor();
  const fields = await page.locator("[data-field]:has(rect.flaw)").evaluateAll((all) => all.map((one) => one.getAttribute("data-field") ?? ""));
  expect(fields.length).toBeGreaterThan(0);
  await page.locator("[data-mode=field-ordinary]").click();
  for (const field of fields) await page.locator(`[data-field=${field}]`).click();
  await verdict(page).getByText(RIGHT).waitFor();
  await context.close();
});

test("a wall that is named twice in a file is drawn", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/editor");
  const { text } = (await (await fetch(`${server.url}/api/templates/duel`)).json()) as { text: string };
  const twice = text.replace(/built = .*/, 'built = ["c2h", "c2h"]').replace(/disabled = .*/, 'disabled = ["b7v", "b7v"]');
  expect(twice).toContain('"b7v", "b7v"');
  await page.locator("input[name=upload]").setInputFiles({ name: "twice.toml", mimeType: "text/plain", buffer: Buffer.from(twice) });
  await page.locator("[data-flaw='walls.built']").waitFor();
  await page.locator("[data-built=c2h]").waitFor();
  await page.locator("[data-disabled=b7v]").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a lesson says nothing about a move of the task before", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/learn/sector66");
  await page.locator('g.legal[data-move="e4"]').waitFor();
  let release = () => {};
  const slow = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/explore", async (route) => {
    if (route.request().postData()?.includes('"moves":["e4"]')) await slow;
    await route.continue();
  });
  await page.locator('[data-move="e4"]').click();
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByRole("heading", { name: "Cast it" }).waitFor();
  const answered = page.waitForResponse("**/api/explore");
  release();
  await (await answered).finished();
  await page.locator("[data-cast=stun]:enabled").waitFor();
  await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => done(true))));
  expect(await page.getByText(/not the move of this step|in your hand now/).count()).toBe(0);
  await context.close();
});

test("of two languages chosen to translate from, the last one comes, and a file may be opened twice", async () => {
  const { context, page } = await person(browser, server);
  await page.goto("/translate");
  const code = page.locator("input[name=code]");
  await code.waitFor();
  let release = () => {};
  const slow = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/locales/cs.ftl", async (route) => {
    await slow;
    await route.continue();
  });
  const base = page.locator("select[name=known]");
  await base.selectOption("cs");
  await base.selectOption("en");
  await expect.poll(() => code.inputValue()).toBe("en");
  const answered = page.waitForResponse("**/locales/cs.ftl");
  release();
  await (await answered).finished();
  await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => done(true))));
  expect(await code.inputValue()).toBe("en");
  const file = page.locator("main input[name=open]");
  await file.setInputFiles({ name: "xy.ftl", mimeType: "text/plain", buffer: Buffer.from("home = Domek\n") });
  await expect.poll(() => code.inputValue()).toBe("xy");
  expect(await file.inputValue()).toBe("");
  await context.close();
});

test("a double click on a field is one step, and nobody is told off for it", async () => {
  const { context, page } = await person(browser, server);
  await hotSeat(page, "sector66:template=thesis");
  await page.locator("g.legal[data-move]").first().waitFor();
  await page.locator('[data-move="e2"]').dblclick();
  await expect.poll(() => page.locator("[data-played]").count()).toBe(1);
  await page.locator('g.legal[data-move="e8"]').waitFor();
  expect(await page.locator(".note.bad").count()).toBe(0);
  await context.close();
});

test("a server that comes back is asked about what was edited meanwhile, and for its plug-ins", async () => {
  const own = new Server();
  await own.start();
  const { context, page } = await person(browser, own);
  await edit(page, "duel");
  await own.kill();
  await description(page).fill("Written alone");
  await page.getByText("Cannot reach the server.").waitFor();
  await own.start();
  await verdict(page).getByText(RIGHT).waitFor();
  expect(await page.getByText("Cannot reach the server.").count()).toBe(0);

  await page.route("**/api/plugins", (route) => route.abort());
  await page.goto("/editor");
  await page.getByText("Cannot reach the server.").waitFor();
  await page.unrouteAll();
  await page.getByRole("link", { name: "Ludorum" }).first().click();
  await page.getByTestId("verdict").waitFor({ state: "detached" });
  await page.goBack();
  await page.locator("[data-mode=field-ice]").waitFor();
  await context.close();
  await own.end();
});
