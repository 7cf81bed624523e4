// How likely attacks are to be won, asked of the server once for each.

import { ask, Refused } from "../../api/client";
import type { Explored } from "../../api/types";

export class Odds {
  #known = $state.raw<ReadonlyMap<string, number>>(new Map());
  #position = "";

  /** The probability of an attack of the position last asked about, if the server has said it. */
  of(move: string): number | undefined {
    return this.#known.get(move);
  }

  /** Asks about these attacks. */
  async ask(game: string, position: string, moves: string[]): Promise<void> {
    if (position !== this.#position) this.#known = new Map();
    this.#position = position;
    await Promise.all(
      moves.filter((move) => !this.#known.has(move)).map(async (move) => {
        const explored = await ask<Explored>("POST", "explore", { game, position, moves: [move] }).catch((error: unknown) => {
          // Without odds the game goes on.
          if (error instanceof Refused) return null;
          throw error;
        });
        const won = explored?.events?.find(({ text }) => text === "won");
        if (won && this.#position === position) this.#known = new Map([...this.#known, [move, won.probability]]);
      }),
    );
  }
}

/** A probability as it is shown: never certain unless it is. */
export function percent(probability: number): string {
  const rounded = Math.round(probability * 100);
  const shown = probability < 1 ? Math.min(99, Math.max(1, rounded)) : 100;
  return `${shown} %`;
}
