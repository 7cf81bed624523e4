import { oneOf, type Lesson } from "./lesson";

const GAME = "tictactoe";

export const tictactoe: Lesson = {
  game: GAME,
  tasks: [
    { say: "learn-tictactoe-mark", variant: GAME, position: ".../.../...", accepts: () => true },
    { say: "learn-tictactoe-win", variant: GAME, position: "xx./oo./...", accepts: oneOf("c3") },
    { say: "learn-tictactoe-block", variant: GAME, position: "oo./.x./..x", accepts: oneOf("c3") },
    { say: "learn-tictactoe-fork", variant: GAME, position: "x../.o./o.x", accepts: oneOf("c3") },
  ],
  rules: [
    { say: "rules-tictactoe-turns", variant: GAME, position: "x../.o./...", last: "b2" },
    { say: "rules-tictactoe-win", variant: GAME, position: "xo./.x./o.x", last: "c1" },
    { say: "rules-tictactoe-draw", variant: GAME, position: "xox/xox/oxo", last: "c1" },
  ],
};
