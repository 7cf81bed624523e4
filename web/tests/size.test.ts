// What a browser has to load before anything is seen.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

const dist = join(import.meta.dirname, "../dist");

test("the first load is at most 250 kB compressed", () => {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
  const loaded = files.filter((file) => /\.(html|js|css|svg)$/.test(file)).map((file) => readFileSync(join(dist, file)));
  const words = readFileSync(join(dist, "../../content/locales/cs.ftl"));
  const bytes = [...loaded, words].reduce((sum, content) => sum + gzipSync(content).length, 0);
  expect(bytes).toBeLessThan(250_000);
});
