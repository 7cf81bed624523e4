// Every language has every message with the same arguments, and the page uses existing messages only.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { FluentResource } from "@fluent/bundle";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const folder = join(root, "../content/locales");
const text = (file: string) => readFileSync(join(folder, file), "utf8");
const ids = (file: string) => new FluentResource(text(file)).body.map((message) => message.id);

/** Arguments of each message. */
function args(file: string): Map<string, string> {
  return new Map(
    new FluentResource(text(file)).body.map((message) => {
      const names = [...JSON.stringify(message.value).matchAll(/"type":"var","name":"([^"]+)"/g)];
      return [message.id, [...new Set(names.map((name) => name[1]))].sort().join()];
    }),
  );
}

const files = readdirSync(folder).filter((file) => file.endsWith(".ftl") && file !== "en.ftl");

test.each(files)("%s has every message of English and no other", (file) => {
  expect(ids(file).sort()).toEqual(ids("en.ftl").sort());
});

test.each(files)("%s uses the arguments of English", (file) => {
  const [own, english] = [args(file), args("en.ftl")];
  for (const [id, names] of english) expect([id, own.get(id)]).toEqual([id, names]);
});

test("no line of a language is lost to a mistake in it", () => {
  for (const file of ["en.ftl", ...files]) {
    const written = [...text(file).matchAll(/^([a-z][\w-]*) =/gm)].map((match) => match[1]);
    expect(ids(file)).toEqual(written);
  }
});

/** First argument of every call of `t` in a source. */
function firstArguments(source: string): string[] {
  return [...source.matchAll(/\bt\(/g)].map(({ index }) => {
    const start = index + 2;
    let end = start;
    for (let depth = 0; end < source.length; end++) {
      const sign = source[end]!;
      if (depth === 0 && (sign === "," || sign === ")")) break;
      if ("([{".includes(sign)) depth++;
      if (")]}".includes(sign)) depth--;
    }
    return source.slice(start, end);
  });
}

/** Patterns of the messages a source file uses: literals, templates, and texts of a board. */
function usedMessages(file: string, source: string): string[] {
  const compared = /[!=]==?\s*"[^"]*"|\("[^"]*"\)/g;
  const inCalls = firstArguments(source).flatMap((argument) => {
    const chosen = argument.replaceAll(compared, "");
    const literals = [...chosen.matchAll(/"([\w-]+)"/g)].map((match) => match[1]!);
    const templates = [...chosen.matchAll(/`([^`]+)`/g)].map((match) => match[1]!.replaceAll(/\$\{[^}]*\}/g, ".+"));
    return [...literals, ...templates];
  });
  // A board hands messages to the page by name: its move texts and its tip.
  const game = /^boards\/(\w+)\/index\.ts$/.exec(file)?.[1];
  const named = game ? [...source.matchAll(new RegExp(`"(${game}-[\\w-]+)"`, "g"))].map((match) => match[1]!) : [];
  return [...inCalls, ...named];
}

/** Messages used by `source` that are not among `known`. */
function missingMessages(file: string, source: string, known: string[]): string[] {
  const exists = (pattern: string) => known.some((id) => new RegExp(`^${pattern}$`).test(id));
  return usedMessages(file, source).filter((pattern) => !exists(pattern)).map((pattern) => `${file}: ${pattern}`);
}

test("a missing message is found however it is named, and is named by the failure", () => {
  const missing = (source: string, file = "a.ts") => missingMessages(file, source, ["here", "kind-one"]);
  expect(missing('t("here") + t(a === "gone" ? "here" : `kind-${b}`, { c })')).toEqual([]);
  expect(missing('t("gone")')).toEqual(["a.ts: gone"]);
  expect(missing('t(a ? "here" : "gone")')).toEqual(["a.ts: gone"]);
  expect(missing("t(`gone-${kind}`)")).toEqual(["a.ts: gone-.+"]);
  expect(missing('tip: "nim-tip"', "boards/nim/index.ts")).toEqual(["boards/nim/index.ts: nim-tip"]);
});

test("the page uses messages that exist, and every code of the server has one", () => {
  const known = ids("en.ftl");
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const missing = sources
    .filter((file) => /(?<!\.test)\.(svelte|ts)$/.test(file))
    .flatMap((file) => missingMessages(file, readFileSync(join(root, "src", file), "utf8"), known));
  expect(missing).toEqual([]);
  const types = readFileSync(join(root, "src/api/generated/types.ts"), "utf8");
  const codes = [.../export type ErrorCode = (.*);/.exec(types)![1]!.matchAll(/"(\w+)"/g)].map((code) => code[1]!);
  for (const code of codes) expect(known).toContain(`problem-${code.replaceAll("_", "-")}`);
});
