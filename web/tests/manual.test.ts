// The manual: both languages have the same sections and pictures, and use the page's labels.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { PICTURES } from "./browser/manual-pictures";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "docs/manual");
const LANGUAGES = ["en", "cs"];
const text = (language: string) => readFileSync(join(folder, `${language}.md`), "utf8");
const pictures = (language: string) => [...text(language).matchAll(/!\[[^\]]+\]\((images\/[^)]+)\)/g)].map((match) => match[1]!);
const headings = (language: string) => [...text(language).matchAll(/^(#+) (.+)$/gm)].map((match) => ({ level: match[1]!.length, title: match[2]! }));

test("both languages of the manual have the same sections and pictures, in the same order", () => {
  const [english, ...others] = LANGUAGES;
  for (const language of others) {
    expect(headings(language).map(({ level }) => level)).toEqual(headings(english!).map(({ level }) => level));
    const plain = (of: string) => pictures(of).map((path) => path.replace(`images/${of}/`, ""));
    expect(plain(language)).toEqual(plain(english!));
  }
});

test("every picture of the manual is there, made by the script, and not too large", () => {
  let all = 0;
  for (const language of LANGUAGES) {
    const named = pictures(language).map((path) => path.replace(`images/${language}/`, ""));
    expect(named).toEqual(PICTURES.map(({ file }) => `${file}.png`));
    expect(readdirSync(join(folder, "images", language)).sort()).toEqual([...named].sort());
    for (const name of named) all += statSync(join(folder, "images", language, name)).size;
  }
  expect(all).toBeLessThan(4_000_000);
});

test("what the manual sets in bold is written so on the page", () => {
  for (const language of LANGUAGES) {
    const words = readFileSync(join(root, `content/locales/${language}.ftl`), "utf8");
    const values = new Set([...words.matchAll(/^[a-z][\w-]* = (.+)$/gm)].map((match) => match[1]));
    const bold = [...text(language).matchAll(/\*\*([^*]+)\*\*/g)].map((match) => match[1]!.replaceAll("\n", " "));
    expect(bold.length).toBeGreaterThan(50);
    expect(bold.filter((label) => !values.has(label))).toEqual([]);
  }
});

test("links of the manual lead somewhere", () => {
  const anchor = (title: string) => title.toLowerCase().replaceAll(/[^\p{L}\p{N} -]/gu, "").replaceAll(" ", "-");
  for (const language of LANGUAGES) {
    for (const [, link] of text(language).matchAll(/(?<!!)\[[^\]]+\]\(([^)]+)\)/g)) {
      const [path, section] = link!.split("#");
      const file = path ? join(folder, path) : join(folder, `${language}.md`);
      expect(existsSync(file), link).toBe(true);
      if (!section) continue;
      const titles = [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map((match) => anchor(match[1]!));
      expect(titles, link).toContain(section);
    }
  }
});

test("the guide of the server says what is needed, and how a service is registered and removed", () => {
  const guide = readFileSync(join(root, "docs/server.md"), "utf8");
  const section = (title: string) => guide.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? "";
  for (const word of ["processor", "memory", "Disk", "browser", "screen", "mouse", "folder it can write"]) {
    expect(section("What is needed"), word).toContain(word);
  }
  for (const amount of [/\*\*Memory\*\*: \d+ MiB/, /\*\*Disk\*\*: \d+ MiB/, /a screen \d+ pixels wide/]) expect(section("What is needed")).toMatch(amount);
  for (const command of ["systemctl enable --now ludorum", "systemctl disable --now ludorum", "journalctl -u ludorum", "db backup", "uninstall.sh"]) {
    expect(section("As a service"), command).toContain(command);
  }
});

test("documents with times name the processor that made them", () => {
  for (const name of ["experiments.md", "benchmarks.md"]) {
    const [head] = readFileSync(join(root, "docs", name), "utf8").split(/^## /m);
    expect(head, name).toContain("AMD EPYC");
  }
});
