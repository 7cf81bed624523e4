import { expect, test } from "vitest";

import type { AgentMoveAnalysis } from "./api/generated/types";
import { boardOf } from "./boards";
import { topCandidates, winChance, moveLabel, describeMove } from "./moveText";

const thought = (best: string, moves: AgentMoveAnalysis["candidates"]): AgentMoveAnalysis => ({
  ply: 0, agent: "x", best, value: 0.5, line: [best], candidates: moves, nodes: 1, playouts: 0, depth: 1, time: 1,
});

test("a value is a chance to win", () => {
  expect([-1, 0, 0.5, 1].map(winChance)).toEqual(["0 %", "50 %", "75 %", "100 %"]);
  expect([null, undefined].map(winChance)).toEqual(["", ""]);
});

test("the chosen move is drawn first, and no move that is only known not to be better", () => {
  const moves: AgentMoveAnalysis["candidates"] = [
    { text: "a", value: 0.2, known: "exactly", visits: 9 },
    { text: "b", value: 0.5, known: "exactly", visits: 8 },
    { text: "c", value: 0.5, known: "at_most", visits: 1 },
    { text: "d", value: null, known: "exactly", visits: 1 },
  ];
  expect(topCandidates(thought("b", moves), 3)).toEqual([
    { text: "b", label: "75%" },
    { text: "a", label: "60%" },
    { text: "d", label: "" },
  ]);
  expect(topCandidates(thought("z", []), 3)).toEqual([{ text: "z", label: "75%" }]);
});

test("moves stand in lists as words", () => {
  const label = (game: string, text: string) => moveLabel(boardOf(game), game, text);
  expect(["12>7", "won", "lost", "end", "+4:1,10:2", "+7:1", "+"].map((text) => label("dicewars", text))).toEqual([
    "12 → 7", "attack won", "attack lost", "end of turn", "+3 dice", "+1 die", "no new dice",
  ]);
  expect(["e5", "e5-e8", "=b3-f7", "xb2", "pass"].map((text) => label("yinsh", text))).toEqual(["e5", "e5-e8", "row b3–f7", "ring b2 off", "pass"]);
  expect(["e2", "e3h", "pass"].map((text) => label("quoridor", text))).toEqual(["e2", "e3h", "pass"]);
  expect(["stun@p2", "roll3", "pass"].map((text) => label("sector66:template=everything", text))).toEqual(["stun → Player 2", "chance: 3", "pass"]);
});

test("a trapdoor is said to whoever hears the page, by the name of the player", () => {
  const before = "h6,b8/9,9/-/4/1/-/h7=trapdoor,b3=trapdoor/-/-,-/0,0/-/-";
  const positions = [before, before.replace("h6,", "b3,")];
  const variant = "sector66:template=everything";
  const told = { kind: boardOf(variant), variant, history: [{ seat: 0, text: "h7" }], at: (ply: number) => positions[ply], name: () => "Orange" };
  expect(describeMove({ ...told, own: [] }, 0)).toBe("Orange steps to h7. trapdoor moved Orange from h7 to b3");
  expect(describeMove({ ...told, own: [0] }, 0)).toBe("You step to h7. trapdoor moved you from h7 to b3");
});
