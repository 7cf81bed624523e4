// Parser for Dice Wars positions: board/areas/reserves/seat/next/attacks/turns/last attack; see docs/dicewars.md.
// Areas are numbered from 1, seats from 0.

import type { SvgPoint } from "../pointer";
import { outline, innermostPoint, neighbours, type Hex } from "./hexes";

export interface MapArea {
  number: number;
  hexes: Hex[];
  /** Outline as an SVG path. */
  path: string;
  /** Point where its dice stand. */
  centre: SvgPoint;
  /** Numbers of adjacent areas. */
  touches: number[];
}

export interface AreaHolding {
  owner: number;
  dice: number;
}

/** Dice rolled by two seats. */
export interface AttackRoll {
  from: number;
  to: number;
  sides: { seat: number; dice: number[]; sum: number }[];
}

export interface DiceWarsPosition {
  /** Area of each hex, by `row,column`. */
  land: Map<string, number>;
  areas: MapArea[];
  /** Owner and dice of each area, in area order. */
  holdings: AreaHolding[];
  reserves: number[];
  /** Attack whose dice have not been rolled. */
  pending: { from: number; to: number } | null;
  roll: AttackRoll | null;
}

const SIGNS = "123456789abcdefghijklmnopqrstuvw";
const seatOf = (letter: string) => letter.charCodeAt(0) - 65;
export const key = ({ row, column }: Hex): string => `${row},${column}`;

type LandMap = Pick<DiceWarsPosition, "land" | "areas">;
let known: { text: string; land: LandMap } | null = null;

/** Parses the map; cached, since it does not change during a game. */
function parseLand(text: string): LandMap {
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
    return { number, hexes: own, path, centre: innermostPoint(own, (hex) => land.get(key(hex)) === number), touches };
  });
  known = { text, land: { land, areas } };
  return known.land;
}

export function parseAttack(text: string): { from: number; to: number } | null {
  const found = /^(\d+)>(\d+)$/.exec(text);
  return found ? { from: Number(found[1]), to: Number(found[2]) } : null;
}

function parseRoll(text: string): AttackRoll | null {
  const [attack = "", rolled = ""] = text.split(":");
  const pair = parseAttack(attack);
  if (!pair) return null;
  const sides = rolled.split("-").map((side) => {
    const dice = [...side.slice(1)].map(Number);
    return { seat: seatOf(side), dice, sum: dice.reduce((sum, die) => sum + die, 0) };
  });
  return { ...pair, sides };
}

export function parsePosition(text: string): DiceWarsPosition {
  const [board = "", held = "", reserves = "", , next = "", , , last = "-"] = text.split("/");
  const holdings = [...held.matchAll(/([A-H])(\d)/g)].map(([, owner, dice]) => ({ owner: seatOf(owner!), dice: Number(dice) }));
  return {
    ...parseLand(board),
    holdings,
    reserves: reserves.split(",").map(Number),
    pending: next.startsWith("roll:") ? parseAttack(next.slice(5)) : null,
    roll: parseRoll(last),
  };
}

/** Totals of a seat: areas, dice and the size of its largest region. */
export function seatTotals({ areas, holdings }: DiceWarsPosition, seat: number): { areas: number; dice: number; region: number } {
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

/** The nearest area in the direction of an arrow key. */
export function areaTowards(areas: MapArea[], from: MapArea, [x, y]: [number, number]): MapArea {
  const far = (area: MapArea) => {
    const [right, down] = [area.centre.x - from.centre.x, area.centre.y - from.centre.y];
    const [ahead, aside] = [right * x + down * y, Math.abs(right * y) + Math.abs(down * x)];
    return ahead <= 0.1 || aside > ahead * 1.6 ? Infinity : ahead + aside * 1.5;
  };
  const best = areas.reduce((a, b) => (far(b) < far(a) ? b : a), from);
  return far(best) === Infinity ? from : best;
}
