// `make bench-web`: from a click to the board's answer, with the server on this machine.

import { test } from "vitest";

import { person } from "./harness";
import { startGame } from "./pages";
import { browser, server } from "./stage";

test("how long a click takes", { timeout: 120_000 }, async () => {
  const { page } = await person(browser, server);
  await startGame(page, "tictactoe", ["random"]);
  const times: number[] = [];
  for (let game = 0; game < 20; game++) {
    for (;;) {
      const text = (await page.getByTestId("status").textContent()) ?? "";
      if (/won|draw/i.test(text)) break;
      times.push(
        await page.evaluate(async () => {
          const board = document.querySelector("svg.board")!;
          const square = board.querySelector("g.legal")!;
          const before = board.querySelectorAll(".mark:not(.ghost)").length;
          const began = performance.now();
          square.dispatchEvent(new MouseEvent("click", { bubbles: true }));
          while (board.querySelectorAll(".mark:not(.ghost)").length <= before) await new Promise(requestAnimationFrame);
          return performance.now() - began;
        }),
      );
      await page.getByTestId("status").getByText(/Your turn|won|draw/i).waitFor();
    }
    await page.getByRole("button", { name: "Play again" }).click();
    await page.getByTestId("status").getByText("Your turn").waitFor();
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => `${times[Math.floor((times.length - 1) * share)]!.toFixed(0)} ms`;
  console.log(`a click to the board's answer: median ${at(0.5)}, 9 of 10 within ${at(0.9)}, longest ${at(1)} (${times.length} clicks)`);
});
