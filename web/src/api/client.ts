// HTTP requests to the server. The first one opens a session.

import { operator } from "./operator";
import type { ErrorCode, ApiProblem } from "./generated/types";

/** An error answer of the server, or a failed connection. */
export class ApiError extends Error {
  constructor(readonly problem: ApiProblem) {
    super(problem.code);
  }
}

type HttpMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Calls `/api/path`; throws `ApiError` if the server refuses or cannot be reached. */
export async function request<T>(method: HttpMethod, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  await (session ??= ensureSession());
  try {
    return await requestOnce<T>(method, path, body, signal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== "no_session") throw error;
    await requestOnce("POST", "session");
    return requestOnce<T>(method, path, body, signal);
  }
}

/** Streams a newline-delimited JSON answer and passes each line to `each`. */
export async function requestLines<T>(path: string, body: unknown, signal: AbortSignal, each: (line: T) => void): Promise<void> {
  await (session ??= ensureSession());
  const answer = await fetchApi("POST", path, body, signal);
  if (!answer.ok || !answer.body) throw new ApiError(readProblem(await answer.text()));
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) each(JSON.parse(line) as T);
  }
}

/** Marks that a session exists; its cookie is not readable from scripts. */
const KEY = "ludorum-session";
let session: Promise<void> | undefined;

async function ensureSession(): Promise<void> {
  try {
    if (localStorage.getItem(KEY)) return;
    await requestOnce("POST", "session");
    localStorage.setItem(KEY, "yes");
  } catch {
    // The next call retries; without storage every page load does.
  }
}

async function fetchApi(method: HttpMethod, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
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
    throw new ApiError({ code: "unreachable" as ErrorCode });
  }
}

async function requestOnce<T>(method: HttpMethod, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const answer = await fetchApi(method, path, body, signal);
  const text = await answer.text();
  if (answer.ok) return (text ? JSON.parse(text) : undefined) as T;
  throw new ApiError(readProblem(text));
}

function readProblem(text: string): ApiProblem {
  try {
    return JSON.parse(text) as ApiProblem;
  } catch {
    return { code: "internal" };
  }
}
