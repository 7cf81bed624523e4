// Numbers of templates, as people type them.

import { MOST } from "./kept";

/** The whole number somebody means by what stands in a field, which then stands there. */
export function limitIn(field: HTMLInputElement): number {
  const number = Math.min(MOST, Math.max(0, Math.round(Number(field.value) || 0)));
  field.value = String(number);
  return number;
}
