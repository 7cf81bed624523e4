// Pages of Sector 66.

import { startGame, type Visit } from "./pages";

export const sector66Pages: Visit[] = [
  {
    name: "table-sector66",
    open: async (page) => {
      await startGame(page, "sector66:template=everything", ["random"]);
      await page.locator("[data-spell]").first().waitFor();
    },
  },
  {
    name: "table-sector66-four",
    open: async (page) => {
      await startGame(page, "sector66:template=thesis,players=4", ["random", "random", "random"]);
      await page.locator("[data-spell]").first().hover();
      await page.locator(".about .thing").first().waitFor();
    },
  },
  {
    name: "new-sector66",
    open: async (page) => {
      await page.goto("/new?game=sector66:template=everything");
      await page.locator("input[name=spell-stun]").waitFor();
    },
  },
  {
    name: "editor",
    open: async (page) => {
      await page.goto("/editor?template=everything");
      await page.locator("[data-built=c3h]").waitFor();
      await page.locator("[data-mode=place-south]").click();
      await page.locator("[name=template-description]").fill("");
      await page.locator("[data-flaw=description]").waitFor();
    },
  },
  {
    name: "plugins",
    open: async (page) => {
      await page.goto("/plugins");
      const stun = page.locator("[data-plugin=stun]");
      await stun.getByRole("button", { name: "Check" }).click();
      await stun.locator(".findings").waitFor({ timeout: 60_000 });
      await stun.locator("summary").click();
    },
  },
  {
    name: "learn-sector66",
    open: async (page) => {
      await page.goto("/learn/sector66");
      await page.getByRole("button", { name: "Skip" }).click();
      await page.locator("[data-cast=stun]:enabled").click();
      await page.locator("circle.target").waitFor();
    },
  },
];
