// Requests to the server. Whoever has no session yet gets one on the way.

import { operator } from "./operator";
import type { Code, Problem } from "./types";

/** What the server refused. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Asks `/api/path`; throws `Refused` when the server says no, or cannot be reached. */
export async function ask<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  await (session ??= firstSession());
  try {
    return await send<T>(method, path, body, signal);
  } catch (error) {
    if (!(error instanceof Refused) || error.problem.code !== "no_session") throw error;
    await send("POST", "session");
    return send<T>(method, path, body, signal);
  }
}

/** Asks for an answer that comes as lines, each of them told to `each`. */
export async function askLines<T>(path: string, body: unknown, signal: AbortSignal, each: (line: T) => void): Promise<void> {
  await (session ??= firstSession());
  const answer = await request("POST", path, body, signal);
  if (!answer.ok || !answer.body) throw new Refused(readProblem(await answer.text()));
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) each(JSON.parse(line) as T);
  }
}

/** The cookie of a session cannot be seen; that there was one is remembered. */
const KEY = "ludorum-session";
let session: Promise<void> | undefined;

async function firstSession(): Promise<void> {
  try {
    if (localStorage.getItem(KEY)) return;
    await send("POST", "session");
    localStorage.setItem(KEY, "yes");
  } catch {
    // Whoever needs one will ask again; a browser that keeps nothing asks each time.
  }
}

async function request(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {};
  const wanted: RequestInit = { method, headers, signal: signal ?? null };
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    wanted.body = JSON.stringify(body);
  }
  if (operator.token) headers["x-ludorum-operator"] = operator.token;
  try {
    return await fetch(`/api/${path}`, wanted);
  } catch {
    throw new Refused({ code: "unreachable" as Code });
  }
}

async function send<T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const answer = await request(method, path, body, signal);
  const text = await answer.text();
  if (answer.ok) return (text ? JSON.parse(text) : undefined) as T;
  throw new Refused(readProblem(text));
}

function readProblem(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return { code: "internal" };
  }
}
