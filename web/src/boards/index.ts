// Every board. A game without one can still be played by the text of its moves.

import type { BoardKind } from "./board";
import { quoridor } from "./quoridor";
import { tictactoe } from "./tictactoe";
import { yinsh } from "./yinsh";

export const boards: BoardKind[] = [quoridor, tictactoe, yinsh];

/** The board for a spec. */
export function boardOf(spec: string): BoardKind | undefined {
  const name = spec.split(":")[0];
  return boards.find((board) => board.name === name);
}
