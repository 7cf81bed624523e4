// A translation being written. It is kept in this browser until it is saved as a file.

import { SvelteMap } from "svelte/reactivity";

import { language } from "../i18n/language.svelte";
import { doubt, HEADER, readParts, readTexts, writeFile, type Doubt, type Part } from "./ftl";

const KEY = "ludorum-translation";

export class Draft {
  code = $state("");
  reference = $state.raw(new Map<string, string>());
  readonly texts = new SvelteMap<string, string>();
  /** Counts how often another file took the place of this one. */
  loaded = $state(0);
  /** The language of the page before this one was tried. */
  readonly before = language.code;
  #parts = $state.raw<Part[]>([]);
  /** Counts what was asked for: of several files the last one is wanted. */
  #asked = 0;

  /** The names of all messages, without those of the header. */
  readonly ids = $derived([...this.reference.keys()].filter((id) => !(HEADER as readonly string[]).includes(id)));
  readonly done = $derived(this.ids.filter((id) => this.texts.get(id)?.trim()).length);
  readonly doubts = $derived.by(() => {
    const found = new Map<string, Doubt>();
    for (const id of this.ids) {
      const text = this.texts.get(id);
      const doubtful = text?.trim() ? doubt(this.reference.get(id) ?? "", text) : null;
      if (doubtful) found.set(id, doubtful);
    }
    return found;
  });
  /** The file to be saved. */
  readonly file = $derived(writeFile(this.#parts, this.texts));
  /** The same with the reference where something is missing or cannot be read. */
  readonly whole = $derived.by(() => {
    const usable = ([id, text]: [string, string]) => text.trim() !== "" && this.doubts.get(id)?.kind !== "bad";
    return writeFile(this.#parts, new Map([...this.reference, ...[...this.texts].filter(usable)]));
  });

  async start(): Promise<void> {
    const english = await fetch("/locales/en.ftl");
    const text = await english.text();
    this.#parts = readParts(text);
    this.reference = readTexts(text);
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
      const { code, file } = (kept ?? {}) as { code?: string; file?: string };
      if (code && file) return this.load(code, file);
    } catch {
      // What was kept is not there any more.
    }
    if (language.code !== "en") await this.fetch(this.before);
  }

  /** One of the languages of the server. */
  async fetch(code: string): Promise<void> {
    const number = ++this.#asked;
    const answer = await fetch(`/locales/${code}.ftl`);
    const text = await answer.text();
    if (answer.ok && number === this.#asked) this.load(code, text);
  }

  /** A file of the person. */
  async read(file: File): Promise<void> {
    const number = ++this.#asked;
    const text = await file.text();
    if (number === this.#asked) this.load(file.name.replace(/\.ftl$/, ""), text);
  }

  load(code: string, file: string): void {
    this.texts.clear();
    for (const [id, text] of readTexts(file)) this.texts.set(id, text);
    this.code = code;
    this.loaded += 1;
  }

  clear(): void {
    this.#asked += 1;
    this.load("", "");
    localStorage.removeItem(KEY);
  }

  set(id: string, text: string): void {
    this.texts.set(id, text);
    try {
      localStorage.setItem(KEY, JSON.stringify({ code: this.code, file: this.file }));
    } catch {
      // A browser that keeps nothing can still save the file.
    }
  }
}
