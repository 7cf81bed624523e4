import type { BoardDefinition } from "../board";
import Board from "./Board.svelte";

export const tictactoe: BoardDefinition = {
  name: "tictactoe",
  Board,
  describe: (_variant, history, index) => ["tictactoe-marked", { place: history[index]?.text ?? "" }],
  tip: "tictactoe-tip",
  levels: ["random", "greedy", "alphabeta:depth=2", "pvs"],
  picture: { variant: "tictactoe", position: "x.o/.xo/..x", last: "c1", seats: 2 },
};
