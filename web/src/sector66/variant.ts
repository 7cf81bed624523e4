// Summary of a Sector 66 variant from its spec and template.

import type { BoardTemplateDraft } from "../api/generated/types";
import { params } from "../boards/board";

export interface VariantSummary {
  template: string;
  players: number;
  /** Names of the places in turn order. */
  places: string[];
  /** Walls of each player. */
  walls: number[];
  /** Spells on the board for each player, and their possible kinds. */
  spells: number;
  kinds: { alias: string; forced: boolean }[];
  /** Special fields, each once. */
  fields: string[];
}

export function variantSummary(variant: string, draft: BoardTemplateDraft): VariantSummary {
  const given = params(variant);
  const counts = Object.keys(draft.seats).map(Number);
  const players = Number(given.get("players") ?? Math.min(...counts));
  const seats = draft.seats[String(players)];
  const usual = given.get("walls") ?? seats?.walls.usual ?? 0;
  const only = given.get("only")?.split("+");
  const { allowed = [], forced = [], usual: each = 0 } = draft.spells ?? {};
  const spells = Number(given.get("spells") ?? each);
  const kinds = [...new Set([...allowed, ...forced])].filter((alias) => forced.includes(alias) || !only || only.includes(alias));
  return {
    template: given.get("template") ?? "classic",
    players,
    places: seats?.places ?? [],
    walls: Array.from({ length: players }, (_, seat) => Number(given.get(`walls${seat + 1}`) ?? usual)),
    spells,
    kinds: spells > 0 ? kinds.map((alias) => ({ alias, forced: forced.includes(alias) })) : [],
    fields: Object.entries(draft.fields).flatMap(([alias, list]) => (list.length > 0 ? [alias] : [])),
  };
}
