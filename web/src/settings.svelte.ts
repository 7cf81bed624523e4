// What a person has chosen about the page, kept in this browser.

export const THEMES = ["auto", "light", "dark", "contrast"] as const;
export const BOARDS = ["wood", "slate", "sand", "clear"] as const;
/** Milliseconds between the moves of others. */
export const PACES = [0, 200, 600, 1500] as const;
export type Pace = (typeof PACES)[number];
/** Milliseconds between the moves of computers that play among themselves. */
export const WATCH_PACES = [2000, 800, 250, 0] as const;
export type WatchPace = (typeof WATCH_PACES)[number];
export type Theme = (typeof THEMES)[number];
export type BoardColours = (typeof BOARDS)[number];

/** How somebody has fared against the computer in a game, for a level that suits. */
export interface Standing {
  level: number;
  /** Games lost in a row at this level. */
  lost: number;
}

interface Chosen {
  language: string;
  theme: Theme;
  board: BoardColours;
  patterns: boolean;
  animation: boolean;
  sound: boolean;
  coordinates: boolean;
  /** The size of boards, and of all words, in percent. */
  size: number;
  text: number;
  /** Whether the board shows what agents consider. */
  thoughts: boolean;
  pace: Pace;
  watch: WatchPace;
  name: string;
  /** Tables this person has sat at, the newest first. */
  tables: string[];
  /** By the name of the game. */
  standings: Record<string, Standing>;
  /** The last game that counted for a standing. */
  counted: string;
}

const KEY = "ludorum";
const MOST_TABLES = 12;

export const plain: Readonly<Chosen> = {
  language: "",
  theme: "auto",
  board: "wood",
  patterns: false,
  animation: true,
  sound: false,
  coordinates: true,
  size: 100,
  text: 100,
  thoughts: false,
  pace: 200,
  watch: 800,
  name: "",
  tables: [],
  standings: {},
  counted: "",
};

/** Settings from whatever was kept: what makes no sense is as it comes. */
export function readSettings(text: string | null): Chosen {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "{}");
  } catch {
    kept = {};
  }
  if (typeof kept !== "object" || kept === null) kept = {};
  const given = kept as Record<string, unknown>;
  const one = <T extends string>(words: readonly T[], value: unknown, otherwise: T): T =>
    words.find((word) => word === value) ?? otherwise;
  const flag = (name: "patterns" | "animation" | "sound" | "coordinates" | "thoughts") =>
    typeof given[name] === "boolean" ? (given[name] as boolean) : plain[name];
  const percent = (value: unknown) =>
    typeof value === "number" && value >= 50 && value <= 200 ? value : 100;
  const string = (value: unknown) => (typeof value === "string" ? value.slice(0, 60) : "");
  const list = Array.isArray(given.tables) ? (given.tables as unknown[]) : [];
  return {
    language: string(given.language),
    theme: one(THEMES, given.theme, plain.theme),
    board: one(BOARDS, given.board, plain.board),
    patterns: flag("patterns"),
    animation: flag("animation"),
    sound: flag("sound"),
    coordinates: flag("coordinates"),
    size: percent(given.size),
    text: percent(given.text),
    thoughts: flag("thoughts"),
    pace: PACES.find((pace) => pace === given.pace) ?? plain.pace,
    watch: WATCH_PACES.find((pace) => pace === given.watch) ?? plain.watch,
    name: string(given.name),
    tables: list.filter((id): id is string => typeof id === "string" && /^[\w-]+$/.test(id)).slice(0, MOST_TABLES),
    standings: readStandings(given.standings),
    counted: string(given.counted),
  };
}

function readStandings(given: unknown): Record<string, Standing> {
  if (typeof given !== "object" || given === null) return {};
  const whole = (n: unknown): n is number => Number.isInteger(n) && (n as number) >= 0 && (n as number) < 10;
  const good = (standing: Partial<Standing> | null): standing is Standing =>
    typeof standing === "object" && whole(standing?.level) && whole(standing?.lost);
  return Object.fromEntries(Object.entries(given).filter(([, standing]) => good(standing as Standing)));
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const settings = $state<Chosen>(readSettings(typeof localStorage === "undefined" ? null : kept()));

// Another tab of the same person: what is chosen there holds here.
if (typeof addEventListener !== "undefined") {
  addEventListener("storage", (event) => {
    if (event.key === KEY && event.newValue) Object.assign(settings, readSettings(event.newValue));
  });
}

/** Keeps the settings and shows them on the page; called by the app whenever they change. */
export function keepSettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.board = settings.board;
  root.dataset.motion = settings.animation ? "on" : "off";
  root.style.setProperty("--board-scale", String(settings.size / 100));
  root.style.fontSize = settings.text === 100 ? "" : `${settings.text}%`;
  try {
    const text = JSON.stringify(settings);
    if (text !== kept()) localStorage.setItem(KEY, text);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Whether seats are told apart by shapes too. */
export function hasPatterns(): boolean {
  return settings.patterns || settings.board === "clear";
}

export function rememberTable(id: string): void {
  const others = settings.tables.filter((other) => other !== id);
  settings.tables = [id, ...others].slice(0, MOST_TABLES);
}

export function forgetTable(id: string): void {
  settings.tables = settings.tables.filter((other) => other !== id);
}
