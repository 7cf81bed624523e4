// The words of the page: one Fluent file, that of the chosen language, loaded from the server. What a
// translation lacks is said in English, which is loaded when the first such message is wanted.

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import { ask } from "../api/client";
import type { LocaleInfo } from "../api/types";
import { settings } from "../settings.svelte";

export type Args = Record<string, FluentVariable>;

class Language {
  code = $state("en");
  known = $state<LocaleInfo[]>([]);
  /** What the translation being tried calls itself; none while the page speaks a language that was chosen. */
  trying = $state<string | null>(null);
  #bundle = $state.raw<FluentBundle | null>(null);
  /** The language that was chosen, while a translation is tried. */
  #chosen: { code: string; bundle: FluentBundle } | null = null;
  #english = $state.raw<FluentBundle | "unknown" | "loading" | "missing">("unknown");

  /** Loads the chosen language, or else the one the browser prefers. */
  async start(): Promise<void> {
    await this.look();
    const wanted = [settings.language, ...navigator.languages.map((code) => code.split("-")[0])];
    const found = wanted.find((code) => this.known.some((known) => known.code === code));
    await this.choose(found ?? "en");
  }

  /** Asks which languages there are now: files may come and go while the page is open. */
  async look(): Promise<void> {
    this.known = await ask<LocaleInfo[]>("GET", "locales").catch(() => this.known);
  }

  async choose(code: string): Promise<void> {
    this.endTrying();
    const answer = await fetch(`/locales/${code}.ftl`).catch(() => null);
    if (answer?.ok) this.use(code, await answer.text());
    // Without words the names of the messages are better than nothing.
    else if (!this.#bundle) this.use("en", "");
  }

  use(code: string, text: string): void {
    this.#show(code, bundleOf(code, text));
  }

  /** Shows the whole page in a translation that is not at the server, until `endTrying` or a reload. */
  try(code: string, name: string, text: string): void {
    this.#chosen ??= this.#bundle && { code: this.code, bundle: this.#bundle };
    const tag = tagOf(code);
    this.use(tag, text);
    this.trying = name || tag;
  }

  /** Goes back to the language that was chosen. */
  endTrying(): void {
    if (this.#chosen) this.#show(this.#chosen.code, this.#chosen.bundle);
    this.#chosen = null;
    this.trying = null;
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
    if (holder && pattern) return holder.formatPattern(pattern, args, []);
    if (this.#english === "unknown" && this.#bundle && this.code !== "en") queueMicrotask(() => void this.#loadEnglish());
    return this.#english === "loading" ? "" : id;
  }

  #holder(id: string): FluentBundle | undefined {
    const english = typeof this.#english === "string" ? null : this.#english;
    return [this.#bundle, english].find((bundle) => bundle?.hasMessage(id)) ?? undefined;
  }

  async #loadEnglish(): Promise<void> {
    if (this.#english !== "unknown") return;
    this.#english = "loading";
    const answer = await fetch("/locales/en.ftl").catch(() => null);
    this.#english = answer?.ok ? bundleOf("en", await answer.text()) : "missing";
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
