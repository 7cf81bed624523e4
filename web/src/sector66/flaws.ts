// What is wrong with a template, in the language of the page.

import type { FileProblem } from "../api/types";
import { language, t } from "../i18n/language.svelte";

/** The problem in words; as the server says it in English if the page has no word for it. */
export function sayFlaw(problem: FileProblem): string {
  const id = `flaw-${problem.why ?? ""}`;
  return problem.why && language.has(id) ? t(id, { ...problem.details }) : problem.message;
}
