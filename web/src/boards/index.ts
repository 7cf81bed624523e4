// All boards. A game without one is shown by `generic/`: a grid if its positions are rows of signs, and buttons for its moves.

import type { BoardDefinition } from "./board";
import { colonizers } from "./colonizers";
import { dicewars } from "./dicewars";
import { quoridor } from "./quoridor";
import { sector66 } from "./sector66";
import { tictactoe } from "./tictactoe";
import { yinsh } from "./yinsh";

export const boards: BoardDefinition[] = [quoridor, sector66, yinsh, dicewars, colonizers, tictactoe];

/** Finds the board for a spec. */
export function boardOf(spec: string): BoardDefinition | undefined {
  const name = spec.split(":")[0];
  return boards.find((board) => board.name === name);
}
