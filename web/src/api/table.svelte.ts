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
  #last: number | undefined;
  #live: Live<ServerMessage, ClientMessage>;

  constructor(readonly id: string) {
    this.#live = live<ServerMessage, ClientMessage>(`tables/${id}/live`, {
      hello: () => ({ type: "hello", version: VERSION, last: this.#last, drawing: "none" }),
      message: (message) => this.hear(message),
      status: (connected) => (this.connected = connected),
    });
  }

  /** Says something; whatever was refused before is no longer shown. */
  say(message: ClientMessage): void {
    this.problem = null;
    this.#live.send(message);
  }

  play(text: string): void {
    if (!this.game) return;
    this.hint = null;
    this.say({ type: "move", ply: this.game.ply, text });
  }

  close(): void {
    this.#live.close();
  }

  hear(message: ServerMessage): void {
    switch (message.type) {
      case "you":
        this.you = message;
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
        break;
    }
  }

  #update(update: Update): void {
    for (const event of update.events) {
      // Told twice after a break, it has happened once.
      if (this.#last !== undefined && event.seq <= this.#last) continue;
      this.#happen(event);
    }
    this.#last = update.seq;
    if (update.table) this.info = update.table;
    if (update.game) {
      this.game = update.game;
      this.heardAt = performance.now();
      this.hint = null;
      this.problem = null;
      if (update.game.to_move !== this.thinking) this.thinking = null;
    }
  }

  #happen(event: Numbered): void {
    switch (event.event) {
      case "started":
        this.history = [];
        this.replay = null;
        this.rematch = [];
        this.thought = null;
        break;
      case "moved":
        this.history = [...this.history, { seat: event.seat ?? null, text: event.text }];
        return;
      case "undone":
        this.history = this.history.slice(0, event.ply);
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

