// A new visitor for each test; page errors fail it.

import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect } from "vitest";

import { person, type Person } from "./harness";
import { browser, server } from "./stage";

export let somebody: Person;
export let page: Page;

beforeEach(async () => {
  somebody = await person(browser, server);
  page = somebody.page;
});
afterEach(async () => {
  expect(somebody.complaints).toEqual([]);
  await somebody.context.close();
});
