// Limits on the number of spells.

import type { BoardTemplateSpells } from "../api/generated/types";

/** Minimum and maximum for each player: at least the number of forced spells. */
export function spellLimits(spells: BoardTemplateSpells): { least: number; most: number } {
  return { least: Math.max(spells.least, spells.forced.length), most: spells.most };
}
