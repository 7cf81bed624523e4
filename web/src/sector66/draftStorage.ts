// The last edited template in local storage. Stored data may come from another version of the page, so
// every part is validated.

import type { BoardTemplateDraft } from "../api/generated/types";

const KEY = "ludorum-template";
/** Largest number in a template. */
export const MAX_NUMBER = 255;

type JsonObject = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_NUMBER;
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
const isEvery = (value: unknown, is: (part: unknown) => boolean): boolean => isObject(value) && Object.values(value).every(is);

const isLimits = (value: unknown): boolean => isObject(value) && [value.least, value.most, value.usual].every(isNumber);
const isPlace = (value: unknown): boolean => isObject(value) && isText(value.start) && (isText(value.target) || isTexts(value.target));
const isSeats = (value: unknown): boolean => isObject(value) && isTexts(value.places) && isLimits(value.walls);
const isWalls = (value: unknown): boolean => isObject(value) && isTexts(value.built) && isTexts(value.disabled);
const isSpells = (value: unknown): boolean => isLimits(value) && isObject(value) && isTexts(value.allowed) && isTexts(value.forced);

/** True if the value has the shape of a draft, whether or not its board is valid. */
export function isDraft(value: unknown): value is BoardTemplateDraft {
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

/** Loads the stored draft, if any. */
export function loadDraft(): BoardTemplateDraft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

export function saveDraft(draft: BoardTemplateDraft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Editing works without storage.
  }
}
