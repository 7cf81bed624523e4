// User settings, stored in this browser.

export const THEMES = ["auto", "light", "dark", "contrast"] as const;
export const BOARD_COLOURS = ["wood", "slate", "sand", "clear"] as const;
/** Milliseconds between the moves of others. */
export const MOVE_PACES = [0, 200, 600, 1500] as const;
export type MovePace = (typeof MOVE_PACES)[number];
/** Milliseconds between moves when only computers play. */
export const WATCH_PACES = [2000, 800, 250, 0] as const;
export type WatchPace = (typeof WATCH_PACES)[number];
export type Theme = (typeof THEMES)[number];
export type BoardColours = (typeof BOARD_COLOURS)[number];

/** Progress against the computer in a game, for the suggested level. */
export interface LevelProgress {
  level: number;
  /** Consecutive losses at this level. */
  lost: number;
}

interface UserSettings {
  language: string;
  theme: Theme;
  board: BoardColours;
  patterns: boolean;
  animation: boolean;
  sound: boolean;
  coordinates: boolean;
  /** Size of boards and of text, in percent. */
  size: number;
  text: number;
  /** Shows agents' candidate moves on the board. */
  thoughts: boolean;
  pace: MovePace;
  watch: WatchPace;
  name: string;
  /** Tables this person sat at, newest first. */
  tables: string[];
  /** By game name. */
  standings: Record<string, LevelProgress>;
  /** Last game counted for the levels. */
  counted: string;
}

const KEY = "ludorum";
const MOST_TABLES = 12;

export const defaultSettings: Readonly<UserSettings> = {
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

/** Parses stored settings; invalid values become defaults. */
export function parseSettings(text: string | null): UserSettings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    stored = {};
  }
  if (typeof stored !== "object" || stored === null) stored = {};
  const given = stored as Record<string, unknown>;
  const one = <T extends string>(words: readonly T[], value: unknown, otherwise: T): T =>
    words.find((word) => word === value) ?? otherwise;
  const flag = (name: "patterns" | "animation" | "sound" | "coordinates" | "thoughts") =>
    typeof given[name] === "boolean" ? (given[name] as boolean) : defaultSettings[name];
  const percent = (value: unknown) =>
    typeof value === "number" && value >= 50 && value <= 200 ? value : 100;
  const string = (value: unknown) => (typeof value === "string" ? value.slice(0, 60) : "");
  const list = Array.isArray(given.tables) ? (given.tables as unknown[]) : [];
  return {
    language: string(given.language),
    theme: one(THEMES, given.theme, defaultSettings.theme),
    board: one(BOARD_COLOURS, given.board, defaultSettings.board),
    patterns: flag("patterns"),
    animation: flag("animation"),
    sound: flag("sound"),
    coordinates: flag("coordinates"),
    size: percent(given.size),
    text: percent(given.text),
    thoughts: flag("thoughts"),
    pace: MOVE_PACES.find((pace) => pace === given.pace) ?? defaultSettings.pace,
    watch: WATCH_PACES.find((pace) => pace === given.watch) ?? defaultSettings.watch,
    name: string(given.name),
    tables: list.filter((id): id is string => typeof id === "string" && /^[\w-]+$/.test(id)).slice(0, MOST_TABLES),
    standings: parseStandings(given.standings),
    counted: string(given.counted),
  };
}

function parseStandings(given: unknown): Record<string, LevelProgress> {
  if (typeof given !== "object" || given === null) return {};
  const whole = (n: unknown): n is number => Number.isInteger(n) && (n as number) >= 0 && (n as number) < 10;
  const good = (standing: Partial<LevelProgress> | null): standing is LevelProgress =>
    typeof standing === "object" && whole(standing?.level) && whole(standing?.lost);
  return Object.fromEntries(Object.entries(given).filter(([, standing]) => good(standing as LevelProgress)));
}

function storedSettings(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const settings = $state<UserSettings>(parseSettings(typeof localStorage === "undefined" ? null : storedSettings()));

// Follows changes made in another tab.
if (typeof addEventListener !== "undefined") {
  addEventListener("storage", (event) => {
    if (event.key === KEY && event.newValue) Object.assign(settings, parseSettings(event.newValue));
  });
}

/** Stores the settings and applies them to the page; called on every change. */
export function applySettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.board = settings.board;
  root.dataset.motion = settings.animation ? "on" : "off";
  root.style.setProperty("--board-scale", String(settings.size / 100));
  root.style.fontSize = settings.text === 100 ? "" : `${settings.text}%`;
  try {
    const text = JSON.stringify(settings);
    if (text !== storedSettings()) localStorage.setItem(KEY, text);
  } catch {
    // The page works without storage.
  }
}

/** True if seats are marked by shapes too. */
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
