// Hexes in rows, odd rows half a hex further right, and what is drawn of them.

import type { Point } from "../pointing";

export interface Hex {
  row: number;
  column: number;
}

/** From the middle of a hex to a corner. */
const RADIUS = 2;
const WIDTH = RADIUS * Math.sqrt(3);
const PITCH = RADIUS * 1.5;

export function point({ row, column }: Hex): Point {
  return { x: (column + (row % 2) / 2) * WIDTH, y: row * PITCH };
}

/** The six neighbours, from the upper right on clockwise. */
export function neighbours({ row, column }: Hex): Hex[] {
  const right = row % 2;
  return [
    { row: row - 1, column: column + right },
    { row, column: column + 1 },
    { row: row + 1, column: column + right },
    { row: row + 1, column: column + right - 1 },
    { row, column: column - 1 },
    { row: row - 1, column: column + right - 1 },
  ];
}

/** The corners of a hex from the top on clockwise; side i, towards neighbour i, lies between corners i and i + 1. */
function corners(hex: Hex): Point[] {
  const { x, y } = point(hex);
  const [half, low] = [WIDTH / 2, RADIUS / 2];
  return [
    { x, y: y - RADIUS },
    { x: x + half, y: y - low },
    { x: x + half, y: y + low },
    { x, y: y + RADIUS },
    { x: x - half, y: y + low },
    { x: x - half, y: y - low },
  ];
}

const print = ({ x, y }: Point) => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** The line around hexes: along every side behind which there is something else. */
export function outline(hexes: Hex[], other: (hex: Hex) => boolean): string {
  const next = new Map<string, string>();
  for (const hex of hexes) {
    const around = corners(hex);
    neighbours(hex).forEach((beside, side) => {
      if (other(beside)) next.set(print(around[side]!), print(around[(side + 1) % 6]!));
    });
  }
  let path = "";
  while (next.size > 0) {
    const [first] = next.keys();
    let [at, points] = [first, [] as string[]];
    while (at !== undefined) {
      points.push(at);
      const after = next.get(at);
      next.delete(at);
      at = after === first ? undefined : after;
    }
    path += `M${points.join("L")}Z`;
  }
  return path;
}

/** The hex that lies deepest inside, as a point. */
export function middle(hexes: Hex[], inside: (hex: Hex) => boolean): Point {
  const points = hexes.map(point);
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const worth = (hex: Hex) => {
    const at = point(hex);
    return neighbours(hex).filter(inside).length * WIDTH - Math.hypot(at.x - x, at.y - y);
  };
  const best = hexes.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  return point(best);
}

interface Box extends Point {
  width: number;
  height: number;
}

/** The box around hexes, with a rim. */
export function box(hexes: Hex[], rim: number): Box {
  const points = hexes.map(point);
  const [left, right] = [Math.min(...points.map(({ x }) => x)) - WIDTH / 2, Math.max(...points.map(({ x }) => x)) + WIDTH / 2];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)) - RADIUS, Math.max(...points.map(({ y }) => y)) + RADIUS];
  return { x: left - rim, y: top - rim, width: right - left + 2 * rim, height: bottom - top + 2 * rim };
}

/** The square in the middle of which a box lies. */
export function square({ x, y, width, height }: Box): Box {
  const side = Math.max(width, height);
  return { x: x - (side - width) / 2, y: y - (side - height) / 2, width: side, height: side };
}
