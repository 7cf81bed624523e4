// Where points are drawn, and which point or row is meant by a place on the screen.

import { beside, DIRECTIONS, place, POINTS } from "./state";

export interface Spot {
  x: number;
  y: number;
}

/** From a point to the next. */
export const STEP = 10;
const ACROSS = (STEP * Math.sqrt(3)) / 2;

/** The part of the plane that is seen: a square about the middle of the board. */
export const VIEW = { x: 5 * ACROSS - 57, y: -3.5 * STEP - 57, size: 114 };

export function spot(name: string): Spot {
  const { column, row } = place(name);
  return { x: column * ACROSS, y: (column / 2 - row) * STEP };
}

const distance = (one: Spot, other: Spot) => Math.hypot(one.x - other.x, one.y - other.y);

/** The point at a place, if there is one near. */
export function pointAt(at: Spot): string | null {
  return POINTS.find((name) => distance(spot(name), at) < STEP / 2) ?? null;
}

/** How far a place is from the way from one point to another. */
function fromSegment(at: Spot, one: Spot, other: Spot): number {
  const [x, y] = [other.x - one.x, other.y - one.y];
  const along = ((at.x - one.x) * x + (at.y - one.y) * y) / (x * x + y * y);
  const share = Math.min(1, Math.max(0, along));
  return distance(at, { x: one.x + share * x, y: one.y + share * y });
}

/** Which of the rows is meant: the nearest; where several meet, the one whose middle is nearer. */
export function rowAt(at: Spot, rows: string[][]): string[] | null {
  const near = rows
    .map((row) => {
      const [one, middle, other] = [row[0]!, row[2]!, row[4]!].map(spot) as [Spot, Spot, Spot];
      const apart = fromSegment(at, one, other);
      return { row, apart, worth: apart + 0.2 * distance(at, middle) };
    })
    .filter(({ apart }) => apart < STEP / 2);
  return near.sort((one, other) => one.worth - other.worth)[0]?.row ?? null;
}

/** The lines of the board, each from end to end. */
export const LINES: { from: Spot; to: Spot }[] = DIRECTIONS.flatMap((direction) =>
  POINTS.filter((name) => !beside(name, direction, -1)).map((name) => {
    let end = name;
    for (let next = beside(end, direction); next; next = beside(end, direction)) end = next;
    return { from: spot(name), to: spot(end) };
  }),
);

/** The corners of the board. */
export const CORNERS: Spot[] = ["a2", "a5", "b7", "e10", "g11", "j11", "k10", "k7", "j5", "g2", "e1", "b1"].map(spot);

/** The names of columns below them, and of rows at their left. */
export const NAMES: { text: string; at: Spot }[] = [
  ...POINTS.filter((name) => !beside(name, [0, 1], -1)).map((name) => {
    const { x, y } = spot(name);
    return { text: name[0]!, at: { x, y: y + 8.6 } };
  }),
  ...POINTS.filter((name) => !beside(name, [1, 0], -1)).map((name) => {
    const { x, y } = spot(name);
    return { text: name.slice(1), at: { x: x - 7, y: y - 3.1 } };
  }),
];

/** Where a key leads from a point: along a column, or to the next one at about the same height. */
export function moved(name: string, key: string): string | null {
  const { column } = place(name);
  if (key === "ArrowUp") return beside(name, [0, 1]) ?? name;
  if (key === "ArrowDown") return beside(name, [0, 1], -1) ?? name;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const side = key === "ArrowLeft" ? -1 : 1;
  // To and fro, so as to stay on a level.
  const tilt = column % 2 ? 0.1 : -0.1;
  const here = spot(name);
  const next = POINTS.filter((other) => place(other).column === column + side);
  const off = (other: string) => Math.abs(spot(other).y - here.y - tilt);
  return next.sort((one, other) => off(one) - off(other))[0] ?? name;
}

/** The ends of a line through points. */
export function ends(points: string[]): { x1: number; y1: number; x2: number; y2: number } {
  const [one, other] = [spot(points[0]!), spot(points.at(-1)!)];
  return { x1: one.x, y1: one.y, x2: other.x, y2: other.y };
}


/** An outline about five points in a row, to be put in place by `about`. */
export const CAPSULE = { x: -2 * STEP - 3.6, y: -3.6, width: 4 * STEP + 7.2, height: 7.2, rx: 3.6 };

/** Turned along a row, with its middle there. */
export function about(row: string[]): string {
  const { x1, y1, x2, y2 } = ends(row);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2}) rotate(${angle})`;
}
