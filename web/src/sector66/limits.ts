// How many spells of a template may be asked for.

import type { TemplateSpells } from "../api/types";

/** The fewest and the most for each player: never fewer than are forced. */
export function spellLimits(spells: TemplateSpells): { least: number; most: number } {
  return { least: Math.max(spells.least, spells.forced.length), most: spells.most };
}
