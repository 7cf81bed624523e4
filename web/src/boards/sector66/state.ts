// A Sector 66 position: that of Quoridor, and where there is more on the board its other parts.
// `e1,e9/10,10/-/0/1/-/e5=forbidden/c3=stun/-,-/0,0/p2=net.0.1/gust@p2:8:-`

import { read as readPlain, type Direction, type Position as Plain, type Wall } from "../quoridor/state";
import { readPlace } from "../quoridor/state";

export interface Position extends Plain {
  winner: number | null;
  disabled: Wall[];
  /** The kinds of special fields, by field. */
  kinds: Map<string, string>;
  /** The spells that lie on fields. */
  spells: Map<string, string>;
  /** The spells each seat holds. */
  magic: string[][];
  skips: number[];
  /** The plug-ins that have stored something, by element: `e5`, `e3h`, `p2`. */
  touched: Map<string, string[]>;
  /** Between how many numbers chance decides now. */
  sides: number | null;
  /** The plug-in for which it decides. */
  asks: string | null;
}

const list = (part: string): string[] => (part === "-" || part === "" ? [] : part.split(","));

export function read(variant: string, text: string): Position {
  const [, , , , turn = "", disabled = "-", kinds = "-", spells = "-", hands = "", skips = "-", data = "-", pending = "-"] = text.split("/");
  const pairs = (part: string) => new Map(list(part).map((pair) => pair.split("=") as [string, string]));
  const plain = readPlain(variant, text);
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
    disabled: list(disabled).map(readWall),
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

export function readWall(text: string): Wall {
  return { ...readPlace(text), direction: text.at(-1) as Direction };
}

/** A cast, taken apart; none if the move is another one. */
export function readCast(text: string): { spell: string; on: string } | null {
  const [spell, on] = text.split("@");
  return spell && on ? { spell, on } : null;
}

/** What chance decided; none if the move is another one. */
export function readRoll(text: string): number | null {
  const [, number] = /^roll(\d+)$/.exec(text) ?? [];
  return number === undefined ? null : Number(number);
}

export type ElementKind = "field" | "wall" | "pawn";

export function kindOf(element: string): ElementKind {
  if (element.startsWith("p")) return "pawn";
  return /[hv]$/.test(element) ? "wall" : "field";
}

/** Quarter turns that bring somebody who goes from `start` to `goal` up the screen: up, right, down, left. */
export function turnsFor(start: string, goal: string[]): number {
  if (goal.length === 0) return 0;
  const from = readPlace(start);
  const places = goal.map(readPlace);
  const across = places.reduce((sum, { column }) => sum + column, 0) / places.length - from.column;
  const up = places.reduce((sum, { row }) => sum + row, 0) / places.length - from.row;
  if (Math.abs(up) >= Math.abs(across)) return up >= 0 ? 0 : 2;
  return across > 0 ? 1 : 3;
}

/** How far right and down of the middle of a field a place on it is seen, in sides of the field, after quarter turns
    of the board. The place is told from 0 to 1, from the left and from below. */
export function seenOn([right, up]: readonly [number, number], turns: number): [number, number] {
  const [x, y] = [right - 0.5, 0.5 - up];
  const turned: [number, number][] = [[x, y], [y, -x], [-x, -y], [-y, x]];
  return turned[turns] ?? [x, y];
}
