// Splits the change of game values into luck and decisions.

/** Changes of a seat's chances between the first and last analysed position. */
export interface LuckSkillShares {
  /** Caused by chance events. */
  luck: number;
  /** Caused by the seat's own decisions: at most 0 with perfect evaluation. */
  own: number;
  /** Caused by decisions of others. */
  others: number;
  /** Not attributable: too few positions analysed. */
  rest: number;
  /** Values of the first and last analysed position. */
  from: number;
  to: number;
}

type ShareKind = "luck" | "own" | "others" | "rest";

/**
 * Attributes the change of each seat's value; the shares add up to it. `movers` holds the seat of each move, null for
 * chance; `values` the value of the first position and of that after each move to each seat. Between analysed
 * positions, a change belongs to the seat that made all the moves.
 */
export function luckSkillShares(movers: (number | null)[], values: (number[] | null)[], seats: number): LuckSkillShares[] {
  const known = values.flatMap((value, index) => (value ? [{ index, value }] : []));
  return Array.from({ length: seats }, (_, seat) => {
    const partOf = (mover: number | null | undefined): ShareKind => (mover === null || mover === undefined ? "luck" : mover === seat ? "own" : "others");
    const worth = (at: number) => known[at]?.value[seat] ?? 0;
    const share: LuckSkillShares = { luck: 0, own: 0, others: 0, rest: 0, from: worth(0), to: worth(known.length - 1) };
    for (let at = 1; at < known.length; at++) {
      const parts = new Set(movers.slice(known[at - 1]!.index, known[at]!.index).map(partOf));
      const [only] = parts;
      share[parts.size === 1 && only ? only : "rest"] += worth(at) - worth(at - 1);
    }
    return share;
  });
}

/** Converts a value from -1 to 1 to percentage points. */
const points = (value: number): number => value * 50;

/** Rounds the shares to whole points that add up to the shown change. */
export function inPoints(share: LuckSkillShares): Record<ShareKind | "change", number> {
  const change = Math.round(points(share.to + 1)) - Math.round(points(share.from + 1));
  const exact = (["luck", "own", "others", "rest"] as const).map((part) => ({ part, value: points(share[part]) }));
  const found = { luck: 0, own: 0, others: 0, rest: 0, change };
  for (const { part, value } of exact) found[part] = Math.round(value);
  // The rounding error goes to the part rounded most; zero parts stay zero.
  const parts = exact.filter(({ value }) => Math.abs(value) > 1e-9);
  for (let missing = change - (found.luck + found.own + found.others + found.rest); missing !== 0 && parts.length > 0; missing -= Math.sign(missing)) {
    const sign = Math.sign(missing);
    const worst = parts.reduce((a, b) => (sign * (b.value - found[b.part]) > sign * (a.value - found[a.part]) ? b : a));
    found[worst.part] += sign;
  }
  return found;
}
