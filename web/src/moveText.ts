// Text for values and moves.

import type { PlayedMove, TableModel } from "./api/table.svelte";
import type { CandidateMoveInfo, TableInfo, AgentMoveAnalysis } from "./api/generated/types";
import type { BoardDefinition, PositionAt, LocalisedText } from "./boards/board";
import { t } from "./i18n/language.svelte";
import { displayName } from "./seatNames";

/** Formats a value from -1 to 1 as a chance to win. */
export function winChance(value: number | null | undefined): string {
  return value === null || value === undefined ? "" : `${Math.round((value + 1) * 50)} %`;
}

type CandidateMove = Pick<CandidateMoveInfo, "text" | "value" | "known">;

/** Best candidate moves of a thought, for a board overlay. */
export function topCandidates(thought: AgentMoveAnalysis, most: number): { text: string; label: string }[] {
  const all: CandidateMove[] = thought.candidates.length
    ? thought.candidates
    : [{ text: thought.best, value: thought.value ?? null, known: "exactly" }];
  const best = all.filter(({ text }) => text === thought.best);
  // Upper bounds are left out: they only say that a move is no better than the best.
  const others = all.filter(({ text, known }) => text !== thought.best && known === "exactly");
  // Kept short to fit on a board.
  const label = (value: number | null | undefined) => winChance(value).replace(" ", "");
  return [...best, ...others].slice(0, most).map(({ text, value }) => ({ text, label: label(value) }));
}

/** Short form of a move for lists and hints. */
export function moveLabel(kind: BoardDefinition | undefined, variant: string, text: string): string {
  return kind?.label?.(text, variant) ?? text;
}

/** Moves of a game as in its move list. */
export function moveLabels(kind: BoardDefinition | undefined, variant: string, history: PlayedMove[], at: PositionAt): string[] {
  return history.map(({ text }, index) => kind?.listLabel?.(variant, history, index, at) || moveLabel(kind, variant, text));
}

/** Width of the longest move of a list in characters; chance events may be cut. */
export function labelWidth(history: PlayedMove[], labels: string[]): number {
  const lengths = history.map(({ seat }, index) => (seat === null ? 0 : (labels[index]?.length ?? 0)));
  return Math.min(18, Math.max(4, ...lengths));
}

interface MoveContext {
  kind: BoardDefinition | undefined;
  variant: string;
  history: PlayedMove[];
  at: PositionAt;
  name: (seat: number) => string;
  /** Seats of the reader. */
  own: number[];
}

/** Describes the move at `index`. */
export function describeMove({ kind, variant, history, at, name, own }: MoveContext, index: number): string {
  const played = history[index];
  if (!played) return "";
  if (!kind) return played.seat === null ? t("study-chance-event", { event: played.text }) : t("study-moved", { who: name(played.seat), move: played.text });
  const say = ([id, args, about]: LocalisedText): string => {
    const seat = about ?? played.seat;
    const you = own.length === 1 && own[0] === seat ? "yes" : "no";
    return t(id, { ...args, you, who: seat === null ? "" : name(seat) });
  };
  return [kind.describe(variant, history, index, at), ...(kind.effects?.(variant, history, index, at) ?? [])].map(say).join(". ");
}

/** Describes the move at `index` of a table's game to the owner of the seats `own`. */
export function describeTableMove(kind: BoardDefinition | undefined, info: TableInfo, table: Pick<TableModel, "history" | "positions">, index: number, own: number[]): string {
  const { history, positions } = table;
  return describeMove({ kind, variant: info.settings.game, history, at: (ply) => positions.get(ply), name: (seat) => displayName(info, seat), own }, index);
}
