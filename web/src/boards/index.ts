// Every board. A game without one can still be played by the text of its moves.

import type { BoardKind } from "./board";
import { colonizers } from "./colonizers";
import { dicewars } from "./dicewars";
import { quoridor } from "./quoridor";
import { sector66 } from "./sector66";
import { tictactoe } from "./tictactoe";
import { yinsh } from "./yinsh";

export const boards: BoardKind[] = [quoridor, sector66, yinsh, dicewars, colonizers, tictactoe];

/** The board for a spec. */
export function boardOf(spec: string): BoardKind | undefined {
  const name = spec.split(":")[0];
  return boards.find((board) => board.name === name);
}
