// A table as this browser knows it: live, and after a break exactly what was missed.

import { live, type Live } from "./live";
import type {
  ClientMessage,
  GameView,
  Numbered,
  Problem,
  ServerMessage,
  TableInfo,
  Thought,
  Update,
  You,
} from "./types";
import { VERSION } from "./types";

export interface Played {
  seat: number | null;
  text: string;
}

export class Table {
  you = $state.raw<You | null>(null);
  /** The seat with whose eyes `game` and `history` are seen; nobody's shows what everyone may know. */
  eyes = $state<number | null>(null);
  info = $state.raw<TableInfo | null>(null);
  game = $state.raw<GameView | null>(null);
  /** When `game` came, for clocks. */
  heardAt = $state(0);
  history = $state.raw<Played[]>([]);
  /** What happened besides moves, the newest last. */
  news = $state.raw<Numbered[]>([]);
  replay = $state<string | null>(null);
  rematch = $state.raw<number[]>([]);
  thinking = $state<number | null>(null);
  /** What an agent thinks so far, or thought of its last move. */
  thought = $state.raw<{ seat: number; thought: Thought; done: boolean } | null>(null);
  hint = $state.raw<Thought | null>(null);
  problem = $state.raw<Problem | null>(null);
  connected = $state(false);
  /** What became of what was said without a connection: a move is kept until there is one, or comes too late; anything else is refused. */
  unsent = $state<"kept" | "late" | "refused" | null>(null);
  /** Milliseconds between moves of others; what comes faster waits. */
  pace = 0;
  /** How many messages wait to be shown. */
  waiting = $state(0);
  /** Positions by the number of moves before them, as far as they were seen, for each pair of eyes. */
  #seen = new Map<number | null, Map<number, string>>();
  #queue: ServerMessage[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #skips = false;
  #last: number | undefined;
  /** Whether the eyes are others now: the next update tells everything again. */
  #retold = false;
  /** What happens has happened before: it is told with other eyes. */
  #again = false;
  /** The move that was sent and not answered yet. */
  #sent: { ply: number; text: string } | null = null;
  /** The move that waits for a connection. */
  #kept: { ply: number; text: string } | null = null;
  #live: Live<ServerMessage, ClientMessage>;

  constructor(readonly id: string) {
    this.#live = live<ServerMessage, ClientMessage>(`tables/${id}/live`, {
      hello: () => {
        this.#retold = false;
        return { type: "hello", version: VERSION, last: this.#last, seat: this.eyes ?? undefined, drawing: "none" } as ClientMessage;
      },
      message: (message) => this.receive(message),
      status: (connected) => {
        this.connected = connected;
        // It may not have come.
        if (!connected && this.#sent) this.#keep(this.#sent);
      },
    });
  }

  /** Says something, unless there is no connection; whatever was refused before is no longer shown. */
  say(message: ClientMessage): boolean {
    this.problem = null;
    this.#kept = null;
    const isSent = this.#live.send(message);
    this.unsent = isSent ? null : "refused";
    return isSent;
  }

  /** The positions that were seen with these eyes. */
  get positions(): Map<number, string> {
    const seen = this.#seen.get(this.eyes) ?? new Map<number, string>();
    this.#seen.set(this.eyes, seen);
    return seen;
  }

  /** Whether several people share this screen and may not see each other's side. */
  get shared(): boolean {
    return !!this.you?.hidden && this.you.seats.length > 1;
  }

  /** The seat whose person the screen is to be handed to before anything is shown; none if it is not. */
  get awaited(): number | null {
    const seat = this.game?.to_move ?? null;
    const plays = seat !== null && !!this.you?.seats.includes(seat) && !this.info?.seats[seat]?.agent;
    return this.shared && plays && !this.game?.verdict && seat !== this.eyes ? seat : null;
  }

  /** The seats whose players are out of this game, in the order in which they left it: whatever an agent does there is its own. */
  get out(): number[] {
    return (this.game?.dropouts ?? []).map(({ seat }) => seat);
  }

  /** The agent that took a seat over, and plays for itself; none if nobody did. */
  successorOf(seat: number): string | null {
    return this.game?.dropouts?.find((left) => left.seat === seat)?.agent ?? null;
  }

  /** The place of a player who left the game, as the server says; none for those who play or played to the end. */
  placeOf(seat: number): number | null {
    return this.game?.dropouts?.find((left) => left.seat === seat)?.place ?? null;
  }

  /** Looks with the eyes of one's seat, or of nobody. */
  look(seat: number | null): void {
    this.hint = null;
    this.say(seat === null ? { type: "look" } : { type: "look", seat });
  }

  /** Plays a move; a double click plays it once. */
  play(text: string): void {
    if (!this.game) return;
    const { ply } = this.game;
    if (this.#sent?.ply === ply && this.#sent.text === text) return;
    this.hint = null;
    if (this.say({ type: "move", ply, text })) this.#sent = { ply, text };
    else this.#keep({ ply, text });
  }

  #keep(move: { ply: number; text: string }): void {
    this.#sent = null;
    this.#kept = move;
    this.unsent = "kept";
  }

