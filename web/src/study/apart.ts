// Luck and skill apart: what chance changed in the value of a game, and what decisions did.

/** What a game was worth to a seat, and what changed it. */
export interface Shares {
  /** By events of chance. */
  luck: number;
  /** By the decisions of the seat itself: at best 0 against a perfect judge. */
  own: number;
  /** By the decisions of all others. */
  others: number;
}

/**
 * The shares of each seat. `movers` says who made each move, none being chance; `values` what the
 * position before the first move and after each of them is worth to each seat. Moves between
 * positions that are not both known count for nothing.
 */
export function apart(movers: (number | null)[], values: (number[] | null)[], seats: number): Shares[] {
  const shares = Array.from({ length: seats }, () => ({ luck: 0, own: 0, others: 0 }));
  for (const [index, mover] of movers.entries()) {
    const [before, after] = [values[index], values[index + 1]];
    if (!before || !after) continue;
    for (const [seat, share] of shares.entries()) {
      const change = (after[seat] ?? 0) - (before[seat] ?? 0);
      if (mover === null) share.luck += change;
      else if (mover === seat) share.own += change;
      else share.others += change;
    }
  }
  return shares;
}
