// User translations: found on the server, tried on the whole page, saved by the operator.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";

import { PHONE, Server, person, stranger } from "./harness";
import { browser, server } from "./stage";

const HEADER = "language = Deutsch\nauthor = Anna\nversion = 1\n";

test("a file in the folder of locales is a language of the page, and stays one when it changes", async () => {
  const { context, page, complaints } = await person(browser, server);
  const folder = join(server.content, "locales");
  mkdirSync(folder, { recursive: true });
  await page.goto("/");
  const menu = page.getByLabel("Language");
  await menu.waitFor();
  writeFileSync(join(folder, "de.ftl"), `${HEADER}home = Startseite\nlobby = {\n`);
  writeFileSync(join(folder, "it.ftl"), "language = Italiano\nhome = Casa\n");
  // The menu refreshes without a restart or reload.
  await menu.focus();
  await expect.poll(() => menu.locator("option").allTextContents()).toEqual(["Čeština", "English", "Deutsch"]);
  await menu.selectOption("de");
  await page.getByRole("link", { name: "Startseite" }).waitFor();
  // Missing and invalid messages appear in English.
  await page.getByRole("link", { name: "Lobby", exact: true }).waitFor();
  writeFileSync(join(folder, "de.ftl"), `${HEADER}home = Zuhause\n`);
  await page.reload();
  await page.getByRole("link", { name: "Zuhause" }).waitFor();
  // The page reports the problems of the other file.
  await page.goto("/translate");
  await page.locator("[data-translation=it]").getByText(/Not offered as a language:.*language, author and version/).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("a translation is tried in the whole page, with a way back, and saved for everyone", async () => {
  const { context, page, complaints } = await person(browser, server);
  await page.goto("/translate");
  const field = (key: string) => page.locator(`textarea[data-key="${key}"]`);
  await field("home").fill("Etxea");
  await field("new-game").fill("Joko berria");
  // Another language can be the reference.
  await page.locator("select[name=reference]").selectOption("cs");
  await page.getByRole("columnheader", { name: "Čeština" }).waitFor();
  await page.getByText("Domů", { exact: true }).waitFor();
  // An incomplete header is not saved, and the missing field is shown.
  await page.getByRole("button", { name: "Save on this server" }).click();
  await expect.poll(() => page.getByText("Fill this in before saving.").count()).toBe(3);
  expect(await page.locator("input[name=code]").evaluate((input) => input === document.activeElement)).toBe(true);
  let downloads = 0;
  page.on("download", () => downloads++);
  await page.getByRole("button", { name: "Save as a file" }).click();
  await page.locator("input[name=code]").fill("eu");
  await page.locator("input[name=language]").fill("Euskara");
  await page.locator("input[name=author]").fill("Ane");
  await page.getByText("Fill this in before saving.").waitFor();
  await page.locator("input[name=version]").fill("1");
  await expect.poll(() => page.getByText("Fill this in before saving.").count()).toBe(0);
  expect(downloads).toBe(0);
  // On trial: other pages use it, and its controls stay in the chosen language.
  await page.getByLabel("Try it on the whole page").check();
  await page.getByRole("link", { name: "Etxea", exact: true }).click();
  await page.getByRole("heading", { name: "Sit down and play" }).waitFor();
  await page.getByText("You are trying a translation on the whole page: Euskara.").waitFor();
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.getByRole("button", { name: "Back to my language" }).click();
  await page.getByRole("link", { name: "Home", exact: true }).waitFor();
  await page.getByRole("link", { name: "Translate" }).click();
  await page.getByRole("button", { name: "Save on this server" }).click();
  await page.getByText("Saved. Euskara can be chosen now.").waitFor();
  expect(readFileSync(join(server.content, "locales/eu.ftl"), "utf8")).toMatch(/^language = Euskara\nauthor = Ane\nversion = 1$/m);
  const other = await person(browser, server, { viewport: PHONE });
  await other.page.goto("/settings");
  await other.page.locator("select[name=language]").selectOption("eu");
  await other.page.getByRole("link", { name: "Joko berria" }).waitFor();
  await other.context.close();
  expect(complaints).toEqual([]);
  await context.close();
});

test("elsewhere the operator's token is wanted", async () => {
  const guarded = new Server(["--programs", "no"]);
  await guarded.start();
  const { context, page, forget } = await stranger(browser, guarded).then((one) => ({ ...one, forget: one.forget.bind(one) }));
  await page.goto("/translate");
  await page.locator('textarea[data-key="home"]').fill("Doma");
  for (const [name, text] of [["code", "sk"], ["language", "Slovenčina"], ["author", "Eva"], ["version", "1"]] as const) await page.locator(`input[name=${name}]`).fill(text);
  await page.getByLabel("The operator’s token").fill("guess");
  await page.getByRole("button", { name: "Save on this server" }).click();
  await page.getByRole("alert").getByText("Only the operator of this server can do this").waitFor();
  forget(/403/);
  await page.getByLabel("The operator’s token").fill(readFileSync(join(guarded.data, "operator-token"), "utf8"));
  await page.getByRole("button", { name: "Save on this server" }).click();
  await page.getByText("Saved. Slovenčina can be chosen now.").waitFor();
  await page.locator("[data-translation=sk]").getByRole("button", { name: "Remove" }).click();
  await page.getByText("Slovenčina was removed.").waitFor();
  await context.close();
  await guarded.end();
});
