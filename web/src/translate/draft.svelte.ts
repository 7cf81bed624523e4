// A translation being written. It is kept in this browser until it is saved as a file or at the server.

import { SvelteMap } from "svelte/reactivity";

import { ENGLISH, language } from "../i18n/language.svelte";
import { doubt, HEADER, isCode, readParts, readTexts, writeFile, type Doubt, type Part } from "./ftl";

const KEY = "ludorum-translation";

/** A part of the header that has to be filled in before a translation is saved. */
export type HeaderPart = "code" | (typeof HEADER)[number];

export class Draft {
  code = $state("");
  /** What the translation is compared with. */
  reference = $state.raw(new Map<string, string>());
  /** The code of the reference, or the name of its file. */
  referenceName = $state("en");
  readonly texts = new SvelteMap<string, string>();
  /** Counts how often another file took the place of this one. */
  loaded = $state(0);
  #english = $state.raw(new Map<string, string>());
  #parts = $state.raw<Part[]>([]);
  /** Counts what was asked for: of several files the last one is wanted. */
  #asked = 0;
  #askedReference = 0;

  /** The names of all messages, without those of the header. */
  readonly ids = $derived([...this.#english.keys()].filter((id) => !(HEADER as readonly string[]).includes(id)));
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
  /** The parts of the header that are not filled in, or not rightly. */
  readonly absent = $derived<HeaderPart[]>([...(isCode(this.code.trim()) ? [] : ["code" as const]), ...HEADER.filter((id) => !this.texts.get(id)?.trim())]);
  /** The file to be saved. */
  readonly file = $derived(writeFile(this.#parts, this.texts));
  /** The same with English where something is missing or cannot be read. */
  readonly whole = $derived.by(() => {
    const usable = ([id, text]: [string, string]) => text.trim() !== "" && this.doubts.get(id)?.kind !== "bad";
    return writeFile(this.#parts, new Map([...this.#english, ...[...this.texts].filter(usable)]));
  });

  async start(): Promise<void> {
    this.#parts = readParts(ENGLISH);
    this.#english = readTexts(ENGLISH);
    this.reference = this.#english;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
      const { code = "", file = "" } = (kept ?? {}) as { code?: string; file?: string };
      // One that is just begun has no code yet.
      if (code || file.trim()) return this.load(code, file);
    } catch {
      // What was kept is not there any more.
    }
    if (language.code !== "en" && !language.trying) await this.fetch(language.code);
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

  /** Compares with a language of the server. */
  async compareWith(code: string): Promise<void> {
    const number = ++this.#askedReference;
    const answer = await fetch(`/locales/${code}.ftl`);
    const text = await answer.text();
    if (answer.ok && number === this.#askedReference) this.#refer(code, text);
  }

  /** Compares with a file of the person. */
  async compareWithFile(file: File): Promise<void> {
    const number = ++this.#askedReference;
    const text = await file.text();
    if (number === this.#askedReference) this.#refer(file.name, text);
  }

  /** What the reference lacks is English. */
  #refer(name: string, text: string): void {
    this.referenceName = name;
    this.reference = new Map([...this.#english, ...readTexts(text)]);
  }

  load(code: string, file: string): void {
    this.texts.clear();
    for (const [id, text] of readTexts(file)) this.texts.set(id, text);
    this.code = code;
    this.loaded += 1;
    this.#keep();
  }

  clear(): void {
    this.#asked += 1;
    this.load("", "");
    localStorage.removeItem(KEY);
  }

  set(id: string, text: string): void {
    this.texts.set(id, text);
    this.#keep();
  }

  setCode(code: string): void {
    this.code = code;
    this.#keep();
  }

  #keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ code: this.code, file: this.file }));
    } catch {
      // A browser that keeps nothing can still save the file.
    }
  }
}
