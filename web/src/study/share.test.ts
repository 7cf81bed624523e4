import { expect, test } from "vitest";

import { pack, unpack } from "./share";

test("a record comes out of a link as it went in", async () => {
  const text = "ludorum-record 1  #e077e2e6\n".repeat(200) + "žluťoučký\n";
  const packed = await pack(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length / 10);
  expect(await unpack(packed)).toBe(text);
});
