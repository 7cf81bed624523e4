// What the page says about games and agents of the catalog, beyond what their boards know.

import type { GameInfo } from "./api/types";
import { language, t } from "./i18n/language.svelte";

/** Levels for people, as levels of agents from 1 to 10. */
export const LEVELS = [1, 3, 6, 10];

/** Whether a game's strongest agent comes in levels. */
export function levelled(game: GameInfo): boolean {
  const strongest = game.agents.find((agent) => agent.name === game.strongest);
  return strongest?.params.some((param) => param.name === "level") ?? false;
}

/** The spec of an opponent at a level for people. */
export function levelSpec(game: GameInfo, level: number): string {
  if (levelled(game)) return `${game.strongest}:level=${LEVELS[level] ?? 3}`;
  return game.agents.find((agent) => agent.name === "semirandom")?.name ?? game.strongest;
}

/** What a game is called. */
export function gameName(spec: string): string {
  const name = spec.split(":")[0] ?? spec;
  const id = `game-${name}`;
  return language.has(id) ? t(id) : name;
}

/** A game with its variant, for lists. */
export function gameTitle(spec: string): string {
  const variant = spec.split(":")[1];
  return variant ? `${gameName(spec)} (${variant.replaceAll(",", ", ")})` : gameName(spec);
}
