// Parser for YINSH positions, `e5,f3/d4,d6/a2/b4,c4/0,1/2/move`, and the board's points and lines.

/** First and last point number of each column, a to k. */
const COLUMNS: [number, number][] = [
  [2, 5], [1, 7], [1, 8], [1, 9], [1, 10], [2, 10], [2, 11], [3, 11], [4, 11], [5, 11], [7, 10],
];

export const MARKERS = 51;
export const RINGS = 5;

export interface PointCoordinates {
  /** Counted from 0. */
  column: number;
  row: number;
}

export interface YinshPosition {
  /** Points of each seat's rings. */
  rings: [string[], string[]];
  markers: [string[], string[]];
  /** Rings each seat has removed. */
  won: [number, number];
  /** Seat to act, from 0, and the kind of move due. */
  seat: number;
  step: "place" | "move" | "row" | "ring" | "over";
}

export const pointName = ({ column, row }: PointCoordinates): string => `${String.fromCharCode(97 + column)}${row}`;
export const pointCoordinates = (name: string): PointCoordinates => ({ column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) });

/** All points of the board. */
export const POINTS: string[] = COLUMNS.flatMap(([first, last], column) =>
  Array.from({ length: last - first + 1 }, (_, at) => pointName({ column, row: first + at })),
);
const known = new Set(POINTS);

export function parsePosition(text: string): YinshPosition {
  const [ringsOne, ringsTwo, one, two, won, seat, step] = text.split("/");
  const list = (part = "-") => part.split(",").filter((name) => known.has(name));
  const [first, second] = (won ?? "").split(",").map(Number);
  // Steps differ in their origin, not in how they are chosen.
  const kind = /^(place|move|row|ring)/.exec(step ?? "")?.[1] as YinshPosition["step"] | undefined;
  return {
    rings: [list(ringsOne), list(ringsTwo)],
    markers: [list(one), list(two)],
    won: [first || 0, second || 0],
    seat: seat === "2" ? 1 : 0,
    step: kind ?? "over",
  };
}

/** Number of markers left in the pool. */
export const markersLeft = (position: YinshPosition): number => MARKERS - position.markers[0].length - position.markers[1].length;

/** Steps along the three kinds of lines. */
export const DIRECTIONS: [number, number][] = [[0, 1], [1, 0], [1, 1]];

/** The point that many steps away, if any. */
export function pointFrom(name: string, [columns, rows]: [number, number], times = 1): string | null {
  const { column, row } = pointCoordinates(name);
  const found = pointName({ column: column + columns * times, row: row + rows * times });
  return known.has(found) ? found : null;
}

/** Points from one to another, both included; empty if not on a common line. */
export function line(from: string, to: string): string[] {
  const [one, other] = [pointCoordinates(from), pointCoordinates(to)];
  const [columns, rows] = [other.column - one.column, other.row - one.row];
  const length = Math.max(Math.abs(columns), Math.abs(rows));
  if (columns !== 0 && rows !== 0 && columns !== rows) return [];
  return Array.from({ length: length + 1 }, (_, at) =>
    pointName({ column: one.column + Math.sign(columns) * at, row: one.row + Math.sign(rows) * at }),
  );
}

/** A parsed move. */
export type YinshMove =
  | { kind: "place" | "ring"; at: string }
  | { kind: "slide"; from: string; to: string }
  | { kind: "row"; points: string[] }
  | { kind: "pass" };

export function parseMove(text: string): YinshMove {
  const ends = (pair: string) => pair.split("-") as [string, string];
  if (text === "pass") return { kind: "pass" };
  if (text.startsWith("x")) return { kind: "ring", at: text.slice(1) };
  if (text.startsWith("=")) return { kind: "row", points: line(...ends(text.slice(1))) };
  if (!text.includes("-")) return { kind: "place", at: text };
  const [from, to] = ends(text);
  return { kind: "slide", from, to };
}

/** Markers of either colour that a ring flips on its way. */
export function flips(position: YinshPosition, from: string, to: string): string[] {
  const markers = new Set(position.markers.flat());
  return line(from, to).slice(1, -1).filter((name) => markers.has(name));
}
