// Cards and moves of Colonizers in words.

import type { Played } from "../../api/table.svelte";
import { t } from "../../i18n/language.svelte";
import type { Said } from "../board";
import { SLOTS, type Colonist, type Module } from "./cards";
import { readMove, type Change, type Player, type Position } from "./state";

export const colonistName = (colonist: Colonist): string => t(`colonizers-${colonist}`);
export const abilityOf = (colonist: Colonist): string => t(`colonizers-${colonist}-can`);
export const moduleName = (module: Module): string => t(`colonizers-${module.name}`);

/** A module with all that is printed on it. */
export function moduleWords(module: Module | null): string {
  if (!module) return t("colonizers-unknown-card");
  const { cost, value, colour } = module;
  return t("colonizers-module", { name: moduleName(module), colour: t(`colonizers-colour-${colour}`), cost, value });
}

const list = (words: string[]): string => words.join(", ");
export const colonistList = (colonists: Colonist[]): string => list(colonists.map(colonistName));

/** The colonist of a player, or what it may be. */
export function colonistWords({ picked, colonist, exposed, possible }: Player): string {
  if (!picked) return t("colonizers-none-yet");
  if (colonist) return t(exposed ? "colonizers-is" : "colonizers-is-hidden", { colonist: colonistName(colonist) });
  const [only] = possible;
  if (only && possible.length === 1) return t("colonizers-must-be", { colonist: colonistName(only) });
  return t("colonizers-may-be", { colonists: colonistList(possible) });
}

/** A player's area in words. */
export function areaWords(player: Player, who: string, seat: number): string {
  const { points, omnium, colony, hand } = player;
  const counts = t("colonizers-area", { who, points, omnium, built: colony.length, of: SLOTS, cards: hand.length });
  return `${t("seat-number", { number: seat + 1 })}. ${counts}. ${colonistWords(player)}`;
}

export function phaseWords(position: Position, name: (seat: number) => string): string {
  return t(`colonizers-phase-${position.phase}`, { who: position.turn === null ? "" : name(position.turn) });
}

/** What changed for a player, in words. */
export function changeWords(change: Change, who: string): string {
  const { omnium, cards, built, revealed } = change;
  return list([
    ...(revealed ? [t("colonizers-change-revealed", { colonist: colonistName(revealed) })] : []),
    ...(omnium ? [t("colonizers-change-omnium", { count: signed(omnium) })] : []),
    ...(cards && !built ? [t("colonizers-change-cards", { count: signed(cards) })] : []),
    ...(built ? [t("colonizers-change-built", { module: moduleName(built) })] : []),
  ].map((words, index) => (index === 0 ? `${who}: ${words}` : words)));
}

export const signed = (number: number): string => (number > 0 ? `+${number}` : `−${-number}`);

/** A move as it stands in lists. */
export function label(text: string): string {
  const { verb, colonist, module } = readMove(text);
  const what = colonist ? colonistName(colonist) : module ? moduleName(module) : text.includes(":") ? "?" : "";
  return t(`colonizers-label-${verb}`, { what });
}

export function describe(_variant: string, history: Played[], index: number): Said {
  const { verb, colonist, module } = readMove(history[index]?.text ?? "");
  const what = colonist ? colonistName(colonist) : module ? moduleName(module) : "none";
  return [`colonizers-says-${verb}`, { what }];
}
