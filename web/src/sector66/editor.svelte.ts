// State of the template editor: draft, undo history and the server's check.

import { request, ApiError } from "../api/client";
import type { BoardTemplateCheckResult, FileProblem, SavedBoardTemplate, BoardTemplateDraft } from "../api/generated/types";
import { newDraft, slug } from "./edit";
import { saveDraft, loadDraft } from "./draftStorage";

/** Milliseconds from the last change to the check. */
const CHECK_DELAY = 250;
/** Milliseconds before a retry if the server is unreachable. */
const RETRY_DELAY = 2000;
const MAX_UNDO_STEPS = 200;

/** File of a board on the server. */
class TemplateFile {
  /** File name to save as. */
  file = $state("");
  /** File it was loaded from or saved as: overwriting that one loses nothing. */
  origin = "";
}

/** A draft in the undo history, with its file. */
interface UndoStep {
  draft: BoardTemplateDraft;
  board: TemplateFile;
}

export class TemplateEditor {
  draft = $state.raw<BoardTemplateDraft>(loadDraft() ?? newDraft());
  problems = $state.raw<FileProblem[]>([]);
  text = $state("");
  checked = $state(false);
  error = $state.raw<unknown>(null);
  #file = $state.raw(new TemplateFile());
  #past = $state.raw<UndoStep[]>([]);
  #future = $state.raw<UndoStep[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #requestNumber = 0;
  #closed = false;

  constructor() {
    void this.check();
  }

  /** Stops pending checks. */
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
  get isValid(): boolean {
    return this.checked && this.problems.length === 0;
  }
  /** File name on the server, if chosen. */
  get file(): string {
    return this.#file.file;
  }
  set file(name: string) {
    this.#file.file = name;
  }
  get origin(): string {
    return this.#file.origin;
  }
  get fileName(): string {
    return this.file || slug(this.draft.name);
  }

  /** Applies an undoable change. */
  change(next: BoardTemplateDraft): void {
    if (next === this.draft) return;
    this.#past = [...this.#past, this.#now].slice(-MAX_UNDO_STEPS);
    this.#future = [];
    this.#show({ draft: next, board: this.#file });
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

  get #now(): UndoStep {
    return { draft: this.draft, board: this.#file };
  }

  #show({ draft, board }: UndoStep): void {
    this.draft = draft;
    this.#file = board;
    this.checked = false;
    saveDraft(draft);
    this.#checkIn(CHECK_DELAY);
  }

  #checkIn(pause: number): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => void this.check(), pause);
  }

  /** Has the server check the current draft. */
  async check(): Promise<void> {
    const number = ++this.#requestNumber;
    const { draft } = this;
    try {
      const answer = await request<BoardTemplateCheckResult>("POST", "templates/check", { draft });
      // Drops the answer if a later check or change exists.
      if (number !== this.#requestNumber || draft !== this.draft) return;
      this.problems = answer.problems;
      this.text = answer.text;
      this.checked = true;
      this.error = null;
    } catch (thrown) {
      if (number !== this.#requestNumber) return;
      this.error = thrown;
      if (isUnreachable(thrown)) this.#checkIn(RETRY_DELAY);
    }
  }

  /** File text of the current draft. */
  async textNow(): Promise<string> {
    while (!this.checked) {
      await this.check();
      if (this.error) throw this.error;
    }
    return this.text;
  }

  /** Problems of a key and its children. */
  problemsOf(key: string): FileProblem[] {
    return this.problems.filter((problem) => problem.key === key || problem.key.startsWith(`${key}.`));
  }

  /** Opens another board. */
  #openDraft(draft: BoardTemplateDraft, file: string): void {
    this.change(draft);
    this.#file = new TemplateFile();
    this.file = file;
  }

  reset(): void {
    this.#openDraft(newDraft(), "");
  }

  /** Opens a template of the server. A shipped one needs a new name to be saved. */
  async load(name: string, shipped: boolean): Promise<void> {
    const { draft } = await request<BoardTemplateCheckResult>("GET", `templates/${encodeURIComponent(name)}`);
    if (!draft) return;
    this.#openDraft(draft, shipped ? "" : name);
    this.#file.origin = this.file;
  }

  /** Opens a file; returns its problems if it cannot be read. */
  async read(text: string, file: string): Promise<FileProblem[]> {
    const answer = await request<BoardTemplateCheckResult>("POST", "templates/check", { text });
    if (!answer.draft) return answer.problems;
    this.#openDraft(answer.draft, slug(file.replace(/\.toml$/, "")));
    return [];
  }

  /** Stores the draft for a trial game; returns its name in specs. */
  async tryOut(): Promise<string> {
    const { name } = await request<SavedBoardTemplate>("POST", "templates/try", { draft: this.draft });
    return name;
  }

  /** Deletes the board on the server; the draft stays. */
  async remove(): Promise<void> {
    await request("DELETE", `templates/${encodeURIComponent(this.file)}`);
    this.#file = new TemplateFile();
  }

  async save(): Promise<string> {
    const name = this.fileName;
    await request<SavedBoardTemplate>("PUT", `templates/${encodeURIComponent(name)}`, { draft: this.draft });
    this.file = name;
    this.#file.origin = name;
    return name;
  }
}

function isUnreachable(thrown: unknown): boolean {
  return thrown instanceof ApiError && (thrown.problem.code as string) === "unreachable";
}
