import { expect, test } from "vitest";

import { wholeNumber } from "./numbers";

test("a wrong number is none, not another one", () => {
  expect(wholeNumber("3", 0, 4)).toBe(3);
  expect(wholeNumber(" 4 ", 0, 4)).toBe(4);
  expect(wholeNumber("0", 0, 4)).toBe(0);
  for (const text of ["", " ", "5", "9", "-1", "2.5", "2,5", "1e1", "two", "0x1", "99999999999"]) expect([text, wholeNumber(text, 0, 4)]).toEqual([text, null]);
  expect(wholeNumber("1", 2, 4)).toBeNull();
});
