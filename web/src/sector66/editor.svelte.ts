// A template being edited: what it is now, what it was, and what the server says of it.

import { ask, Refused } from "../api/client";
import type { CheckedTemplate, FileProblem, KeptTemplate, TemplateDraft } from "../api/types";
import { fresh, slug } from "./edit";
import { keep, kept } from "./kept";

/** After the last change the server is asked what it thinks. */
const PAUSE = 250;
/** A server that could not be reached is asked again. */
const AGAIN = 2000;
const MOST_STEPS = 200;

/** What a board is at the server. */
class Board {
  /** What it is to be called there. */
  file = $state("");
  /** The one there that it was read from or saved as: saving it as that again loses nothing. */
  origin = "";
}

/** A draft as it was, and of which board. */
interface Step {
  draft: TemplateDraft;
  board: Board;
}

export class Editor {
  draft = $state.raw<TemplateDraft>(kept() ?? fresh());
  problems = $state.raw<FileProblem[]>([]);
  text = $state("");
  checked = $state(false);
  error = $state.raw<unknown>(null);
  #board = $state.raw(new Board());
  #past = $state.raw<Step[]>([]);
  #future = $state.raw<Step[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #closed = false;

  constructor() {
    void this.check();
  }

  /** Nobody is there any more to be told anything. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0;
  }
  get isRight(): boolean {
    return this.checked && this.problems.length === 0;
  }
  /** What it is called at the server, if anybody has said so. */
  get file(): string {
    return this.#board.file;
  }
  set file(name: string) {
    this.#board.file = name;
  }
  get origin(): string {
    return this.#board.origin;
  }
  get fileName(): string {
    return this.file || slug(this.draft.name);
  }

  /** Makes a change that can be taken back. */
  change(next: TemplateDraft): void {
    if (next === this.draft) return;
    this.#past = [...this.#past, this.#now].slice(-MOST_STEPS);
    this.#future = [];
    this.#show({ draft: next, board: this.#board });
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#now];
    this.#show(before);
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#now];
    this.#show(after);
  }

  get #now(): Step {
    return { draft: this.draft, board: this.#board };
  }

  #show({ draft, board }: Step): void {
    this.draft = draft;
    this.#board = board;
    this.checked = false;
    keep(draft);
    this.#checkIn(PAUSE);
  }

  #checkIn(pause: number): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => void this.check(), pause);
  }

  /** Asks the server what is wrong with the template as it is now. */
  async check(): Promise<void> {
    const number = ++this.#asked;
    const { draft } = this;
    try {
      const answer = await ask<CheckedTemplate>("POST", "templates/check", { draft });
      // A later question has a better answer, and a change since then is yet to be asked about.
      if (number !== this.#asked || draft !== this.draft) return;
      this.problems = answer.problems;
      this.text = answer.text;
      this.checked = true;
      this.error = null;
    } catch (thrown) {
      if (number !== this.#asked) return;
      this.error = thrown;
      if (isAway(thrown)) this.#checkIn(AGAIN);
    }
  }

  /** The file of the template as it is now. */
  async textNow(): Promise<string> {
    while (!this.checked) {
      await this.check();
      if (this.error) throw this.error;
    }
    return this.text;
  }

  /** Problems of a key and of all that belongs to it. */
  about(key: string): FileProblem[] {
    return this.problems.filter((problem) => problem.key === key || problem.key.startsWith(`${key}.`));
  }

  /** Goes on with another board. */
  #begin(draft: TemplateDraft, file: string): void {
    this.change(draft);
    this.#board = new Board();
    this.file = file;
  }

  reset(): void {
    this.#begin(fresh(), "");
  }

  /** Goes on with a template of the server. One that is part of the program gets another name. */
  async load(name: string, shipped: boolean): Promise<void> {
    const { draft } = await ask<CheckedTemplate>("GET", `templates/${encodeURIComponent(name)}`);
    if (!draft) return;
    this.#begin(draft, shipped ? "" : name);
    this.#board.origin = this.file;
  }

  /** Goes on with a file; what is wrong with it, if it cannot be read. */
  async read(text: string, file: string): Promise<FileProblem[]> {
    const answer = await ask<CheckedTemplate>("POST", "templates/check", { text });
    if (!answer.draft) return answer.problems;
    this.#begin(answer.draft, slug(file.replace(/\.toml$/, "")));
    return [];
  }

  /** Keeps the template for a game that begins now; its name in specs. */
  async tryOut(): Promise<string> {
    const { name } = await ask<KeptTemplate>("POST", "templates/try", { draft: this.draft });
    return name;
  }

  /** Takes the board away from the server; here it stays. */
  async forget(): Promise<void> {
    await ask("DELETE", `templates/${encodeURIComponent(this.file)}`);
    this.#board = new Board();
  }

  async save(): Promise<string> {
    const name = this.fileName;
    await ask<KeptTemplate>("PUT", `templates/${encodeURIComponent(name)}`, { draft: this.draft });
    this.file = name;
    this.#board.origin = name;
    return name;
  }
}

function isAway(thrown: unknown): boolean {
  return thrown instanceof Refused && (thrown.problem.code as string) === "unreachable";
}
