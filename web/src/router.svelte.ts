// Client-side router on the history API; restores scroll positions.

import { ScrollMemory } from "./scroll";

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  readonly #scroll = new ScrollMemory();

  constructor() {
    addEventListener("popstate", () => {
      this.#read();
      this.#scroll.restore();
    });
    addEventListener("click", (event) => this.#follow(event));
  }

  go(to: string): void {
    this.#scroll.save();
    history.pushState(this.#scroll.entry(), "", to);
    this.#read();
    scrollTo(0, 0);
  }

  /** Replaces the current history entry. */
  replace(to: string): void {
    history.replaceState(history.state, "", to);
    this.#read();
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  /** Handles clicks on internal links without a reload. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api")) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
