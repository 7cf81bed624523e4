// Every page by its address. To add one, write its component and a line here.

import type { Component } from "svelte";

import Agents from "./Agents.svelte";
import Editor from "./Editor.svelte";
import Home from "./Home.svelte";
import Learn from "./Learn.svelte";
import Lobby from "./Lobby.svelte";
import Missing from "./Missing.svelte";
import NewGame from "./NewGame.svelte";
import Plugins from "./Plugins.svelte";
import Replay from "./Replay.svelte";
import Settings from "./Settings.svelte";
import Table from "./Table.svelte";
import Translate from "./Translate.svelte";

type Page = Component<any>;

interface Route {
  /** The address; `:name` stands for one part of it and becomes a property. */
  path: string;
  title: string;
  Page: Page;
}

export const routes: Route[] = [
  { path: "/", title: "home", Page: Home },
  { path: "/new", title: "new-game", Page: NewGame },
  { path: "/lobby", title: "lobby", Page: Lobby },
  { path: "/settings", title: "settings", Page: Settings },
  { path: "/table/:id", title: "table", Page: Table },
  { path: "/learn", title: "learn", Page: Learn },
  { path: "/learn/:game", title: "learn", Page: Learn },
  { path: "/replay", title: "replay", Page: Replay },
  { path: "/replay/:id", title: "replay", Page: Replay },
  { path: "/agents", title: "agents", Page: Agents },
  { path: "/editor", title: "editor", Page: Editor },
  { path: "/plugins", title: "plugins", Page: Plugins },
  { path: "/translate", title: "translate", Page: Translate },
];

export interface Found {
  title: string;
  Page: Page;
  props: Record<string, string>;
}

export function find(path: string): Found {
  for (const { path: pattern, title, Page } of routes) {
    const props = match(pattern, path);
    if (props) return { title, Page, props };
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
