// Screen geometry: squares of 10 units with grooves of 2.6 between them. The board can be
// rotated to put any side at the bottom.

import type { SvgPoint } from "../pointer";
import type { WallDirection, BoardSquare, Wall } from "./state";

export const SQUARE = 10;
export const GROOVE = 2.6;
export const PITCH = SQUARE + GROOVE;

/** The square or wall at a point. */
export type BoardTarget = { square: BoardSquare } | { wall: Wall };

export class BoardGeometry {
  /** Length of a side without the border. */
  readonly side: number;

  /** `turns` quarter turns bring the side of a seat to the bottom: bottom, left, top, right. */
  constructor(
    readonly size: number,
    readonly turns: number,
  ) {
    this.side = size * PITCH - GROOVE;
  }

  /** Centre of a square, or of a gap between squares. */
  point({ column, row }: BoardSquare): SvgPoint {
    const last = this.size - 1;
    const [x, y] = [
      [column, last - row],
      [last - row, last - column],
      [last - column, row],
      [row, column],
    ][this.turns] as [number, number];
    return { x: x * PITCH + SQUARE / 2, y: y * PITCH + SQUARE / 2 };
  }

  /** Board coordinates of a point; the reverse of `point`. */
  place({ x, y }: SvgPoint): BoardSquare {
    const last = this.size - 1;
    const [right, down] = [(x - SQUARE / 2) / PITCH, (y - SQUARE / 2) / PITCH];
    const [column, row] = [
      [right, last - down],
      [last - down, last - right],
      [last - right, down],
      [down, right],
    ][this.turns] as [number, number];
    // Rounds to halves: coordinates are centres of squares or of gaps.
    const exact = (n: number) => Math.round(n * 2) / 2 + 0;
    return { column: exact(column), row: exact(row) };
  }

  /** Converts a wall's direction between board and screen. */
  seen(direction: WallDirection): WallDirection {
    if (this.turns % 2 === 0) return direction;
    return direction === "h" ? "v" : "h";
  }

  /** Rectangle of a wall. */
  bar(wall: Wall): { x: number; y: number; width: number; height: number } {
    const at = this.point({ column: wall.column + 0.5, row: wall.row + 0.5 });
    const [long, thin] = [2 * SQUARE + GROOVE, GROOVE * 0.86];
    return this.seen(wall.direction) === "h"
      ? { x: at.x - long / 2, y: at.y - thin / 2, width: long, height: thin }
      : { x: at.x - thin / 2, y: at.y - long / 2, width: thin, height: long };
  }

  /** Finds the target of a pointer. Touch gets wider grooves; crossings keep `preferred`. */
  target(at: SvgPoint, slack: number, preferred: WallDirection): BoardTarget | null {
    if (at.x < 0 || at.y < 0 || at.x > this.side || at.y > this.side) return null;
    const inGroove = (n: number) => {
      const within = n % PITCH;
      return within > SQUARE - slack || (within < slack && n > slack);
    };
    const [vertical, horizontal] = [inGroove(at.x), inGroove(at.y)];
    if (!vertical && !horizontal) {
      const { column, row } = this.place({
        x: Math.floor(at.x / PITCH) * PITCH + SQUARE / 2,
        y: Math.floor(at.y / PITCH) * PITCH + SQUARE / 2,
      });
      return { square: { column, row } };
    }
    // The nearest crossing is the centre of the wall.
    const crossing = (n: number) => {
      const nearest = Math.round((n + GROOVE / 2) / PITCH);
      return Math.min(this.size - 1, Math.max(1, nearest)) * PITCH - GROOVE / 2;
    };
    const middle = this.place({ x: crossing(at.x), y: crossing(at.y) });
    const seen: WallDirection =
      vertical && horizontal ? this.seen(preferred) : horizontal ? "h" : "v";
    return {
      wall: {
        column: Math.floor(middle.column),
        row: Math.floor(middle.row),
        direction: this.seen(seen),
      },
    };
  }
}
