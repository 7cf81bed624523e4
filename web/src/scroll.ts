// Scroll positions of history entries. Browsers restore them before the content of a page has loaded,
// which is too early.

const KEY = "ludorum-scroll";
/** Milliseconds to wait for the page to become long enough. */
const PATIENCE = 4000;

export class ScrollMemory {
  #places: Record<string, number> = read();
  /** Cancels a pending restoration. */
  #stop: (() => void) | null = null;

  constructor() {
    history.scrollRestoration = "manual";
    this.restore();
    addEventListener("scroll", () => this.save(), { passive: true });
    addEventListener("pagehide", () => write(this.#places));
  }

  /** State of a new history entry. */
  entry(): { entry: string } {
    return { entry: `${Date.now()}-${Math.random().toString(36).slice(2, 8)}` };
  }

  /** Saves the scroll position of the current entry. */
  save(): void {
    const entry = entryOf(history.state);
    if (entry && !this.#stop) this.#places[entry] = scrollY;
  }

  /** Restores the entry's scroll position once the page is long enough; any user scrolling cancels it. */
  restore(): void {
    this.#stop?.();
    const entry = entryOf(history.state);
    // The browser created this entry, for example for a fragment.
    if (!entry) return history.replaceState(this.entry(), "");
    const wanted = this.#places[entry] ?? 0;
    const until = performance.now() + PATIENCE;
    let frame = 0;
    const events = ["wheel", "touchmove", "keydown", "pointerdown"];
    const stop = (): void => {
      cancelAnimationFrame(frame);
      for (const event of events) removeEventListener(event, stop);
      this.#stop = null;
    };
    this.#stop = stop;
    for (const event of events) addEventListener(event, stop, { passive: true });
    const attempt = (): void => {
      const room = document.documentElement.scrollHeight - innerHeight;
      scrollTo(0, Math.min(wanted, Math.max(0, room)));
      if (room >= wanted || performance.now() > until) stop();
      else frame = requestAnimationFrame(attempt);
    };
    // The old page stays until the next frame.
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(attempt)));
  }
}

function entryOf(state: unknown): string | null {
  return (state as { entry?: string } | null)?.entry ?? null;
}

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

function write(places: Record<string, number>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(places));
  } catch {
    // Without storage the page starts at the top after a reload.
  }
}
