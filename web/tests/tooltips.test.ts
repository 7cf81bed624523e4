// Every button in the sources has a tooltip. Browser tests check the rendered pages.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../src");

/** Button tags of a component: up to the end of the tag, skipping braces. */
function buttons(text: string): string[] {
  return [...text.matchAll(/<(?:button|a|label)(?=[\s>])/g)].flatMap(({ index }) => {
    let [end, depth] = [index, 0];
    for (; text[end] !== ">" || depth > 0; end++) depth += text[end] === "{" ? 1 : text[end] === "}" ? -1 : 0;
    const tag = text.slice(index, end + 1);
    return tag.startsWith("<button") || /class="([^"]* )?button\b/.test(tag) ? [tag] : [];
  });
}

test("every button in every component has a tooltip", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".svelte"));
  const all = files.flatMap((file) => buttons(readFileSync(join(folder, file), "utf8")).map((tag) => ({ file, tag })));
  expect(all.length).toBeGreaterThan(80);
  expect(all.filter(({ tag }) => !/\stitle=/.test(tag))).toEqual([]);
});
