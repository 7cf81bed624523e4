// A template being edited: what it is now, what it was, and what the server says of it.

import { ask } from "../api/client";
import type { CheckedTemplate, FileProblem, KeptTemplate, TemplateDraft } from "../api/types";
import { fresh, slug } from "./edit";

const KEY = "ludorum-template";
/** After the last change the server is asked what it thinks. */
const PAUSE = 250;
const MOST_STEPS = 200;

export class Editor {
  draft = $state.raw<TemplateDraft>(kept() ?? fresh());
  /** What it is called at the server. */
  file = $state("");
  problems = $state.raw<FileProblem[]>([]);
  text = $state("");
  checked = $state(false);
  error = $state.raw<unknown>(null);
  #past = $state.raw<TemplateDraft[]>([]);
  #future = $state.raw<TemplateDraft[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor() {
    void this.check();
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
  get fileName(): string {
    return this.file || slug(this.draft.name);
  }

  /** Makes a change that can be taken back. */
  change(next: TemplateDraft): void {
    if (next === this.draft) return;
    this.#past = [...this.#past, this.draft].slice(-MOST_STEPS);
    this.#future = [];
    this.#show(next);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.draft];
    this.#show(before);
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.draft];
    this.#show(after);
  }

  #show(draft: TemplateDraft): void {
    this.draft = draft;
    this.checked = false;
    keep(draft);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), PAUSE);
  }

  /** Asks the server what is wrong with the template as it is now. */
  async check(): Promise<void> {
    const number = ++this.#asked;
    try {
      const answer = await ask<CheckedTemplate>("POST", "templates/check", { draft: this.draft });
      // A later question has a better answer.
      if (number !== this.#asked) return;
      this.problems = answer.problems;
      this.text = answer.text;
      this.checked = true;
      this.error = null;
    } catch (thrown) {
      if (number === this.#asked) this.error = thrown;
    }
  }

  /** Problems of a key and of all that belongs to it. */
  about(key: string): FileProblem[] {
    return this.problems.filter((problem) => problem.key === key || problem.key.startsWith(`${key}.`));
  }

  #begin(draft: TemplateDraft, file: string): void {
    this.change(draft);
    this.file = file;
  }

  reset(): void {
    this.#begin(fresh(), "");
  }

  /** Goes on with a template of the server. One that is part of the program gets another name. */
  async load(name: string, shipped: boolean): Promise<void> {
    const { draft } = await ask<CheckedTemplate>("GET", `templates/${encodeURIComponent(name)}`);
    if (draft) this.#begin(draft, shipped ? "" : name);
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

  async save(): Promise<string> {
    const name = this.fileName;
    await ask<KeptTemplate>("PUT", `templates/${encodeURIComponent(name)}`, { draft: this.draft });
    this.file = name;
    return name;
  }
}

/** The template somebody was at last. */
function kept(): TemplateDraft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<TemplateDraft> | null;
    const parts = ["plugins", "places", "seats", "walls", "fields"] as const;
    const whole = draft && typeof draft.name === "string" && parts.every((part) => typeof draft[part] === "object" && draft[part]);
    return whole && Array.isArray(draft.walls?.built) && Array.isArray(draft.walls.disabled) ? (draft as TemplateDraft) : null;
  } catch {
    return null;
  }
}

function keep(draft: TemplateDraft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser that keeps nothing still edits.
  }
}
