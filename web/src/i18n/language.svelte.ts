// Localisation: the Fluent file of the chosen language, loaded from the server. English is built in and
// replaces missing messages, and all messages until a translation is loaded.

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import english from "../../../content/locales/en.ftl?raw";
import { request } from "../api/client";
import type { LocaleInfo } from "../api/generated/types";
import { settings } from "../settings.svelte";

export type MessageArgs = Record<string, FluentVariable>;

/** Source of the English messages. */
export const ENGLISH = english;

const TRYING = "ludorum-trying";
/** Milliseconds before loading is retried: first and longest delay. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

class LanguageModel {
  code = $state("en");
  known = $state<LocaleInfo[]>([]);
  /** Name of the translation on trial; null if none is. */
  trying = $state<string | null>(null);
  readonly #english = createBundle("en", ENGLISH);
  #bundle = $state.raw<FluentBundle>(this.#english);
  /** The chosen language while a translation is on trial. */
  #chosen: { code: string; bundle: FluentBundle } | null = null;
  /** Number of the latest request; answers to earlier ones are dropped. */
  #requestNumber = 0;

  /** Loads the chosen language, or the browser's preferred one, and resumes a trial. */
  async start(): Promise<void> {
    const number = ++this.#requestNumber;
    if (!(await this.#loadPreferred())) void this.#retry(() => this.#loadPreferred(), number);
    const tried = loadTrial();
    if (tried) this.try(tried.code, tried.name, tried.text);
  }

  async #loadPreferred(): Promise<boolean> {
    const isKnown = await this.refresh();
    const wanted = [settings.language, ...navigator.languages.map((code) => code.split("-")[0])];
    const found = wanted.find((code) => this.known.some((known) => known.code === code));
    return (await this.#load(found ?? "en")) && isKnown;
  }

  /** Refreshes the list of languages, which may change while the page is open. Returns false if the request failed. */
  async refresh(): Promise<boolean> {
    const known = await request<LocaleInfo[]>("GET", "locales").catch(() => null);
    if (known) this.known = known;
    return known !== null;
  }

  async choose(code: string): Promise<void> {
    this.endTrying();
    const number = ++this.#requestNumber;
    if (!(await this.#load(code))) void this.#retry(() => this.#load(code), number);
  }

  /** Retries with exponential backoff until it succeeds or another language is chosen. */
  async #retry(work: () => Promise<boolean>, number: number): Promise<void> {
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      await new Promise((done) => setTimeout(done, wait));
      if (number !== this.#requestNumber || (await work())) return;
    }
  }

  /** Loads and shows a language; false if loading failed. */
  async #load(code: string): Promise<boolean> {
    const number = this.#requestNumber;
    if (code === "en") {
      this.#choose(code, this.#english);
      return true;
    }
    const answer = await fetch(`/locales/${code}.ftl`, { signal: AbortSignal.timeout(LONGEST_WAIT) }).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => null) : null;
    if (text !== null && number === this.#requestNumber) this.#choose(code, createBundle(code, text));
    // A missing language is not retried.
    return text !== null || answer?.status === 404;
  }

  /** Shows the chosen language, or stores it until the trial ends. */
  #choose(code: string, bundle: FluentBundle): void {
    if (this.#chosen) this.#chosen = { code, bundle };
    else this.#show(code, bundle);
  }

  /** Shows the page in a translation that is not on the server, until `endTrying` or the browser is closed. */
  try(code: string, name: string, text: string): void {
    this.#chosen ??= { code: this.code, bundle: this.#bundle };
    const tag = localeTag(code);
    this.#show(tag, createBundle(tag, text));
    this.trying = name || tag;
    saveTrial({ code, name, text });
  }

  /** Returns to the chosen language. */
  endTrying(): void {
    if (this.#chosen) this.#show(this.#chosen.code, this.#chosen.bundle);
    this.#chosen = null;
    this.trying = null;
    saveTrial(null);
  }

  /** Message in the chosen language even during a trial, so that its controls stay readable. */
  formatChosen(id: string, args?: MessageArgs): string {
    const pattern = this.#chosen?.bundle.getMessage(id)?.value;
    return this.#chosen && pattern ? this.#chosen.bundle.formatPattern(pattern, args, []) : this.format(id, args);
  }

  #show(code: string, bundle: FluentBundle): void {
    this.#bundle = bundle;
    this.code = code;
    document.documentElement.lang = code;
  }

  has(id: string): boolean {
    return this.#bundleWith(id) !== undefined;
  }

  /** Formats a message; falls back to English, then to the id. */
  format(id: string, args?: MessageArgs): string {
    const holder = this.#bundleWith(id);
    const pattern = holder?.getMessage(id)?.value;
    return holder && pattern ? holder.formatPattern(pattern, args, []) : id;
  }

  #bundleWith(id: string): FluentBundle | undefined {
    return [this.#bundle, this.#english].find((bundle) => bundle.hasMessage(id));
  }
}

interface TrialTranslation {
  code: string;
  name: string;
  text: string;
}

/** The translation on trial in this tab, if any. */
function loadTrial(): TrialTranslation | null {
  try {
    return JSON.parse(sessionStorage.getItem(TRYING) ?? "null") as TrialTranslation | null;
  } catch {
    return null;
  }
}

function saveTrial(tried: TrialTranslation | null): void {
  try {
    if (tried) sessionStorage.setItem(TRYING, JSON.stringify(tried));
    else sessionStorage.removeItem(TRYING);
  } catch {
    // Without storage a reload ends the trial.
  }
}

/** Canonical locale tag; typed codes may be invalid. */
function localeTag(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? "und";
  } catch {
    return "und";
  }
}

function createBundle(code: string, text: string): FluentBundle {
  const bundle = new FluentBundle(code, { useIsolating: false });
  bundle.addResource(new FluentResource(text));
  return bundle;
}

export const language = new LanguageModel();

/** Names of languages for menus, with their codes where names repeat. */
export function languageNames(known: LocaleInfo[]): { code: string; name: string }[] {
  const twice = (name: string) => known.filter((other) => other.name === name).length > 1;
  return known.map(({ code, name }) => ({ code, name: twice(name) ? `${name} (${code})` : name }));
}

/** Formats the message `id` in the page's language. */
export function t(id: string, args?: MessageArgs): string {
  return language.format(id, args);
}
