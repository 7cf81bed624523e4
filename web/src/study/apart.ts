// Luck and skill apart: what chance changed in the value of a game, and what decisions did.

/** What changed the chances of a seat, from the first position that was judged to the last. */
export interface Shares {
  /** By events of chance. */
  luck: number;
  /** By the decisions of the seat itself: at best 0 against a perfect judge. */
  own: number;
  /** By the decisions of all others. */
  others: number;
  /** Where too little was judged to say by what. */
  rest: number;
  /** The values of the first and of the last position that was judged. */
  from: number;
  to: number;
}

type Part = "luck" | "own" | "others" | "rest";

/**
 * The shares of each seat; the parts together are the change of its chances. `movers` says who made each
 * move, none being chance; `values` what the position before the first move and after each of them is
 * worth to each seat. Between positions that are known a change belongs to whoever made all the moves.
 */
export function apart(movers: (number | null)[], values: (number[] | null)[], seats: number): Shares[] {
  const known = values.flatMap((value, index) => (value ? [{ index, value }] : []));
  return Array.from({ length: seats }, (_, seat) => {
    const partOf = (mover: number | null | undefined): Part => (mover === null || mover === undefined ? "luck" : mover === seat ? "own" : "others");
    const worth = (at: number) => known[at]?.value[seat] ?? 0;
    const share: Shares = { luck: 0, own: 0, others: 0, rest: 0, from: worth(0), to: worth(known.length - 1) };
    for (let at = 1; at < known.length; at++) {
      const parts = new Set(movers.slice(known[at - 1]!.index, known[at]!.index).map(partOf));
      const [only] = parts;
      share[parts.size === 1 && only ? only : "rest"] += worth(at) - worth(at - 1);
    }
    return share;
  });
}

/** A value from -1 to 1 in points of a hundred. */
const points = (value: number): number => value * 50;

/** The shares in whole points, which add up to the change as it is shown. */
export function inPoints(share: Shares): Record<Part | "change", number> {
  const change = Math.round(points(share.to + 1)) - Math.round(points(share.from + 1));
  const exact = (["luck", "own", "others", "rest"] as const).map((part) => ({ part, value: points(share[part]) }));
  const found = { luck: 0, own: 0, others: 0, rest: 0, change };
  for (const { part, value } of exact) found[part] = Math.round(value);
  // What rounding adds or takes goes to where it was rounded most; a part that is nothing stays nothing.
  const parts = exact.filter(({ value }) => Math.abs(value) > 1e-9);
  for (let missing = change - (found.luck + found.own + found.others + found.rest); missing !== 0 && parts.length > 0; missing -= Math.sign(missing)) {
    const sign = Math.sign(missing);
    const worst = parts.reduce((a, b) => (sign * (b.value - found[b.part]) > sign * (a.value - found[a.part]) ? b : a));
    found[worst.part] += sign;
  }
  return found;
}
