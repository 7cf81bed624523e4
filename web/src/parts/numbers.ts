// Parsing of typed numbers.

/** Parses a whole number within limits; null if invalid. */
export function wholeNumber(text: string, least: number, most: number): number | null {
  if (!/^\s*\d{1,9}\s*$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}
