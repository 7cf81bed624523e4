// What the page calls those at a table.

import type { SeatInfo } from "./api/types";
import { params } from "./boards/board";
import { language, t } from "./i18n/language.svelte";

/** The name of a person, or what an agent is called with its level. */
export function seatName(seat: SeatInfo | undefined): string {
  if (!seat || seat.kind === "open") return t("seat-open");
  return seat.kind === "agent" && seat.agent ? agentTitle(seat.agent) : seat.name;
}

/** An agent by its spec, in words. */
export function agentTitle(spec: string): string {
  const name = spec.split(":")[0] ?? spec;
  const id = `agent-name-${name}`;
  const title = language.has(id) ? t(id) : name;
  const level = params(spec).get("level");
  return level ? t("agent-at-level", { name: title, level }) : title;
}
