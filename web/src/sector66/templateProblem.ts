// Text for template problems.

import type { FileProblem } from "../api/generated/types";
import { language, t } from "../i18n/language.svelte";

/** Describes a problem; falls back to the server's English text. */
export function describeTemplateProblem(problem: FileProblem): string {
  const id = `flaw-${problem.why ?? ""}`;
  return problem.why && language.has(id) ? t(id, { ...problem.details }) : problem.message;
}
