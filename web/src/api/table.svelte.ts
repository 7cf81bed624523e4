// View model of a table: live, and after a reconnection it receives exactly what it missed.

import { openSocket, type ReconnectingSocket } from "./socket";
import type {
  ClientMessage,
  GameView,
  NumberedEvent,
  ApiProblem,
  ServerMessage,
  TableInfo,
  AgentMoveAnalysis,
  TableUpdate,
  ClientTableRole,
} from "./generated/types";
import { VERSION } from "./generated/types";

/** A move or chance event of a game's history. */
export interface PlayedMove {
  /** Seat of the mover; null is chance. */
  seat: number | null;
  text: string;
}

export class TableModel {
  you = $state.raw<ClientTableRole | null>(null);
  /** Seat whose view `game` and `history` show; null shows public information only. */
  eyes = $state<number | null>(null);
  info = $state.raw<TableInfo | null>(null);
  game = $state.raw<GameView | null>(null);
  /** Arrival time of `game`, for clocks. */
  receivedAt = $state(0);
  history = $state.raw<PlayedMove[]>([]);
  /** Events other than moves, newest last. */
  events = $state.raw<NumberedEvent[]>([]);
  replay = $state<string | null>(null);
  rematch = $state.raw<number[]>([]);
  thinking = $state<number | null>(null);
  /** An agent's current thought, or that on its last move. */
  thought = $state.raw<{ seat: number; thought: AgentMoveAnalysis; done: boolean } | null>(null);
  hint = $state.raw<AgentMoveAnalysis | null>(null);
  problem = $state.raw<ApiProblem | null>(null);
  connected = $state(false);
  /** State of a message given without a connection: a move is kept and sent later, or is too late; anything else is refused. */
  unsent = $state<"kept" | "late" | "refused" | null>(null);
  /** Milliseconds between moves of others; faster ones are queued. */
  pace = 0;
  /** Number of queued messages. */
  queued = $state(0);
  /** Positions seen so far by ply, for each viewer. */
  #positionsByViewer = new Map<number | null, Map<number, string>>();
  #queue: ServerMessage[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSkipping = false;
  #lastSeq: number | undefined;
  /** True if the viewer changed: the next update repeats everything. */
  #viewerChanged = false;
  /** True while repeated events are applied for a new viewer. */
  #isRepeating = false;
  /** Move sent but not answered yet. */
  #pendingMove: { ply: number; text: string } | null = null;
  /** Move waiting for a connection. */
  #queuedMove: { ply: number; text: string } | null = null;
  #socket: ReconnectingSocket<ServerMessage, ClientMessage>;

  constructor(readonly id: string) {
    this.#socket = openSocket<ServerMessage, ClientMessage>(`tables/${id}/live`, {
      hello: () => {
        this.#viewerChanged = false;
        return { type: "hello", version: VERSION, last: this.#lastSeq, seat: this.eyes ?? undefined, drawing: "none" } as ClientMessage;
      },
      message: (message) => this.receive(message),
      status: (connected) => {
        this.connected = connected;
        // The move may not have arrived.
        if (!connected && this.#pendingMove) this.#queueMove(this.#pendingMove);
      },
    });
  }

  /** Sends a message if connected, and clears the last problem. */
  send(message: ClientMessage): boolean {
    this.problem = null;
    this.#queuedMove = null;
    const isSent = this.#socket.send(message);
    this.unsent = isSent ? null : "refused";
    return isSent;
  }

  /** Positions seen by the current viewer. */
  get positions(): Map<number, string> {
    const seen = this.#positionsByViewer.get(this.eyes) ?? new Map<number, string>();
    this.#positionsByViewer.set(this.eyes, seen);
    return seen;
  }

  /** True if several people with hidden information share this screen. */
  get shared(): boolean {
    return !!this.you?.hidden && this.you.seats.length > 1;
  }

  /** Seat to hand the screen to before anything is shown; null if none. */
  get handoverSeat(): number | null {
    const seat = this.game?.to_move ?? null;
    const plays = seat !== null && !!this.you?.seats.includes(seat) && !this.info?.seats[seat]?.agent;
    return this.shared && plays && !this.game?.verdict && seat !== this.eyes ? seat : null;
  }

  /** Seats that dropped out of the game, in order. Agents that took over play for themselves. */
  get droppedOut(): number[] {
    return (this.game?.dropouts ?? []).map(({ seat }) => seat);
  }

  /** Agent that took over a seat and plays for itself, if any. */
  replacementOf(seat: number): string | null {
    return this.game?.dropouts?.find((left) => left.seat === seat)?.agent ?? null;
  }

  /** Final place of a player who dropped out, according to the server; null for all others. */
  placeOf(seat: number): number | null {
    return this.game?.dropouts?.find((left) => left.seat === seat)?.place ?? null;
  }

  /** Shows the game from one's seat, or public information only. */
  viewAs(seat: number | null): void {
    this.hint = null;
    this.send(seat === null ? { type: "look" } : { type: "look", seat });
  }

  /** Plays a move; a double click plays it once. */
  play(text: string): void {
    if (!this.game) return;
    const { ply } = this.game;
    if (this.#pendingMove?.ply === ply && this.#pendingMove.text === text) return;
    this.hint = null;
    if (this.send({ type: "move", ply, text })) this.#pendingMove = { ply, text };
    else this.#queueMove({ ply, text });
  }

  #queueMove(move: { ply: number; text: string }): void {
    this.#pendingMove = null;
    this.#queuedMove = move;
    this.unsent = "kept";
  }

