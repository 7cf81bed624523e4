import { expect, test } from "vitest";

import type { Thought } from "./api/types";
import { candidates, chance } from "./words";

const thought = (best: string, moves: Thought["candidates"]): Thought => ({
  ply: 0, agent: "x", best, value: 0.5, line: [best], candidates: moves, nodes: 1, playouts: 0, depth: 1, time: 1,
});

test("a value is a chance to win", () => {
  expect([-1, 0, 0.5, 1].map(chance)).toEqual(["0 %", "50 %", "75 %", "100 %"]);
  expect([null, undefined].map(chance)).toEqual(["", ""]);
});

test("the chosen move is drawn first, and no move that is only known not to be better", () => {
  const moves: Thought["candidates"] = [
    { text: "a", value: 0.2, known: "exactly", visits: 9 },
    { text: "b", value: 0.5, known: "exactly", visits: 8 },
    { text: "c", value: 0.5, known: "at_most", visits: 1 },
    { text: "d", value: null, known: "exactly", visits: 1 },
  ];
  expect(candidates(thought("b", moves), 3)).toEqual([
    { text: "b", label: "75%" },
    { text: "a", label: "60%" },
    { text: "d", label: "" },
  ]);
  expect(candidates(thought("z", []), 3)).toEqual([{ text: "z", label: "75%" }]);
});
