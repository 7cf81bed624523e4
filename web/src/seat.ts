// What the page calls those at a table, and how it shows them.

import type { SeatInfo, TableInfo } from "./api/types";
import { params } from "./boards/board";
import { COLOURS } from "./colours";
import { language, t } from "./i18n/language.svelte";
import { settings } from "./settings.svelte";

/** The name of a person, or of a computer that was given one, or what an agent is called with its level. */
export function seatName(seat: SeatInfo | undefined): string {
  if (!seat || seat.kind === "open") return t("seat-open");
  return seat.kind === "agent" && seat.agent && !seat.named ? agentTitle(seat.agent) : seat.name;
}

/** Names told apart by numbers where they are the same. */
export function toldApart(names: string[]): string[] {
  const twice = (name: string) => names.filter((other) => other === name).length > 1;
  return names.map((name, seat) => (twice(name) ? `${name} (${seat + 1})` : name));
}

/** What somebody at a table is called there. */
export function nameAt(info: Pick<TableInfo, "seats">, seat: number): string {
  return toldApart(info.seats.map(seatName))[seat] ?? "";
}

/** The colour of a seat; clear boards have their own. */
export function seatColour(seat: SeatInfo | undefined, index: number): string {
  const safe = COLOURS[index % COLOURS.length]!;
  if (seat?.kind === "open") return "transparent";
  return settings.board === "clear" ? safe : (seat?.colour ?? safe);
}

/** What an agent is called. */
export function agentName(name: string): string {
  const id = `agent-name-${name}`;
  return language.has(id) ? t(id) : name;
}

/** An agent by its spec, in words. */
export function agentTitle(spec: string): string {
  const title = agentName(spec.split(":")[0] ?? spec);
  const level = params(spec).get("level");
  return level ? t("agent-at-level", { name: title, level }) : title;
}
