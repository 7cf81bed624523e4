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

test("the page uses messages that exist, and every code of the server has one", () => {
  const known = new Set(ids("en.ftl"));
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  for (const file of sources.filter((file) => /\.(svelte|ts)$/.test(file))) {
    const source = readFileSync(join(root, "src", file), "utf8");
    for (const [, id] of source.matchAll(/\bt\("([\w-]+)"/g)) expect([file, known.has(id!)]).toEqual([file, true]);
  }
  const types = readFileSync(join(root, "src/api/types.ts"), "utf8");
  const codes = [.../export type Code = (.*);/.exec(types)![1]!.matchAll(/"(\w+)"/g)].map((code) => code[1]!);
  for (const code of codes) expect(known).toContain(`problem-${code.replaceAll("_", "-")}`);
});
