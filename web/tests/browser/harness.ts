// Test harness: a server for each test file, and a Chromium or Chrome browser.

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

const BINARY = process.env.LUDORUM ?? join(import.meta.dirname, "../../../target/debug/ludorum");
const CHROMIUM = process.env.CHROMIUM || findChromium();
/** URL of a page served elsewhere, such as by `npm run dev`; then no server is started. */
const PAGE = process.env.LUDORUM_PAGE;
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Browser that `make test` uses. */
function findChromium(): string {
  const found = spawnSync("sh", [join(import.meta.dirname, "../../../packaging/tools.sh"), "chromium"], { encoding: "utf8" });
  if (found.status !== 0) throw new Error(found.stderr);
  return found.stdout.trim();
}

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** A server with its own data folder. It can be killed and restarted. */
export class Server {
  #folder = mkdtempSync(join(tmpdir(), "ludorum-"));
  #child: ChildProcess | null = null;
  port = 0;

  constructor(readonly extra: string[] = []) {}

  /** Folder of its database and operator's token. */
  get data(): string {
    return this.#folder;
  }

  get url(): string {
    return PAGE ?? `http://127.0.0.1:${this.port}`;
  }

  /** Folder of users' templates and plug-ins. */
  get content(): string {
    return join(this.#folder, "content");
  }

  /** Operator's token. */
  get operatorToken(): string {
    return readFileSync(join(this.#folder, "operator-token"), "utf8").trim();
  }

  async start(): Promise<void> {
    if (PAGE) return;
    const args = ["serve", "--port", String(this.port), "--data", this.#folder, "--unlimited", ...this.extra];
    const env = {
      ...process.env,
      LUDORUM_AGENTS: join(this.#folder, "agents"),
      LUDORUM_CONFIG: join(this.#folder, "config"),
      LUDORUM_CONTENT: this.content,
    };
    const child = spawn(BINARY, args, { stdio: ["ignore", "pipe", "inherit"], env });
    this.#child = child;
    this.port = await new Promise<number>((found, failed) => {
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
        if (port) found(Number(port));
      });
      child.on("exit", (code) => failed(new Error(`the server ended with ${code}: ${text}`)));
    });
  }

  /** Kills the server, as a power loss would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A browser page with the errors it logged. */
export class Person {
  readonly complaints: string[] = [];
  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.complaints.push(message.text());
    });
    page.on("pageerror", (error) => this.complaints.push(String(error)));
  }

  /** Expected errors, such as the browser's message about an unreachable server. */
  forget(expected: RegExp): void {
    const others = this.complaints.filter((complaint) => !expected.test(complaint));
    this.complaints.splice(0, this.complaints.length, ...others);
  }
}

export async function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

/** A page with the operator's token; in English by default. */
export async function person(
  browser: Browser,
  server: Server,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Person> {
  const somebody = await stranger(browser, server, options);
  if (!PAGE) await somebody.context.addInitScript((token) => {
    // A blank page has no storage.
    if (location.protocol === "http:") localStorage.setItem("ludorum-operator", token);
  }, server.operatorToken);
  return somebody;
}

/** A page without the operator's token on the same machine. */
export async function stranger(
  browser: Browser,
  server: Server,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: "en-US",
    viewport: DESKTOP,
    reducedMotion: "reduce",
    ...options,
  });
  return new Person(context, await context.newPage());
}
