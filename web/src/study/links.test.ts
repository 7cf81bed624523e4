import { expect, test } from "vitest";

import { pack, parseLocation, unpack, formatLocation } from "./links";

test("a record comes out of a link as it went in", async () => {
  const text = "ludorum-record 1  #e077e2e6\n".repeat(200) + "žluťoučký\n";
  const packed = await pack(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length / 10);
  expect(await unpack(packed)).toBe(text);
});

test("a place in a game or in a variation comes out of a link as it went in", () => {
  const places = [
    { move: 0, from: 0, line: [] },
    { move: 7, from: 0, line: [] },
    { move: 3, from: 1, line: ["12>7", "won", "+4:1,10", "stun@p2", "e3h"] },
  ];
  for (const place of places) expect(parseLocation(new URLSearchParams(formatLocation(place).toString()))).toEqual(place);
  expect(parseLocation(new URLSearchParams("move=-3&from=x"))).toEqual({ move: 0, from: 0, line: [] });
});