  /** Plays the move that waited for a connection, if it can still be played. */
  #playKept(game: GameView): void {
    const kept = this.#kept;
    if (!kept || !this.connected) return;
    this.#kept = null;
    this.unsent = null;
    if (game.ply === kept.ply && game.moves?.includes(kept.text)) this.play(kept.text);
    else if (this.history[kept.ply]?.text !== kept.text) this.unsent = "late";
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#live.close();
  }

  /** Shows what waits, and all that comes until it is for this person to move. */
  skip(): void {
    this.#showAll();
    // A move that was sent may not have been answered yet.
    const isOwnTurn = !!this.game?.moves && this.#sent === null;
    this.#skips = !!this.you?.seats.length && !isOwnTurn && !this.game?.verdict;
  }

  /** Takes a message: shown at once, or when those before it have been seen. */
  receive(message: ServerMessage): void {
    if (message.type === "you") this.#showAll();
    if (this.#retold) return this.hear(message);
    const atOnce = message.type === "you" || message.type === "refused" || message.type === "hint";
    if (atOnce || (this.#queue.length === 0 && !this.#isSlow(message) && this.#timer === undefined)) return this.hear(message);
    this.#queue.push(message);
    this.waiting = this.#queue.length;
    if (this.#timer === undefined) this.#wait();
  }

  /** Whether a message shows a move that shall be seen for a while: of somebody else, without clocks. */
  #isSlow(message: ServerMessage): boolean {
    if (message.type !== "update" || !message.game || !this.game || this.pace === 0 || this.#skips) return false;
    if (message.game.clocks) return false;
    const own = this.you?.seats ?? [];
    const moved = message.events.find((event) => event.event === "moved");
    // What chance does belongs to the move before it.
    const mover = moved?.seat ?? this.history.findLast(({ seat }) => seat !== null)?.seat ?? -1;
    return moved !== undefined && !own.includes(mover);
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#showNext();
    }, this.pace);
  }

  /** Shows the next move, and what came before and after it that needs no time. */
  #showNext(): void {
    let shown = false;
    while (this.#queue.length > 0) {
      const slow = this.#isSlow(this.#queue[0]!);
      if (slow && shown) break;
      shown ||= slow;
      this.hear(this.#queue.shift()!);
    }
    this.waiting = this.#queue.length;
    if (this.waiting > 0) this.#wait();
  }

  #showAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const message of this.#queue.splice(0)) this.hear(message);
    this.waiting = 0;
  }

  hear(message: ServerMessage): void {
    switch (message.type) {
      case "you":
        // Until then what is here was told to the eyes before.
        this.#retold = this.you !== null && (message.eyes ?? null) !== this.eyes;
        if (!this.#retold) this.eyes = message.eyes ?? null;
        this.you = message;
        // What was sent before a break may not have come.
        this.#sent = null;
        break;
      case "update":
        this.#update(message);
        break;
      case "thinking":
        this.thinking = message.seat;
        this.thought = null;
        break;
      case "considering":
        // It may come late, after the move.
        if (message.thought.ply === this.game?.ply) {
          this.thinking = message.seat;
          this.thought = { seat: message.seat, thought: message.thought, done: false };
        }
        break;
      case "thought":
        this.thinking = null;
        this.thought = { seat: message.seat, thought: message.thought, done: true };
        break;
      case "hint":
        this.hint = message.thought;
        break;
      case "refused":
        this.problem = message.problem;
        this.#sent = null;
        break;
    }
  }

  #update(update: Update): void {
    if (this.#retold) this.#forget(update);
    for (const event of update.events) {
      // Told twice after a break, it has happened once.
      if (this.#last !== undefined && event.seq <= this.#last) continue;
      this.#happen(event);
    }
    this.#last = update.seq;
    this.#again = false;
    if (update.table) this.info = update.table;
    if (update.game) {
      this.game = update.game;
      this.#sent = null;
      if (update.game.moves || update.game.verdict) this.#skips = false;
      if (update.game.position) this.positions.set(update.game.ply, update.game.position);
      this.heardAt = performance.now();
      this.hint = null;
      this.problem = null;
      if (update.game.to_move !== this.thinking) this.thinking = null;
      if (this.#kept) this.#playKept(update.game);
      else this.unsent = null;
    }
  }

  /** What was seen with other eyes is told again with these. */
  #forget(update: Update): void {
    this.#retold = false;
    this.#last = undefined;
    this.eyes = this.you?.eyes ?? null;
    this.history = [];
    this.rematch = [];
    this.thought = null;
    const first = update.events[0]?.seq ?? Infinity;
    this.news = this.news.filter(({ seq }) => seq < first);
    this.#again = true;
  }

  #happen(event: Numbered): void {
    switch (event.event) {
      case "started":
        this.history = [];
        if (!this.#again) this.#seen.clear();
        this.replay = null;
        this.rematch = [];
            this.thought = null;
        break;
      case "moved":
        this.history = [...this.history, { seat: event.seat ?? null, text: event.text }];
        return;
      case "undone":
        this.history = this.history.slice(0, event.ply);
        if (this.#again) break;
        for (const seen of this.#seen.values()) for (const ply of [...seen.keys()]) if (ply > event.ply) seen.delete(ply);
        break;
      case "ended":
        this.replay = event.replay;
        break;
      case "rematch_asked":
        this.rematch = [...this.rematch, event.seat];
        break;
    }
    this.news = [...this.news, event].slice(-50);
  }
}

