// Builds positions for pictures, lessons and tests from a short description.

import { COLONISTS, letterOf, MODULES, moduleOf } from "./cards";
import { colonyValue } from "./state";

/** A player; letters as in positions. */
export interface PlayerSketch {
  omnium?: number;
  /** A colonist, followed by `!` if everyone knows it, or `?`. */
  colonist?: string;
  /** Possible colonists; defaults to the known one, or to all. */
  possible?: string;
  colony?: string;
  hand?: string;
  bonus?: number;
}

export interface PositionSketch {
  /** Seat of the viewer, from 0; defaults to all-seeing. */
  eyes?: number;
  phase: string;
  removed?: string;
  players: PlayerSketch[];
  offered?: string;
  /** Cards, each with the seats that have seen it. */
  bottom?: string;
  out?: string;
}

const ALL = COLONISTS.map(letterOf).join("");
const or = (text: string): string => text || "-";
const cards = (letters: string, seat: number): string => or([...letters].map((letter) => letter + (1 << seat)).join(""));
const known = (letters: string) => [...letters].map(moduleOf).filter((module) => module !== undefined);

/** Removes the seats from such cards. */
const unmarked = (text: string): string => [...text].filter((_, index) => index % 2 === 0).join("");

/** Formats the position; all remaining cards are in the deck. */
export function sketch({ eyes, phase, removed = "", players, offered = "", bottom = "", out = "" }: PositionSketch): string {
  const turn = Number(phase.split(":")[1] ?? 1) - 1;
  const player = ({ omnium = 0, colonist = "", possible, colony = "", hand = "", bonus = 0 }: PlayerSketch, seat: number) => {
    const seen = colonist.endsWith("!") || (eyes !== undefined && colonist !== "?") ? colonist.replace("!", "") : ALL;
    const may = possible ?? (colonist ? seen : "");
    return [colonyValue(known(colony)) + bonus, omnium, or(colonist), or(may), or(colony), cards(hand, seat)].join();
  };
  const laid = players.map(({ colony = "", hand = "" }) => colony + hand).join("") + offered + unmarked(bottom) + unmarked(out);
  const left = MODULES.map(({ letter, copies }) => letter.repeat(copies - [...laid].filter((other) => other === letter).length)).join("");
  const fresh = eyes === undefined ? left : "?".repeat(52 - laid.length);
  const seats = players.map(player).join("/");
  return [eyes === undefined ? "all" : eyes + 1, phase, or(removed), seats, cards(offered, turn), or(fresh), or(bottom), or(out), 40].join("/");
}
