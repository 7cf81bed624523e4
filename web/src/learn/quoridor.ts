import type { ExploredPosition } from "../api/generated/types";
import { oneOf, type Lesson } from "./lesson";

const SMALL = "quoridor:size=5";

/** Length of a seat's shortest path. */
const way = (explored: ExploredPosition, seat: number) => explored.insights.find((insight) => insight.seat === seat)?.number ?? 0;

const moves = (...texts: string[]) => ({ candidates: texts.map((text) => ({ text, label: "✓" })) });

export const quoridor: Lesson = {
  game: "quoridor",
  tasks: [
    { say: "learn-quoridor-step", variant: SMALL, position: "c1,c5/4,4/-/0", accepts: oneOf("c2") },
    {
      say: "learn-quoridor-wall",
      variant: SMALL,
      position: "c2,c4/4,4/-/2",
      accepts: (_move, before, after) => way(after, 1) > way(before, 1),
    },
    {
      say: "learn-quoridor-closing",
      variant: SMALL,
      position: "c1,c5/2,4/b4h,d4h/4",
      acceptsRefusal: (problem) => problem.params?.why === "wall-closes-path",
    },
    { say: "learn-quoridor-jump", variant: SMALL, position: "c2,c3/4,4/-/2", accepts: oneOf("c4") },
    { say: "learn-quoridor-aside", variant: SMALL, position: "c2,c3/4,3/c3h/4", accepts: oneOf("b3", "d3") },
    { say: "learn-quoridor-win", variant: SMALL, position: "c4,b2/3,2/a2h,d3v,b3h/8", accepts: (_move, _before, after) => after.ranks?.[0] === 1 },
  ],
  rules: [
    {
      say: "rules-quoridor-goal",
      variant: SMALL,
      position: "c1,c5/4,4/-/0",
      overlay: { lines: [{ seat: 0, number: 4, line: ["c1", "c2", "c3", "c4", "c5"] }] },
    },
    { say: "rules-quoridor-move", variant: SMALL, position: "c3,b5/4,4/-/4", overlay: moves("c4", "b3", "d3", "c2") },
    { say: "rules-quoridor-wall", variant: SMALL, position: "c2,c4/3,3/b3h,c1v/4", last: "b3h" },
    { say: "rules-quoridor-jump", variant: SMALL, position: "c2,c3/4,4/-/2", overlay: moves("c4", "b2", "d2", "c1") },
    { say: "rules-quoridor-aside", variant: SMALL, position: "c2,c3/4,3/c3h/4", overlay: moves("b3", "d3") },
    { say: "rules-quoridor-four", variant: "quoridor:players=4", position: "e1,a5,e9,i5/5,5,5,5/-/0" },
  ],
};
