// Numbers as people type them.

/** The whole number a text says, if it lies between two others; what is wrong is none, and is not made right. */
export function wholeNumber(text: string, least: number, most: number): number | null {
  if (!/^\s*\d{1,9}\s*$/.test(text)) return null;
  const number = Number(text);
  return number >= least && number <= most ? number : null;
}
