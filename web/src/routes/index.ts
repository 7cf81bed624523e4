// Routes. To add a page, write its component and add a line here.

import type { Component } from "svelte";

import Home from "./Home.svelte";
import Learn from "./Learn.svelte";
import Lobby from "./Lobby.svelte";
import NotFound from "./NotFound.svelte";
import NewGame from "./NewGame.svelte";
import Table from "./Table.svelte";

type PageComponent = Component<any>;

interface Route {
  /** Path; a segment `:name` becomes a property. */
  path: string;
  title: string;
  /** Component; lazy loading keeps the first page small. */
  get: () => PageComponent | Promise<PageComponent>;
}

const eager = (path: string, title: string, page: PageComponent): Route => ({ path, title, get: () => page });
const lazy = (path: string, title: string, load: () => Promise<{ default: PageComponent }>): Route => ({
  path,
  title,
  get: () => load().then((loaded) => loaded.default),
});

export const routes: Route[] = [
  eager("/", "home", Home),
  eager("/new", "new-game", NewGame),
  eager("/lobby", "lobby", Lobby),
  eager("/table/:id", "table", Table),
  eager("/learn", "learn", Learn),
  eager("/learn/:game", "learn", Learn),
  lazy("/settings", "settings", () => import("./Settings.svelte")),
  lazy("/replay", "replay", () => import("./Replay.svelte")),
  lazy("/replay/:id", "replay", () => import("./Replay.svelte")),
  lazy("/tree", "tree", () => import("./SearchTree.svelte")),
  lazy("/agents", "agents", () => import("./Agents.svelte")),
  lazy("/editor", "editor", () => import("./Editor.svelte")),
  lazy("/plugins", "plugins", () => import("./Plugins.svelte")),
  lazy("/translate", "translate", () => import("./Translate.svelte")),
];

export interface RouteMatch {
  title: string;
  /** Component, or a promise of it. */
  Page: PageComponent | Promise<PageComponent>;
  props: Record<string, string>;
}

export function findRoute(path: string): RouteMatch {
  for (const route of routes) {
    const props = matchPath(route.path, path);
    if (props) return { title: route.title, Page: route.get(), props };
  }
  return { title: "missing", Page: NotFound, props: {} };
}

/** Decodes a path segment; invalid encodings stay as they are. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Matches a path; returns its named segments. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const parts = (text: string) => text.split("/").filter((part) => part !== "");
  const [wanted, given] = [parts(pattern), parts(path)];
  if (wanted.length !== given.length) return null;
  const props: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith(":")) props[part.slice(1)] = decodeSegment(value);
    else if (part !== value) return null;
  }
  return props;
}
