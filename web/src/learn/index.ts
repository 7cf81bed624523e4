// Every lesson. A game without one has its rules told elsewhere.

import type { Lesson } from "./lesson";
import { dicewars } from "./dicewars";
import { quoridor } from "./quoridor";
import { tictactoe } from "./tictactoe";
import { yinsh } from "./yinsh";

export const lessons: Lesson[] = [quoridor, yinsh, dicewars, tictactoe];

export function lessonOf(game: string): Lesson | undefined {
  return lessons.find((lesson) => lesson.game === game);
}
