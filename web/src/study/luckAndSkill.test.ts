import { expect, test } from "vitest";

import { luckSkillShares, inPoints } from "./luckAndSkill";

test("a lucky roll and a bad choice are told apart", () => {
  // Three rolls: 14/3 pips expected before the first, a six, then two more rolls.
  const utility = (pips: number) => (pips - 3.5) / 2.5;
  const values = [14 / 3, 6, 17 / 4].map((pips) => [utility(pips), -utility(pips)]);
  const [first, second] = luckSkillShares([null, 0], values, 2);
  expect(first!.luck).toBeCloseTo((6 - 14 / 3) / 2.5);
  expect(first!.own).toBeCloseTo((17 / 4 - 6) / 2.5);
  expect(first!.others).toBe(0);
  expect(second!.luck).toBeCloseTo(-first!.luck);
  expect(second!.others).toBeCloseTo(-first!.own);
});

test("what lies between positions that are known belongs to whoever made all the moves, or else is not known", () => {
  const [first, second, third] = luckSkillShares([0, 1, 2, null], [[0, 0, 0], null, null, [1, -0.5, -0.5], [1, -1, 0]], 3);
  expect(first).toMatchObject({ luck: 0, own: 0, others: 0, rest: 1 });
  expect(second).toMatchObject({ luck: -0.5, rest: -0.5 });
  expect(third).toMatchObject({ luck: 0.5, own: 0, others: 0, rest: -0.5 });
  expect(luckSkillShares([1, 2], [[0, 0, 0], null, [1, 0, -1]], 3)[0]).toMatchObject({ others: 1, rest: 0 });
});

test("luck, own moves, others' moves and what is not known make the change of the chances, whatever was analysed", () => {
  let state = 7;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  for (let game = 0; game < 200; game++) {
    const movers = Array.from({ length: 12 }, () => (random() < 0.4 ? null : Math.floor(random() * 3)));
    const values = Array.from({ length: 13 }, () => (random() < 0.4 ? null : [2 * random() - 1, 2 * random() - 1, 2 * random() - 1]));
    const known = values.filter((value) => value !== null);
    for (const [seat, share] of luckSkillShares(movers, values, 3).entries()) {
      const [before, after] = [known[0]?.[seat] ?? 0, known.at(-1)?.[seat] ?? 0];
      expect(share.luck + share.own + share.others + share.rest).toBeCloseTo(after - before);
      const shown = inPoints(share);
      expect(shown.luck + shown.own + shown.others + shown.rest).toBe(shown.change);
      expect(shown.change).toBe(Math.round((after + 1) * 50) - Math.round((before + 1) * 50));
      for (const part of ["luck", "own", "others", "rest"] as const) expect(Math.abs(shown[part] - share[part] * 50)).toBeLessThan(2.5);
    }
  }
});
