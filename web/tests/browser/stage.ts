// Server and browser of a test file, started before the tests and stopped afterwards.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

import { Server, launch } from "./harness";

export const server = new Server();
export let browser: Browser;

beforeAll(async () => {
  await server.start();
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await server.end();
});
