// Several people at one screen with hidden information: a curtain between turns, to the end.

import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { PHONE, person } from "./harness";
import { curtain, lift, shareScreen } from "./screen";
import { browser, server } from "./stage";
import { page } from "./visitor";

const status = (own: Page = page) => own.getByTestId("status");
const played = (own: Page = page) => own.locator("[data-played]");

interface Heard {
  type: string;
  eyes?: number;
  game?: { position?: string; to_move?: number; moves?: string[] };
}

/** Records all messages the page receives at tables. */
function listen(own: Page): Heard[] {
  const heard: Heard[] = [];
  own.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => heard.push(JSON.parse(String(payload)) as Heard));
  });
  return heard;
}

/** Checks that every view belongs to the requested seat or to nobody, and that moves are redacted. */
function checkSecrecy(heard: Heard[]): void {
  let eyes: number | undefined;
  let views = 0;
  for (const message of heard) {
    if (message.type === "you") eyes = message.eyes;
    const position = message.game?.position;
    if (message.type !== "update" || !position) continue;
    expect(position.split("/")[0]).toBe(eyes === undefined ? "nobody" : String(eyes + 1));
    if (message.game!.moves) expect(message.game!.to_move).toBe(eyes);
    views++;
  }
  expect(views).toBeGreaterThan(20);
}

/** Observations: curtains shown, and leaks. */
interface Walk {
  curtains: number[];
  faults: string[];
  moves: number;
}

/**
 * Plays for everyone at the screen, by clicks inside the page, until `moves` are made or the game is over.
 * Behind a curtain there is no board and no picks; otherwise everyone sees only their own cards.
 */
function play(own: Page, moves = 2000): Promise<Walk> {
  return own.evaluate(async (most) => {
    const walk: Walk = { curtains: [], faults: [], moves: 0 };
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const until = async (holds: () => boolean) => {
      for (let frame = 0; !holds(); frame++) {
        if (frame > 3000) throw new Error(`nothing happens: ${document.querySelector("main")?.textContent}`);
        await new Promise(requestAnimationFrame);
      }
    };
    const isOver = () => !!document.querySelector("[data-testid=status].over");
    const choices = () => all(".board button[data-move]:not(:disabled)");
    const lifted = () => document.querySelector<HTMLElement>("[data-testid=curtain]");
    while (walk.moves < most) {
      await until(() => isOver() || lifted() !== null || choices().length > 0);
      if (isOver()) break;
      const cloth = lifted();
      if (cloth) {
        walk.curtains.push(Number(cloth.dataset.seat));
        // Public information arrives at once; before it there is nothing.
        if (document.querySelector(".board")) walk.faults.push("a board behind the curtain");
        const told = all("[data-played]").map((move) => move.dataset.played!);
        for (const move of told) if (/^(pick|keep|remove):[^?]/.test(move)) walk.faults.push(`behind the curtain: ${move}`);
        cloth.querySelector("button")!.click();
        await until(() => lifted() === null);
        continue;
      }
      if (all(".area.own .hand .module.unknown").length > 0) walk.faults.push("own cards are unknown");
      if (all(".choice .module.unknown").length > 0) walk.faults.push("a choice between unknown cards");
      const list = choices().map((button) => button.dataset.move!);
      const first = (verb: string) => list.filter((move) => move.startsWith(verb)).at(-1);
      const cards = all(".area.own .hand .module").length;
      const draw = list.includes("omnium") ? (list.includes("cards") && cards < 3 ? "cards" : "omnium") : undefined;
      const wanted = draw ?? first("build:") ?? first("keep:") ?? first("steal:") ?? first("pick:") ?? "pass";
      const before = all("[data-played]").length;
      document.querySelector<HTMLElement>(`.board button[data-move="${wanted}"]`)!.click();
      await until(() => isOver() || lifted() !== null || all("[data-played]").length > before);
      walk.moves++;
    }
    return walk;
  }, moves);
}

test("four people at one screen play Colonizers to its end, each seeing their own side", { timeout: 240_000 }, async () => {
  const heard = listen(page);
  await shareScreen(page, ["Anna", "Bela", "Cyril", "Dana"]);
  await curtain(page).getByRole("heading", { name: "Hand the screen to Anna" }).waitFor();
  const walk = await play(page);
  expect(walk.faults).toEqual([]);
  expect(new Set(walk.curtains)).toEqual(new Set([0, 1, 2, 3]));
  // Each curtain is for another person.
  expect(walk.curtains.every((seat, index) => seat !== walk.curtains[index - 1])).toBe(true);
  checkSecrecy(heard);
  // The end is shown without a curtain.
  await page.getByRole("dialog", { name: "Final scores" }).waitFor();
  for (const name of ["Anna", "Bela", "Cyril", "Dana"]) expect(await page.getByRole("dialog").getByText(name).count()).toBeGreaterThan(0);
  expect(await curtain(page).count()).toBe(0);
  await page.getByRole("link", { name: "Replay and analyse" }).waitFor();
  // A rematch starts covered.
  await page.getByRole("button", { name: "Play again" }).click();
  await curtain(page).getByRole("heading", { name: "Hand the screen to Anna" }).waitFor();
});

