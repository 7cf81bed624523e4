// Parser for Colonizers positions: eyes/phase/removed/four players/offered/top/bottom/out/moves; see docs/colonizers.md.
// Seats count from 0 here. Hidden information is a question mark in the text and null here.

import { colonistNamed, colonistOf, moduleNamed, moduleOf, type Colonist, type ModuleType } from "./cards";

/** A card in a hand, offer or pile. */
export interface CardState {
  module: ModuleType | null;
  /** Seats that have seen its face. */
  seen: number[];
}

export interface PlayerState {
  points: number;
  omnium: number;
  /** True if the player has a colonist, known or not. */
  picked: boolean;
  colonist: Colonist | null;
  /** True if everyone knows the colonist. */
  exposed: boolean;
  /** Possible colonists from the viewer's information. */
  possible: Colonist[];
  colony: ModuleType[];
  hand: CardState[];
}

export type TurnPhase = "remove" | "pick" | "draw" | "deal" | "keep" | "power" | "build" | "full" | "empty";

export interface ColonizersPosition {
  /** Seat of the viewer; null if the view is all-seeing or public. */
  eyes: number | null;
  phase: TurnPhase;
  /** Player to move; null between rounds and at the end. */
  turn: number | null;
  /** Colonists one of which was removed this round. */
  removed: Colonist[];
  players: PlayerState[];
  /** Cards drawn, one of which is kept. */
  offered: CardState[];
  /** Number of cards in the deck. */
  deck: number;
  /** Known cards at the bottom, next to be drawn first; then those out of play. */
  bottom: CardState[];
  out: CardState[];
}

const filled = (text: string): string => (text === "-" ? "" : text);

function parseCards(text: string): CardState[] {
  return [...filled(text).matchAll(/([a-p?])([0-9a-f])/g)].map(([, letter, digit]) => {
    const bits = parseInt(digit!, 16);
    return { module: moduleOf(letter!) ?? null, seen: [0, 1, 2, 3].filter((seat) => (bits >> seat) & 1) };
  });
}

const readColonists = (text: string): Colonist[] =>
  [...filled(text)].map(colonistOf).filter((colonist) => colonist !== undefined);

function parsePlayer(text: string): PlayerState {
  const [points = "0", omnium = "0", colonist = "-", possible = "-", colony = "-", hand = "-"] = text.split(",");
  return {
    points: Number(points),
    omnium: Number(omnium),
    picked: colonist !== "-",
    colonist: colonistOf(colonist[0] ?? "") ?? null,
    exposed: colonist.endsWith("!"),
    possible: readColonists(possible),
    colony: [...filled(colony)].map(moduleOf).filter((module) => module !== undefined),
    hand: parseCards(hand),
  };
}

const PHASES: Record<string, TurnPhase> = { "vision-omnium": "deal", "vision-cards": "deal" };

export function parsePosition(text: string): ColonizersPosition {
  const parts = text.split("/");
  const [eyes = "all", phase = "remove", removed = "-"] = parts;
  const [offered = "-", fresh = "-", bottom = "-", out = "-"] = parts.slice(7);
  const [word = "", seat] = phase.split(":");
  const under = parseCards(bottom);
  return {
    eyes: Number(eyes) > 0 ? Number(eyes) - 1 : null,
    phase: PHASES[word] ?? (word as TurnPhase),
    turn: seat === undefined ? null : Number(seat) - 1,
    removed: readColonists(removed),
    players: parts.slice(3, 7).map(parsePlayer),
    offered: parseCards(offered),
    deck: filled(fresh).length + under.length,
    bottom: under,
    out: parseCards(out),
  };
}

/** A move or chance event; `colonist` and `module` are null if absent or hidden. */
export interface ColonizersMove {
  verb: string;
  colonist: Colonist | null;
  module: ModuleType | null;
}

export function parseMove(text: string): ColonizersMove {
  const [verb = "", noun = ""] = text.split(":");
  return { verb, colonist: colonistNamed(noun) ?? null, module: moduleNamed(noun) ?? null };
}

/** Changes of a seat between two positions. */
export interface PlayerChange {
  omnium: number;
  points: number;
  cards: number;
  built: ModuleType | null;
  revealed: Colonist | null;
}

const minus = (own: ModuleType[], others: ModuleType[]): ModuleType[] => {
  const left = [...others];
  return own.filter((module) => {
    const at = left.indexOf(module);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

/** Computes the changes of a seat; null if the positions are not of one game. */
export function playerChange(before: ColonizersPosition | null, after: ColonizersPosition, seat: number): PlayerChange | null {
  const [old, now] = [before?.players[seat], after.players[seat]];
  if (!old || !now || minus(old.colony, now.colony).length > 0) return null;
  const found: PlayerChange = {
    omnium: now.omnium - old.omnium,
    points: now.points - old.points,
    cards: now.hand.length - old.hand.length,
    built: minus(now.colony, old.colony)[0] ?? null,
    revealed: now.exposed && !old.exposed ? now.colonist : null,
  };
  return found.omnium || found.cards || found.built || found.revealed ? found : null;
}

/** Total value of the modules; the rest of a player's points is a bonus. */
export const colonyValue = (colony: ModuleType[]): number => colony.reduce((sum, module) => sum + module.value, 0);

/** Seats ordered from first place to last. */
export function ranking(players: PlayerState[]): number[] {
  return players.map((_, seat) => seat).sort((a, b) => (players[b]?.points ?? 0) - (players[a]?.points ?? 0));
}

/** Other seats that may have a colonist from the viewer's information. */
export function suspects(position: ColonizersPosition, own: number, colonist: Colonist): { seat: number; sure: boolean }[] {
  return position.players.flatMap((player, seat) => {
    if (seat === own) return [];
    if (player.colonist) return player.colonist === colonist ? [{ seat, sure: true }] : [];
    return player.possible.includes(colonist) ? [{ seat, sure: player.possible.length === 1 }] : [];
  });
}
