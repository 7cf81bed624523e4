// Lesson format: small tasks on a real board, checked by the server, and the rules with pictures.

import type { Component } from "svelte";

import type { ExploredPosition, ApiProblem } from "../api/generated/types";
import type { BoardOverlay } from "../boards/board";

/** One task. The learner has the first seat. */
export interface LessonTask {
  /** Message id of the instruction; with `-done` appended, of the explanation afterwards. */
  say: string;
  variant: string;
  position: string;
  /** True if the move completes the task. */
  accepts?: (move: string, before: ExploredPosition, after: ExploredPosition) => boolean;
  /** True if a refused move completes the task. */
  acceptsRefusal?: (problem: ApiProblem) => boolean;
}

/** A rule with its picture. */
export interface LessonRule {
  say: string;
  variant: string;
  position: string;
  last?: string;
  overlay?: BoardOverlay;
  /** Moves to choose from, if the picture shows a choice. */
  moves?: string[];
}

export interface Lesson {
  /** Name of the game in specs. */
  game: string;
  tasks: LessonTask[];
  rules: LessonRule[];
  /** Further reference, such as a list of all cards. */
  Appendix?: Component;
}

/** Accepts any of these moves. */
export const oneOf = (...moves: string[]) => (move: string): boolean => moves.includes(move);
