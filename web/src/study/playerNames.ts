// Names of players in records: agents by their specs, people by their names.

import type { DroppedPlayerInfo } from "../api/generated/types";
import { language, t } from "../i18n/language.svelte";
import { agentTitle, distinctNames } from "../seatNames";

const isAgent = (spec: string) => spec.startsWith("@") || language.has(`agent-name-${spec.split(":")[0]}`);

/** Name of a person or named agent, or else the agent's title. */
export function playerName(who: string): string {
  const [, given, spec] = /^(.+) \[(.+)\]$/.exec(who) ?? [];
  if (given && spec && isAgent(spec)) return given;
  return isAgent(who) ? agentTitle(who) : who;
}

/** Names of all seats, numbered where equal. */
export function playerNames(seats: string[]): string[] {
  return distinctNames(seats.map(playerName), seats.map((who) => (isAgent(who) ? who : null)));
}

/** Names of those who played each seat to the end: an agent that took over played for itself. */
export function namesAtEnd(seats: string[], dropouts: DroppedPlayerInfo[] = []): string[] {
  return playerNames(seats.map((who, seat) => dropouts.find((left) => left.seat === seat)?.agent ?? who));
}

/** Describes players who dropped out, with their places. */
export function describeDropouts(dropouts: DroppedPlayerInfo[], seats: string[]): string {
  const names = playerNames(seats);
  return dropouts.map(({ seat, place, cause }) => t("left-game", { who: names[seat] ?? "", place, cause })).join(" · ");
}