test("two people and two computers: covered when the person changes, and after a reload", { timeout: 240_000 }, async () => {
  const heard = listen(page);
  await shareScreen(page, ["Anna", "Bela"]);
  await curtain(page).getByRole("heading", { name: "Hand the screen to Anna" }).waitFor();
  await lift(page, "Anna");
  await page.locator('[data-choice="pick"]').waitFor();
  // A reload covers the screen and reveals nothing new.
  await page.reload();
  await curtain(page).waitFor();
  expect(await page.locator(".board").count()).toBe(0);
  // After lifting the curtain by keyboard, the keyboard still works.
  await curtain(page).getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-move") ?? "")).toMatch(/^pick:/);
  const picked = await page.evaluate(() => document.activeElement!.getAttribute("data-move")!);
  await page.keyboard.press("1");
  await curtain(page).getByRole("heading", { name: "Hand the screen to Bela" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("I am Bela");
  const text = () => page.locator("body").evaluate((body) => body.innerHTML);
  await expect.poll(() => played().evaluateAll((moves) => moves.map((move) => move.getAttribute("data-played")))).toEqual(["remove:?", "pick:?"]);
  expect(await text()).not.toContain(picked);
  // Anna takes back her move: the screen is hers again, and covered.
  await page.getByRole("button", { name: "Take back" }).click();
  await curtain(page).getByRole("heading", { name: "Hand the screen to Anna" }).waitFor();
  await lift(page, "Anna");
  await page.locator('[data-choice="pick"]').waitFor();
  // The screen can be covered at any time.
  await page.getByRole("button", { name: "Cover" }).click();
  await curtain(page).waitFor();
  const walk = await play(page);
  expect(walk.faults).toEqual([]);
  expect(walk.curtains.length).toBeGreaterThan(4);
  expect(walk.curtains).toEqual(walk.curtains.map((_, index) => index % 2));
  await page.getByRole("dialog", { name: "Final scores" }).waitFor();
  checkSecrecy(heard);
});

test("one of two gives up, and the other plays on alone", async () => {
  await shareScreen(page, ["Anna", "Bela"]);
  await lift(page, "Anna");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("group", { name: "Really resign" }).getByRole("button", { name: "Resign" }).click();
  await curtain(page).getByRole("heading", { name: "Hand the screen to Bela" }).waitFor();
  const walk = await play(page, 4);
  // Only one person plays here: one curtain is enough.
  expect([walk.curtains, walk.faults]).toEqual([[1], []]);
  await page.getByTestId("news").getByText("Anna resigned").waitFor();
});

test("looking back shows one's own side only", async () => {
  await shareScreen(page, ["Anna", "Bela"]);
  await play(page, 2);
  await curtain(page).getByRole("heading", { name: "Hand the screen to Anna" }).waitFor();
  await lift(page, "Anna");
  await page.locator('[data-choice="draw"]').waitFor();
  const told = await played().evaluateAll((moves) => moves.map((move) => move.getAttribute("data-played")!));
  expect(told.slice(0, 3)).toEqual([expect.stringMatching(/^remove:/), expect.stringMatching(/^pick:\w/), "pick:?"]);
  await played().nth(1).click();
  await page.getByText(/Position after move \d/).waitFor();
  expect(await page.locator(".area.own").getAttribute("data-seat")).toBe("0");
  await page.getByRole("button", { name: "Back to the game" }).click();
  await page.locator('[data-choice="draw"]').waitFor();
});

test("the curtain is fit for everyone: on a phone, by ear, in every theme, in Czech", async () => {
  const phone = await person(browser, server, { viewport: PHONE, hasTouch: true, isMobile: true, locale: "cs" });
  const own = phone.page;
  await shareScreen(own, ["Anna", "Bohumil Nepomuk Dlouhojmenný"]);
  await curtain(own).getByRole("heading", { name: "Předejte obrazovku: Anna" }).waitFor();
  for (const theme of ["light", "dark", "contrast"]) {
    await own.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    const { violations } = await new AxeBuilder({ page: own }).setLegacyMode().analyze();
    expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => [theme, id])).toEqual([]);
  }
  const button = (await curtain(own).getByRole("button").boundingBox())!;
  expect(button.y + button.height).toBeLessThan(PHONE.height);
  await curtain(own).getByRole("button").tap();
  await own.locator('[data-choice="pick"] button[data-move]').first().tap();
  await curtain(own).getByRole("status").getByText("Bohumil Nepomuk Dlouhojmenný").first().waitFor();
  expect(await own.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
  await status(own).waitFor();
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});
