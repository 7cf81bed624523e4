// A Colonizers position as text: eyes/phase/removed/four players/offered/top/bottom/out/moves; see docs/colonizers.md.
// Seats are numbered from 0 here. What the eyes do not see is a question mark in the text and null here.

import { colonistNamed, colonistOf, moduleNamed, moduleOf, type Colonist, type Module } from "./cards";

/** A card that lies somewhere. */
export interface Card {
  module: Module | null;
  /** The seats that have seen its face. */
  seen: number[];
}

export interface Player {
  points: number;
  omnium: number;
  /** Whether it has a colonist, known or not. */
  picked: boolean;
  colonist: Colonist | null;
  /** Whether everyone knows it. */
  exposed: boolean;
  /** What it may be, as far as the eyes can tell. */
  possible: Colonist[];
  colony: Module[];
  hand: Card[];
}

export type Phase = "remove" | "pick" | "draw" | "deal" | "keep" | "power" | "build" | "full" | "empty";

export interface Position {
  /** The seat whose eyes see this; none if everything is seen, or only what everyone may know. */
  eyes: number | null;
  phase: Phase;
  /** Whose turn it is; nobody's between rounds and at the end. */
  turn: number | null;
  /** The colonists of which one was removed in this round. */
  removed: Colonist[];
  players: Player[];
  /** The cards drawn, of which one is to be kept. */
  offered: Card[];
  /** Cards in the deck. */
  deck: number;
  /** The cards at its bottom, the next to be drawn first, and those out of play. */
  bottom: Card[];
  out: Card[];
}

const filled = (text: string): string => (text === "-" ? "" : text);

function readCards(text: string): Card[] {
  return [...filled(text).matchAll(/([a-p?])([0-9a-f])/g)].map(([, letter, digit]) => {
    const bits = parseInt(digit!, 16);
    return { module: moduleOf(letter!) ?? null, seen: [0, 1, 2, 3].filter((seat) => (bits >> seat) & 1) };
  });
}

const readColonists = (text: string): Colonist[] =>
  [...filled(text)].map(colonistOf).filter((colonist) => colonist !== undefined);

function readPlayer(text: string): Player {
  const [points = "0", omnium = "0", colonist = "-", possible = "-", colony = "-", hand = "-"] = text.split(",");
  return {
    points: Number(points),
    omnium: Number(omnium),
    picked: colonist !== "-",
    colonist: colonistOf(colonist[0] ?? "") ?? null,
    exposed: colonist.endsWith("!"),
    possible: readColonists(possible),
    colony: [...filled(colony)].map(moduleOf).filter((module) => module !== undefined),
    hand: readCards(hand),
  };
}

const PHASES: Record<string, Phase> = { "vision-omnium": "deal", "vision-cards": "deal" };

export function read(text: string): Position {
  const parts = text.split("/");
  const [eyes = "all", phase = "remove", removed = "-"] = parts;
  const [offered = "-", fresh = "-", bottom = "-", out = "-"] = parts.slice(7);
  const [word = "", seat] = phase.split(":");
  const under = readCards(bottom);
  return {
    eyes: Number(eyes) > 0 ? Number(eyes) - 1 : null,
    phase: PHASES[word] ?? (word as Phase),
    turn: seat === undefined ? null : Number(seat) - 1,
    removed: readColonists(removed),
    players: parts.slice(3, 7).map(readPlayer),
    offered: readCards(offered),
    deck: filled(fresh).length + under.length,
    bottom: under,
    out: readCards(out),
  };
}

/** A move or an event of chance: what is done, and with what. A question mark is neither. */
export interface Step {
  verb: string;
  colonist: Colonist | null;
  module: Module | null;
}

export function readMove(text: string): Step {
  const [verb = "", noun = ""] = text.split(":");
  return { verb, colonist: colonistNamed(noun) ?? null, module: moduleNamed(noun) ?? null };
}

/** What one position has that the one before had not, for a seat. */
export interface Change {
  omnium: number;
  points: number;
  cards: number;
  built: Module | null;
  revealed: Colonist | null;
}

const minus = (own: Module[], others: Module[]): Module[] => {
  const left = [...others];
  return own.filter((module) => {
    const at = left.indexOf(module);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

/** What changed for a seat; nothing if one cannot tell, as between two games. */
export function change(before: Position | null, after: Position, seat: number): Change | null {
  const [old, now] = [before?.players[seat], after.players[seat]];
  if (!old || !now || minus(old.colony, now.colony).length > 0) return null;
  const found: Change = {
    omnium: now.omnium - old.omnium,
    points: now.points - old.points,
    cards: now.hand.length - old.hand.length,
    built: minus(now.colony, old.colony)[0] ?? null,
    revealed: now.exposed && !old.exposed ? now.colonist : null,
  };
  return found.omnium || found.cards || found.built || found.revealed ? found : null;
}

/** What the modules of a colony are worth; what a player has more is a bonus. */
export const worth = (colony: Module[]): number => colony.reduce((sum, module) => sum + module.value, 0);

/** Seats, the first one first. */
export function ranking(players: Player[]): number[] {
  return players.map((_, seat) => seat).sort((a, b) => (players[b]?.points ?? 0) - (players[a]?.points ?? 0));
}

/** The seats other than the one with the eyes that may have a colonist, as far as one can tell. */
export function suspects(position: Position, own: number, colonist: Colonist): { seat: number; sure: boolean }[] {
  return position.players.flatMap((player, seat) => {
    if (seat === own) return [];
    if (player.colonist) return player.colonist === colonist ? [{ seat, sure: true }] : [];
    return player.possible.includes(colonist) ? [{ seat, sure: player.possible.length === 1 }] : [];
  });
}
