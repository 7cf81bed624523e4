// Names and colours of seats.

import type { SeatInfo, TableInfo } from "./api/generated/types";
import { params } from "./boards/board";
import { COLOURS } from "./colours";
import { language, t } from "./i18n/language.svelte";
import { settings } from "./settings.svelte";

/** Name of a person or named computer, or else the agent's title with its level. */
export function seatName(seat: SeatInfo | undefined): string {
  if (!seat || seat.kind === "open") return t("seat-open");
  return seat.kind === "agent" && seat.agent && !seat.named ? agentTitle(seat.agent) : seat.name;
}

/** Numbers equal names; `specs` holds the specs of unnamed agents. */
export function distinctNames(names: string[], specs: (string | null)[] = []): string[] {
  return names.map((name, seat) => {
    if (names.filter((other) => other === name).length < 2) return name;
    const number = names.slice(0, seat + 1).filter((other) => other === name).length;
    const spec = specs[seat];
    return spec ? agentTitle(spec, number) : `${name} (${number})`;
  });
}

/** Display name of a seat at a table. */
export function displayName(info: Pick<TableInfo, "seats">, seat: number): string {
  const specs = info.seats.map(({ kind, agent, named }) => (kind === "agent" && agent && !named ? agent : null));
  return distinctNames(info.seats.map(seatName), specs)[seat] ?? "";
}

/** Colour of a seat; clear boards use their own. */
export function seatColour(seat: SeatInfo | undefined, index: number): string {
  const safe = COLOURS[index % COLOURS.length]!;
  if (seat?.kind === "open") return "transparent";
  return settings.board === "clear" ? safe : (seat?.colour ?? safe);
}

/** Display name of an agent. */
export function agentName(name: string): string {
  const id = `agent-name-${name}`;
  return language.has(id) ? t(id) : name;
}

/** Agent's title from its spec; numbered if several have the same. */
export function agentTitle(spec: string, number?: number): string {
  const name = agentName(spec.split(":")[0] ?? spec);
  const title = number === undefined ? name : `${name} ${number}`;
  const level = params(spec).get("level");
  return level ? t("agent-at-level", { name: title, level }) : title;
}
