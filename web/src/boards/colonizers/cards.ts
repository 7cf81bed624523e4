// Card data of Colonizers. Icons are line paths on a 24 by 24 grid.

export type ModuleColour = "green" | "blue" | "red" | "plain";

/** A type of module. */
export interface ModuleType {
  /** Letter in positions. */
  letter: string;
  /** Name in moves. */
  name: string;
  cost: number;
  value: number;
  colour: ModuleColour;
  /** Number of cards in the deck. */
  copies: number;
  icon: string;
}

export const COLONISTS = ["visionary", "ecologist", "miner", "general", "opportunist", "spy"] as const;
export type Colonist = (typeof COLONISTS)[number];

/** Size of a colony in modules, and of a hand in cards. */
export const [SLOTS, HAND] = [8, 5];

const COLOURS: ModuleColour[] = ["green", "blue", "red", "plain"];

type ModuleData = [name: string, cost: number, value: number, copies: number, icon: string];

/** Four modules of each colour, in order. */
const MODULE_DATA: ModuleData[] = [
  ["oxygen-generator", 4, 4, 4, "M10 8A5 5 0 1 0 10 18A5 5 0 1 0 10 8ZM18 4A2 2 0 1 0 18 8A2 2 0 1 0 18 4ZM19 13A1.6 1.6 0 1 0 19 16.2A1.6 1.6 0 1 0 19 13Z"],
  ["water-reservoir", 5, 6, 4, "M12 3C8 8 6 11.5 6 14.5A6 6 0 0 0 18 14.5C18 11.5 16 8 12 3ZM9 15A3 3 0 0 0 12 18"],
  ["hydroponics-facility", 6, 8, 4, "M12 21V10M12 13C12 8.5 9 6.5 4 6.5C4 11 7 13 12 13ZM12 10C12 6 15 3.5 20 3.5C20 8 17 10 12 10ZM7 21H17"],
  ["eco-dome", 8, 11, 1, "M3 18A9 9 0 0 1 21 18ZM12 9V18M6.5 11.2C9 13 9.5 15 9.5 18M17.5 11.2C15 13 14.5 15 14.5 18M2 21H22"],
  ["marketplace", 2, 2, 4, "M4.5 10V20H19.5V10M3 10L5 4H19L21 10ZM9.5 20V14.5H14.5V20M9.3 4L8.8 10M14.7 4L15.2 10"],
  ["warehouse", 3, 3, 4, "M3 9L12 4L21 9V20H3ZM7 20V12H17V20M7 16H17"],
  ["quarry", 5, 6, 4, "M2 20L9 6L13 13L15.5 9.5L22 20ZM6.6 11L9 12.6L11.6 11"],
  ["purification-plant", 8, 10, 1, "M3 20V11L8 14V11L13 14V7H17L18 14H21V20ZM13.5 3.5C14.5 2.5 15.5 4.5 16.5 3.5S18.5 4.5 19.5 3.5"],
  ["garrison", 1, 1, 4, "M6 21V3M6 4L19 7.5L6 11.5"],
  ["barracks", 2, 2, 4, "M2 20L12 5L22 20ZM12 5V2.5M9 20L12 14L15 20"],
  ["military-academy", 3, 3, 4, "M12 3L20 6V11C20 16 16.5 19.5 12 21C7.5 19.5 4 16 4 11V6ZM8 14.5L12 11L16 14.5M8 11L12 7.5L16 11"],
  ["defense-system", 6, 7, 1, "M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4ZM12 9A3 3 0 1 0 12 15A3 3 0 1 0 12 9ZM12 1.5V6M12 18V22.5M1.5 12H6M18 12H22.5"],
  ["housing-unit", 1, 1, 4, "M3 12L12 4L21 12M6 9.5V20H18V9.5M10 20V14H14V20"],
  ["spaceport", 4, 5, 4, "M12 2C15.5 5 16.5 9 16 14H8C7.5 9 8.5 5 12 2ZM8 10.5L5 14.5V18L8 16M16 10.5L19 14.5V18L16 16M10.3 17L12 21.5L13.7 17M12 6.6A1.4 1.4 0 1 0 12 9.4A1.4 1.4 0 1 0 12 6.6Z"],
  ["research-lab", 6, 8, 4, "M9 3H15M10 3V9L4.5 18C3.5 19.8 4.5 21 6 21H18C19.5 21 20.5 19.8 19.5 18L14 9V3M7.2 14.5H16.8"],
  ["mass-relay", 12, 16, 1, "M12 5A7 7 0 1 0 12 19A7 7 0 1 0 12 5ZM12 9.5A2.5 2.5 0 1 0 12 14.5A2.5 2.5 0 1 0 12 9.5ZM2 22L6.8 17.2M22 2L17.2 6.8"],
];