  /** Sends the queued move if it is still legal. */
  #sendQueuedMove(game: GameView): void {
    const queued = this.#queuedMove;
    if (!queued || !this.connected) return;
    this.#queuedMove = null;
    this.unsent = null;
    if (game.ply === queued.ply && game.moves?.includes(queued.text)) this.play(queued.text);
    else if (this.history[queued.ply]?.text !== queued.text) this.unsent = "late";
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#socket.close();
  }

  /** Shows the queue at once, and everything until the next own turn. */
  skip(): void {
    this.#showAll();
    // The last move may not have been answered yet.
    const isOwnTurn = !!this.game?.moves && this.#pendingMove === null;
    this.#isSkipping = !!this.you?.seats.length && !isOwnTurn && !this.game?.verdict;
  }

  /** Handles a message at once, or queues it behind those not shown yet. */
  receive(message: ServerMessage): void {
    if (message.type === "you") this.#showAll();
    if (this.#viewerChanged) return this.handle(message);
    const atOnce = message.type === "you" || message.type === "refused" || message.type === "hint";
    if (atOnce || (this.#queue.length === 0 && !this.#isPaced(message) && this.#timer === undefined)) return this.handle(message);
    this.#queue.push(message);
    this.queued = this.#queue.length;
    if (this.#timer === undefined) this.#scheduleNext();
  }

  /** True for a move to be shown at the chosen pace: somebody else's, in a game without clocks. */
  #isPaced(message: ServerMessage): boolean {
    if (message.type !== "update" || !message.game || !this.game || this.pace === 0 || this.#isSkipping) return false;
    if (message.game.clocks) return false;
    const own = this.you?.seats ?? [];
    const moved = message.events.find((event) => event.event === "moved");
    // Chance events belong to the move before them.
    const mover = moved?.seat ?? this.history.findLast(({ seat }) => seat !== null)?.seat ?? -1;
    return moved !== undefined && !own.includes(mover);
  }

  #scheduleNext(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#showNext();
    }, this.pace);
  }

  /** Shows the next move with the messages around it that need no delay. */
  #showNext(): void {
    let shown = false;
    while (this.#queue.length > 0) {
      const slow = this.#isPaced(this.#queue[0]!);
      if (slow && shown) break;
      shown ||= slow;
      this.handle(this.#queue.shift()!);
    }
    this.queued = this.#queue.length;
    if (this.queued > 0) this.#scheduleNext();
  }

  #showAll(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const message of this.#queue.splice(0)) this.handle(message);
    this.queued = 0;
  }

  handle(message: ServerMessage): void {
    switch (message.type) {
      case "you":
        // Until the update, the data here belongs to the previous viewer.
        this.#viewerChanged = this.you !== null && (message.eyes ?? null) !== this.eyes;
        if (!this.#viewerChanged) this.eyes = message.eyes ?? null;
        this.you = message;
        // A message sent before the break may be lost.
        this.#pendingMove = null;
        break;
      case "update":
        this.#handleUpdate(message);
        break;
      case "thinking":
        this.thinking = message.seat;
        this.thought = null;
        break;
      case "considering":
        // It may arrive after the move.
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
        this.#pendingMove = null;
        break;
    }
  }

  #handleUpdate(update: TableUpdate): void {
    if (this.#viewerChanged) this.#resetView(update);
    for (const event of update.events) {
      // Events repeated after a reconnection apply once.
      if (this.#lastSeq !== undefined && event.seq <= this.#lastSeq) continue;
      this.#apply(event);
    }
    this.#lastSeq = update.seq;
    this.#isRepeating = false;
    if (update.table) this.info = update.table;
    if (update.game) {
      this.game = update.game;
      this.#pendingMove = null;
      if (update.game.moves || update.game.verdict) this.#isSkipping = false;
      if (update.game.position) this.positions.set(update.game.ply, update.game.position);
      this.receivedAt = performance.now();
      this.hint = null;
      this.problem = null;
      if (update.game.to_move !== this.thinking) this.thinking = null;
      if (this.#queuedMove) this.#sendQueuedMove(update.game);
      else this.unsent = null;
    }
  }

  /** Drops the previous viewer's data before it is sent again for the new one. */
  #resetView(update: TableUpdate): void {
    this.#viewerChanged = false;
    this.#lastSeq = undefined;
    this.eyes = this.you?.eyes ?? null;
    this.history = [];
    this.rematch = [];
    this.thought = null;
    const first = update.events[0]?.seq ?? Infinity;
    this.events = this.events.filter(({ seq }) => seq < first);
    this.#isRepeating = true;
  }

  #apply(event: NumberedEvent): void {
    switch (event.event) {
      case "started":
        this.history = [];
        if (!this.#isRepeating) this.#positionsByViewer.clear();
        this.replay = null;
        this.rematch = [];
            this.thought = null;
        break;
      case "moved":
        this.history = [...this.history, { seat: event.seat ?? null, text: event.text }];
        return;
      case "undone":
        this.history = this.history.slice(0, event.ply);
        if (this.#isRepeating) break;
        for (const seen of this.#positionsByViewer.values()) for (const ply of [...seen.keys()]) if (ply > event.ply) seen.delete(ply);
        break;
      case "ended":
        this.replay = event.replay;
        break;
      case "rematch_asked":
        this.rematch = [...this.rematch, event.seat];
        break;
    }
    this.events = [...this.events, event].slice(-50);
  }
}

