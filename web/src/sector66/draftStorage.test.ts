import { expect, test } from "vitest";

import { newDraft } from "./edit";
import { isDraft } from "./draftStorage";

const WALLS = { least: 0, most: 9, usual: 9 };

test("a draft is one in every part, or none", () => {
  const whole = {
    ...newDraft(),
    plugins: { ice: "4b4648a8-7218-46c8-8975-ccd53f0a3984" },
    fields: { ice: ["e5"] },
    spells: { allowed: ["stun"], forced: [], least: 0, most: 2, usual: 1 },
  };
  expect(isDraft(whole)).toBe(true);
  expect(isDraft(newDraft())).toBe(true);
  // Invalid as a board but well-formed: the server reports its problems.
  expect(isDraft({ ...whole, seats: {}, places: { a: { start: "z9", target: [] } } })).toBe(true);

  const broken: [string, unknown][] = [
    ["nothing", null],
    ["a list", []],
    ["no description", { ...whole, description: undefined }],
    ["a place without a target", { ...whole, places: { a: { start: "e1" } } }],
    ["a start that is a number", { ...whole, places: { a: { start: 5, target: "row 1" } } }],
    ["seats without places", { ...whole, seats: { "2": { walls: WALLS } } }],
    ["seats without limits", { ...whole, seats: { "2": { places: ["a", "b"] } } }],
    ["a limit no file can have", { ...whole, seats: { "2": { places: [], walls: { ...WALLS, most: 256 } } } }],
    ["a limit that is text", { ...whole, seats: { "2": { places: [], walls: { ...WALLS, most: "9" } } } }],
    ["fields that are text", { ...whole, fields: { ice: "e5" } }],
    ["a wall that is a number", { ...whole, walls: { built: [7], disabled: [] } }],
    ["no list of walls", { ...whole, walls: { built: [] } }],
    ["spells without lists", { ...whole, spells: { least: 0, most: 2, usual: 1 } }],
    ["no word about spells", { ...whole, spells: undefined }],
  ];
  for (const [what, value] of broken) expect(isDraft(value), what).toBe(false);
});
