// Positions for pictures, lessons and tests, from the few things that matter in them.

import { COLONISTS, letterOf, MODULES, moduleOf } from "./cards";
import { worth } from "./state";

/** A player; letters as in positions. */
export interface Sketched {
  omnium?: number;
  /** A colonist, with `!` if everyone knows it, or `?`. */
  colonist?: string;
  /** What the colonist may be; itself or, seen by nobody, any if left out. */
  possible?: string;
  colony?: string;
  hand?: string;
  bonus?: number;
}

export interface Sketch {
  /** The seat whose eyes see it, from 0; everything if left out. */
  eyes?: number;
  phase: string;
  removed?: string;
  players: Sketched[];
  offered?: string;
  /** Cards with who has seen them. */
  bottom?: string;
  out?: string;
}

const ALL = COLONISTS.map(letterOf).join("");
const or = (text: string): string => text || "-";
const cards = (letters: string, seat: number): string => or([...letters].map((letter) => letter + (1 << seat)).join(""));
const known = (letters: string) => [...letters].map(moduleOf).filter((module) => module !== undefined);

/** Cards with who has seen them, without that. */
const unmarked = (text: string): string => [...text].filter((_, index) => index % 2 === 0).join("");

/** The text of a position; what is nowhere else is in the deck. */
export function sketch({ eyes, phase, removed = "", players, offered = "", bottom = "", out = "" }: Sketch): string {
  const turn = Number(phase.split(":")[1] ?? 1) - 1;
  const player = ({ omnium = 0, colonist = "", possible, colony = "", hand = "", bonus = 0 }: Sketched, seat: number) => {
    const seen = colonist.endsWith("!") || (eyes !== undefined && colonist !== "?") ? colonist.replace("!", "") : ALL;
    const may = possible ?? (colonist ? seen : "");
    return [worth(known(colony)) + bonus, omnium, or(colonist), or(may), or(colony), cards(hand, seat)].join();
  };
  const laid = players.map(({ colony = "", hand = "" }) => colony + hand).join("") + offered + unmarked(bottom) + unmarked(out);
  const left = MODULES.map(({ letter, copies }) => letter.repeat(copies - [...laid].filter((other) => other === letter).length)).join("");
  const fresh = eyes === undefined ? left : "?".repeat(52 - laid.length);
  const seats = players.map(player).join("/");
  return [eyes === undefined ? "all" : eyes + 1, phase, or(removed), seats, cards(offered, turn), or(fresh), or(bottom), or(out), 40].join("/");
}
