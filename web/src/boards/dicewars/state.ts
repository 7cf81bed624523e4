// A Dice Wars position as text: board/areas/reserves/seat/next/attacks/turns/last attack; see docs/dicewars.md.
// Areas are numbered from 1, seats from 0.

import type { Point } from "../pointing";
import { outline, middle, neighbours, type Hex } from "./hexes";

export interface Area {
  number: number;
  hexes: Hex[];
  /** Its outline as an SVG path. */
  path: string;
  /** Where its dice stand. */
  centre: Point;
  /** Numbers of the areas it touches. */
  touches: number[];
}

export interface Holding {
  owner: number;
  dice: number;
}

/** Dice rolled by two seats. */
export interface Roll {
  from: number;
  to: number;
  sides: { seat: number; dice: number[]; sum: number }[];
}

export interface Position {
  /** The area of each hex, by `row,column`. */
  land: Map<string, number>;
  areas: Area[];
  /** Who holds each area, in their order. */
  holdings: Holding[];
  reserves: number[];
  /** An attack whose dice are not rolled yet. */
  pending: { from: number; to: number } | null;
  roll: Roll | null;
}

const SIGNS = "123456789abcdefghijklmnopqrstuvw";
const seatOf = (letter: string) => letter.charCodeAt(0) - 65;
export const key = ({ row, column }: Hex): string => `${row},${column}`;

type Land = Pick<Position, "land" | "areas">;
let known: { text: string; land: Land } | null = null;

/** The land does not change in a game: it is worked out once. */
function readLand(text: string): Land {
  if (known?.text === text) return known.land;
  const land = new Map<string, number>();
  const hexes = new Map<number, Hex[]>();
  text.split(",").forEach((line, row) =>
    [...line].forEach((sign, column) => {
      const number = SIGNS.indexOf(sign) + 1;
      if (number === 0) return;
      land.set(key({ row, column }), number);
      hexes.set(number, [...(hexes.get(number) ?? []), { row, column }]);
    }),
  );
  const areas = [...hexes].sort(([a], [b]) => a - b).map(([number, own]) => {
    const others = own.flatMap((hex) => neighbours(hex).map((next) => land.get(key(next)) ?? number));
    const touches = [...new Set(others)].filter((other) => other !== number).sort((a, b) => a - b);
    const path = outline(own, (hex) => land.get(key(hex)) !== number);
    return { number, hexes: own, path, centre: middle(own, (hex) => land.get(key(hex)) === number), touches };
  });
  known = { text, land: { land, areas } };
  return known.land;
}

export function readAttack(text: string): { from: number; to: number } | null {
  const found = /^(\d+)>(\d+)$/.exec(text);
  return found ? { from: Number(found[1]), to: Number(found[2]) } : null;
}

function readRoll(text: string): Roll | null {
  const [attack = "", rolled = ""] = text.split(":");
  const pair = readAttack(attack);
  if (!pair) return null;
  const sides = rolled.split("-").map((side) => {
    const dice = [...side.slice(1)].map(Number);
    return { seat: seatOf(side), dice, sum: dice.reduce((sum, die) => sum + die, 0) };
  });
  return { ...pair, sides };
}

export function read(text: string): Position {
  const [board = "", held = "", reserves = "", , next = "", , , last = "-"] = text.split("/");
  const holdings = [...held.matchAll(/([A-H])(\d)/g)].map(([, owner, dice]) => ({ owner: seatOf(owner!), dice: Number(dice) }));
  return {
    ...readLand(board),
    holdings,
    reserves: reserves.split(",").map(Number),
    pending: next.startsWith("roll:") ? readAttack(next.slice(5)) : null,
    roll: readRoll(last),
  };
}

/** What a seat has on the board: its areas, dice and the size of its largest region. */
export function wealth({ areas, holdings }: Position, seat: number): { areas: number; dice: number; region: number } {
  const own = new Set(areas.filter((_, index) => holdings[index]?.owner === seat).map(({ number }) => number));
  const dice = holdings.filter(({ owner }) => owner === seat).reduce((sum, holding) => sum + holding.dice, 0);
  const left = new Set(own);
  let region = 0;
  while (left.size > 0) {
    const [start] = left;
    const found = [start!];
    left.delete(start!);
    for (let index = 0; index < found.length; index++) {
      for (const next of areas[found[index]! - 1]?.touches ?? []) if (left.delete(next)) found.push(next);
    }
    region = Math.max(region, found.length);
  }
  return { areas: own.size, dice, region };
}

/** The area a key leads to from another: the nearest one in that direction. */
export function towards(areas: Area[], from: Area, [x, y]: [number, number]): Area {
  const far = (area: Area) => {
    const [right, down] = [area.centre.x - from.centre.x, area.centre.y - from.centre.y];
    const [ahead, aside] = [right * x + down * y, Math.abs(right * y) + Math.abs(down * x)];
    return ahead <= 0.1 || aside > ahead * 1.6 ? Infinity : ahead + aside * 1.5;
  };
  const best = areas.reduce((a, b) => (far(b) < far(a) ? b : a), from);
  return far(best) === Infinity ? from : best;
}
