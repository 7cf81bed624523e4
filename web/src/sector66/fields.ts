// Fields of the board, 9 by 9, as text: `a1` is at the lower left.

import type { TemplateTarget } from "../api/types";

export const SIZE = 9;
const LINE = Array.from({ length: SIZE }, (_, index) => index);

export const name = (column: number, row: number): string => `${String.fromCharCode(97 + column)}${row + 1}`;

export const ALL: string[] = LINE.flatMap((row) => LINE.map((column) => name(column, row)));

const isField = (word: string): boolean => /^[a-i][1-9]$/.test(word);

/** The fields of one word: `row 9`, `column i` or `e5`; none if it means nothing. */
function meant(word: string): string[] {
  const [, row] = /^row ([1-9])$/.exec(word) ?? [];
  if (row) return LINE.map((column) => name(column, Number(row) - 1));
  const [, column] = /^column ([a-i])$/.exec(word) ?? [];
  if (column) return LINE.map((row) => name(column.charCodeAt(0) - 97, row));
  return isField(word) ? [word] : [];
}

/** The words of a target. */
export function wordsIn(target: TemplateTarget): string[] {
  return typeof target === "string" ? [target] : target;
}

/** The fields of a target. */
export function fieldsOf(target: TemplateTarget): string[] {
  return [...new Set(wordsIn(target).flatMap(meant))];
}
