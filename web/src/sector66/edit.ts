// Edits of a template draft as pure functions. They do not check the result.

import type { PluginInfo, BoardTemplateDraft, SeatStartAndGoal, BoardTemplateSpells } from "../api/generated/types";
import { targetTerms } from "./fields";

export const PLAYER_COUNTS = ["2", "3", "4"] as const;
export type PlayerCount = (typeof PLAYER_COUNTS)[number];

/** Edit of a wall. */
export type WallEdit = "build" | "disable" | "clear";

/** Part of a place chosen on the board. */
export type PlaceEdit = "start" | "row" | "column" | "field";

/** A classic board as the starting point. */
export function newDraft(): BoardTemplateDraft {
  return {
    name: "",
    description: "",
    plugins: {},
    places: {
      east: { start: "i5", target: "column a" },
      north: { start: "e9", target: "row 1" },
      south: { start: "e1", target: "row 9" },
      west: { start: "a5", target: "column i" },
    },
    seats: { "2": { places: ["south", "north"], walls: { least: 0, most: 20, usual: 10 } } },
    walls: { built: [], disabled: [] },
    fields: {},
    spells: null,
  };
}

const toggled = (list: string[], word: string): string[] => (list.includes(word) ? list.filter((other) => other !== word) : [...list, word]);
const without = (list: string[], word: string): string[] => list.filter((other) => other !== word);

export function setWall(draft: BoardTemplateDraft, wall: string, wish: WallEdit): BoardTemplateDraft {
  const { built, disabled } = draft.walls;
  switch (wish) {
    case "build":
      return { ...draft, walls: { built: toggled(built, wall), disabled: without(disabled, wall) } };
    case "disable":
      return { ...draft, walls: { built: without(built, wall), disabled: toggled(disabled, wall) } };
    case "clear":
      return { ...draft, walls: { built: without(built, wall), disabled: without(disabled, wall) } };
  }
}

/** Alias of a plug-in in a draft. */
export function aliasOf(draft: BoardTemplateDraft, uuid: string): string | undefined {
  return Object.entries(draft.plugins).find(([, known]) => known === uuid)?.[0];
}

/** Adds an alias for a plug-in if it has none; returns draft and alias. */
function withAlias(draft: BoardTemplateDraft, plugin: PluginInfo): [BoardTemplateDraft, string] {
  const known = aliasOf(draft, plugin.uuid);
  if (known !== undefined) return [draft, known];
  const word = plugin.folder.toLowerCase().replaceAll(/[^a-z0-9-]/g, "").replace(/^[^a-z]+/, "") || "plugin";
  let alias = word;
  for (let number = 2; alias in draft.plugins; number++) alias = `${word}-${number}`;
  return [{ ...draft, plugins: { ...draft.plugins, [alias]: plugin.uuid } }, alias];
}

/** Removes aliases of unused plug-ins. */
function withoutUnusedPlugins(draft: BoardTemplateDraft): BoardTemplateDraft {
  const used = new Set([...Object.keys(draft.fields), ...(draft.spells?.allowed ?? []), ...(draft.spells?.forced ?? [])]);
  return { ...draft, plugins: Object.fromEntries(Object.entries(draft.plugins).filter(([alias]) => used.has(alias))) };
}

/** Sets or clears the plug-in of a field. */
export function setField(draft: BoardTemplateDraft, field: string, plugin: PluginInfo | null): BoardTemplateDraft {
  const [base, alias] = plugin ? withAlias(draft, plugin) : [draft, null];
  const has = alias !== null && (base.fields[alias] ?? []).includes(field);
  const fields = Object.fromEntries(
    Object.entries(base.fields)
      .map(([name, list]) => [name, without(list, field)] as const)
      .filter(([, list]) => list.length > 0),
  );
  // Choosing the same kind again clears it.
  if (alias !== null && !has) fields[alias] = [...(fields[alias] ?? []), field];
  return withoutUnusedPlugins({ ...base, fields });
}

