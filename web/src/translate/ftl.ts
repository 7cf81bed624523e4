// A translation as a file: messages with the texts as they are written, headings kept in order.

import { FluentResource } from "@fluent/bundle";

/** What a translation says about itself, as messages among the others. */
export const HEADER = ["language", "author", "version"] as const;

/** Whether a text is the code of a language, such as `de`, `pt-BR` or `cs-x-own`, and so the name of a file. */
export function isCode(code: string): boolean {
  return /^[a-z]{2,3}(-[a-zA-Z0-9]{1,8})*$/.test(code) && code.length <= 20;
}

/** A part of a file: a heading, or a message with its text as it is written. */
export type Part = { heading: string } | { id: string; text: string };

/** Reads a file; what is not a message or a heading is left out. */
export function readParts(file: string): Part[] {
  const parts: Part[] = [];
  for (const line of file.split(/\r?\n/)) {
    const message = /^([a-zA-Z][\w-]*) *=(.*)$/.exec(line);
    const last = parts.at(-1);
    if (message) parts.push({ id: message[1]!, text: message[2]!.trim() });
    else if (/^## /.test(line)) parts.push({ heading: line.slice(3) });
    else if (last && "id" in last && (/^[ \t]/.test(line) || (line === "" && last.text !== ""))) last.text += `\n${line}`;
  }
  return parts.map((part) => ("id" in part ? { id: part.id, text: dedent(part.text) } : part));
}

/** The texts of the messages in a file. */
export function readTexts(file: string): Map<string, string> {
  return new Map(readParts(file).flatMap((part) => ("id" in part ? [[part.id, part.text] as const] : [])));
}

/** A file with the messages there are, in the order of the reference. */
export function writeFile(reference: Part[], texts: ReadonlyMap<string, string>): string {
  const lines: string[] = [];
  for (const part of reference) {
    if ("heading" in part) lines.push("", `## ${part.heading}`, "");
    else if (texts.get(part.id)?.trim()) lines.push(print(part.id, texts.get(part.id)!));
  }
  return `${lines.join("\n").trim()}\n`;
}

function print(id: string, text: string): string {
  const trimmed = text.trim();
  if (!trimmed.includes("\n")) return `${id} = ${trimmed}`;
  const indented = trimmed.split("\n").map((line) => (line ? `    ${line}` : ""));
  return `${id} =\n${indented.join("\n")}`;
}

/** A text without the indentation all its later lines share. */
function dedent(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const depths = rest.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)![0].length);
  const depth = Math.min(...depths, 99);
  return [first, ...rest.map((line) => line.slice(depth))].join("\n").trim();
}

/** What is wrong with the text of a message; `bad` cannot be shown at all. */
export type Doubt = { kind: "bad" } | { kind: "arguments"; missing: string[]; foreign: string[] };

/** Compares the text of a message with that of the reference. */
export function doubt(reference: string, text: string): Doubt | null {
  const own = args(text);
  if (!own) return { kind: "bad" };
  const wanted = args(reference) ?? new Set();
  const missing = [...wanted].filter((name) => !own.has(name));
  const foreign = [...own].filter((name) => !wanted.has(name));
  return missing.length || foreign.length ? { kind: "arguments", missing, foreign } : null;
}

/** The arguments a text uses; none if it is not written as it should be. */
function args(text: string): Set<string> | null {
  const resource = new FluentResource(print("message", text));
  const message = resource.body[0];
  if (resource.body.length !== 1 || !message?.value) return null;
  const names = JSON.stringify(message.value).matchAll(/"type":"var","name":"([^"]+)"/g);
  return new Set([...names].map((name) => name[1]!));
}
