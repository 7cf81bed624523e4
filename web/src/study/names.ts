// What those are called who are named in a record: agents by their specs, people as they were.

import { language } from "../i18n/language.svelte";
import { agentTitle, toldApart } from "../seat";

/** An agent in words, or a person's own name. */
export function playerName(who: string): string {
  const name = who.split(":")[0] ?? who;
  return language.has(`agent-name-${name}`) ? agentTitle(who) : who;
}

/** The names of all seats, told apart by numbers where they are the same. */
export function playerNames(seats: string[]): string[] {
  return toldApart(seats.map(playerName));
}
