// Win probabilities of attacks, requested from the server once each.

import { request, ApiError } from "../../api/client";
import type { ExploredPosition } from "../../api/generated/types";

export class AttackOdds {
  #known = $state.raw<ReadonlyMap<string, number>>(new Map());
  #position = "";

  /** Probability that an attack succeeds in the last requested position, if known. */
  of(move: string): number | undefined {
    return this.#known.get(move);
  }

  /** Loads the odds of these attacks. */
  async load(game: string, position: string, moves: string[]): Promise<void> {
    if (position !== this.#position) this.#known = new Map();
    this.#position = position;
    await Promise.all(
      moves.filter((move) => !this.#known.has(move)).map(async (move) => {
        const explored = await request<ExploredPosition>("POST", "explore", { game, position, moves: [move] }).catch((error: unknown) => {
          // Odds are optional: the game continues without them.
          if (error instanceof ApiError) return null;
          throw error;
        });
        const won = explored?.events?.find(({ text }) => text === "won");
        if (won && this.#position === position) this.#known = new Map([...this.#known, [move, won.probability]]);
      }),
    );
  }
}

/** Formats a probability; rounds to 0 or 100 % only if exact. */
export function percent(probability: number): string {
  const rounded = Math.round(probability * 100);
  const shown = probability < 1 ? Math.min(99, Math.max(1, rounded)) : 100;
  return `${shown} %`;
}
