// What a person has chosen about the page, kept in this browser.

export type Theme = "auto" | "light" | "dark" | "contrast";
export type BoardColours = "wood" | "slate" | "clear";

interface Chosen {
  language: string;
  theme: Theme;
  board: BoardColours;
  patterns: boolean;
  animation: boolean;
  sound: boolean;
  coordinates: boolean;
  size: number;
  name: string;
  /** Tables this person has sat at, the newest first. */
  tables: string[];
}

const KEY = "ludorum";
const MOST_TABLES = 12;

const plain: Chosen = {
  language: "",
  theme: "auto",
  board: "wood",
  patterns: false,
  animation: true,
  sound: false,
  coordinates: true,
  size: 100,
  name: "",
  tables: [],
};

function load(): Chosen {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...plain, ...(kept as Partial<Chosen>) };
  } catch {
    return { ...plain };
  }
}

export const settings = $state<Chosen>(load());

/** Keeps the settings and shows them on the page; called by the app whenever they change. */
export function keepSettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.board = settings.board;
  root.dataset.motion = settings.animation ? "on" : "off";
  root.style.setProperty("--board-scale", String(settings.size / 100));
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function rememberTable(id: string): void {
  const others = settings.tables.filter((other) => other !== id);
  settings.tables = [id, ...others].slice(0, MOST_TABLES);
}

export function forgetTable(id: string): void {
  settings.tables = settings.tables.filter((other) => other !== id);
}
