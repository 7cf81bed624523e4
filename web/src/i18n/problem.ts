// What the server refuses, in words: by the code, and by the game's own reason where it has one.

import type { Problem } from "../api/types";
import { language, t } from "./language.svelte";

/** Says a problem; `name` tells who sits at a seat. */
export function sayProblem(problem: Problem, name?: (seat: number) => string): string {
  const params = problem.params ?? {};
  const seat = params.seat === undefined ? undefined : Number(params.seat);
  const who = seat === undefined ? "" : (name?.(seat) ?? String(seat + 1));
  const why = params.why ? `why-${params.why}` : "";
  const id = language.has(why) ? why : `problem-${problem.code.replaceAll("_", "-")}`;
  return t(id, { ...params, who });
}
