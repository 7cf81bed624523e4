import { expect, test } from "vitest";

import type { SeatInfo } from "./api/generated/types";
import { displayName, distinctNames } from "./seatNames";

test("people of the same name are told apart by numbers", () => {
  expect(distinctNames(["Anna", "Eva", "Eva", "Boris"])).toEqual(["Anna", "Eva (1)", "Eva (2)", "Boris"]);
});

test("computers of the same kind are numbered where nobody takes it for a level", () => {
  const agent = (spec: string): SeatInfo => ({ kind: "agent", name: spec, agent: spec, colour: "#000000", ready: true, present: true, named: false });
  const seats = [agent("champion:level=1"), agent("champion:level=3"), agent("champion:level=1"), agent("random"), agent("random")];
  expect(seats.map((_, seat) => displayName({ seats }, seat))).toEqual([
    "Champion 1, level 1",
    "Champion, level 3",
    "Champion 2, level 1",
    "Random 1",
    "Random 2",
  ]);
});
