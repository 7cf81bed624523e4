// An earlier position of a game, looked at while the game goes on.

import { ask } from "../api/client";
import type { Table } from "../api/table.svelte";
import type { Explored } from "../api/types";

export class Past {
  /** The number of moves before the position; none is the game as it is now. */
  ply = $state<number | null>(null);
  position = $state.raw<string | null>(null);

  constructor(readonly table: Table) {}

  /** The number of moves before what is seen. */
  get seen(): number {
    return this.ply ?? this.table.history.length;
  }

  async show(ply: number): Promise<void> {
    const { history, info } = this.table;
    if (!info || ply < 0 || ply >= history.length) return this.leave();
    const moves = history.slice(0, ply).map((played) => played.text);
    this.ply = ply;
    try {
      const { position } = await ask<Explored>("POST", "explore", { game: info.settings.game, moves });
      if (this.ply === ply) this.position = position;
    } catch {
      // Where something is hidden, the moves that are known need not lead anywhere.
      this.leave();
    }
  }

  leave(): void {
    this.ply = null;
    this.position = null;
  }
}
