// Keyboard cursor: moves over squares and grooves in half steps of the screen.

import { GROOVE, PITCH, SQUARE, type BoardGeometry, type BoardTarget } from "./geometry";
import type { WallDirection, BoardSquare } from "./state";

export interface KeyboardCursor {
  /** Half steps from the left and from the top of the screen; even ones are squares. */
  x: number;
  y: number;
  /** Direction of a wall on the screen. */
  seen: WallDirection;
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function cursorAt(geometry: BoardGeometry, place: BoardSquare): KeyboardCursor {
  const { x, y } = geometry.point(place);
  const half = (n: number) => Math.round(((n - SQUARE / 2) / PITCH) * 2);
  return { x: half(x), y: half(y), seen: "h" };
}

/** The cursor after a key; null if the key does nothing. */
export function moveCursor(cursor: KeyboardCursor, key: string, size: number): KeyboardCursor | null {
  if (key === "h" || key === "v") return { ...cursor, seen: key };
  const step = STEPS[key];
  if (!step) return null;
  const within = (n: number) => Math.min(2 * size - 2, Math.max(0, n));
  const [x, y] = [within(cursor.x + step[0]), within(cursor.y + step[1])];
  // In a groove the wall lies along it; at a crossing it can be turned.
  const [across, along] = [x % 2 === 1, y % 2 === 1];
  const seen = across === along ? cursor.seen : along ? "h" : "v";
  return { x, y, seen };
}

/** The square or wall under the cursor. */
export function cursorTarget(cursor: KeyboardCursor, geometry: BoardGeometry): BoardTarget {
  const centre = (n: number) => (n / 2) * PITCH + SQUARE / 2;
  if (cursor.x % 2 === 0 && cursor.y % 2 === 0) {
    return { square: geometry.place({ x: centre(cursor.x), y: centre(cursor.y) }) };
  }
  const crossing = (n: number) => {
    const groove = n % 2 === 1 ? (n + 1) / 2 : n / 2 + 1;
    return Math.min(geometry.size - 1, Math.max(1, groove)) * PITCH - GROOVE / 2;
  };
  const middle = geometry.place({ x: crossing(cursor.x), y: crossing(cursor.y) });
  return {
    wall: {
      column: Math.floor(middle.column),
      row: Math.floor(middle.row),
      direction: geometry.seen(cursor.seen),
    },
  };
}
