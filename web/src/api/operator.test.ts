import { beforeEach, expect, test, vi } from "vitest";

const TOKEN = "0123456789abcdef".repeat(4);
const store = new Map<string, string>();

beforeEach(() => {
  store.clear();
  vi.resetModules();
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
});

/** Loads the module at an address; returns the token and the address afterwards. */
async function visit(hash: string): Promise<{ operator: { token: string }; address: string }> {
  const { operator, takeOperatorToken } = await import("./operator");
  let address = `/new?game=yinsh${hash}`;
  const past = { state: null, replaceState: (_: unknown, __: string, to: string) => (address = to) };
  takeOperatorToken({ hash, pathname: "/new", search: "?game=yinsh" } as Location, past as unknown as History);
  return { operator, address };
}

test("the token is taken from the address, kept, and seen there no more", async () => {
  const first = await visit(`#operator=${TOKEN}`);
  expect([first.operator.token, first.address]).toEqual([TOKEN, "/new?game=yinsh"]);
  vi.resetModules();
  const again = await visit("");
  expect(again.operator.token).toBe(TOKEN);
});

test("what is no token is not kept, and other parts of addresses are left alone", async () => {
  const bad = await visit("#operator=<script>");
  expect([bad.operator.token, bad.address, store.size]).toEqual(["", "/new?game=yinsh", 0]);
  const other = await visit("#record=abc");
  expect(other.address).toBe("/new?game=yinsh#record=abc");
});
