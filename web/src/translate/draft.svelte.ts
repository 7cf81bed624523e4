// A translation in progress, stored in this browser until it is saved as a file or on the server.

import { SvelteMap } from "svelte/reactivity";

import { ENGLISH, language } from "../i18n/language.svelte";
import { checkMessage, HEADER, isLanguageCode, parseEntries, parseTexts, writeFile, type MessageIssue, type FtlEntry } from "./ftl";

const KEY = "ludorum-translation";

/** A header field required for saving. */
export type HeaderField = "code" | (typeof HEADER)[number];

export class TranslationDraft {
  code = $state("");
  /** Texts to compare with. */
  reference = $state.raw(new Map<string, string>());
  /** Language code or file name of the reference. */
  referenceName = $state("en");
  readonly texts = new SvelteMap<string, string>();
  /** Counts loaded files. */
  loaded = $state(0);
  #english = $state.raw(new Map<string, string>());
  #entries = $state.raw<FtlEntry[]>([]);
  /** Number of the latest request; answers to earlier ones are dropped. */
  #requestNumber = 0;
  #referenceRequestNumber = 0;

  /** Ids of all messages except the header. */
  readonly ids = $derived([...this.#english.keys()].filter((id) => !(HEADER as readonly string[]).includes(id)));
  readonly done = $derived(this.ids.filter((id) => this.texts.get(id)?.trim()).length);
  readonly issues = $derived.by(() => {
    const found = new Map<string, MessageIssue>();
    for (const id of this.ids) {
      const text = this.texts.get(id);
      const doubtful = text?.trim() ? checkMessage(this.reference.get(id) ?? "", text) : null;
      if (doubtful) found.set(id, doubtful);
    }
    return found;
  });
  /** Header fields that are missing or invalid. */
  readonly missingFields = $derived<HeaderField[]>([...(isLanguageCode(this.code.trim()) ? [] : ["code" as const]), ...HEADER.filter((id) => !this.texts.get(id)?.trim())]);
  /** File content to save. */
  readonly file = $derived(writeFile(this.#entries, this.texts));
  /** The same, with English for missing or invalid messages. */
  readonly completeFile = $derived.by(() => {
    const usable = ([id, text]: [string, string]) => text.trim() !== "" && this.issues.get(id)?.kind !== "bad";
    return writeFile(this.#entries, new Map([...this.#english, ...[...this.texts].filter(usable)]));
  });

  async start(): Promise<void> {
    this.#entries = parseEntries(ENGLISH);
    this.#english = parseTexts(ENGLISH);
    this.reference = this.#english;
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
      const { code = "", file = "" } = (stored ?? {}) as { code?: string; file?: string };
      // A new one has no code yet.
      if (code || file.trim()) return this.load(code, file);
    } catch {
      // The stored text is gone.
    }
    if (language.code !== "en" && !language.trying) await this.fetch(language.code);
  }

  /** Loads a language of the server. */
  async fetch(code: string): Promise<void> {
    const number = ++this.#requestNumber;
    const answer = await fetch(`/locales/${code}.ftl`);
    const text = await answer.text();
    if (answer.ok && number === this.#requestNumber) this.load(code, text);
  }

  /** Loads a file. */
  async read(file: File): Promise<void> {
    const number = ++this.#requestNumber;
    const text = await file.text();
    if (number === this.#requestNumber) this.load(file.name.replace(/\.ftl$/, ""), text);
  }

  /** Compares with a language of the server. */
  async compareWith(code: string): Promise<void> {
    const number = ++this.#referenceRequestNumber;
    const answer = await fetch(`/locales/${code}.ftl`);
    const text = await answer.text();
    if (answer.ok && number === this.#referenceRequestNumber) this.#setReference(code, text);
  }

  /** Compares with a file. */
  async compareWithFile(file: File): Promise<void> {
    const number = ++this.#referenceRequestNumber;
    const text = await file.text();
    if (number === this.#referenceRequestNumber) this.#setReference(file.name, text);
  }

  /** Fills gaps of the reference with English. */
  #setReference(name: string, text: string): void {
    this.referenceName = name;
    this.reference = new Map([...this.#english, ...parseTexts(text)]);
  }

  load(code: string, file: string): void {
    this.texts.clear();
    for (const [id, text] of parseTexts(file)) this.texts.set(id, text);
    this.code = code;
    this.loaded += 1;
    this.#store();
  }

  clear(): void {
    this.#requestNumber += 1;
    this.load("", "");
    localStorage.removeItem(KEY);
  }

  set(id: string, text: string): void {
    this.texts.set(id, text);
    this.#store();
  }

  setCode(code: string): void {
    this.code = code;
    this.#store();
  }

  #store(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ code: this.code, file: this.file }));
    } catch {
      // Without storage the file can still be saved.
    }
  }
}
