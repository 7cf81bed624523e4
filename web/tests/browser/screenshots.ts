// `make screenshots`: a picture of every page in both themes and both sizes, in target/screenshots.

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { test } from "vitest";

import { DESKTOP, PHONE, person } from "./harness";
import { pages } from "./pages";
import { browser, server } from "./stage";

const folder = join(import.meta.dirname, "../../../target/screenshots");
mkdirSync(folder, { recursive: true });

test("every page has its picture taken", { timeout: 500_000 }, async () => {
  const wanted = process.env.ONLY?.split(",");
  for (const [size, viewport] of [["desktop", DESKTOP], ["phone", PHONE]] as const) {
    for (const theme of ["light", "dark"] as const) {
      const { context, page } = await person(browser, server, { viewport, colorScheme: theme });
      await page.addInitScript(() => (localStorage.ludorum ??= JSON.stringify({ name: "Anna" })));
      for (const { name, open } of pages) {
        if (wanted && !wanted.includes(name)) continue;
        await open(page);
        await page.mouse.move(0, 0);
        await page.waitForTimeout(200);
        await page.screenshot({ path: join(folder, `${name}-${theme}-${size}.png`) });
      }
      await context.close();
    }
  }
});
