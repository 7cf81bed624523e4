import { expect, test } from "vitest";

import { sector66 } from ".";
import { BoardGeometry } from "../quoridor/geometry";
import { elementKind, parsePosition, parseCast, parseRoll, screenOffset, turnsFor } from "./state";

const GAME = "sector66:template=everything";

test("a position is read with all its parts", () => {
  const board = parsePosition(GAME, "e2,e8,a5/7,8,9/e3h/3/2!1/d4v/e5=ice,c3=swamp/a1=stun/stun+swap,-,net/0,2,0/p2=net.0.1,p2=shield.1.5,e3h=ward.0.1/gust@p2:8:3");
  expect(board.pawns).toHaveLength(3);
  expect(board.hands).toEqual([7, 8, 9]);
  expect(board.walls).toEqual([{ column: 4, row: 2, direction: "h" }]);
  expect(board.disabled).toEqual([{ column: 3, row: 3, direction: "v" }]);
  expect([board.kinds.get("e5"), board.spells.get("a1")]).toEqual(["ice", "stun"]);
  expect(board.magic).toEqual([["stun", "swap"], [], ["net"]]);
  expect(board.skips).toEqual([0, 2, 0]);
  expect([board.touched.get("p2"), board.touched.get("e3h")]).toEqual([["net", "shield"], ["ward"]]);
  expect([board.winner, board.sides]).toEqual([0, 8]);
});

test("a board without plug-ins has a position as in Quoridor", () => {
  const board = parsePosition("sector66", "e1,e9/10,10/-/0");
  expect([board.size, board.winner, board.sides, board.magic]).toEqual([9, null, null, [[], []]]);
  expect(board.kinds.size + board.spells.size + board.disabled.length).toBe(0);
});

test("moves are told apart", () => {
  expect(parseCast("stun@p2")).toEqual({ spell: "stun", on: "p2" });
  expect([parseCast("e5"), parseCast("e3h"), parseRoll("roll12"), parseRoll("e5")]).toEqual([null, null, 12, null]);
  expect(["e5", "h4", "e3h", "h8v", "p2"].map(elementKind)).toEqual(["field", "field", "wall", "wall", "pawn"]);
});

test("everybody goes up the screen", () => {
  const row = (row: number) => [..."abcdefghi"].map((column) => `${column}${row}`);
  const column = (letter: string) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((row) => `${letter}${row}`);
  expect(turnsFor("e1", row(9))).toBe(0);
  expect(turnsFor("e9", row(1))).toBe(2);
  expect(turnsFor("a5", column("i"))).toBe(1);
  expect(turnsFor("i5", column("a"))).toBe(3);
  expect(turnsFor("e5", [])).toBe(0);
});

test("moves are said in words", () => {
  const say = (text: string) => sector66.describe(GAME, [{ seat: 0, text }] as never, 0);
  expect(say("stun@p2")).toEqual(["sector66-cast", { spell: "stun", kind: "pawn", place: "2" }]);
  expect(say("breach@e3h")).toEqual(["sector66-cast", { spell: "breach", kind: "wall", place: "e3h" }]);
  expect(say("e5")[0]).toBe("sector66-stepped");
  expect(say("e3v")).toEqual(["quoridor-walled", { place: "e3v", direction: "v" }]);
  expect(say("roll3")).toEqual(["sector66-rolled", { number: 3 }]);
});

test("what fields, spells and chance do to pawns is said, with whose pawn it is", () => {
  const before = "h6,b8/9,9/-/4/1/-/h7=trapdoor,b3=trapdoor,e5=ice/-/-,-/0,0/-/-";
  const positions = [before, before.replace("h6,", "b3,")];
  const step = [{ seat: 0, text: "h7" }];
  const at = (ply: number) => positions[ply];
  expect(sector66.describe(GAME, step, 0, at)).toEqual(["sector66-stepped", { to: "h7" }]);
  expect(sector66.effects!(GAME, step, 0, at)).toEqual([["sector66-moved", { what: "trapdoor", from: "h7", to: "b3" }, 0]]);
  expect(sector66.listLabel!(GAME, step, 0, at)).toBe("h7 → b3");
  // No effect for a step that ends on its target, nor if its end is unknown.
  expect(sector66.effects!(GAME, step, 0, (ply) => [before, before.replace("h6,", "h7,")][ply])).toEqual([]);
  expect(sector66.effects!(GAME, step, 0, () => undefined)).toEqual([]);
  // Chance: a spell blows the other pawn away.
  const cast = [{ seat: 0, text: "gust@p2" }, { seat: null, text: "roll3" }];
  const gust = [before, before.replace(/-$/, "gust@p2:8:-"), before.replace(",b8", ",c8")];
  expect(sector66.describe(GAME, cast, 1, (ply) => gust[ply])).toEqual(["sector66-moved", { what: "gust", from: "b8", to: "c8" }, 1]);
  expect(sector66.listLabel!(GAME, cast, 1, (ply) => gust[ply])).toBe("gust → c8");
  expect(sector66.describe(GAME, cast, 1, (ply) => (ply === 1 ? gust[1] : undefined))).toEqual(["sector66-rolled-for", { what: "gust", number: 3 }]);
});

test("places on a field turn with the board", () => {
  // On the left of e5, slightly above the centre: towards d5, then towards e6.
  const look = [0.25, 0.6] as const;
  for (const turns of [0, 1, 2, 3]) {
    const { x, y } = new BoardGeometry(9, turns).point({ column: 4, row: 4 });
    const towards = (column: number, row: number) => {
      const next = new BoardGeometry(9, turns).point({ column, row });
      return [Math.sign(next.x - x), Math.sign(next.y - y)] as const;
    };
    const [left, up] = [towards(3, 4), towards(4, 5)];
    const [right, down] = screenOffset(look, turns);
    expect(right, `${turns}`).toBeCloseTo(left[0] * 0.25 + up[0] * 0.1);
    expect(down, `${turns}`).toBeCloseTo(left[1] * 0.25 + up[1] * 0.1);
  }
});
