// Text for cards and moves of Colonizers.

import type { PlayedMove } from "../../api/table.svelte";
import { t } from "../../i18n/language.svelte";
import type { LocalisedText } from "../board";
import { SLOTS, type Colonist, type ModuleType } from "./cards";
import { parseMove, type PlayerChange, type PlayerState, type ColonizersPosition } from "./state";

export const colonistName = (colonist: Colonist): string => t(`colonizers-${colonist}`);
export const abilityOf = (colonist: Colonist): string => t(`colonizers-${colonist}-can`);
export const moduleName = (module: ModuleType): string => t(`colonizers-${module.name}`);

/** Describes a module card in full. */
export function describeModule(module: ModuleType | null): string {
  if (!module) return t("colonizers-unknown-card");
  const { cost, value, colour } = module;
  return t("colonizers-module", { name: moduleName(module), colour: t(`colonizers-colour-${colour}`), cost, value });
}

const list = (words: string[]): string => words.join(", ");
export const colonistList = (colonists: Colonist[]): string => list(colonists.map(colonistName));

/** Describes a player's colonist, or the possible ones. */
export function describeColonist({ picked, colonist, exposed, possible }: PlayerState): string {
  if (!picked) return t("colonizers-none-yet");
  if (colonist) return t(exposed ? "colonizers-is" : "colonizers-is-hidden", { colonist: colonistName(colonist) });
  const [only] = possible;
  if (only && possible.length === 1) return t("colonizers-must-be", { colonist: colonistName(only) });
  return t("colonizers-may-be", { colonists: colonistList(possible) });
}

/** Describes a player's area. */
export function describeArea(player: PlayerState, who: string, seat: number): string {
  const { points, omnium, colony, hand } = player;
  const counts = t("colonizers-area", { who, points, omnium, built: colony.length, of: SLOTS, cards: hand.length });
  return `${t("seat-number", { number: seat + 1 })}. ${counts}. ${describeColonist(player)}`;
}

export function describePhase(position: ColonizersPosition, name: (seat: number) => string): string {
  return t(`colonizers-phase-${position.phase}`, { who: position.turn === null ? "" : name(position.turn) });
}

/** Describes the changes of a player. */
export function describeChange(change: PlayerChange, who: string): string {
  const { omnium, cards, built, revealed } = change;
  return list([
    ...(revealed ? [t("colonizers-change-revealed", { colonist: colonistName(revealed) })] : []),
    ...(omnium ? [t("colonizers-change-omnium", { count: signed(omnium) })] : []),
    ...(cards && !built ? [t("colonizers-change-cards", { count: signed(cards) })] : []),
    ...(built ? [t("colonizers-change-built", { module: moduleName(built) })] : []),
  ].map((words, index) => (index === 0 ? `${who}: ${words}` : words)));
}

export const signed = (number: number): string => (number > 0 ? `+${number}` : `−${-number}`);

/** Short form of a move for lists. */
export function label(text: string): string {
  const { verb, colonist, module } = parseMove(text);
  const what = colonist ? colonistName(colonist) : module ? moduleName(module) : text.includes(":") ? "?" : "";
  return t(`colonizers-label-${verb}`, { what });
}

export function describe(_variant: string, history: PlayedMove[], index: number): LocalisedText {
  const { verb, colonist, module } = parseMove(history[index]?.text ?? "");
  const what = colonist ? colonistName(colonist) : module ? moduleName(module) : "none";
  return [`colonizers-says-${verb}`, { what }];
}