export function setPlace(draft: BoardTemplateDraft, name: string, place: SeatStartAndGoal): BoardTemplateDraft {
  return { ...draft, places: { ...draft.places, [name]: place } };
}

/** Moves a start, or toggles a row, column or field of a target. */
export function pickPlace(draft: BoardTemplateDraft, name: string, field: string, wish: PlaceEdit): BoardTemplateDraft {
  const place = draft.places[name];
  if (!place) return draft;
  if (wish === "start") return setPlace(draft, name, { ...place, start: field });
  const word = wish === "row" ? `row ${field.slice(1)}` : wish === "column" ? `column ${field[0]}` : field;
  const words = toggled(targetTerms(place.target), word);
  return setPlace(draft, name, { ...place, target: words.length === 1 ? words[0]! : words });
}

/** Adds a place for another player. */
export function addPlace(draft: BoardTemplateDraft): BoardTemplateDraft {
  let number = Object.keys(draft.places).length + 1;
  while (`player${number}` in draft.places) number += 1;
  return setPlace(draft, `player${number}`, { start: "e5", target: "row 9" });
}

export function removePlace(draft: BoardTemplateDraft, name: string): BoardTemplateDraft {
  const { [name]: _, ...places } = draft.places;
  return { ...draft, places };
}

/** Adds or removes a player count. */
export function toggleCount(draft: BoardTemplateDraft, count: PlayerCount): BoardTemplateDraft {
  const { [count]: known, ...others } = draft.seats;
  if (known) return { ...draft, seats: others };
  const names = Object.keys(draft.places);
  const usual = ["south", "west", "north", "east"].filter((name) => names.includes(name));
  const order = [...usual, ...without(names, "").filter((name) => !usual.includes(name))];
  const places = count === "2" && usual.length === 4 ? ["south", "north"] : order.slice(0, Number(count));
  const most = { "2": 20, "3": 12, "4": 10 }[count];
  return { ...draft, seats: { ...others, [count]: { places, walls: { least: 0, most, usual: Math.floor(most / 2) } } } };
}

/** Spell rules of a draft that had none: one for each player, none forced. */
const FIRST_SPELLS: BoardTemplateSpells = { allowed: [], forced: [], least: 0, most: 2, usual: 1 };

export function toggleSpell(draft: BoardTemplateDraft, plugin: PluginInfo, list: "allowed" | "forced"): BoardTemplateDraft {
  const [base, alias] = withAlias(draft, plugin);
  const spells = base.spells ?? FIRST_SPELLS;
  const { allowed, forced } = spells;
  const next =
    list === "allowed"
      ? { allowed: toggled(allowed, alias), forced: without(forced, alias) }
      : { forced: toggled(forced, alias), allowed: allowed.includes(alias) ? allowed : [...allowed, alias] };
  // The limits are at least the number of forced spells.
  const enough = (number: number) => Math.max(number, next.forced.length);
  const changed = { ...spells, ...next, least: enough(spells.least), most: enough(spells.most), usual: enough(spells.usual) };
  return withoutUnusedPlugins({ ...base, spells: changed.allowed.length === 0 && changed.forced.length === 0 ? null : changed });
}

/** Removes a spell by its alias, for example one that is not installed. */
export function dropSpell(draft: BoardTemplateDraft, alias: string): BoardTemplateDraft {
  if (!draft.spells) return draft;
  const { allowed, forced } = draft.spells;
  return withoutUnusedPlugins({ ...draft, spells: { ...draft.spells, allowed: without(allowed, alias), forced: without(forced, alias) } });
}

/** Derives a template's name in specs. */
export function slug(name: string): string {
  const plain = name.normalize("NFD").replaceAll(/[̀-ͯ]/g, "").toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^[^a-z]+|-+$/g, "").slice(0, 40) || "my-board";
}
