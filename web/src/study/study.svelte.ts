// A game that is studied: its record, where one looks at it, a variation tried, what agents say.

import { ask, askLines } from "../api/client";
import type { Analyse, Analysis, Checked, Explored, RecordInfo, SearchTree } from "../api/types";
import { apart, type Shares } from "./apart";
import type { Place } from "./share";

export interface Step {
  /** Who moved; none is chance. */
  seat: number | null;
  text: string;
}

/** A line that left the game. */
interface Branch {
  /** The number of moves of the game before it. */
  from: number;
  steps: Step[];
  /** The position after each of its moves. */
  positions: string[];
}

/** The record is not right. */
export class BadRecord extends Error {
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(reason);
  }
}

export class Study {
  /** The number of moves before what is shown. */
  at = $state(0);
  /** The seat with whose eyes the game is seen; none sees everything. */
  eyes = $state<number | null>(null);
  agent = $state("");
  /** Milliseconds for each position. */
  time = $state(300);
  branch = $state.raw<Branch | null>(null);
  here = $state.raw<Explored | null>(null);
  busy = $state<{ done: number; of: number } | null>(null);
  error = $state.raw<unknown>(null);
  #seen = $state.raw<RecordInfo | null>(null);
  #analyses = $state.raw(new Map<string, Analysis>());
  #explored = new Map<string, Explored>();
  #work: AbortController | null = null;

  constructor(
    readonly text: string,
    readonly info: RecordInfo,
  ) {}

  /** Has the server read a record; throws `BadRecord` if it is not right. */
  static async open(text: string): Promise<Study> {
    const checked = await ask<Checked>("POST", "records/check", { text });
    if (checked.is === "bad") throw new BadRecord(checked.line, checked.reason);
    return new Study(text, checked);
  }

