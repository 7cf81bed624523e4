// Interface between the page and a game's board. Boards know no rules: the server sends the legal moves,
// the board shows a position and reports the chosen move.

import type { Component } from "svelte";

import type { PlayedMove } from "../api/table.svelte";
import type { MessageArgs } from "../i18n/language.svelte";

/** Name and colour of a seat. */
export interface SeatAppearance {
  name: string;
  colour: string;
}

/** Annotations drawn over a board. */
export interface BoardOverlay {
  /** Candidate moves, best first, with their values as text. */
  candidates?: { text: string; label: string }[];
  /** Lines through squares, such as shortest paths, in seat colours. */
  lines?: { seat: number; number: number; line: string[] }[];
}

export interface BoardProps {
  /** The spec of the game. */
  variant: string;
  /** Position in the game's text format. */
  position: string;
  /** Legal moves if this person is to move. */
  moves?: string[] | null;
  /** Move that led to the position. */
  last?: string | null;
  seats: SeatAppearance[];
  toMove?: number | null;
  /** Seat whose side is at the bottom. */
  bottom?: number;
  overlay?: BoardOverlay;
  /** Seats to highlight, such as one whose last path would be closed. */
  marked?: number[];
  /** Shows row and column names; defaults to the user's setting. */
  coordinates?: boolean;
  /** Review instead of play: dialogs that cover the board open on request only. */
  looking?: boolean;
  /** Static picture: no interaction, no focus. */
  picture?: boolean;
  /** Called with the chosen move, legal or not: the server validates it. Further moves of a turn follow the same way. */
  onmove?: (text: string) => void;
}

/** A message id with arguments. The page adds `who` and `you` (yes or no) for the mover, or for the seat `about`. */
export type LocalisedText = [id: string, args: MessageArgs, about?: number];

/** Looks up the position after `ply` moves, if known. */
export type PositionAt = (ply: number) => string | undefined;

/** A game's board and everything the page knows about the game. */
export interface BoardDefinition {
  /** Name of the game in specs. */
  name: string;
  Board: Component<BoardProps>;
  /** Shows a seat's supply beside its name. */
  Hand?: Component<{ variant: string; position: string; seat: number; colour: string }>;
  /** Describes the move at `index`. */
  describe(variant: string, history: PlayedMove[], index: number, at?: PositionAt): LocalisedText;
  /** Describes further consequences of the move at `index`, as far as known. */
  effects?(variant: string, history: PlayedMove[], index: number, at: PositionAt): LocalisedText[];
  /** Short form of a move for lists and hints, if its text is not readable enough. */
  label?(text: string, variant: string): string;
  /** Form of the move at `index` in the move list, if it says more than its label; else empty. */
  listLabel?(variant: string, history: PlayedMove[], index: number, at: PositionAt): string;
  /** Variant played from the home page; defaults to the game's default. */
  defaultVariant?: string;
  /** Message for players who have not moved yet: the goal and the controls. */
  tip?: string;
  /** Message id of the insight the game offers on positions, such as shortest paths. */
  insights?: string;
  /** Specs of the computer's levels, easiest first, if its strongest player has no levels. */
  levels?: string[];
  /** True if many moves lie between two turns of a person: they are shown at a chosen pace. */
  paced?: boolean;
  /** True if games start from random positions: the moves alone do not determine a position. */
  randomStart?: boolean;
  /** True if the game has hidden information: a seat's view cannot be played on from. */
  hasHiddenInfo?: boolean;
  /** True if the board shows the players too and uses the full width. */
  wholeTable?: boolean;
  /** Form for the variant, instead of one field per parameter. */
  Choices?: Component<{ values: Record<string, string> }, object, "values">;
  /** Summary of a variant before the game, instead of a list of its parameters. */
  About?: Component<{ variant: string; colours: string[] }>;
  /** Picture of a variant before the game, where the first position is unknown or says too much. */
  Picture?: Component<{ variant: string; colours: string[] }>;
  /** Title of a variant for lists, instead of its parameters. */
  variantTitle?(variant: string): string;
  /** Example position that shows the game. */
  picture: { variant: string; position: string; last: string; seats: number };
}

/** Parses the parameters of a spec. */
export function params(spec: string): Map<string, string> {
  const list = spec.split(":")[1]?.split(",") ?? [];
  return new Map(list.map((param) => param.split("=") as [string, string]));
}

/** Formats a spec; the reverse of `params`. Empty values are defaults and left out. */
export function formatSpec(name: string, values: Record<string, string>): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return given.length ? `${name}:${given.map(([key, value]) => `${key}=${value}`).join(",")}` : name;
}
