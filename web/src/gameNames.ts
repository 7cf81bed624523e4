// Names of games and their order.

import { boardOf, boards } from "./boards";
import { params } from "./boards/board";
import { language, t } from "./i18n/language.svelte";

/** Display name of a game. */
export function gameName(spec: string): string {
  const name = spec.split(":")[0] ?? spec;
  const id = `game-${name}`;
  return language.has(id) ? t(id) : name;
}

/** Parameters of a variant as text. */
export function variantParts(spec: string): { key: string; name: string; value: string }[] {
  const game = spec.split(":")[0] ?? spec;
  const say = (id: string, text: string) => (language.has(id) ? t(id) : text);
  return [...params(spec)].map(([key, value]) => ({
    key,
    name: say(`param-${game}-${key}`, key),
    value: say(`word-${game}-${key}-${value}`, say(`word-${value}`, value)),
  }));
}

/** Game with its variant, for lists. */
export function gameTitle(spec: string): string {
  const title = boardOf(spec)?.variantTitle?.(spec);
  if (title) return `${gameName(spec)} · ${title}`;
  const variant = spec.split(":")[1];
  return variant ? `${gameName(spec)} (${variant.replaceAll(",", ", ")})` : gameName(spec);
}

/** Sorts games in the order of their boards, then those without one. */
export function inDisplayOrder<T extends { name: string }>(games: T[]): T[] {
  const place = ({ name }: T) => {
    const found = boards.findIndex((board) => board.name === name);
    return found < 0 ? boards.length : found;
  };
  return games.toSorted((a, b) => place(a) - place(b));
}
