// A YINSH position from its text, `e5,f3/d4,d6/a2/b4,c4/0,1/2/move`, and points and lines of the board.

/** The numbers of the points of each column, from a to k. */
const COLUMNS: [number, number][] = [
  [2, 5], [1, 7], [1, 8], [1, 9], [1, 10], [2, 10], [2, 11], [3, 11], [4, 11], [5, 11], [7, 10],
];

export const MARKERS = 51;
export const RINGS = 5;

export interface Place {
  /** Counted from 0. */
  column: number;
  row: number;
}

export interface Position {
  /** Of each seat, as names of points. */
  rings: [string[], string[]];
  markers: [string[], string[]];
  /** How many rings each seat has removed. */
  won: [number, number];
  /** Who has to act, counted from 0, and what to do. */
  seat: number;
  step: "place" | "move" | "row" | "ring" | "over";
}

export const print = ({ column, row }: Place): string => `${String.fromCharCode(97 + column)}${row}`;
export const place = (name: string): Place => ({ column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) });

/** Every point of the board. */
export const POINTS: string[] = COLUMNS.flatMap(([first, last], column) =>
  Array.from({ length: last - first + 1 }, (_, at) => print({ column, row: first + at })),
);
const known = new Set(POINTS);

export function read(text: string): Position {
  const [ringsOne, ringsTwo, one, two, won, seat, step] = text.split("/");
  const list = (part = "-") => part.split(",").filter((name) => known.has(name));
  const [first, second] = (won ?? "").split(",").map(Number);
  // A move, a row or a ring is chosen in the same way whatever led to it.
  const kind = /^(place|move|row|ring)/.exec(step ?? "")?.[1] as Position["step"] | undefined;
  return {
    rings: [list(ringsOne), list(ringsTwo)],
    markers: [list(one), list(two)],
    won: [first || 0, second || 0],
    seat: seat === "2" ? 1 : 0,
    step: kind ?? "over",
  };
}

/** How many markers are not on the board. */
export const left = (position: Position): number => MARKERS - position.markers[0].length - position.markers[1].length;

/** The steps along the three kinds of lines. */
export const DIRECTIONS: [number, number][] = [[0, 1], [1, 0], [1, 1]];

/** The point so many steps away, if there is one. */
export function beside(name: string, [columns, rows]: [number, number], times = 1): string | null {
  const { column, row } = place(name);
  const found = print({ column: column + columns * times, row: row + rows * times });
  return known.has(found) ? found : null;
}

/** The points from one to another along a line, both included; none if they are on no common line. */
export function line(from: string, to: string): string[] {
  const [one, other] = [place(from), place(to)];
  const [columns, rows] = [other.column - one.column, other.row - one.row];
  const length = Math.max(Math.abs(columns), Math.abs(rows));
  if (columns !== 0 && rows !== 0 && columns !== rows) return [];
  return Array.from({ length: length + 1 }, (_, at) =>
    print({ column: one.column + Math.sign(columns) * at, row: one.row + Math.sign(rows) * at }),
  );
}

/** A move as it is written. */
export type Move =
  | { kind: "place" | "ring"; at: string }
  | { kind: "slide"; from: string; to: string }
  | { kind: "row"; points: string[] }
  | { kind: "pass" };

export function readMove(text: string): Move {
  const ends = (pair: string) => pair.split("-") as [string, string];
  if (text === "pass") return { kind: "pass" };
  if (text.startsWith("x")) return { kind: "ring", at: text.slice(1) };
  if (text.startsWith("=")) return { kind: "row", points: line(...ends(text.slice(1))) };
  if (!text.includes("-")) return { kind: "place", at: text };
  const [from, to] = ends(text);
  return { kind: "slide", from, to };
}

/** The markers that a ring turns on its way, of either colour. */
export function flips(position: Position, from: string, to: string): string[] {
  const markers = new Set(position.markers.flat());
  return line(from, to).slice(1, -1).filter((name) => markers.has(name));
}
