// Parser for Sector 66 positions: those of Quoridor, with further parts if the board has plug-ins.
// `e1,e9/10,10/-/0/1/-/e5=forbidden/c3=stun/-,-/0,0/p2=net.0.1/gust@p2:8:-`

import { parsePosition as parseQuoridor, parseSquare, type QuoridorPosition, type Wall, type WallDirection } from "../quoridor/state";

export interface Sector66Position extends QuoridorPosition {
  winner: number | null;
  disabled: Wall[];
  /** Kinds of special fields, by field. */
  kinds: Map<string, string>;
  /** Spells lying on fields. */
  spells: Map<string, string>;
  /** Spells in each seat's hand. */
  magic: string[][];
  skips: number[];
  /** Plug-ins with stored state, by element: `e5`, `e3h`, `p2`. */
  touched: Map<string, string[]>;
  /** Number of outcomes of the pending chance event. */
  sides: number | null;
  /** Plug-in that asked for the chance event. */
  asks: string | null;
}

const list = (part: string): string[] => (part === "-" || part === "" ? [] : part.split(","));

export function parsePosition(variant: string, text: string): Sector66Position {
  const [, , , , turn = "", disabled = "-", kinds = "-", spells = "-", hands = "", skips = "-", data = "-", pending = "-"] = text.split("/");
  const pairs = (part: string) => new Map(list(part).map((pair) => pair.split("=") as [string, string]));
  const plain = parseQuoridor(variant, text);
  const touched = new Map<string, string[]>();
  for (const datum of list(data)) {
    const [element = "", rest = ""] = datum.split("=");
    const name = rest.split(".")[0] ?? "";
    const known = touched.get(element) ?? [];
    if (!known.includes(name)) touched.set(element, [...known, name]);
  }
  const winner = turn.split("!")[1];
  return {
    ...plain,
    size: 9,
    winner: winner === undefined ? null : Number(winner) - 1,
    disabled: list(disabled).map(parseWall),
    kinds: pairs(kinds),
    spells: pairs(spells),
    magic: plain.pawns.map((_, seat) => {
      const hand = hands.split(",")[seat] ?? "-";
      return hand === "-" || hand === "" ? [] : hand.split("+");
    }),
    skips: plain.pawns.map((_, seat) => Number(list(skips)[seat] ?? 0)),
    touched,
    sides: pending === "-" ? null : Number(pending.split(":")[1] ?? 0),
    asks: pending === "-" ? null : (/^[^@:]+/.exec(pending)?.[0] ?? null),
  };
}

export function parseWall(text: string): Wall {
  return { ...parseSquare(text), direction: text.at(-1) as WallDirection };
}

/** Parses a cast; null for other moves. */
export function parseCast(text: string): { spell: string; on: string } | null {
  const [spell, on] = text.split("@");
  return spell && on ? { spell, on } : null;
}

/** Parses a chance event; null for other moves. */
export function parseRoll(text: string): number | null {
  const [, number] = /^roll(\d+)$/.exec(text) ?? [];
  return number === undefined ? null : Number(number);
}

export type BoardElementKind = "field" | "wall" | "pawn";

export function elementKind(element: string): BoardElementKind {
  if (element.startsWith("p")) return "pawn";
  return /[hv]$/.test(element) ? "wall" : "field";
}

/** Quarter turns after which the way from `start` to `goal` leads up the screen: up, right, down, left. */
export function turnsFor(start: string, goal: string[]): number {
  if (goal.length === 0) return 0;
  const from = parseSquare(start);
  const places = goal.map(parseSquare);
  const across = places.reduce((sum, { column }) => sum + column, 0) / places.length - from.column;
  const up = places.reduce((sum, { row }) => sum + row, 0) / places.length - from.row;
  if (Math.abs(up) >= Math.abs(across)) return up >= 0 ? 0 : 2;
  return across > 0 ? 1 : 3;
}

/** Offset of a point on a field from its centre on the screen, right and down, in field sides, after quarter turns
    of the board. The point counts from 0 to 1, from the left and from below. */
export function screenOffset([right, up]: readonly [number, number], turns: number): [number, number] {
  const [x, y] = [right - 0.5, 0.5 - up];
  const turned: [number, number][] = [[x, y], [y, -x], [-x, -y], [-y, x]];
  return turned[turns] ?? [x, y];
}
