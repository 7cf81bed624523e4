// What those are called who are named in a record: agents by their specs, people as they were.

import type { Dropout } from "../api/types";
import { language, t } from "../i18n/language.svelte";
import { agentTitle, toldApart } from "../seat";

const isAgent = (spec: string) => spec.startsWith("@") || language.has(`agent-name-${spec.split(":")[0]}`);

/** An agent in words, or by the name it was given, or a person's own name. */
export function playerName(who: string): string {
  const [, given, spec] = /^(.+) \[(.+)\]$/.exec(who) ?? [];
  if (given && spec && isAgent(spec)) return given;
  return isAgent(who) ? agentTitle(who) : who;
}

/** The names of all seats, told apart by numbers where they are the same. */
export function playerNames(seats: string[]): string[] {
  return toldApart(seats.map(playerName), seats.map((who) => (isAgent(who) ? who : null)));
}

/** Who played each seat to the end: an agent that took one over did so for itself. */
export function namesAtEnd(seats: string[], dropouts: Dropout[] = []): string[] {
  return playerNames(seats.map((who, seat) => dropouts.find((left) => left.seat === seat)?.agent ?? who));
}

/** Who left a game before its end, and in which place. */
export function dropoutWords(dropouts: Dropout[], seats: string[]): string {
  const names = playerNames(seats);
  return dropouts.map(({ seat, place, cause }) => t("left-game", { who: names[seat] ?? "", place, cause })).join(" · ");
}
