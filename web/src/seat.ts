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

/** Names told apart by numbers where they are the same; `specs` are those of agents that are called by what they are. */
export function toldApart(names: string[], specs: (string | null)[] = []): string[] {
  return names.map((name, seat) => {
    if (names.filter((other) => other === name).length < 2) return name;
    const number = names.slice(0, seat + 1).filter((other) => other === name).length;
    const spec = specs[seat];
    return spec ? agentTitle(spec, number) : `${name} (${number})`;
  });
}

/** What somebody at a table is called there. */
export function nameAt(info: Pick<TableInfo, "seats">, seat: number): string {
  const specs = info.seats.map(({ kind, agent, named }) => (kind === "agent" && agent && !named ? agent : null));
  return toldApart(info.seats.map(seatName), specs)[seat] ?? "";
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

/** An agent by its spec, in words; one of several that are called the same by its number. */
export function agentTitle(spec: string, number?: number): string {
  const name = agentName(spec.split(":")[0] ?? spec);
  const title = number === undefined ? name : `${name} ${number}`;
  const level = params(spec).get("level");
  return level ? t("agent-at-level", { name: title, level }) : title;
}
