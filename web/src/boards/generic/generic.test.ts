import { expect, test } from "vitest";

import { moveAt, parseGrid } from "./state";

test("rows of signs are a grid, anything else is not", () => {
  const cells = parseGrid("x.o/.x.")!;
  expect(cells.map((cell) => cell.name)).toEqual(["a2", "b2", "c2", "a1", "b1", "c1"]);
  expect(cells.map((cell) => cell.mark)).toEqual([0, null, 1, null, 0, null]);
  for (const other of ["", "x.o/..", "e1,e9/10,10/-/0", "4/2"]) expect(parseGrid(other)).toBeNull();
});

test("a click plays the cell or its column", () => {
  const [cell] = parseGrid("../..")!;
  expect(moveAt(cell!, ["a2", "b2"])).toBe("a2");
  expect(moveAt(cell!, ["a", "b"])).toBe("a");
  expect(moveAt(cell!, ["b"])).toBeUndefined();
});
