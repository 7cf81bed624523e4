// Accessibility and robustness of every page: no serious axe violation in any theme.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { AxeBuilder } from "@axe-core/playwright";
import { FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";

import type { GameInfo, ParamInfo } from "../../src/api/generated/types";
import { PHONE, Server, person } from "./harness";
import { pages } from "./pages";
import { browser, server } from "./stage";

/** Attributes for screen readers. */
const HEADINGS = ["heading-order", "page-has-heading-one", "empty-heading"];

test.each(pages)("$name has no serious fault in any theme, and fits a phone", async ({ open }) => {
  const { context, page, complaints } = await person(browser, server);
  await open(page);
  // Every button has a tooltip.
  const bare = await page.evaluate(() => {
    const found = [...document.querySelectorAll("button, .button, [role=button]")];
    return found.filter((button) => !(button.getAttribute("title") ?? button.querySelector("title")?.textContent)?.trim()).map(({ outerHTML }) => outerHTML.slice(0, 160));
  });
  expect(bare).toEqual([]);
  for (const theme of ["light", "dark", "contrast"]) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    const axe = new AxeBuilder({ page }).setLegacyMode();
    axe.options({ rules: { "label-content-name-mismatch": { enabled: true } } });
    // Themes differ in colours only.
    const { violations } = await (theme === "light" ? axe : axe.withRules("color-contrast")).analyze();
    const grave = violations.filter(({ id, impact }) => impact === "serious" || impact === "critical" || HEADINGS.includes(id));
    expect(grave.map(({ id, nodes }) => [theme, id, nodes.map(({ html, failureSummary }) => [html, failureSummary])])).toEqual([]);
  }
  await page.setViewportSize(PHONE);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
  // Elements too wide for a phone have a label.
  const named = await new AxeBuilder({ page }).setLegacyMode().withRules(["button-name", "link-name"]).analyze();
  expect(named.violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("pages are no wider than the window, in every language", async () => {
  const locales = (await (await fetch(`${server.url}/api/locales`)).json()) as { code: string }[];
  for (const { code } of locales) {
    const { context, page } = await person(browser, server, { locale: code });
    for (const path of ["/new?game=sector66:template=everything", "/editor", "/plugins", "/learn/sector66", "/translate", "/agents", "/replay", "/tree"]) {
      await page.goto(path);
      await page.locator("main h1").first().waitFor();
      for (const width of [320, PHONE.width, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate("document.documentElement.scrollWidth"), `${code} ${path}`).toBeLessThanOrEqual(width);
      }
    }
    await context.close();
  }
});

test("the longest name starts a game, in every language", async () => {
  const locales = (await (await fetch(`${server.url}/api/locales`)).json()) as { code: string }[];
  for (const { code } of locales) {
    const { context, page, complaints } = await person(browser, server, { locale: code });
    await page.goto("/new?game=sector66");
    await page.locator("input[name=name]").fill("W".repeat(30));
    await page.locator("button.start:enabled").click();
    await page.getByTestId("status").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test("settings show at once, and are kept", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/settings");
  const root = (name: string) => page.evaluate((name) => document.documentElement.dataset[name], name);
  await page.getByRole("radio", { name: "High contrast" }).check({ force: true });
  expect(await root("theme")).toBe("contrast");
  await page.getByRole("radio", { name: "Clear" }).check({ force: true });
  expect(await root("board")).toBe("clear");
  await expect.poll(() => page.locator(".preview .pawn .shape").count()).toBe(2);
  await page.getByLabel("Row and column names").uncheck();
  await expect.poll(() => page.locator(".preview .coordinate").count()).toBe(0);
  await page.getByLabel("Animations").uncheck();
  expect(await root("motion")).toBe("off");
  await page.getByLabel("Text size").fill("150");
  await page.reload();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  expect([await root("theme"), await root("board"), await root("motion")]).toEqual(["contrast", "clear", "off"]);
  expect(await page.evaluate("document.documentElement.style.fontSize")).toBe("150%");
  await page.getByRole("button", { name: "Restore defaults" }).click();
  expect([await root("theme"), await root("board"), await root("motion")]).toEqual(["auto", "wood", "on"]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("the first load is at most 250 kB as it comes over the wire, in every language", async () => {
  const locales = (await (await fetch(`${server.url}/api/locales`)).json()) as { code: string }[];
  expect(locales.length).toBeGreaterThan(1);
  for (const { code } of locales) {
    const { context, page } = await person(browser, server, { locale: code });
    const session = await context.newCDPSession(page);
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await session.send("Network.enable");
    await page.goto("/", { waitUntil: "networkidle" });
    await page.locator("article svg.board").first().waitFor();
    // Lower bound: the messages alone, so that a broken counter fails.
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(250_000);
    await context.close();
  }
});

test("the menu of a phone shows all pages without scrolling", async () => {
  for (const locale of ["en-US", "cs"]) {
    const { context, page, complaints } = await person(browser, server, { viewport: PHONE, locale });
    await page.goto("/");
    const menu = page.locator("header nav");
    await menu.locator("a").first().waitFor();
    expect(await menu.evaluate((nav) => nav.scrollWidth <= nav.clientWidth)).toBe(true);
    const replay = menu.locator('a[href="/replay"]');
    expect(await replay.isVisible()).toBe(false);
    const more = menu.getByRole("button");
    await more.click();
    await page.keyboard.press("Escape");
    await expect.poll(() => replay.isVisible()).toBe(false);
    await more.click();
    await replay.click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/replay");
    await expect.poll(() => replay.isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test("eight players on a phone leave the whole board on the screen", async () => {
  const { context, page } = await person(browser, server, { viewport: PHONE });
  await pages.find(({ name }) => name === "table-dicewars-eight")!.open(page);
  const board = (await page.locator("svg.board").boundingBox())!;
  expect(board.y + board.height).toBeLessThan(PHONE.height);
  await context.close();
});

test("another game in the form brings agents that play it", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/new?game=quoridor");
  await expect.poll(() => page.locator("select[name=agent-2]").inputValue()).toBe("champion");
  await page.getByRole("radio", { name: "Tic-tac-toe" }).check({ force: true });
  await expect.poll(() => page.locator("select[name=agent-2]").inputValue()).not.toMatch(/champion|^$/);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByTestId("status").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("strength and time for a move are told where an agent is chosen", async () => {
  const { context, page, complaints } = await person(browser, server);
  const told = /Strength\s-?\d[\d,]*\s+\(-?[\d,]+ to [\d,]+\),\s+(< 1|[\d.]+) m?s per move/;
  await page.goto("/new?game=quoridor&agent=champion:level=4");
  const seat = page.getByRole("group", { name: "Seat 2" });
  await expect.poll(() => seat.getByTestId("strength").textContent()).toMatch(told);
  await seat.locator("select[name=agent-2]").selectOption("random");
  await expect.poll(() => seat.getByTestId("strength").textContent()).toMatch(/Strength 0/);
  // Waiting room with an open seat.
  await seat.locator("select[name=agent-2]").selectOption("alphabeta");
  await page.locator("select[name=seat-1]").selectOption("elsewhere");
  await page.getByRole("button", { name: "Open a table" }).click();
  await expect.poll(() => page.locator(".waiting li").getByTestId("strength").textContent()).toMatch(told);
  // Match form and list of agents.
  await page.goto("/agents");
  await page.locator("input[name=match-agent-1]").fill("alphabeta:depth=1");
  await expect.poll(() => page.locator("form").getByTestId("strength").first().textContent()).toMatch(/With its default settings:\s+Strength/);
  const champion = page.locator("article").filter({ hasText: "champion" });
  await champion.getByText("Strength of the levels").click();
  await expect.poll(() => champion.locator("tr").first().textContent()).toMatch(/Level 1/);
  expect(complaints).toEqual([]);
  await context.close();
});

test("rubbish kept in the browser breaks nothing", async () => {
  for (const rubbish of ["{", "null", '{"tables":7,"theme":{},"standings":[1],"size":-3}']) {
    const { context, page, complaints } = await person(browser, server);
    await page.addInitScript((rubbish) => localStorage.setItem("ludorum", rubbish), rubbish);
    await page.goto("/");
    await page.getByRole("button", { name: "Play Quoridor" }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test("a table that is not there says so and shows a way out", async () => {
  const somebody = await person(browser, server);
  for (const id of ["nothing", "%E0%A4%A", "a".repeat(200)]) {
    await somebody.page.goto(`/table/${id}`);
    await somebody.page.getByText(/There is (no such table|nothing at this address)|did not understand/).waitFor();
    await somebody.page.getByRole("link", { name: "Find a table" }).waitFor();
  }
  somebody.forget(/404|400/);
  expect(somebody.complaints).toEqual([]);
  await somebody.context.close();
});

test("a server that is away is no riddle", async () => {
  const away = new Server();
  await away.start();
  const somebody = await person(browser, away);
  await somebody.page.goto("/new");
  await somebody.page.locator("button.start:enabled").waitFor();
  await away.kill();
  await somebody.page.getByRole("button", { name: "Start" }).click();
  await somebody.page.getByText("Cannot reach the server.").waitFor();
  await away.start();
  await somebody.page.getByRole("button", { name: "Start" }).click();
  await somebody.page.getByTestId("status").waitFor();
  await somebody.context.close();
  await away.end();
});

test("every agent, parameter and choice of the catalog is called something in every language", async () => {
  const games = (await (await fetch(`${server.url}/api/games`)).json()) as GameInfo[];
  const locales = (await (await fetch(`${server.url}/api/locales`)).json()) as { code: string }[];
  const words = (param: ParamInfo) => (param.kind.type === "choice" ? param.kind.words : param.kind.type === "switch" ? ["on", "off"] : []);
  const wanted = new Set<string>();
  for (const game of games) {
    wanted.add(`game-${game.name}`).add(`game-${game.name}-about`);
    for (const param of game.params) wanted.add(`param-${game.name}-${param.name}`);
    for (const agent of game.agents) {
      wanted.add(`agent-name-${agent.name}`).add(`agent-about-${agent.name}`);
      for (const param of agent.params) wanted.add(`param-agent-${param.name}`);
    }
    for (const param of [...game.params, ...game.agents.flatMap(({ params }) => params)]) {
      for (const word of words(param)) if (!/^\d+$/.test(word)) wanted.add(`word-${word}`);
    }
  }
  for (const { code } of locales) {
    const file = join(import.meta.dirname, `../../../content/locales/${code}.ftl`);
    const known = new Set(new FluentResource(readFileSync(file, "utf8")).body.map(({ id }) => id));
    expect([code, [...wanted].filter((id) => !known.has(id))]).toEqual([code, []]);
  }
});
