import { oneOf, type Lesson } from "./lesson";

const GAME = "yinsh";

const moves = (...texts: string[]) => ({ candidates: texts.map((text) => ({ text, label: "✓" })) });

export const yinsh: Lesson = {
  game: GAME,
  tasks: [
    { say: "learn-yinsh-place", variant: GAME, position: "-/-/-/-/0,0/1/place", accepts: () => true },
    { say: "learn-yinsh-move", variant: GAME, position: "c3,e5,g4,h7,i10/b4,d8,f9,g2,j7/-/-/0,0/1/move", accepts: oneOf("e5-e8") },
    { say: "learn-yinsh-flip", variant: GAME, position: "c6,d4,e9,g4,i6/b4,d8,f9,g2,j7/f6/e5,g7/0,0/1/move", accepts: oneOf("d4-h8") },
    { say: "learn-yinsh-five", variant: GAME, position: "b2,e8,f4,h9,i6/b6,d8,f9,g2,j7/c5,d5,e5,g5/f5/0,0/1/move", accepts: oneOf("f4-f6") },
    {
      say: "learn-yinsh-row",
      variant: GAME,
      position: "b2,e9,f4,h9,i6/b6,d8,f9,g2,j7/c5,d5,e3,e4,e5,e6,e7,f5,g5/c6,g8/0,0/1/row",
      accepts: () => true,
    },
    {
      say: "learn-yinsh-ring",
      variant: GAME,
      position: "b2,f4,i6/b6,d8,f9,j7/c5,g7,h6/e4,f5/2,1/1/ring",
      accepts: (_move, _before, after) => after.ranks?.[0] === 1,
    },
  ],
  rules: [
    { say: "rules-yinsh-place", variant: GAME, position: "c3,e5,h7/d6,f4/-/-/0,0/2/place", last: "h7" },
    {
      say: "rules-yinsh-move",
      variant: GAME,
      position: "c3,e5,g4,h7,i10/b4,d8,f9,g2,j7/-/-/0,0/1/move",
      overlay: moves("e5-e8", "e5-b5", "e5-i9", "e5-d4"),
    },
    { say: "rules-yinsh-flip", variant: GAME, position: "c6,e9,g4,h8,i6/b4,d8,f9,g2,j7/d4,e5,g7/f6/0,0/2/move", last: "d4-h8" },
    {
      say: "rules-yinsh-row",
      variant: GAME,
      position: "b2,e9,f4,h9,i6/b6,d8,f9,g2,j7/c5,d5,e3,e4,e5,e6,e7,f5,g5/c6,g8/0,0/1/row",
      overlay: moves("=c5-g5", "=e3-e7"),
    },
    {
      say: "rules-yinsh-both",
      variant: GAME,
      position: "b2,c8,f10,h9,j6/b6,e9,g3,i10,j8/c4,d5,e6,f7,g8/e3,f4,g5,h6,i7/0,0/1/row",
      overlay: { candidates: [{ text: "=c4-g8", label: "1" }, { text: "=e3-i7", label: "2" }] },
    },
    { say: "rules-yinsh-win", variant: GAME, position: "b2,i6/b6,d8,f9,j7/c5,g7,h6/e4,f5/3,1/1/over", last: "xf4" },
  ],
};
