import { readFileSync } from "node:fs";
import { join } from "node:path";

import { FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";

import { checkMessage, isLanguageCode, parseEntries, parseTexts, writeFile } from "./ftl";

const file = (name: string) => readFileSync(join(import.meta.dirname, "../../../content/locales", name), "utf8");

test.each(["en.ftl", "cs.ftl"])("%s written again says the same", (name) => {
  const parts = parseEntries(file(name));
  const again = writeFile(parts, parseTexts(file(name)));
  const body = (text: string) => new FluentResource(text).body;
  expect(body(again)).toEqual(body(file(name)));
  expect(writeFile(parseEntries(again), parseTexts(again))).toBe(again);
  expect(again).toContain("## ");
});

test("placeholders are compared, and what cannot be read is told", () => {
  expect(checkMessage("{ $who } won", "Vyhrál hráč { $who }")).toBeNull();
  expect(checkMessage("{ $who } won", "Vyhráno")).toEqual({ kind: "arguments", missing: ["who"], foreign: [] });
  expect(checkMessage("Won", "Vyhrál { $x }")).toEqual({ kind: "arguments", missing: [], foreign: ["x"] });
  expect(checkMessage("Won", "Vyhrál { $x")).toEqual({ kind: "bad" });
  expect(checkMessage("Won", "{ $n ->\n    [one] a\n   *[other] b\n}")).toEqual({ kind: "arguments", missing: [], foreign: ["n"] });
  expect(checkMessage("Won", "{ $n ->\n    [one] a\n}")).toEqual({ kind: "bad" });
});

test("codes of languages are names of files", () => {
  for (const code of ["de", "pt-BR", "zh-Hant-TW", "cs-x-own"]) expect([code, isLanguageCode(code)]).toEqual([code, true]);
  for (const code of ["", "d", "DE", "de-", "../de", "de_DE", "němčina", "de-aaaaaaaa-bbbbbbbb-c"]) expect([code, isLanguageCode(code)]).toEqual([code, false]);
});

test("only what is there is written", () => {
  const parts = parseEntries("## One\n\na = A\nb = B\n\n## Two\n\nc =\n    long\n    text\n");
  expect(writeFile(parts, new Map([["a", "Á"], ["b", " "], ["c", "dlouhý\ntext"]]))).toBe("## One\n\na = Á\n\n## Two\n\nc =\n    dlouhý\n    text\n");
});
