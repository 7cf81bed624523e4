// An earlier position of a game, looked at while the game goes on.

import { ask } from "../api/client";
import type { Table } from "../api/table.svelte";
import type { Explored } from "../api/types";
import { boardOf } from "../boards";

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
    const game = info.settings.game;
    // From the last position seen before it; where games begin differently there is no other way.
    const seen = Math.max(-1, ...[...this.table.positions.keys()].filter((known) => known <= ply));
    const kind = boardOf(game);
    if (seen < 0 && kind?.dealt) return this.leave();
    const from = this.table.positions.get(seen);
    if (from && (seen === ply || (kind?.hides && !info.settings.reveal))) {
      this.ply = ply;
      this.position = from;
      return;
    }
    const moves = history.slice(Math.max(0, seen), ply).map((played) => played.text);
    this.ply = ply;
    try {
      const { position } = await ask<Explored>("POST", "explore", { game, ...(from ? { position: from } : {}), moves });
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
