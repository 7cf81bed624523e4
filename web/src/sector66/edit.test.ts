import { expect, test } from "vitest";

import type { PluginInfo } from "../api/generated/types";
import { addPlace, dropSpell, newDraft, pickPlace, removePlace, setField, setWall, slug, toggleCount, toggleSpell } from "./edit";
import { fieldsOf } from "./fields";

const plugin = (folder: string): PluginInfo => ({ uuid: `uuid-${folder}`, folder }) as PluginInfo;

test("walls are built, disabled and cleared", () => {
  let draft = setWall(newDraft(), "e3h", "build");
  expect(draft.walls).toEqual({ built: ["e3h"], disabled: [] });
  draft = setWall(draft, "e3h", "disable");
  expect(draft.walls).toEqual({ built: [], disabled: ["e3h"] });
  expect(setWall(draft, "e3h", "clear").walls).toEqual({ built: [], disabled: [] });
  expect(setWall(setWall(newDraft(), "e3h", "build"), "e3h", "build").walls.built).toEqual([]);
});

test("a field has one kind, and plug-ins come and go with it", () => {
  let draft = setField(newDraft(), "e5", plugin("ice"));
  expect([draft.fields, draft.plugins]).toEqual([{ ice: ["e5"] }, { ice: "uuid-ice" }]);
  draft = setField(draft, "e5", plugin("swamp"));
  expect([draft.fields, draft.plugins]).toEqual([{ swamp: ["e5"] }, { swamp: "uuid-swamp" }]);
  draft = setField(draft, "e5", null);
  expect([draft.fields, draft.plugins]).toEqual([{}, {}]);
});

test("plug-ins of the same name get another", () => {
  const other = { ...plugin("ice"), uuid: "another" };
  const draft = setField(setField(newDraft(), "e5", plugin("ice")), "e6", other);
  expect(draft.plugins).toEqual({ ice: "uuid-ice", "ice-2": "another" });
});

test("targets are rows, columns and fields", () => {
  let draft = pickPlace(newDraft(), "south", "c4", "start");
  expect(draft.places.south?.start).toBe("c4");
  draft = pickPlace(draft, "south", "b9", "row");
  expect(draft.places.south?.target).toEqual([]);
  draft = pickPlace(pickPlace(draft, "south", "b2", "column"), "south", "i9", "field");
  expect(draft.places.south?.target).toEqual(["column b", "i9"]);
  expect(fieldsOf(draft.places.south!.target)).toHaveLength(10);
});

test("numbers of players come with places and walls", () => {
  const draft = toggleCount(toggleCount(newDraft(), "4"), "3");
  expect(draft.seats["4"]?.places).toEqual(["south", "west", "north", "east"]);
  expect(draft.seats["3"]?.places).toHaveLength(3);
  expect(toggleCount(draft, "4").seats["4"]).toBeUndefined();
  expect(Object.keys(addPlace(newDraft()).places)).toContain("player5");
  expect(Object.keys(removePlace(newDraft(), "east").places)).not.toContain("east");
});

test("spells are allowed and forced", () => {
  let draft = toggleSpell(newDraft(), plugin("stun"), "allowed");
  expect(draft.spells).toMatchObject({ allowed: ["stun"], forced: [], least: 0, most: 2, usual: 1 });
  draft = toggleSpell(draft, plugin("swap"), "forced");
  expect(draft.spells).toMatchObject({ allowed: ["stun", "swap"], forced: ["swap"], least: 1, most: 2, usual: 1 });
  // The minimum is at least the number of forced spells.
  expect(toggleSpell(draft, plugin("stun"), "forced").spells).toMatchObject({ least: 2, most: 2, usual: 2 });
  draft = toggleSpell(toggleSpell(draft, plugin("swap"), "allowed"), plugin("stun"), "allowed");
  expect([draft.spells, draft.plugins]).toEqual([null, {}]);
});

test("spells that are not installed can be taken out", () => {
  const draft = toggleSpell(toggleSpell(newDraft(), plugin("stun"), "allowed"), plugin("gone"), "forced");
  const left = dropSpell(draft, "gone");
  expect([left.spells?.allowed, left.spells?.forced, left.plugins]).toEqual([["stun"], [], { stun: "uuid-stun" }]);
});

test("names are made for specs", () => {
  expect(slug("Příliš žluťoučký kůň 2!")).toBe("prilis-zlutoucky-kun-2");
  expect([slug("42"), slug("")]).toEqual(["my-board", "my-board"]);
});
