// Parser for Quoridor positions, `e1,e9/10,9/e3h/1`: pawns, walls in hand, walls on the board, moves played.
// Coordinates are columns from the left and rows from the bottom, counted from 0.

import { params } from "../board";

export interface BoardSquare {
  column: number;
  row: number;
}

export type WallDirection = "h" | "v";

/** A wall, by the square at the lower left of its centre. */
export interface Wall extends BoardSquare {
  direction: WallDirection;
}

export interface QuoridorPosition {
  size: number;
  pawns: BoardSquare[];
  hands: number[];
  walls: Wall[];
}

export function parsePosition(variant: string, text: string): QuoridorPosition {
  const [pawns = "", hands = "", walls = "-"] = text.split("/");
  const list = (part: string) => (part === "-" || part === "" ? [] : part.split(","));
  return {
    size: Number(params(variant).get("size") ?? 9),
    pawns: list(pawns).map(parseSquare),
    hands: list(hands).map(Number),
    walls: list(walls).map((wall) => ({ ...parseSquare(wall), direction: wall.at(-1) as WallDirection })),
  };
}

export function parseSquare(text: string): BoardSquare {
  return { column: text.charCodeAt(0) - 97, row: parseInt(text.slice(1), 10) - 1 };
}

export function squareName({ column, row }: BoardSquare): string {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/** Offset from `Wall` to the square that names it, and its letter, in each notation. */
const FORMS: Record<string, Record<WallDirection, [columns: number, rows: number, letter: string]>> = {
  ours: { h: [0, 0, "h"], v: [0, 0, "v"] },
  compass: { h: [0, 0, "N"], v: [0, 1, "E"] },
  "upper-left": { h: [0, 0, "h"], v: [1, 1, "v"] },
  "lower-left": { h: [0, 1, "h"], v: [1, 0, "v"] },
};

/** Move notation of a variant. */
export class MoveNotation {
  #form: Record<WallDirection, [number, number, string]>;

  constructor(variant: string) {
    const name = params(variant).get("notation") ?? "ours";
    this.#form = FORMS[name] ?? FORMS.ours!;
  }

  format(wall: Wall): string {
    const [columns, rows, letter] = this.#form[wall.direction];
    return squareName({ column: wall.column + columns, row: wall.row + rows }) + letter;
  }

  /** Parses a wall; null for other moves. */
  wall(text: string): Wall | null {
    const letter = text.at(-1) ?? "";
    for (const direction of ["h", "v"] as const) {
      const [columns, rows, own] = this.#form[direction];
      if (own !== letter) continue;
      const { column, row } = parseSquare(text);
      return { column: column - columns, row: row - rows, direction };
    }
    return null;
  }
}

export function sameWall(a: Wall | null, b: Wall | null): boolean {
  if (!a || !b) return a === b;
  return a.column === b.column && a.row === b.row && a.direction === b.direction;
}

/** Starting square of a seat. */
export function startSquare(size: number, seats: number, seat: number): BoardSquare {
  const middle = Math.floor((size - 1) / 2);
  const side = seats === 2 ? seat * 2 : seat;
  const sides = [
    { column: middle, row: 0 },
    { column: 0, row: middle },
    { column: middle, row: size - 1 },
    { column: size - 1, row: middle },
  ];
  return sides[side] ?? sides[0]!;
}