  /** The moves of the line that is looked at. */
  readonly steps = $derived.by<Step[]>(() => {
    const own = this.#plies.map(({ seat, text }) => ({ seat: seat ?? null, text }));
    return this.branch ? [...own.slice(0, this.branch.from), ...this.branch.steps] : own;
  });
  readonly positions = $derived.by<string[]>(() => this.#line(this.info));
  /** The positions as they are shown. */
  readonly shown = $derived.by<string[]>(() => this.#line(this.#seen ?? this.info));
  readonly position = $derived(this.positions[this.at] ?? "");
  readonly last = $derived(this.at > 0 ? (this.steps[this.at - 1] ?? null) : null);
  readonly analysis = $derived(this.#analyses.get(this.position) ?? null);
  /** What each position of the line is worth to each seat, as far as it is known. */
  readonly values = $derived.by<(number[] | null)[]>(() =>
    this.positions.map((position, index) => this.#analyses.get(position)?.values ?? this.#told(index)),
  );
  readonly analysed = $derived(this.positions.filter((position) => this.#analyses.has(position)).length);
  readonly hasChance = $derived(this.steps.some((step) => step.seat === null));
  readonly shares = $derived.by<Shares[]>(() =>
    apart(
      this.steps.map((step) => step.seat),
      this.values,
      this.info.seats.length,
    ),
  );

  get #plies(): RecordInfo["plies"] {
    return (this.#seen ?? this.info).plies;
  }

  #line(info: RecordInfo): string[] {
    if (!this.branch) return info.positions;
    return [...info.positions.slice(0, this.branch.from + 1), ...this.branch.positions];
  }

  /** What the mover itself expected; for two seats that says what both could. */
  #told(index: number): number[] | null {
    if (this.branch && index >= this.branch.from) return null;
    const ply = this.info.plies[index];
    if (ply?.value === undefined || ply.value === null || this.info.seats.length !== 2) return null;
    return ply.seat === 0 ? [ply.value, -ply.value] : [-ply.value, ply.value];
  }

  /** What is shown, for a link to it. */
  get place(): Place {
    const line = this.branch?.steps.map((step) => step.text) ?? [];
    return { move: this.at, from: this.branch?.from ?? 0, line };
  }

  /** Goes to a place a link named, as far as its moves can be played. */
  async visit({ move, from, line }: Place): Promise<void> {
    if (line.length > 0) {
      this.go(from);
      await this.playAll(line);
    }
    this.go(move);
  }

  go(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.steps.length);
  }

  /** Finds out what can be played here. */
  async look(): Promise<void> {
    const position = this.position;
    this.here = await this.#explore(position, []);
    if (this.position !== position) await this.look();
  }

  async #explore(position: string, moves: string[]): Promise<Explored> {
    const key = [position, ...moves].join(" ");
    const known = this.#explored.get(key);
    if (known) return known;
    const explored = await ask<Explored>("POST", "explore", { game: this.info.game, position, moves });
    this.#explored.set(key, explored);
    return explored;
  }

  /** Plays a move here: on along the line if it is the next one, or else a variation. */
  async play(text: string): Promise<void> {
    this.error = null;
    const next = this.steps[this.at];
    if (next?.text === text) return this.go(this.at + 1);
    const [at, position, seat] = [this.at, this.position, this.here?.to_move ?? null];
    try {
      const after = await this.#explore(position, [text]);
      const from = Math.min(this.branch?.from ?? at, at);
      const kept = this.branch ? at - from : 0;
      this.eyes = null;
      this.#seen = null;
      this.branch = {
        from,
        steps: [...(this.branch?.steps.slice(0, kept) ?? []), { seat, text }],
        positions: [...(this.branch?.positions.slice(0, kept) ?? []), after.position],
      };
      this.at = at + 1;
    } catch (thrown) {
      this.error = thrown;
    }
  }

  /** Plays a line from here, move by move, as far as it can be played. */
  async playAll(line: string[]): Promise<void> {
    for (const text of line) {
      const at = this.at;
      this.here = await this.#explore(this.position, []);
      await this.play(text);
      if (this.at !== at + 1) return;
    }
  }

  /** Back to the game, where the variation left it. */
  leaveBranch(): void {
    if (!this.branch) return;
    this.at = this.branch.from;
    this.branch = null;
  }

  /** Shows the game as a seat could see it, or all of it. */
  async see(eyes: number | null): Promise<void> {
    this.leaveBranch();
    if (eyes === null) {
      this.#seen = null;
    } else {
      const checked = await ask<Checked>("POST", "records/check", { text: this.text, eyes });
      if (checked.is === "good") this.#seen = checked;
    }
    this.eyes = eyes;
  }

  /** Forgets what another agent said. */
  ask(agent: string): void {
    this.agent = agent;
    this.#analyses = new Map();
  }

  /** This position; what the agent thinks is shown while it thinks. */
  analyseHere(): Promise<void> {
    const position = this.position;
    return this.#attempt(async (signal) => {
      this.busy = { done: 0, of: 1 };
      await askLines<Analysis>("analyse/live", this.#question(position), signal, (analysis) => this.#learn(position, analysis));
    });
  }

  /** Every position of the line, one after the other. */
  analyseAll(): Promise<void> {
    const missing = this.positions.filter((position) => !this.#analyses.has(position));
    return this.#attempt(async (signal) => {
      for (const [done, position] of missing.entries()) {
        this.busy = { done, of: missing.length };
        const analysis = await ask<Analysis>("POST", "analyse", this.#question(position), signal);
        if (signal.aborted) return;
        this.#learn(position, analysis);
      }
    });
  }

  /** The tree of a search of this position; none if it failed or was stopped. */
  async growTree(): Promise<SearchTree | null> {
    let tree: SearchTree | null = null;
    const position = this.position;
    const [name, params = ""] = this.agent.split(":", 2);
    const others = params.split(",").filter((param) => param && !param.startsWith("save-tree="));
    const agent = `${name}:${[...others, "save-tree=on"].join()}`;
    await this.#attempt(async (signal) => {
      this.busy = { done: 0, of: 1 };
      tree = await ask<SearchTree>("POST", "analyse/tree", { ...this.#question(position), agent }, signal);
    });
    return tree;
  }

  stop(): void {
    this.#work?.abort();
    this.#work = null;
    this.busy = null;
  }

  #question(position: string): Analyse {
    return { game: this.info.game, position, moves: [], ...(this.agent ? { agent: this.agent } : {}), time: this.time };
  }

  #learn(position: string, analysis: Analysis): void {
    this.#analyses = new Map(this.#analyses).set(position, analysis);
  }

  /** Does some work in the place of what was being done. */
  async #attempt(how: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.stop();
    this.error = null;
    const work = (this.#work = new AbortController());
    try {
      await how(work.signal);
    } catch (thrown) {
      if (!work.signal.aborted) this.error = thrown;
    }
    if (this.#work === work) this.stop();
  }
}
