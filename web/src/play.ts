// Opening tables: from a click to a game.

import { ask } from "./api/client";
import type { NewTable, Seating, Settings, TableInfo } from "./api/types";
import { t } from "./i18n/language.svelte";
import { router } from "./router.svelte";
import { rememberTable, settings } from "./settings.svelte";

/** What the server takes. */
const LONGEST_NAME = 40;
export const LONGEST_DESCRIPTION = 500;

/** What somebody wrote about a table, in one line as servers take it. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Settings of a table as they come. */
export function plainSettings(name: string, game: string): Settings {
  return {
    name,
    description: "",
    game,
    visibility: "listed",
    spectators: true,
    // Between people they are off unless all agree.
    hints: false,
    thinking: true,
    reveal: false,
    pace: settings.watch,
  };
}

/** What this person is called at a table: others may see it, so never "you". */
export function ownName(): string {
  return settings.name.trim() || t("guest-name");
}

/** The same at a table at which some names are taken: whoever has chosen none gets one that is free. */
export function freeName(taken: string[]): string {
  const name = ownName();
  const used = new Set(taken.map((other) => other.toLowerCase()));
  let free = name;
  if (!settings.name.trim()) for (let number = 2; used.has(free.toLowerCase()); number++) free = `${name} ${number}`;
  return free;
}

export function tableName(): string {
  const name = settings.name.trim();
  return name ? [...t("table-of", { name })].slice(0, LONGEST_NAME).join("") : t("table-plain");
}

/** Opens a table, starts the game if nobody is waited for, and goes there. */
export async function openTable(wanted: NewTable): Promise<void> {
  const table = await ask<TableInfo>("POST", "tables", wanted);
  // Whoever starts the game is ready, and need not sit at the table.
  if (table.seats.every((seat) => seat.kind !== "open")) await ask("POST", `tables/${table.id}/start`);
  rememberTable(table.id);
  router.go(`/table/${table.id}`);
}

/** A game against an agent at once, not to be found by others. */
export async function quickGame(game: string, others: Seating[]): Promise<void> {
  const name = ownName();
  await openTable({
    settings: { ...plainSettings(tableName(), game), visibility: "unlisted", hints: true },
    seats: [{ kind: "here", name }, ...others],
    name,
  });
}
