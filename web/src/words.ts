// Values and moves in words.

import type { Played, Table } from "./api/table.svelte";
import type { Candidate, TableInfo, Thought } from "./api/types";
import type { BoardKind, PositionAt, Said } from "./boards/board";
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
export function labelOf(kind: BoardKind | undefined, variant: string, text: string): string {
  return kind?.label?.(text, variant) ?? text;
}

/** The moves of a game as they stand in its list. */
export function labelsOf(kind: BoardKind | undefined, variant: string, history: Played[], at: PositionAt): string[] {
  return history.map(({ text }, index) => kind?.listed?.(variant, history, index, at) || labelOf(kind, variant, text));
}

/** Room for the longest move of a list, in characters; what chance does may be cut. */
export function longestOf(history: Played[], labels: string[]): number {
  const lengths = history.map(({ seat }, index) => (seat === null ? 0 : (labels[index]?.length ?? 0)));
  return Math.min(18, Math.max(4, ...lengths));
}

interface Told {
  kind: BoardKind | undefined;
  variant: string;
  history: Played[];
  at: PositionAt;
  name: (seat: number) => string;
  /** The seats of whoever it is said to. */
  own: number[];
}

/** The move at `index` in words. */
export function wordsOfMove({ kind, variant, history, at, name, own }: Told, index: number): string {
  const played = history[index];
  if (!played) return "";
  if (!kind) return played.seat === null ? t("study-chance-event", { event: played.text }) : t("study-moved", { who: name(played.seat), move: played.text });
  const say = ([id, args, about]: Said): string => {
    const seat = about ?? played.seat;
    const you = own.length === 1 && own[0] === seat ? "yes" : "no";
    return t(id, { ...args, you, who: seat === null ? "" : name(seat) });
  };
  return [kind.describe(variant, history, index, at), ...(kind.effects?.(variant, history, index, at) ?? [])].map(say).join(". ");
}

/** The move at `index` of a game at a table in words, as it is said to somebody who has the seats `own`. */
export function moveWords(kind: BoardKind | undefined, info: TableInfo, table: Pick<Table, "history" | "positions">, index: number, own: number[]): string {
  const { history, positions } = table;
  return wordsOfMove({ kind, variant: info.settings.game, history, at: (ply) => positions.get(ply), name: (seat) => nameAt(info, seat), own }, index);
}
