// Values and moves in words.

import type { Played } from "./api/table.svelte";
import type { Candidate, TableInfo, Thought } from "./api/types";
import type { BoardKind } from "./boards/board";
import { t } from "./i18n/language.svelte";
import { nameAt } from "./seat";

/** A value from -1 to 1 as a chance to win. */
export function chance(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : `${Math.round((value + 1) * 50)} %`;
}

type Considered = Pick<Candidate, "text" | "value" | "known">;

/** The best few moves of a thought, for a board. */
export function candidates(thought: Thought, most: number): { text: string; label: string }[] {
  const all: Considered[] = thought.candidates.length
    ? thought.candidates
    : [{ text: thought.best, value: thought.value ?? null, known: "exactly" }];
  const best = all.filter(({ text }) => text === thought.best);
  // That a move is no better than the best says nothing new.
  const others = all.filter(({ text, known }) => text !== thought.best && known === "exactly");
  // As short as it fits on a board.
  const label = (value: number | null | undefined) => chance(value).replace(" ", "");
  return [...best, ...others].slice(0, most).map(({ text, value }) => ({ text, label: label(value) }));
}

/** A move as it stands in lists and hints. */
export function labelOf(kind: BoardKind | undefined, text: string): string {
  return kind?.label?.(text) ?? text;
}

/** Room for the longest move of a list, in characters; what chance does may be cut. */
export function longestOf(history: Played[], labels: string[]): number {
  const lengths = history.map(({ seat }, index) => (seat === null ? 0 : (labels[index]?.length ?? 0)));
  return Math.min(18, Math.max(4, ...lengths));
}

/** The move at `index` in words, as it is said to somebody who has the seats `own`. */
export function moveWords(kind: BoardKind | undefined, info: TableInfo, history: Played[], index: number, own: number[]): string {
  const played = history[index];
  if (!played) return "";
  if (!kind) return played.text;
  const [id, args] = kind.describe(info.settings.game, history, index);
  const you = own.length === 1 && own[0] === played.seat ? "yes" : "no";
  return t(id, { ...args, you, who: played.seat === null ? "" : nameAt(info, played.seat) });
}
