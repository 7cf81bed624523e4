// View model of a studied game: record, current position, variation and analyses.

import { request, requestLines } from "../api/client";
import type { PlayedMove } from "../api/table.svelte";
import type { AnalyseRequest, PositionAnalysis, RecordCheckResult, ExploredPosition, RecordInfo, SearchTree } from "../api/generated/types";
import { luckSkillShares, type LuckSkillShares } from "./luckAndSkill";
import type { GameLocation } from "./links";

/** A variation from the game. */
interface Variation {
  /** Moves of the game before it. */
  from: number;
  steps: PlayedMove[];
  /** Position after each of its moves. */
  positions: string[];
}

/** The server rejected the record. */
export class InvalidRecordError extends Error {
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(reason);
  }
}

export class GameStudy {
  /** Moves before the shown position. */
  at = $state(0);
  /** Seat whose view is shown; null shows everything. */
  eyes = $state<number | null>(null);
  agent = $state("");
  /** Milliseconds per position. */
  time = $state(300);
  variation = $state.raw<Variation | null>(null);
  here = $state.raw<ExploredPosition | null>(null);
  busy = $state<{ done: number; of: number } | null>(null);
  error = $state.raw<unknown>(null);
  #seatView = $state.raw<RecordInfo | null>(null);
  #analyses = $state.raw(new Map<string, PositionAnalysis>());
  #explored = new Map<string, ExploredPosition>();
  #abort: AbortController | null = null;

  constructor(
    readonly text: string,
    readonly info: RecordInfo,
  ) {}

  /** Has the server parse a record; throws `InvalidRecordError` if it is invalid. */
  static async open(text: string): Promise<GameStudy> {
    const checked = await request<RecordCheckResult>("POST", "records/check", { text });
    if (checked.is === "bad") throw new InvalidRecordError(checked.line, checked.reason);
    return new GameStudy(text, checked);
  }

