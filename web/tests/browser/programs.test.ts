// External programs as agents: added in the page, seated, matched, removed.

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";

import { Server, launch, person, stranger } from "./harness";

const examples = join(import.meta.dirname, "../../../examples/agents");
const folder = mkdtempSync(join(tmpdir(), "ludorum-agent-"));
const server = new Server();
let browser: Browser;

beforeAll(async () => {
  copyFileSync(join(examples, "random.js"), join(folder, "main.js"));
  await server.start();
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server.end();
  rmSync(folder, { recursive: true, force: true });
});

test("a program is added as a file and as a folder, plays, is matched and removed", async () => {
  const somebody = await person(browser, server);
  const { page } = somebody;
  await page.goto("/agents");
  await page.getByText("None are installed.").waitFor();

  // A program that cannot run is refused with a message.
  await page.getByLabel("Add a file").setInputFiles({ name: "letter.txt", mimeType: "text/plain", buffer: Buffer.from("Dear Anna") });
  await page.locator("[role=alert]").filter({ hasText: /letter/ }).waitFor();
  somebody.forget(/status of 400/);

  await page.getByLabel("Add a file").setInputFiles(join(examples, "random.js"));
  await page.getByText("@random").first().waitFor();
  await page.getByLabel("Add a folder").setInputFiles(folder);
  const listed = page.locator("section[aria-labelledby=installed] li");
  await expect.poll(() => listed.count()).toBe(2);

  // Replacing a program of the same name needs confirmation.
  await page.getByLabel("Add a file").setInputFiles(join(examples, "random.js"));
  await page.getByText("There is already a program @random.").waitFor();
  somebody.forget(/status of 409/);
  await page.getByRole("button", { name: "Keep the old one" }).click();
  await page.getByText("There is already a program @random.").waitFor({ state: "detached" });
  await page.getByLabel("Add a file").setInputFiles(join(examples, "random.js"));
  await page.getByText("There is already a program @random.").waitFor();
  somebody.forget(/status of 409/);
  await page.getByRole("button", { name: "Replace @random" }).click();
  await page.getByText("There is already a program @random.").waitFor({ state: "detached" });
  await expect.poll(() => listed.count()).toBe(2);

  // At a table: preselected for the seat, and it answers.
  await page.getByRole("link", { name: "Play against @random" }).click();
  await page.getByRole("radio", { name: "Tic-tac-toe" }).check({ force: true });
  await expect.poll(() => page.locator("select[name=agent-2]").inputValue()).toBe("@random");
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator('g.cell.legal[data-move="b2"]').click();
  await expect.poll(() => page.locator("[data-played]").count(), { timeout: 20_000 }).toBe(2);
  await page.getByRole("list", { name: "Players" }).getByText("@random").waitFor();

  // In a match, with results.
  await page.goto("/agents");
  await page.locator("select[name=match-game]").selectOption("tictactoe");
  await expect.poll(() => page.locator("input[name=match-agent-1]").inputValue()).not.toContain("champion");
  await page.locator("input[name=match-agent-1]").fill("@random");
  await page.locator("input[name=match-agent-2]").fill("minimax");
  await page.locator("input[name=match-games]").fill("4");
  await page.getByRole("button", { name: "Start the match" }).click();
  await page.getByText("finished: 4 games").waitFor({ timeout: 60_000 });
  expect(await page.getByRole("row", { name: /@random/ }).textContent()).toMatch(/%/);

  for (const left of [1, 0]) {
    await page.getByRole("button", { name: /^Remove @/ }).first().click();
    await expect.poll(() => listed.count()).toBe(left);
  }
  await page.getByText("None are installed.").waitFor();
  expect(somebody.complaints).toEqual([]);
  await somebody.context.close();
});

test("which Python runs agents is set in the page", async () => {
  const somebody = await person(browser, server);
  const { page } = somebody;
  await page.goto("/agents");
  const field = page.getByLabel("Command that runs Python files");
  expect(await field.getAttribute("placeholder")).toBe("python3");
  await field.fill("no-such-python");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("[role=alert]").filter({ hasText: /no-such-python/ }).waitFor();
  somebody.forget(/status of 400/);
  await field.fill("env python3 -B");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe("env python3 -B");
  expect(somebody.complaints).toEqual([]);
  await somebody.context.close();
});

test("whoever started the server has all rights by its address alone, and others at the machine have none", async () => {
  const { context, page, complaints } = await stranger(browser, server);
  await page.goto("/agents");
  await page.getByText("None are installed.").waitFor();
  await page.getByText("Only the operator of this server can start matches.").waitFor();
  expect(await page.getByLabel("Add a file").count()).toBe(0);
  expect(await page.getByLabel("Command that runs Python files").count()).toBe(0);
  const token = server.operatorToken;
  await page.goto(`/agents#operator=${token}`);
  await page.getByLabel("Add a file").waitFor();
  expect(page.url()).not.toContain(token);
  // The setting persists.
  await page.goto("/agents");
  await page.getByLabel("Add a file").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
