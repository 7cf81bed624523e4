// Search trees, from an analysis or a file, with their boards.

import { expect, test } from "vitest";

import type { SearchTree, TreeNode } from "../../src/api/generated/types";
import { person } from "./harness";
import { startGame } from "./pages";
import { browser, server } from "./stage";

test("the tree of an analysis is shown, gone through by keyboard, with the board of every position", async () => {
  const { context, page, complaints } = await person(browser, server);
  await startGame(page, "sector66:template=thesis", ["random"]);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("group", { name: "Really resign" }).getByRole("button", { name: "Resign" }).click();
  await page.getByRole("link", { name: "Replay and analyse" }).click();
  await page.locator("select[name=agent]").selectOption("sector66-mcts");
  await page.getByRole("button", { name: "Show the search tree" }).click();
  const tree = page.getByRole("tree");
  await tree.waitFor();
  await expect.poll(() => page.getByTestId("about-tree").textContent()).toMatch(/Sector 66.*Tree with a score.*501 positions/s);
  const rows = tree.getByRole("treeitem");
  const at = page.locator("#tree-at");
  await expect.poll(() => at.textContent()).toBe("Start of the search");
  // The most visited move is first; arrow keys open and enter it.
  const visits = (await rows.locator(".visits").allTextContents()).map(Number);
  expect(visits.slice(1)).toEqual([...visits.slice(1)].sort((a, b) => b - a));
  await tree.focus();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  const [first, second] = [await rows.nth(1).locator(".text").textContent(), await rows.nth(2).locator(".text").textContent()];
  await expect.poll(() => at.textContent()).toBe(`After ${first} ${second}`);
  expect(await rows.nth(2).getAttribute("aria-level")).toBe("3");
  expect(await rows.nth(2).getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("Home");
  // A move on the board selects its row.
  await page.locator('[data-move="e2"]').click();
  await expect.poll(() => at.textContent()).toBe("After e2");
  await page.getByRole("button", { name: "Follow the most visited moves" }).click();
  await expect.poll(async () => (await at.textContent())!.split(" ").length).toBeGreaterThan(3);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a file with a large tree is opened, and one that is no tree refused", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/tree");
  const leaf = (visits: number): TreeNode => ({ move: "a1", seat: 1, visits, score: 0.25, children: [] });
  const children = Array.from({ length: 60_000 }, (_, index) => leaf(60_000 - index));
  const large: SearchTree = {
    game: "tictactoe",
    position: ".../.../...",
    agent: "mcts",
    tree: { move: null, seat: null, visits: 60_000, score: null, children },
  };
  const open = (text: string) => page.locator("input[type=file]").setInputFiles({ name: "tree.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await open("ludorum-record 1\n");
  await page.getByText("This file is not a search tree.").waitFor();
  await open(JSON.stringify(large));
  await expect.poll(() => page.getByTestId("about-tree").textContent()).toMatch(/60,001 positions, 1 move deep/);
  const rows = page.getByRole("treeitem");
  // Only visible rows are rendered.
  expect(await rows.count()).toBeLessThan(200);
  await page.getByRole("tree").focus();
  await page.keyboard.press("End");
  await expect.poll(() => page.locator("[aria-selected=true] .visits").textContent()).toBe("1");
  expect(await rows.count()).toBeLessThan(200);
  await expect.poll(() => page.locator("#tree-at").textContent()).toBe("After a1");
  expect(complaints).toEqual([]);
  await context.close();
});
