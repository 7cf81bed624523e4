// All lessons.

import type { Lesson } from "./lesson";
import { colonizers } from "./colonizers";
import { dicewars } from "./dicewars";
import { quoridor } from "./quoridor";
import { sector66 } from "./sector66";
import { tictactoe } from "./tictactoe";
import { yinsh } from "./yinsh";

export const lessons: Lesson[] = [quoridor, sector66, yinsh, dicewars, colonizers, tictactoe];

export function lessonOf(game: string): Lesson | undefined {
  return lessons.find((lesson) => lesson.game === game);
}
