// Changes of a template, each from one draft to the next: nothing here knows which drafts make sense.

import type { PluginInfo, TemplateDraft, TemplatePlace, TemplateSpells } from "../api/types";
import { wordsIn } from "./fields";

export const COUNTS = ["2", "3", "4"] as const;
export type Count = (typeof COUNTS)[number];

/** What can be done to a wall. */
export type WallWish = "build" | "disable" | "clear";

/** Which part of a place is chosen on the board. */
export type PlaceWish = "start" | "row" | "column" | "field";

/** The template everybody knows, to begin with. */
export function fresh(): TemplateDraft {
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

export function setWall(draft: TemplateDraft, wall: string, wish: WallWish): TemplateDraft {
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

/** The name a plug-in has in a draft. */
export function aliasOf(draft: TemplateDraft, uuid: string): string | undefined {
  return Object.entries(draft.plugins).find(([, known]) => known === uuid)?.[0];
}

/** The draft in which a plug-in has a name, and the name. */
function named(draft: TemplateDraft, plugin: PluginInfo): [TemplateDraft, string] {
  const known = aliasOf(draft, plugin.uuid);
  if (known !== undefined) return [draft, known];
  const word = plugin.folder.toLowerCase().replaceAll(/[^a-z0-9-]/g, "").replace(/^[^a-z]+/, "") || "plugin";
  let alias = word;
  for (let number = 2; alias in draft.plugins; number++) alias = `${word}-${number}`;
  return [{ ...draft, plugins: { ...draft.plugins, [alias]: plugin.uuid } }, alias];
}

/** Plug-ins that nothing needs any more are not named. */
function tidied(draft: TemplateDraft): TemplateDraft {
  const used = new Set([...Object.keys(draft.fields), ...(draft.spells?.allowed ?? []), ...(draft.spells?.forced ?? [])]);
  return { ...draft, plugins: Object.fromEntries(Object.entries(draft.plugins).filter(([alias]) => used.has(alias))) };
}

/** Makes a field one of a plug-in, or an ordinary one. */
export function setField(draft: TemplateDraft, field: string, plugin: PluginInfo | null): TemplateDraft {
  const [base, alias] = plugin ? named(draft, plugin) : [draft, null];
  const has = alias !== null && (base.fields[alias] ?? []).includes(field);
  const fields = Object.fromEntries(
    Object.entries(base.fields)
      .map(([name, list]) => [name, without(list, field)] as const)
      .filter(([, list]) => list.length > 0),
  );
  // The same kind again takes it away.
  if (alias !== null && !has) fields[alias] = [...(fields[alias] ?? []), field];
  return tidied({ ...base, fields });
}

export function setPlace(draft: TemplateDraft, name: string, place: TemplatePlace): TemplateDraft {
  return { ...draft, places: { ...draft.places, [name]: place } };
}

/** Moves a start, or adds or removes a row, a column or a field of a target. */
export function pickPlace(draft: TemplateDraft, name: string, field: string, wish: PlaceWish): TemplateDraft {
  const place = draft.places[name];
  if (!place) return draft;
  if (wish === "start") return setPlace(draft, name, { ...place, start: field });
  const word = wish === "row" ? `row ${field.slice(1)}` : wish === "column" ? `column ${field[0]}` : field;
  const words = toggled(wordsIn(place.target), word);
  return setPlace(draft, name, { ...place, target: words.length === 1 ? words[0]! : words });
}

/** A place more, for another player. */
export function addPlace(draft: TemplateDraft): TemplateDraft {
  let number = Object.keys(draft.places).length + 1;
  while (`player${number}` in draft.places) number += 1;
  return setPlace(draft, `player${number}`, { start: "e5", target: "row 9" });
}

export function removePlace(draft: TemplateDraft, name: string): TemplateDraft {
  const { [name]: _, ...places } = draft.places;
  return { ...draft, places };
}

/** Whether the template is for a number of players. */
export function toggleCount(draft: TemplateDraft, count: Count): TemplateDraft {
  const { [count]: known, ...others } = draft.seats;
  if (known) return { ...draft, seats: others };
  const names = Object.keys(draft.places);
  const usual = ["south", "west", "north", "east"].filter((name) => names.includes(name));
  const order = [...usual, ...without(names, "").filter((name) => !usual.includes(name))];
  const places = count === "2" && usual.length === 4 ? ["south", "north"] : order.slice(0, Number(count));
  const most = { "2": 20, "3": 12, "4": 10 }[count];
  return { ...draft, seats: { ...others, [count]: { places, walls: { least: 0, most, usual: Math.floor(most / 2) } } } };
}

/** The spells of a draft that has none yet: none of them forced, one for each player. */
const FIRST_SPELLS: TemplateSpells = { allowed: [], forced: [], least: 0, most: 2, usual: 1 };

export function toggleSpell(draft: TemplateDraft, plugin: PluginInfo, list: "allowed" | "forced"): TemplateDraft {
  const [base, alias] = named(draft, plugin);
  const spells = base.spells ?? FIRST_SPELLS;
  const { allowed, forced } = spells;
  const next =
    list === "allowed"
      ? { allowed: toggled(allowed, alias), forced: without(forced, alias) }
      : { forced: toggled(forced, alias), allowed: allowed.includes(alias) ? allowed : [...allowed, alias] };
  // There are never fewer spells than are forced.
  const enough = (number: number) => Math.max(number, next.forced.length);
  const changed = { ...spells, ...next, least: enough(spells.least), most: enough(spells.most), usual: enough(spells.usual) };
  return tidied({ ...base, spells: changed.allowed.length === 0 && changed.forced.length === 0 ? null : changed });
}

/** Takes a spell out of a draft by the name it has there, such as one that is not installed. */
export function dropSpell(draft: TemplateDraft, alias: string): TemplateDraft {
  if (!draft.spells) return draft;
  const { allowed, forced } = draft.spells;
  return tidied({ ...draft, spells: { ...draft.spells, allowed: without(allowed, alias), forced: without(forced, alias) } });
}

/** What a template may be called in specs. */
export function slug(name: string): string {
  const plain = name.normalize("NFD").replaceAll(/[̀-ͯ]/g, "").toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^[^a-z]+|-+$/g, "").slice(0, 40) || "my-board";
}
