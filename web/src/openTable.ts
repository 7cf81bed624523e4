// Opening of tables.

import { request } from "./api/client";
import type { NewTable, SeatOccupantChoice, TableSettings, TableInfo } from "./api/generated/types";
import { t } from "./i18n/language.svelte";
import { router } from "./router.svelte";
import { rememberTable, settings } from "./settings.svelte";

/** Limits of the server. */
const LONGEST_NAME = 40;
export const LONGEST_DESCRIPTION = 500;

/** Collapses white space: the server takes one line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Default settings of a table. */
export function defaultTableSettings(name: string, game: string): TableSettings {
  return {
    name,
    description: "",
    game,
    visibility: "listed",
    spectators: true,
    // Off by default between people.
    hints: false,
    thinking: true,
    reveal: false,
    pace: settings.watch,
  };
}

/** This person's name at a table; shown to others. */
export function ownName(): string {
  return settings.name.trim() || t("guest-name");
}

/** The same, numbered if this person chose no name and the default one is taken. */
export function availableName(taken: string[]): string {
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

/** Opens a table, starts the game if no seat is open, and navigates there. */
export async function openTable(wanted: NewTable): Promise<void> {
  const table = await request<TableInfo>("POST", "tables", wanted);
  // The host need not be seated or ready to start.
  if (table.seats.every((seat) => seat.kind !== "open")) await request("POST", `tables/${table.id}/start`);
  rememberTable(table.id);
  router.go(`/table/${table.id}`);
}

/** Starts an unlisted game against agents. */
export async function quickGame(game: string, others: SeatOccupantChoice[]): Promise<void> {
  const name = ownName();
  await openTable({
    settings: { ...defaultTableSettings(tableName(), game), visibility: "unlisted", hints: true },
    seats: [{ kind: "here", name }, ...others],
    name,
  });
}
