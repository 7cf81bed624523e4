// What a board is. It has no rules: the host says what may be played, the board shows a position
// and says what was chosen.

import type { Component } from "svelte";

import type { Played } from "../api/table.svelte";
import type { Args } from "../i18n/language.svelte";

/** How a seat looks. */
export interface SeatLook {
  name: string;
  colour: string;
}

/** Something drawn over a board. */
export interface Overlay {
  /** Moves somebody considers, best first, with what they are worth in words. */
  candidates?: { text: string; label: string }[];
  /** Lines of places, such as shortest ways, in the colours of seats. */
  lines?: { seat: number; number: number; line: string[] }[];
}

export interface BoardProps {
  /** The spec of the game. */
  variant: string;
  /** The position, as text of the game. */
  position: string;
  /** Every legal move, if it is for this person to move. */
  moves?: string[] | null;
  /** The move that led here. */
  last?: string | null;
  seats: SeatLook[];
  toMove?: number | null;
  /** The seat whose side is at the bottom. */
  bottom?: number;
  overlay?: Overlay;
  /** Seats to point at, such as one whose last path would be closed. */
  marked?: number[];
  /** Whether the names of rows and columns are shown; as the person has chosen if left out. */
  coordinates?: boolean;
  /** The board is looked at rather than played on: what covers it is shown only when asked for. */
  looking?: boolean;
  /** A picture only: not to be touched, not to be focused. */
  picture?: boolean;
  /** A move was chosen, legal or not: the server judges. Later moves of a turn come the same way. */
  onmove?: (text: string) => void;
}

/** A message and its arguments; the page adds `who`, and `you`, which is yes or no: who moved, or the seat it says that it is about. */
export type Said = [id: string, args: Args, about?: number];

/** The position after a number of moves, if it is known. */
export type PositionAt = (ply: number) => string | undefined;

/** A game's board: everything the page knows about the game. */
export interface BoardKind {
  /** The name of the game in specs. */
  name: string;
  Board: Component<BoardProps>;
  /** What a seat has in hand, drawn beside its name. */
  Hand?: Component<{ variant: string; position: string; seat: number; colour: string }>;
  /** The move at `index` in words. */
  describe(variant: string, history: Played[], index: number, at?: PositionAt): Said;
  /** What the move at `index` brought about besides, as far as it is known. */
  effects?(variant: string, history: Played[], index: number, at: PositionAt): Said[];
  /** A move as it stands in lists and hints, if its text says too little to people. */
  label?(text: string, variant: string): string;
  /** The move at `index` as it stands in the list of a game, if that says more than its label; empty otherwise. */
  listed?(variant: string, history: Played[], index: number, at: PositionAt): string;
  /** The variant that is played at once from the home page; the game as it comes if left out. */
  usual?: string;
  /** A message for those who have not moved yet: what to do, and what for. */
  tip?: string;
  /** The name of what the game finds worth knowing about a position, if it finds anything. */
  insights?: string;
  /** Specs of the computer's levels, from the easiest, if its strongest player has none of its own. */
  levels?: string[];
  /** Whether many moves come between two of a person: they are shown at a pace to be chosen. */
  paced?: boolean;
  /** Whether games begin differently: what was played is not enough to know a position. */
  dealt?: boolean;
  /** Whether seats see different things: a position that was seen cannot be played on from. */
  hides?: boolean;
  /** Whether the board shows the whole table, players and all: it is as wide as there is room. */
  wholeTable?: boolean;
  /** What is chosen of the game before it begins, in place of a field for each parameter. */
  Choices?: Component<{ values: Record<string, string> }, object, "values">;
  /** What there is to know about a variant before one sits down, in place of a list of its parameters. */
  About?: Component<{ variant: string; colours: string[] }>;
  /** The board of a variant before the game, where the first position of a game says too much or is unknown. */
  Picture?: Component<{ variant: string; colours: string[] }>;
  /** A variant in words, for lists; its parameters otherwise. */
  variantTitle?(variant: string): string;
  /** A position that shows what the game is. */
  picture: { variant: string; position: string; last: string; seats: number };
}

/** The parameters of a spec. */
export function params(spec: string): Map<string, string> {
  const list = spec.split(":")[1]?.split(",") ?? [];
  return new Map(list.map((param) => param.split("=") as [string, string]));
}

/** The spec of a variant: the reverse of `params`. What is empty is as it comes. */
export function specOf(name: string, values: Record<string, string>): string {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return given.length ? `${name}:${given.map(([key, value]) => `${key}=${value}`).join(",")}` : name;
}
