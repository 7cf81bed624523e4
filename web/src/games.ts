// What the page calls games, and in which order it shows them.

import { boards } from "./boards";
import { language, t } from "./i18n/language.svelte";

/** What a game is called. */
export function gameName(spec: string): string {
  const name = spec.split(":")[0] ?? spec;
  const id = `game-${name}`;
  return language.has(id) ? t(id) : name;
}

/** A game with its variant, for lists. */
export function gameTitle(spec: string): string {
  const variant = spec.split(":")[1];
  return variant ? `${gameName(spec)} (${variant.replaceAll(",", ", ")})` : gameName(spec);
}

/** Games as their boards are listed, then those without a board. */
export function inOrder<T extends { name: string }>(games: T[]): T[] {
  const place = ({ name }: T) => {
    const found = boards.findIndex((board) => board.name === name);
    return found < 0 ? boards.length : found;
  };
  return games.toSorted((a, b) => place(a) - place(b));
}
