import { expect, test } from "vitest";

import { apart } from "./apart";

test("a lucky roll and a bad choice are told apart", () => {
  // Three rolls: worth 14/3 pips before the first, a six, thrown away for two rolls more.
  const utility = (pips: number) => (pips - 3.5) / 2.5;
  const values = [14 / 3, 6, 17 / 4].map((pips) => [utility(pips), -utility(pips)]);
  const [first, second] = apart([null, 0], values, 2);
  expect(first!.luck).toBeCloseTo((6 - 14 / 3) / 2.5);
  expect(first!.own).toBeCloseTo((17 / 4 - 6) / 2.5);
  expect(first!.others).toBe(0);
  expect(second!.luck).toBeCloseTo(-first!.luck);
  expect(second!.others).toBeCloseTo(-first!.own);
});

test("what is not known counts for nothing", () => {
  expect(apart([0, 1], [[0, 0], null, [1, -1]], 2)).toEqual([
    { luck: 0, own: 0, others: 0 },
    { luck: 0, own: 0, others: 0 },
  ]);
});
