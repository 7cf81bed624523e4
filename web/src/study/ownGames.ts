// Finished games of this browser's user. The server lists only those of listed tables.

import type { ReplayInfo } from "../api/generated/types";

const KEY = "ludorum-games";
const MOST = 50;

export function ownGames(): ReplayInfo[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as ReplayInfo[];
  } catch {
    return [];
  }
}

export function rememberGame(game: ReplayInfo): void {
  const known = ownGames();
  if (known.some(({ id }) => id === game.id)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([game, ...known].slice(0, MOST)));
  } catch {
    // The page works without storage.
  }
}
