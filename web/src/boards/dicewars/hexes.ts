// Geometry of a hex grid whose odd rows are shifted half a hex to the right.

import type { SvgPoint } from "../pointer";

export interface Hex {
  row: number;
  column: number;
}

/** Distance from the centre of a hex to a corner. */
const RADIUS = 2;
const WIDTH = RADIUS * Math.sqrt(3);
const PITCH = RADIUS * 1.5;

export function point({ row, column }: Hex): SvgPoint {
  return { x: (column + (row % 2) / 2) * WIDTH, y: row * PITCH };
}

/** The six neighbours, clockwise from the upper right. */
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

/** Corners of a hex, clockwise from the top; side i, towards neighbour i, lies between corners i and i + 1. */
function corners(hex: Hex): SvgPoint[] {
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

const print = ({ x, y }: SvgPoint) => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** Outline of a set of hexes: all sides that border on something else. */
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

/** Centre of the hex farthest from the border. */
export function innermostPoint(hexes: Hex[], inside: (hex: Hex) => boolean): SvgPoint {
  const points = hexes.map(point);
  const mean = (of: (point: SvgPoint) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const worth = (hex: Hex) => {
    const at = point(hex);
    return neighbours(hex).filter(inside).length * WIDTH - Math.hypot(at.x - x, at.y - y);
  };
  const best = hexes.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  return point(best);
}

interface BoundingBox extends SvgPoint {
  width: number;
  height: number;
}

/** Bounding box of hexes, with a margin. */
export function boundingBox(hexes: Hex[], rim: number): BoundingBox {
  const points = hexes.map(point);
  const [left, right] = [Math.min(...points.map(({ x }) => x)) - WIDTH / 2, Math.max(...points.map(({ x }) => x)) + WIDTH / 2];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)) - RADIUS, Math.max(...points.map(({ y }) => y)) + RADIUS];
  return { x: left - rim, y: top - rim, width: right - left + 2 * rim, height: bottom - top + 2 * rim };
}

/** Smallest square around a box, with the same centre. */
export function enclosingSquare({ x, y, width, height }: BoundingBox): BoundingBox {
  const side = Math.max(width, height);
  return { x: x - (side - width) / 2, y: y - (side - height) / 2, width: side, height: side };
}
