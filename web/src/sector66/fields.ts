// Fields of the 9 by 9 board as text: `a1` is at the lower left.

import type { BoardTemplateGoal } from "../api/generated/types";

export const SIZE = 9;
const LINE = Array.from({ length: SIZE }, (_, index) => index);

export const fieldName = (column: number, row: number): string => `${String.fromCharCode(97 + column)}${row + 1}`;

export const ALL_FIELDS: string[] = LINE.flatMap((row) => LINE.map((column) => fieldName(column, row)));

const isField = (word: string): boolean => /^[a-i][1-9]$/.test(word);

/** Fields of one term: `row 9`, `column i` or `e5`; empty if invalid. */
function fieldsOfTerm(word: string): string[] {
  const [, row] = /^row ([1-9])$/.exec(word) ?? [];
  if (row) return LINE.map((column) => fieldName(column, Number(row) - 1));
  const [, column] = /^column ([a-i])$/.exec(word) ?? [];
  if (column) return LINE.map((row) => fieldName(column.charCodeAt(0) - 97, row));
  return isField(word) ? [word] : [];
}

/** Terms of a target. */
export function targetTerms(target: BoardTemplateGoal): string[] {
  return typeof target === "string" ? [target] : target;
}

/** Fields of a target. */
export function fieldsOf(target: BoardTemplateGoal): string[] {
  return [...new Set(targetTerms(target).flatMap(fieldsOfTerm))];
}