  /** Moves of the shown line. */
  readonly steps = $derived.by<PlayedMove[]>(() => {
    const own = this.#plies.map(({ seat, text }) => ({ seat: seat ?? null, text }));
    return this.variation ? [...own.slice(0, this.variation.from), ...this.variation.steps] : own;
  });
  readonly positions = $derived.by<string[]>(() => this.#line(this.info));
  /** Positions of the shown line. */
  readonly shown = $derived.by<string[]>(() => this.#line(this.#seatView ?? this.info));
  readonly position = $derived(this.positions[this.at] ?? "");
  readonly last = $derived(this.at > 0 ? (this.steps[this.at - 1] ?? null) : null);
  readonly analysis = $derived(this.#analyses.get(this.position) ?? null);
  /** Value of each position of the line to each seat, if known. */
  readonly values = $derived.by<(number[] | null)[]>(() =>
    this.positions.map((position, index) => this.#analyses.get(position)?.values ?? this.#recordedValues(index)),
  );
  readonly analysed = $derived(this.positions.filter((position) => this.#analyses.has(position)).length);
  readonly hasChance = $derived(this.steps.some((step) => step.seat === null));
  readonly shares = $derived.by<LuckSkillShares[]>(() =>
    luckSkillShares(
      this.steps.map((step) => step.seat),
      this.values,
      this.info.seats.length,
    ),
  );

  get #plies(): RecordInfo["plies"] {
    return (this.#seatView ?? this.info).plies;
  }

  #line(info: RecordInfo): string[] {
    if (!this.variation) return info.positions;
    return [...info.positions.slice(0, this.variation.from + 1), ...this.variation.positions];
  }

  /** The mover's own evaluation; with two seats it determines both values. */
  #recordedValues(index: number): number[] | null {
    if (this.variation && index >= this.variation.from) return null;
    const ply = this.info.plies[index];
    if (ply?.value === undefined || ply.value === null || this.info.seats.length !== 2) return null;
    return ply.seat === 0 ? [ply.value, -ply.value] : [-ply.value, ply.value];
  }

  /** The shown position, for links. */
  get location(): GameLocation {
    const line = this.variation?.steps.map((step) => step.text) ?? [];
    return { move: this.at, from: this.variation?.from ?? 0, line };
  }

  /** Goes to a linked position, as far as its moves are legal. */
  async visit({ move, from, line }: GameLocation): Promise<void> {
    if (line.length > 0) {
      this.go(from);
      await this.playAll(line);
    }
    this.go(move);
  }

  go(at: number): void {
    this.at = Math.min(Math.max(at, 0), this.steps.length);
  }

  /** Loads the legal moves of the position. */
  async explore(): Promise<void> {
    const position = this.position;
    this.here = await this.#explore(position, []);
    if (this.position !== position) await this.explore();
  }

  async #explore(position: string, moves: string[]): Promise<ExploredPosition> {
    const key = [position, ...moves].join(" ");
    const known = this.#explored.get(key);
    if (known) return known;
    const explored = await request<ExploredPosition>("POST", "explore", { game: this.info.game, position, moves });
    this.#explored.set(key, explored);
    return explored;
  }

  /** Plays a move: follows the line if it is the next one, or else starts a variation. */
  async play(text: string): Promise<void> {
    this.error = null;
    const next = this.steps[this.at];
    if (next?.text === text) return this.go(this.at + 1);
    const [at, position, seat] = [this.at, this.position, this.here?.to_move ?? null];
    try {
      const after = await this.#explore(position, [text]);
      const from = Math.min(this.variation?.from ?? at, at);
      const kept = this.variation ? at - from : 0;
      this.eyes = null;
      this.#seatView = null;
      this.variation = {
        from,
        steps: [...(this.variation?.steps.slice(0, kept) ?? []), { seat, text }],
        positions: [...(this.variation?.positions.slice(0, kept) ?? []), after.position],
      };
      this.at = at + 1;
    } catch (thrown) {
      this.error = thrown;
    }
  }

  /** Plays several moves, as far as they are legal. */
  async playAll(line: string[]): Promise<void> {
    for (const text of line) {
      const at = this.at;
      this.here = await this.#explore(this.position, []);
      await this.play(text);
      if (this.at !== at + 1) return;
    }
  }

  /** Returns to the game where the variation left it. */
  leaveVariation(): void {
    if (!this.variation) return;
    this.at = this.variation.from;
    this.variation = null;
  }

  /** Shows the game from a seat, or all of it. */
  async viewAs(eyes: number | null): Promise<void> {
    this.leaveVariation();
    if (eyes === null) {
      this.#seatView = null;
    } else {
      const checked = await request<RecordCheckResult>("POST", "records/check", { text: this.text, eyes });
      if (checked.is === "good") this.#seatView = checked;
    }
    this.eyes = eyes;
  }

  /** Selects an agent and drops the analyses of the previous one. */
  selectAgent(agent: string): void {
    this.agent = agent;
    this.#analyses = new Map();
  }

  /** Analyses the shown position, with intermediate results. */
  analyseHere(): Promise<void> {
    const position = this.position;
    return this.#run(async (signal) => {
      this.busy = { done: 0, of: 1 };
      await requestLines<PositionAnalysis>("analyse/live", this.#analysisRequest(position), signal, (analysis) => this.#storeAnalysis(position, analysis));
    });
  }

  /** Analyses every position of the line. */
  analyseAll(): Promise<void> {
    const missing = this.positions.filter((position) => !this.#analyses.has(position));
    return this.#run(async (signal) => {
      for (const [done, position] of missing.entries()) {
        this.busy = { done, of: missing.length };
        const analysis = await request<PositionAnalysis>("POST", "analyse", this.#analysisRequest(position), signal);
        if (signal.aborted) return;
        this.#storeAnalysis(position, analysis);
      }
    });
  }

  /** Searches the shown position and returns the tree; null if it failed or was stopped. */
  async growTree(): Promise<SearchTree | null> {
    let tree: SearchTree | null = null;
    const position = this.position;
    const [name, params = ""] = this.agent.split(":", 2);
    const others = params.split(",").filter((param) => param && !param.startsWith("save-tree="));
    const agent = `${name}:${[...others, "save-tree=on"].join()}`;
    await this.#run(async (signal) => {
      this.busy = { done: 0, of: 1 };
      tree = await request<SearchTree>("POST", "analyse/tree", { ...this.#analysisRequest(position), agent }, signal);
    });
    return tree;
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.busy = null;
  }

  #analysisRequest(position: string): AnalyseRequest {
    return { game: this.info.game, position, moves: [], ...(this.agent ? { agent: this.agent } : {}), time: this.time };
  }

  #storeAnalysis(position: string, analysis: PositionAnalysis): void {
    this.#analyses = new Map(this.#analyses).set(position, analysis);
  }

  /** Runs an operation, cancelling the previous one. */
  async #run(how: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.stop();
    this.error = null;
    const work = (this.#abort = new AbortController());
    try {
      await how(work.signal);
    } catch (thrown) {
      if (!work.signal.aborted) this.error = thrown;
    }
    if (this.#abort === work) this.stop();
  }
}
