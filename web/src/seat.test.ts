import { expect, test } from "vitest";

import { toldApart } from "./seat";

test("those of the same name are told apart by the number of their seat", () => {
  expect(toldApart(["Anna", "Random", "Random", "Boris"])).toEqual(["Anna", "Random (2)", "Random (3)", "Boris"]);
});