export const MODULES: readonly ModuleType[] = MODULE_DATA.map(([name, cost, value, copies, icon], index) => ({
  letter: String.fromCharCode(97 + index),
  name,
  cost,
  value,
  colour: COLOURS[Math.floor(index / 4)]!,
  copies,
  icon,
}));

export const moduleOf = (letter: string): ModuleType | undefined => MODULES.find((module) => module.letter === letter);
export const moduleNamed = (name: string): ModuleType | undefined => MODULES.find((module) => module.name === name);

/** Letter of a colonist in positions. */
export const letterOf = (colonist: Colonist): string => colonist[0]!.toUpperCase();
export const colonistOf = (letter: string): Colonist | undefined => COLONISTS.find((colonist) => letterOf(colonist) === letter);
export const colonistNamed = (name: string): Colonist | undefined => COLONISTS.find((colonist) => colonist === name);

const EYE = "M2 12C5 7 8.5 5 12 5S19 7 22 12C19 17 15.5 19 12 19S5 17 2 12ZM12 8.8A3.2 3.2 0 1 0 12 15.2A3.2 3.2 0 1 0 12 8.8Z";

export const PORTRAITS: Record<Colonist, string> = {
  visionary: EYE,
  ecologist: "M5.5 18.5C4 9 10 4 20 4C20 14 15 20 5.5 18.5ZM3.5 20.5L13 11",
  miner: "M3.5 10.5C7 4.5 14.5 3 20.5 7.5M12.2 5.6L7 21.5",
  general: "M12 3L14.6 8.9L21 9.5L16.2 13.8L17.6 20L12 16.8L6.4 20L7.8 13.8L3 9.5L9.4 8.9Z",
  opportunist:
    "M9 3H15L13.5 6.5H10.5ZM10.5 6.5C5 10 4 14 4.5 17C5 20 8 21 12 21S19 20 19.5 17C20 14 19 10 13.5 6.5M12 10V18M14 12C13 11 10.2 11 10.2 12.6C10.2 14.4 13.9 13.6 13.9 15.4C13.9 17 11 17.1 9.8 16",
  spy: "M2.5 11.5H21.5M6 11.5L8 4.5C10 5.7 14 5.7 16 4.5L18 11.5M7.5 14A2.8 2.8 0 1 0 7.5 19.6A2.8 2.8 0 1 0 7.5 14ZM16.5 14A2.8 2.8 0 1 0 16.5 19.6A2.8 2.8 0 1 0 16.5 14ZM10.2 16C11 15.2 13 15.2 13.8 16",
};

/** Icons for quantities and actions. */
export const ICONS = {
  omnium: "M12 2L19 9L12 22L5 9ZM5 9H19M9.5 9L12 22L14.5 9L12 2Z",
  points: "M7 4H17V9A5 5 0 0 1 7 9ZM7 5.5H3.5C3.5 9 5 10.5 7.5 10.5M17 5.5H20.5C20.5 9 19 10.5 16.5 10.5M12 14V17.5M8 21H16M9 21C9 19 10.5 17.5 12 17.5S15 19 15 21",
  colony: "M3 20V13H9V20M9 20V6H15V20M15 20V10H21V20M1.5 20H22.5",
  hand: "M8 4H18V18H8ZM8 7L4.5 8.2L8.5 20.5L13 19",
  deck: "M8 3H19V17H8ZM5 6V20H16",
  hammer: "M10 4.5H15L19.5 9L16 12.5L10.5 7ZM13 10L4.5 18.5L6.5 20.5L15 12",
  hidden: `${EYE}M4 20L20 4`,
  eye: EYE,
  nothing: "M5 5L19 19M19 5L5 19",
} as const;
