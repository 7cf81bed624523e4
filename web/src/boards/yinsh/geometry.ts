// Screen geometry: coordinates of points, and the point or row at a screen position.

import type { SvgPoint } from "../pointer";
import { pointFrom, DIRECTIONS, pointCoordinates, POINTS } from "./state";

/** Distance between adjacent points. */
export const STEP = 10;
const ACROSS = (STEP * Math.sqrt(3)) / 2;

/** Visible square around the centre of the board. */
export const VIEW = { x: 5 * ACROSS - 57, y: -3.5 * STEP - 57, size: 114 };

export function screenPoint(name: string): SvgPoint {
  const { column, row } = pointCoordinates(name);
  return { x: column * ACROSS, y: (column / 2 - row) * STEP };
}

const distance = (one: SvgPoint, other: SvgPoint) => Math.hypot(one.x - other.x, one.y - other.y);

/** The point near a screen position, if any. */
export function pointAt(at: SvgPoint): string | null {
  return POINTS.find((name) => distance(screenPoint(name), at) < STEP / 2) ?? null;
}

/** Distance from a screen position to a segment. */
function distanceToSegment(at: SvgPoint, one: SvgPoint, other: SvgPoint): number {
  const [x, y] = [other.x - one.x, other.y - one.y];
  const along = ((at.x - one.x) * x + (at.y - one.y) * y) / (x * x + y * y);
  const share = Math.min(1, Math.max(0, along));
  return distance(at, { x: one.x + share * x, y: one.y + share * y });
}

/** The nearest row; where rows cross, the one with the nearer centre. */
export function rowAt(at: SvgPoint, rows: string[][]): string[] | null {
  const near = rows
    .map((row) => {
      const [one, middle, other] = [row[0]!, row[2]!, row[4]!].map(screenPoint) as [SvgPoint, SvgPoint, SvgPoint];
      const apart = distanceToSegment(at, one, other);
      return { row, apart, worth: apart + 0.2 * distance(at, middle) };
    })
    .filter(({ apart }) => apart < STEP / 2);
  return near.sort((one, other) => one.worth - other.worth)[0]?.row ?? null;
}

/** Lines of the board, from end to end. */
export const LINES: { from: SvgPoint; to: SvgPoint }[] = DIRECTIONS.flatMap((direction) =>
  POINTS.filter((name) => !pointFrom(name, direction, -1)).map((name) => {
    let end = name;
    for (let next = pointFrom(end, direction); next; next = pointFrom(end, direction)) end = next;
    return { from: screenPoint(name), to: screenPoint(end) };
  }),
);

/** Corners of the board. */
export const CORNERS: SvgPoint[] = ["a2", "a5", "b7", "e10", "g11", "j11", "k10", "k7", "j5", "g2", "e1", "b1"].map(screenPoint);

/** Labels: columns below, rows on the left. */
export const NAMES: { text: string; at: SvgPoint }[] = [
  ...POINTS.filter((name) => !pointFrom(name, [0, 1], -1)).map((name) => {
    const { x, y } = screenPoint(name);
    return { text: name[0]!, at: { x, y: y + 8.6 } };
  }),
  ...POINTS.filter((name) => !pointFrom(name, [1, 0], -1)).map((name) => {
    const { x, y } = screenPoint(name);
    return { text: name.slice(1), at: { x: x - 7, y: y - 3.1 } };
  }),
];

/** The point an arrow key leads to: along a column, or to the next column at about the same height. */
export function nextPoint(name: string, key: string): string | null {
  const { column } = pointCoordinates(name);
  if (key === "ArrowUp") return pointFrom(name, [0, 1]) ?? name;
  if (key === "ArrowDown") return pointFrom(name, [0, 1], -1) ?? name;
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const side = key === "ArrowLeft" ? -1 : 1;
  // Alternates, to stay at the same height.
  const tilt = column % 2 ? 0.1 : -0.1;
  const here = screenPoint(name);
  const next = POINTS.filter((other) => pointCoordinates(other).column === column + side);
  const off = (other: string) => Math.abs(screenPoint(other).y - here.y - tilt);
  return next.sort((one, other) => off(one) - off(other))[0] ?? name;
}

/** End points of a line through points. */
export function lineEnds(points: string[]): { x1: number; y1: number; x2: number; y2: number } {
  const [one, other] = [screenPoint(points[0]!), screenPoint(points.at(-1)!)];
  return { x1: one.x, y1: one.y, x2: other.x, y2: other.y };
}

/** Outline around five points in a row, placed by `rowTransform`. */
export const CAPSULE = { x: -2 * STEP - 3.6, y: -3.6, width: 4 * STEP + 7.2, height: 7.2, rx: 3.6 };

/** Transform that puts the outline on a row. */
export function rowTransform(row: string[]): string {
  const { x1, y1, x2, y2 } = lineEnds(row);
  const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2}) rotate(${angle})`;
}
