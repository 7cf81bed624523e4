// The template somebody was at last, kept in the browser. What is found there may be of another version of
// the page, or of anybody: only what is a draft in every part is taken.

import type { TemplateDraft } from "../api/types";

const KEY = "ludorum-template";
/** The largest number a template can have anywhere. */
export const MOST = 255;

type Parts = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST;
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isObject = (value: unknown): value is Parts => typeof value === "object" && value !== null && !Array.isArray(value);
const isEvery = (value: unknown, is: (part: unknown) => boolean): boolean => isObject(value) && Object.values(value).every(is);

const isLimits = (value: unknown): boolean => isObject(value) && [value.least, value.most, value.usual].every(isNumber);
const isPlace = (value: unknown): boolean => isObject(value) && isText(value.start) && (isText(value.target) || isTexts(value.target));
const isSeats = (value: unknown): boolean => isObject(value) && isTexts(value.places) && isLimits(value.walls);
const isWalls = (value: unknown): boolean => isObject(value) && isTexts(value.built) && isTexts(value.disabled);
const isSpells = (value: unknown): boolean => isLimits(value) && isObject(value) && isTexts(value.allowed) && isTexts(value.forced);

/** Whether something is a draft, right or wrong: all its parts are there and of their types. */
export function isDraft(value: unknown): value is TemplateDraft {
  return (
    isObject(value) &&
    isText(value.name) &&
    isText(value.description) &&
    isEvery(value.plugins, isText) &&
    isEvery(value.places, isPlace) &&
    isEvery(value.seats, isSeats) &&
    isWalls(value.walls) &&
    isEvery(value.fields, isTexts) &&
    (value.spells === null || isSpells(value.spells))
  );
}

/** The draft that was kept, if there is one. */
export function kept(): TemplateDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

export function keep(draft: TemplateDraft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing still edits.
  }
}
