// Every page by its address. To add one, write its component and a line here.

import type { Component } from "svelte";

import Home from "./Home.svelte";
import Learn from "./Learn.svelte";
import Lobby from "./Lobby.svelte";
import Missing from "./Missing.svelte";
import NewGame from "./NewGame.svelte";
import Table from "./Table.svelte";

type Page = Component<any>;

interface Route {
  /** The address; `:name` stands for one part of it and becomes a property. */
  path: string;
  title: string;
  /** The component. One that is loaded when it is wanted keeps the first page small. */
  get: () => Page | Promise<Page>;
}

const now = (path: string, title: string, page: Page): Route => ({ path, title, get: () => page });
const later = (path: string, title: string, load: () => Promise<{ default: Page }>): Route => ({
  path,
  title,
  get: () => load().then((loaded) => loaded.default),
});

export const routes: Route[] = [
  now("/", "home", Home),
  now("/new", "new-game", NewGame),
  now("/lobby", "lobby", Lobby),
  now("/table/:id", "table", Table),
  now("/learn", "learn", Learn),
  now("/learn/:game", "learn", Learn),
  later("/settings", "settings", () => import("./Settings.svelte")),
  later("/replay", "replay", () => import("./Replay.svelte")),
  later("/replay/:id", "replay", () => import("./Replay.svelte")),
  later("/tree", "tree", () => import("./SearchTree.svelte")),
  later("/agents", "agents", () => import("./Agents.svelte")),
  later("/editor", "editor", () => import("./Editor.svelte")),
  later("/plugins", "plugins", () => import("./Plugins.svelte")),
  later("/translate", "translate", () => import("./Translate.svelte")),
];

export interface Found {
  title: string;
  /** The component, or the promise of it. */
  Page: Page | Promise<Page>;
  props: Record<string, string>;
}

export function find(path: string): Found {
  for (const route of routes) {
    const props = match(route.path, path);
    if (props) return { title: route.title, Page: route.get(), props };
  }
  return { title: "missing", Page: Missing, props: {} };
}

/** A part of an address as it is meant; one that means nothing is taken as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The named parts of an address, if it fits. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const parts = (text: string) => text.split("/").filter((part) => part !== "");
  const [wanted, given] = [parts(pattern), parts(path)];
  if (wanted.length !== given.length) return null;
  const props: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":")) props[part.slice(1)] = decoded(value);
    else if (part !== value) return null;
  }
  return props;
}
