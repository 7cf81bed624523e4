import { expect, test } from "vitest";

import { dicewars } from ".";
import { neighbours, outline, point } from "./hexes";
import { percent } from "./odds.svelte";
import { sketch } from "./sketch";
import { parsePosition, parseAttack, areaTowards, seatTotals } from "./state";

const ROWS = ["11122", ".1122", "33344"];

test("a position is read", () => {
  const position = parsePosition(sketch(ROWS, "A3B1B8A2", { reserves: "0,12", roll: "3>1:B654-A123" }));
  expect(position.areas.map(({ number, hexes }) => [number, hexes.length])).toEqual([[1, 5], [2, 4], [3, 3], [4, 2]]);
  expect(position.holdings).toEqual([{ owner: 0, dice: 3 }, { owner: 1, dice: 1 }, { owner: 1, dice: 8 }, { owner: 0, dice: 2 }]);
  expect([position.reserves, position.pending]).toEqual([[0, 12], null]);
  expect(position.roll).toEqual({
    from: 3,
    to: 1,
    sides: [{ seat: 1, dice: [6, 5, 4], sum: 15 }, { seat: 0, dice: [1, 2, 3], sum: 6 }],
  });
  expect(parsePosition(sketch(ROWS, "A3B1B8A2").replace("/move/", "/roll:1>3/")).pending).toEqual({ from: 1, to: 3 });
  expect(parsePosition(sketch(ROWS, "A3B1B8A2")).roll).toBeNull();
});

test("areas touch where two of their hexes do", () => {
  const { areas } = parsePosition(sketch(ROWS, "A3B1B8A2"));
  expect(areas.map(({ touches }) => touches)).toEqual([[2, 3, 4], [1, 4], [1, 4], [1, 2, 3]]);
});

test("neighbours are as the game has them, and one hex apart", () => {
  const sorted = (row: number) => neighbours({ row, column: 5 }).map(({ row, column }) => `${row},${column}`).sort();
  expect(sorted(4)).toEqual(["3,4", "3,5", "4,4", "4,6", "5,4", "5,5"]);
  expect(sorted(5)).toEqual(["4,5", "4,6", "5,4", "5,6", "6,5", "6,6"]);
  for (const hex of [{ row: 4, column: 5 }, { row: 5, column: 5 }]) {
    const at = point(hex);
    for (const next of neighbours(hex).map(point)) expect(Math.hypot(next.x - at.x, next.y - at.y)).toBeCloseTo(2 * Math.sqrt(3));
  }
});

test("a line around hexes closes, once for each shore", () => {
  const ring = neighbours({ row: 4, column: 5 });
  const inside = new Set(ring.map(({ row, column }) => `${row},${column}`));
  const path = outline(ring, ({ row, column }) => !inside.has(`${row},${column}`));
  expect(path.match(/M/g)).toHaveLength(2);
  expect(path.match(/[ML]/g)).toHaveLength(18 + 6);
});

test("the largest region is what hangs together", () => {
  const position = parsePosition(sketch(ROWS, "A3B1B8A2"));
  expect(seatTotals(position, 0)).toEqual({ areas: 2, dice: 5, region: 2 });
  expect(seatTotals(position, 1)).toEqual({ areas: 2, dice: 9, region: 1 });
  expect(seatTotals(position, 2)).toEqual({ areas: 0, dice: 0, region: 0 });
});

test("arrow keys lead to the nearest area in their direction, and reach every one", () => {
  const { areas } = parsePosition(dicewars.picture.position);
  const steps: [number, number][] = [[1, 0], [-1, 0], [0, 1], [0, -1]];
  const found = [areas[0]!];
  for (let index = 0; index < found.length; index++) {
    for (const step of steps) {
      const next = areaTowards(areas, found[index]!, step);
      if (!found.includes(next)) found.push(next);
    }
  }
  expect(found).toHaveLength(areas.length);
});

test("moves and what chance did are said", () => {
  const history = [
    { seat: 0, text: "12>7" },
    { seat: null, text: "won" },
    { seat: 0, text: "end" },
    { seat: null, text: "+3:2,7:1" },
  ];
  expect(history.map((_, index) => dicewars.describe("dicewars", history, index))).toEqual([
    ["dicewars-attacks", { from: 12, to: 7 }],
    ["dicewars-won", { from: 12, to: 7 }],
    ["dicewars-ends", {}],
    ["dicewars-grows", { count: 3 }],
  ]);
  expect(parseAttack("end")).toBeNull();
});

test("only what is certain is called so", () => {
  expect([1, 0.9999, 0.5, 0.0001].map(percent)).toEqual(["100 %", "99 %", "50 %", "1 %"]);
});
