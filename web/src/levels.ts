// A level that suits: easy at first, up after a win, down after two losses in a row.

import type { GameInfo, GameView } from "./api/types";
import { boardOf } from "./boards";
import { settings, type Standing } from "./settings.svelte";

/** Levels for people, as levels of agents from 1 to 10. */
const AGENT_LEVELS = [1, 3, 6, 10];

/** The specs of the computer's levels in a game, from the easiest; none if it has no levels. */
export function levels(game: GameInfo): string[] {
  const strongest = game.agents.find((agent) => agent.name === game.strongest);
  if (strongest?.params.some((param) => param.name === "level")) {
    return AGENT_LEVELS.map((level) => `${game.strongest}:level=${level}`);
  }
  return boardOf(game.name)?.levels ?? [];
}

/** The level to offer somebody in a game. */
export function suits(game: GameInfo): number {
  const most = Math.max(0, levels(game).length - 1);
  return Math.min(most, settings.standings[game.name]?.level ?? 0);
}

/** The standing after a game at a level. */
export function after(standing: Standing, level: number, result: "won" | "lost" | "draw", most: number): Standing {
  if (result === "draw") return standing;
  if (result === "won") return { level: Math.min(most, Math.max(standing.level, level + 1)), lost: 0 };
  if (level !== standing.level) return standing;
  return standing.lost + 1 < 2 ? { level, lost: standing.lost + 1 } : { level: Math.max(0, level - 1), lost: 0 };
}

/** Takes down how a game against one computer ended, once. Where chance or cards were seen before a move was taken back it
 * was no luck any more: such a game does not count. */
export function count(game: GameInfo, opponent: string, result: "won" | "lost" | "draw", replay: string, view: Pick<GameView, "unrated">): void {
  if (view.unrated) return;
  const known = levels(game);
  // Specs come back in their shortest form: a level that is the default is not in it.
  const level = known.findIndex((spec) => spec === opponent || spec === `${opponent}:level=10`);
  if (level < 0 || settings.counted === replay) return;
  const standing = settings.standings[game.name] ?? { level: 0, lost: 0 };
  settings.counted = replay;
  settings.standings[game.name] = after(standing, level, result, known.length - 1);
}
