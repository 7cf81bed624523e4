import { expect, test } from "vitest";

import type { GameInfo } from "./api/generated/types";
import { progressAfter, recordResult } from "./levels";
import { defaultSettings, parseSettings, settings } from "./settings.svelte";

test("a win brings the next level, two losses in a row the one before", () => {
  const easy = { level: 0, lost: 0 };
  expect(progressAfter(easy, 0, "won", 3)).toEqual({ level: 1, lost: 0 });
  expect(progressAfter({ level: 3, lost: 1 }, 3, "won", 3)).toEqual({ level: 3, lost: 0 });
  const once = progressAfter({ level: 2, lost: 0 }, 2, "lost", 3);
  expect(once).toEqual({ level: 2, lost: 1 });
  expect(progressAfter(once, 2, "draw", 3)).toEqual(once);
  expect(progressAfter(once, 2, "lost", 3)).toEqual({ level: 1, lost: 0 });
  expect(progressAfter({ level: 0, lost: 1 }, 0, "lost", 3)).toEqual(easy);
});

test("a game at another level does not bring somebody down", () => {
  expect(progressAfter({ level: 1, lost: 1 }, 3, "lost", 3)).toEqual({ level: 1, lost: 1 });
  expect(progressAfter({ level: 2, lost: 1 }, 0, "won", 3)).toEqual({ level: 2, lost: 0 });
});

test("rubbish kept in the browser is as if nothing was kept", () => {
  for (const rubbish of [null, "", "{", "null", "[]", "7", '"x"', '{"theme":7,"tables":3,"size":"big","name":[],"standings":5}']) {
    expect(parseSettings(rubbish)).toEqual(defaultSettings);
  }
  const some = '{"theme":"dark","tables":["abc",7,"../x"],"size":9999,"standings":{"a":null,"b":{"level":1,"lost":0},"c":{"level":-1}}}';
  expect(parseSettings(some)).toEqual({ ...defaultSettings, theme: "dark", tables: ["abc"], standings: { b: { level: 1, lost: 0 } } });
});

test("a game in which luck was taken back counts for no level", () => {
  const game = { name: "dicewars", strongest: "champion", agents: [{ name: "champion", params: [{ name: "level" }] }] } as unknown as GameInfo;
  recordResult(game, "champion:level=3", "won", "first", { unrated: true });
  expect(settings.standings.dicewars).toBeUndefined();
  recordResult(game, "champion:level=3", "won", "second", { unrated: false });
  expect(settings.standings.dicewars).toEqual({ level: 2, lost: 0 });
});
