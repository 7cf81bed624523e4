// What those are called who are named in a record: agents by their specs, people as they were.

import { language } from "../i18n/language.svelte";
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
