import { expect, test } from "vitest";

import { cursorAt, moveCursor, cursorTarget } from "./cursor";
import { BoardGeometry, GROOVE, PITCH, SQUARE } from "./geometry";
import { MoveNotation, squareName, parsePosition, startSquare } from "./state";

test("a position is read", () => {
  const position = parsePosition("quoridor:size=5", "c2,d4/2,1/b3h,d3v/5");
  expect(position.pawns.map(squareName)).toEqual(["c2", "d4"]);
  expect(position.hands).toEqual([2, 1]);
  expect(position.walls).toEqual([
    { column: 1, row: 2, direction: "h" },
    { column: 3, row: 2, direction: "v" },
  ]);
  expect(parsePosition("quoridor", "e1,e9/10,10/-/0").walls).toEqual([]);
});

test.each([
  ["ours", "e3h", "e3v"],
  ["compass", "e3N", "e4E"],
  ["upper-left", "e3h", "f4v"],
  ["lower-left", "e4h", "f3v"],
])("walls are written as in %s, and read back", (form, h, v) => {
  const notation = new MoveNotation(`quoridor:notation=${form}`);
  const [horizontal, vertical] = (["h", "v"] as const).map((direction) => ({ column: 4, row: 2, direction }));
  expect([notation.format(horizontal!), notation.format(vertical!)]).toEqual([h, v]);
  expect(notation.wall(h)).toEqual(horizontal);
  expect(notation.wall(v)).toEqual(vertical);
  expect(notation.wall("e3")).toBeNull();
});

test.each([0, 1, 2, 3])("with %i quarter turns every square and wall is found where it is drawn", (turns) => {
  const geometry = new BoardGeometry(5, turns);
  for (let column = 0; column < 5; column++) {
    for (let row = 0; row < 5; row++) {
      const square = { column, row };
      expect(geometry.target(geometry.point(square), 0.5, "h")).toEqual({ square });
      if (column === 4 || row === 4) continue;
      for (const direction of ["h", "v"] as const) {
        const wall = { column, row, direction };
        const bar = geometry.bar(wall);
        const middle = { x: bar.x + bar.width * 0.3, y: bar.y + bar.height * 0.3 };
        expect(geometry.target(middle, 0.5, "h")).toEqual({ wall });
      }
    }
  }
});

test.each([
  [0, "c1"],
  [1, "a3"],
  [2, "c5"],
  [3, "e3"],
])("with %i quarter turns the start of that seat is at the bottom", (turns, square) => {
  const place = startSquare(5, 4, turns);
  expect(squareName(place)).toBe(square);
  const { x, y } = new BoardGeometry(5, turns).point(place);
  expect([x, y]).toEqual([2 * PITCH + SQUARE / 2, 4 * PITCH + SQUARE / 2]);
});

test("outside the board there is nothing", () => {
  const geometry = new BoardGeometry(5, 0);
  expect(geometry.target({ x: -1, y: 5 }, 0.5, "h")).toBeNull();
  expect(geometry.target({ x: 5, y: geometry.side + GROOVE }, 0.5, "h")).toBeNull();
});

test("the cursor goes from squares to grooves, and turns walls", () => {
  const geometry = new BoardGeometry(5, 0);
  let cursor = cursorAt(geometry, { column: 2, row: 0 });
  expect(cursorTarget(cursor, geometry)).toEqual({ square: { column: 2, row: 0 } });
  cursor = moveCursor(cursor, "ArrowUp", 5)!;
  expect(cursorTarget(cursor, geometry)).toEqual({ wall: { column: 2, row: 0, direction: "h" } });
  cursor = moveCursor(cursor, "v", 5)!;
  expect(cursorTarget(cursor, geometry)).toEqual({ wall: { column: 2, row: 0, direction: "v" } });
  cursor = moveCursor(cursor, "ArrowUp", 5)!;
  expect(cursorTarget(cursor, geometry)).toEqual({ square: { column: 2, row: 1 } });
  for (const _ of Array(20)) cursor = moveCursor(cursor, "ArrowLeft", 5)!;
  expect(cursorTarget(cursor, geometry)).toEqual({ square: { column: 0, row: 1 } });
  expect(moveCursor(cursor, "x", 5)).toBeNull();
});
