import { expect, test } from "vitest";

import { LINES, nextPoint, pointAt, rowAt, screenPoint } from "./geometry";
import { flips, markersLeft, line, POINTS, parsePosition, parseMove } from "./state";
import { yinsh } from ".";

test("there are 85 points, and each is found where it is drawn", () => {
  expect(POINTS.length).toBe(85);
  expect(LINES.length).toBe(33);
  for (const name of POINTS) expect(pointAt(screenPoint(name))).toBe(name);
  expect(pointAt({ x: -8, y: 0 })).toBeNull();
});

test("neighbours along the three kinds of lines are equally far", () => {
  const here = screenPoint("f6");
  for (const name of ["f5", "f7", "e6", "g6", "e5", "g7"]) {
    const { x, y } = screenPoint(name);
    expect(Math.hypot(x - here.x, y - here.y)).toBeCloseTo(10);
  }
});

test("a position is read", () => {
  const position = parsePosition("e5,f3/d4,d6/a2/b4,c4/0,1/2/row-reply");
  expect(position).toEqual({
    rings: [["e5", "f3"], ["d4", "d6"]],
    markers: [["a2"], ["b4", "c4"]],
    won: [0, 1],
    seat: 1,
    step: "row",
  });
  expect(markersLeft(position)).toBe(48);
  expect(parsePosition("-/-/-/-/0,0/1/place")).toMatchObject({ rings: [[], []], seat: 0, step: "place" });
  expect(parsePosition("-/-/-/-/0,0/1/move-after-pass").step).toBe("move");
  expect(parsePosition("e5/d4/-/-/3,0/1/over").step).toBe("over");
});

test("lines, and what is flipped on them", () => {
  expect(line("b3", "f7")).toEqual(["b3", "c4", "d5", "e6", "f7"]);
  expect(line("f7", "b7")).toEqual(["f7", "e7", "d7", "c7", "b7"]);
  expect(line("e5", "f8")).toEqual([]);
  const position = parsePosition("d4/-/f6/e5,g7/0,0/1/move");
  expect(flips(position, "d4", "h8")).toEqual(["e5", "f6", "g7"]);
  expect(flips(position, "d4", "d8")).toEqual([]);
});

test("moves are read and said", () => {
  expect(parseMove("e5")).toEqual({ kind: "place", at: "e5" });
  expect(parseMove("xb2")).toEqual({ kind: "ring", at: "b2" });
  expect(parseMove("e5-e8")).toEqual({ kind: "slide", from: "e5", to: "e8" });
  expect(parseMove("=b3-f7")).toEqual({ kind: "row", points: ["b3", "c4", "d5", "e6", "f7"] });
  const said = (text: string) => yinsh.describe("yinsh", [{ seat: 0, text }], 0);
  expect(said("=b3-f7")).toEqual(["yinsh-row-removed", { from: "b3", to: "f7" }]);
  expect(said("pass")).toEqual(["yinsh-passed", {}]);
});

test("the row that is pointed at is meant, where rows cross and where one is longer than five", () => {
  const [across, up] = [line("c5", "g5"), line("e3", "e7")];
  for (const name of across.filter((name) => name !== "e5")) expect(rowAt(screenPoint(name), [up, across])).toBe(across);
  for (const name of up.filter((name) => name !== "e5")) expect(rowAt(screenPoint(name), [across, up])).toBe(up);
  expect(rowAt(screenPoint("e5"), [across, up])).not.toBeNull();
  const [low, high] = [line("e1", "e5"), line("e2", "e6")];
  expect(rowAt(screenPoint("e1"), [high, low])).toBe(low);
  expect(rowAt(screenPoint("e6"), [low, high])).toBe(high);
  expect(rowAt(screenPoint("h8"), [low, high])).toBeNull();
});

test("arrow keys reach every point, and Left undoes Right", () => {
  const reached = new Set(["f6"]);
  for (const name of reached) for (const key of ["Up", "Down", "Left", "Right"]) reached.add(nextPoint(name, `Arrow${key}`)!);
  expect(reached.size).toBe(85);
  expect(nextPoint(nextPoint("f6", "ArrowRight")!, "ArrowLeft")).toBe("f6");
  expect(nextPoint("f6", "x")).toBeNull();
});

test("the short game has a name", () => {
  expect(yinsh.variantTitle?.("yinsh:rings_to_win=1")).toBe("short game, one ring wins");
  expect(yinsh.variantTitle?.("yinsh")).toBe("");
});
