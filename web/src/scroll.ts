// How far each entry of the history was scrolled. Browsers restore that themselves, but before a page
// that loads something is long enough.

const KEY = "ludorum-scroll";
/** Milliseconds a page may take to become long enough. */
const PATIENCE = 4000;

export class ScrollMemory {
  #places: Record<string, number> = read();
  /** Ends what is still being restored. */
  #stop: (() => void) | null = null;

  constructor() {
    history.scrollRestoration = "manual";
    this.restore();
    addEventListener("scroll", () => this.leave(), { passive: true });
    addEventListener("pagehide", () => write(this.#places));
  }

  /** The state of a new entry of the history. */
  entry(): { entry: string } {
    return { entry: `${Date.now()}-${Math.random().toString(36).slice(2, 8)}` };
  }

  /** Remembers how far the page is scrolled that is being left. */
  leave(): void {
    const entry = entryOf(history.state);
    if (entry && !this.#stop) this.#places[entry] = scrollY;
  }

  /** Scrolls to where the page of the entry was left, once it is long enough; whoever scrolls meanwhile is left alone. */
  restore(): void {
    this.#stop?.();
    const entry = entryOf(history.state);
    // An entry of the browser's own making, such as a part of a page.
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
    // The page that was left is still there until the next frame.
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
    // A browser that keeps nothing begins at the top after a reload.
  }
}
