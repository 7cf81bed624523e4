// Text for server errors: by the game's reason if there is one, else by error code.

import type { ApiProblem } from "../api/generated/types";
import { language, t } from "./language.svelte";

/** Describes a problem; `name` returns the name of a seat. */
export function describeProblem(problem: ApiProblem, name?: (seat: number) => string): string {
  const params = problem.params ?? {};
  const seat = params.seat === undefined ? undefined : Number(params.seat);
  const who = seat === undefined ? "" : (name?.(seat) ?? String(seat + 1));
  const why = params.why ? `why-${params.why}` : "";
  const id = language.has(why) ? why : `problem-${problem.code.replaceAll("_", "-")}`;
  return t(id, { ...params, who });
}
