// Adaptive difficulty: starts easy, up after a win, down after two losses in a row.

import type { GameInfo, GameView } from "./api/generated/types";
import { boardOf } from "./boards";
import { settings, type LevelProgress } from "./settings.svelte";

/** Agent levels, from 1 to 10, behind the four difficulty levels. */
const AGENT_LEVELS = [1, 3, 6, 10];

/** Specs of the computer's levels in a game, easiest first; empty if it has none. */
export function levels(game: GameInfo): string[] {
  const strongest = game.agents.find((agent) => agent.name === game.strongest);
  if (strongest?.params.some((param) => param.name === "level")) {
    return AGENT_LEVELS.map((level) => `${game.strongest}:level=${level}`);
  }
  return boardOf(game.name)?.levels ?? [];
}

/** Level to suggest in a game. */
export function suggestedLevel(game: GameInfo): number {
  const most = Math.max(0, levels(game).length - 1);
  return Math.min(most, settings.standings[game.name]?.level ?? 0);
}

/** Progress after a game at a level. */
export function progressAfter(standing: LevelProgress, level: number, result: "won" | "lost" | "draw", most: number): LevelProgress {
  if (result === "draw") return standing;
  if (result === "won") return { level: Math.min(most, Math.max(standing.level, level + 1)), lost: 0 };
  if (level !== standing.level) return standing;
  return standing.lost + 1 < 2 ? { level, lost: standing.lost + 1 } : { level: Math.max(0, level - 1), lost: 0 };
}

/** Records the result of a game against one computer, once. Unrated games do not count: there, a move was taken back after
 * chance events or cards had been seen. */
export function recordResult(game: GameInfo, opponent: string, result: "won" | "lost" | "draw", replay: string, view: Pick<GameView, "unrated">): void {
  if (view.unrated) return;
  const known = levels(game);
  // Specs are in shortest form: a default level is left out.
  const level = known.findIndex((spec) => spec === opponent || spec === `${opponent}:level=10`);
  if (level < 0 || settings.counted === replay) return;
  const standing = settings.standings[game.name] ?? { level: 0, lost: 0 };
  settings.counted = replay;
  settings.standings[game.name] = progressAfter(standing, level, result, known.length - 1);
}
