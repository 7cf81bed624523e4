// The words of the page: the Fluent file of the chosen language, loaded from the server. English is
// built in: it says what a translation lacks, and everything while a translation has not come.

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import english from "../../../content/locales/en.ftl?raw";
import { ask } from "../api/client";
import type { LocaleInfo } from "../api/types";
import { settings } from "../settings.svelte";

export type Args = Record<string, FluentVariable>;

/** The messages in English, as they are written. */
export const ENGLISH = english;

const TRYING = "ludorum-trying";
/** Milliseconds before words that did not come are asked for again: at first, and at most. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

class Language {
  code = $state("en");
  known = $state<LocaleInfo[]>([]);
  /** What the translation being tried calls itself; none while the page speaks a language that was chosen. */
  trying = $state<string | null>(null);
  readonly #english = bundleOf("en", ENGLISH);
  #bundle = $state.raw<FluentBundle>(this.#english);
  /** The language that was chosen, while a translation is tried. */
  #chosen: { code: string; bundle: FluentBundle } | null = null;
  /** Counts what was chosen: of several languages the last one is wanted. */
  #asked = 0;

  /** Loads the chosen language, or else the one the browser prefers, and goes on with a translation that is tried. */
  async start(): Promise<void> {
    const number = ++this.#asked;
    if (!(await this.#begin())) void this.#again(() => this.#begin(), number);
    const tried = kept();
    if (tried) this.try(tried.code, tried.name, tried.text);
  }

  async #begin(): Promise<boolean> {
    const isKnown = await this.look();
    const wanted = [settings.language, ...navigator.languages.map((code) => code.split("-")[0])];
    const found = wanted.find((code) => this.known.some((known) => known.code === code));
    return (await this.#load(found ?? "en")) && isKnown;
  }

  /** Asks which languages there are now: files may come and go while the page is open. Says whether it was answered. */
  async look(): Promise<boolean> {
    const known = await ask<LocaleInfo[]>("GET", "locales").catch(() => null);
    if (known) this.known = known;
    return known !== null;
  }

  async choose(code: string): Promise<void> {
    this.endTrying();
    const number = ++this.#asked;
    if (!(await this.#load(code))) void this.#again(() => this.#load(code), number);
  }

  /** Does something again until it is done, ever more patiently, unless another language is chosen. */
  async #again(work: () => Promise<boolean>, number: number): Promise<void> {
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      await new Promise((done) => setTimeout(done, wait));
      if (number !== this.#asked || (await work())) return;
    }
  }

  /** Shows a language; false if its words did not come. */
  async #load(code: string): Promise<boolean> {
    const number = this.#asked;
    if (code === "en") {
      this.#choose(code, this.#english);
      return true;
    }
    const answer = await fetch(`/locales/${code}.ftl`, { signal: AbortSignal.timeout(LONGEST_WAIT) }).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => null) : null;
    if (text !== null && number === this.#asked) this.#choose(code, bundleOf(code, text));
    // One that is not there will not come.
    return text !== null || answer?.status === 404;
  }

  /** Shows a language that was chosen, or keeps it for when a translation is no longer tried. */
  #choose(code: string, bundle: FluentBundle): void {
    if (this.#chosen) this.#chosen = { code, bundle };
    else this.#show(code, bundle);
  }

  /** Shows the whole page in a translation that is not at the server, until `endTrying` or the browser is closed. */
  try(code: string, name: string, text: string): void {
    this.#chosen ??= { code: this.code, bundle: this.#bundle };
    const tag = tagOf(code);
    this.#show(tag, bundleOf(tag, text));
    this.trying = name || tag;
    keep({ code, name, text });
  }

  /** Goes back to the language that was chosen. */
  endTrying(): void {
    if (this.#chosen) this.#show(this.#chosen.code, this.#chosen.bundle);
    this.#chosen = null;
    this.trying = null;
    keep(null);
  }

  /** The message in the language that was chosen, whatever is being tried: the way back must be readable. */
  sayChosen(id: string, args?: Args): string {
    const pattern = this.#chosen?.bundle.getMessage(id)?.value;
    return this.#chosen && pattern ? this.#chosen.bundle.formatPattern(pattern, args, []) : this.say(id, args);
  }

  #show(code: string, bundle: FluentBundle): void {
    this.#bundle = bundle;
    this.code = code;
    document.documentElement.lang = code;
  }

  has(id: string): boolean {
    return this.#holder(id) !== undefined;
  }

  /** The message; in English if the language lacks it, and its id if that does too: a hole to be seen, not an error. */
  say(id: string, args?: Args): string {
    const holder = this.#holder(id);
    const pattern = holder?.getMessage(id)?.value;
    return holder && pattern ? holder.formatPattern(pattern, args, []) : id;
  }

  #holder(id: string): FluentBundle | undefined {
    return [this.#bundle, this.#english].find((bundle) => bundle.hasMessage(id));
  }
}

interface Tried {
  code: string;
  name: string;
  text: string;
}

/** The translation that is tried in this tab, if any. */
function kept(): Tried | null {
  try {
    return JSON.parse(sessionStorage.getItem(TRYING) ?? "null") as Tried | null;
  } catch {
    return null;
  }
}

function keep(tried: Tried | null): void {
  try {
    if (tried) sessionStorage.setItem(TRYING, JSON.stringify(tried));
    else sessionStorage.removeItem(TRYING);
  } catch {
    // A browser that keeps nothing ends the trial when the page is loaded anew.
  }
}

/** A code that browsers know how to count and order in; what somebody types may be none. */
function tagOf(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? "und";
  } catch {
    return "und";
  }
}

function bundleOf(code: string, text: string): FluentBundle {
  const bundle = new FluentBundle(code, { useIsolating: false });
  bundle.addResource(new FluentResource(text));
  return bundle;
}

export const language = new Language();

/** What languages are called in menus: with their codes where two call themselves the same. */
export function languageNames(known: LocaleInfo[]): { code: string; name: string }[] {
  const twice = (name: string) => known.filter((other) => other.name === name).length > 1;
  return known.map(({ code, name }) => ({ code, name: twice(name) ? `${name} (${code})` : name }));
}

/** The message `id` in the language of the page. */
export function t(id: string, args?: Args): string {
  return language.say(id, args);
}
