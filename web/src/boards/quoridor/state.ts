// A Quoridor position, `e1,e9/10,9/e3h/1`: pawns, walls in hand, walls on the board, moves played.
// Places are columns from the left and rows from the bottom, counted from 0.

import { params } from "../board";

export interface Place {
  column: number;
  row: number;
}

export type Direction = "h" | "v";

/** A wall, by the square at the lower left of its centre. */
export interface Wall extends Place {
  direction: Direction;
}

export interface Position {
  size: number;
  pawns: Place[];
  hands: number[];
  walls: Wall[];
}

export function read(variant: string, text: string): Position {
  const [pawns = "", hands = "", walls = "-"] = text.split("/");
  const list = (part: string) => (part === "-" || part === "" ? [] : part.split(","));
  return {
    size: Number(params(variant).get("size") ?? 9),
    pawns: list(pawns).map(readPlace),
    hands: list(hands).map(Number),
    walls: list(walls).map((wall) => ({ ...readPlace(wall), direction: wall.at(-1) as Direction })),
  };
}

export function readPlace(text: string): Place {
  return { column: text.charCodeAt(0) - 97, row: parseInt(text.slice(1), 10) - 1 };
}

export function print({ column, row }: Place): string {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/** Where the square that names a wall lies in each notation, seen from `Wall`, with its letter. */
const FORMS: Record<string, Record<Direction, [columns: number, rows: number, letter: string]>> = {
  ours: { h: [0, 0, "h"], v: [0, 0, "v"] },
  compass: { h: [0, 0, "N"], v: [0, 1, "E"] },
  "upper-left": { h: [0, 0, "h"], v: [1, 1, "v"] },
  "lower-left": { h: [0, 1, "h"], v: [1, 0, "v"] },
};

/** How moves are written in a variant. */
export class Notation {
  #form: Record<Direction, [number, number, string]>;

  constructor(variant: string) {
    const name = params(variant).get("notation") ?? "ours";
    this.#form = FORMS[name] ?? FORMS.ours!;
  }

  print(wall: Wall): string {
    const [columns, rows, letter] = this.#form[wall.direction];
    return print({ column: wall.column + columns, row: wall.row + rows }) + letter;
  }

  /** The wall a move places; none if it is another move. */
  wall(text: string): Wall | null {
    const letter = text.at(-1) ?? "";
    for (const direction of ["h", "v"] as const) {
      const [columns, rows, own] = this.#form[direction];
      if (own !== letter) continue;
      const { column, row } = readPlace(text);
      return { column: column - columns, row: row - rows, direction };
    }
    return null;
  }
}

export function same(a: Wall | null, b: Wall | null): boolean {
  if (!a || !b) return a === b;
  return a.column === b.column && a.row === b.row && a.direction === b.direction;
}

/** The square a seat starts on. */
export function start(size: number, seats: number, seat: number): Place {
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
