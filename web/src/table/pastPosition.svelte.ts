// An earlier position, shown while the game continues.

import { request } from "../api/client";
import type { TableModel } from "../api/table.svelte";
import type { ExploredPosition } from "../api/generated/types";
import { boardOf } from "../boards";

export class PastPosition {
  /** Number of moves before the position; null is the current one. */
  ply = $state<number | null>(null);
  position = $state.raw<string | null>(null);

  constructor(readonly table: TableModel) {}

  /** Number of moves before the shown position. */
  get seen(): number {
    return this.ply ?? this.table.history.length;
  }

  async show(ply: number): Promise<void> {
    const { history, info } = this.table;
    if (!info || ply < 0 || ply >= history.length) return this.leave();
    const game = info.settings.game;
    // Starts from the last known position; with random starts there is no other way.
    const seen = Math.max(-1, ...[...this.table.positions.keys()].filter((known) => known <= ply));
    const kind = boardOf(game);
    if (seen < 0 && kind?.randomStart) return this.leave();
    const from = this.table.positions.get(seen);
    if (from && (seen === ply || (kind?.hasHiddenInfo && !info.settings.reveal))) {
      this.ply = ply;
      this.position = from;
      return;
    }
    const moves = history.slice(Math.max(0, seen), ply).map((played) => played.text);
    this.ply = ply;
    try {
      const { position } = await request<ExploredPosition>("POST", "explore", { game, ...(from ? { position: from } : {}), moves });
      if (this.ply === ply) this.position = position;
    } catch {
      // With hidden information the known moves may not be playable.
      this.leave();
    }
  }

  leave(): void {
    this.ply = null;
    this.position = null;
  }
}
