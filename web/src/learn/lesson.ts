// What a lesson is: small tasks on a real board, judged by the server, and the rules in pictures.

import type { Component } from "svelte";

import type { Explored, Problem } from "../api/types";
import type { Overlay } from "../boards/board";

/** One thing to do. The learner sits at the first seat. */
export interface Task {
  /** What to do; after it, its name with `-done` says what was learnt. */
  say: string;
  variant: string;
  position: string;
  /** Whether a move that was played is what was asked for. */
  right?: (move: string, before: Explored, after: Explored) => boolean;
  /** Whether a refusal is what was asked for. */
  refused?: (problem: Problem) => boolean;
}

/** A rule with a picture of it. */
export interface Rule {
  say: string;
  variant: string;
  position: string;
  last?: string;
  overlay?: Overlay;
  /** What there is to choose, if that is what the picture shows. */
  moves?: string[];
}

export interface Lesson {
  /** The name of the game in specs. */
  game: string;
  tasks: Task[];
  rules: Rule[];
  /** What else is to be known, such as a list of all cards. */
  Appendix?: Component;
}

/** One of these moves. */
export const oneOf = (...moves: string[]) => (move: string): boolean => moves.includes(move);
