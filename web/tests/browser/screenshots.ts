// `make screenshots`: a picture of every page in both themes and both sizes, in target/screenshots, and the
// pictures of the manual in docs/manual/images. `ONLY=home,table-yinsh make screenshots` takes some of them.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { test } from "vitest";

import { DESKTOP, PHONE, person } from "./harness";
import { PICTURES } from "./manual-pictures";
import { pages } from "./pages";
import { smaller } from "./small-png";
import { browser, server } from "./stage";

const root = join(import.meta.dirname, "../../..");
const wanted = process.env.ONLY?.split(",");
const isWanted = (name: string) => !wanted || wanted.includes(name);

test("every page has its picture taken", { timeout: 500_000 }, async () => {
  const folder = join(root, "target/screenshots");
  mkdirSync(folder, { recursive: true });
  for (const [size, viewport] of [["desktop", DESKTOP], ["phone", PHONE]] as const) {
    for (const theme of ["light", "dark"] as const) {
      const { context, page } = await person(browser, server, { viewport, colorScheme: theme });
      await page.addInitScript(() => (localStorage.ludorum ??= JSON.stringify({ name: "Anna" })));
      for (const { name, open } of pages) {
        if (!isWanted(name)) continue;
        await open(page);
        await page.mouse.move(0, 0);
        await page.waitForTimeout(200);
        await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.png`) });
      }
      await context.close();
    }
  }
});

/** Small enough for a repository, large enough to be legible. */
const PRINT = { width: 1080, height: 720 };

test("the manual has its pictures taken, in every language", { timeout: 500_000 }, async () => {
  const folder = join(root, "docs/manual/images");
  for (const { file, visit } of PICTURES.filter(({ visit }) => isWanted(visit))) {
    // A new browser for each picture isolates their states.
    const { context, page } = await person(browser, server, { viewport: PRINT, colorScheme: "light" });
    await page.addInitScript(() => (localStorage.ludorum ??= JSON.stringify({ name: "Anna" })));
    await pages.find(({ name }) => name === visit)!.open(page);
    for (const language of ["en", "cs"]) {
      await page.locator("header select").selectOption(language);
      await page.locator(`html[lang=${language}]`).waitFor({ state: "attached" });
      await page.mouse.move(0, 0);
      await page.waitForTimeout(200);
      mkdirSync(join(folder, language), { recursive: true });
      writeFileSync(join(folder, language, `${file}.png`), smaller(await page.screenshot()));
    }
    await context.close();
  }
});
