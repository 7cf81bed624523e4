// What the page calls games.

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
