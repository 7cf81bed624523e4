// Fluent files as lists of headings and messages with their source text.

import { FluentResource } from "@fluent/bundle";

/** Message ids of the header. */
export const HEADER = ["language", "author", "version"] as const;

/** True for a valid language code, such as `de`, `pt-BR` or `cs-x-own`, which is also the file name. */
export function isLanguageCode(code: string): boolean {
  return /^[a-z]{2,3}(-[a-zA-Z0-9]{1,8})*$/.test(code) && code.length <= 20;
}

/** A heading, or a message with its source text. */
export type FtlEntry = { heading: string } | { id: string; text: string };

/** Parses a file; other content is dropped. */
export function parseEntries(file: string): FtlEntry[] {
  const parts: FtlEntry[] = [];
  for (const line of file.split(/\r?\n/)) {
    const message = /^([a-zA-Z][\w-]*) *=(.*)$/.exec(line);
    const last = parts.at(-1);
    if (message) parts.push({ id: message[1]!, text: message[2]!.trim() });
    else if (/^## /.test(line)) parts.push({ heading: line.slice(3) });
    else if (last && "id" in last && (/^[ \t]/.test(line) || (line === "" && last.text !== ""))) last.text += `\n${line}`;
  }
  return parts.map((part) => ("id" in part ? { id: part.id, text: dedent(part.text) } : part));
}

/** Source texts of the messages in a file. */
export function parseTexts(file: string): Map<string, string> {
  return new Map(parseEntries(file).flatMap((part) => ("id" in part ? [[part.id, part.text] as const] : [])));
}

/** Writes the messages in the order of the reference. */
export function writeFile(reference: FtlEntry[], texts: ReadonlyMap<string, string>): string {
  const lines: string[] = [];
  for (const part of reference) {
    if ("heading" in part) lines.push("", `## ${part.heading}`, "");
    else if (texts.get(part.id)?.trim()) lines.push(formatMessage(part.id, texts.get(part.id)!));
  }
  return `${lines.join("\n").trim()}\n`;
}

function formatMessage(id: string, text: string): string {
  const trimmed = text.trim();
  if (!trimmed.includes("\n")) return `${id} = ${trimmed}`;
  const indented = trimmed.split("\n").map((line) => (line ? `    ${line}` : ""));
  return `${id} =\n${indented.join("\n")}`;
}

/** Removes the common indentation of all lines but the first. */
function dedent(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const depths = rest.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)![0].length);
  const depth = Math.min(...depths, 99);
  return [first, ...rest.map((line) => line.slice(depth))].join("\n").trim();
}

/** A problem of a message; `bad` cannot be parsed. */
export type MessageIssue = { kind: "bad" } | { kind: "arguments"; missing: string[]; foreign: string[] };

/** Checks a message against the reference. */
export function checkMessage(reference: string, text: string): MessageIssue | null {
  const own = placeholders(text);
  if (!own) return { kind: "bad" };
  const wanted = placeholders(reference) ?? new Set();
  const missing = [...wanted].filter((name) => !own.has(name));
  const foreign = [...own].filter((name) => !wanted.has(name));
  return missing.length || foreign.length ? { kind: "arguments", missing, foreign } : null;
}

/** Placeholders of a text; null if it cannot be parsed. */
function placeholders(text: string): Set<string> | null {
  const resource = new FluentResource(formatMessage("message", text));
  const message = resource.body[0];
  if (resource.body.length !== 1 || !message?.value) return null;
  const names = JSON.stringify(message.value).matchAll(/"type":"var","name":"([^"]+)"/g);
  return new Set([...names].map((name) => name[1]!));
}
