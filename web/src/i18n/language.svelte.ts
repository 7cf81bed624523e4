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
  #bundle = $state.raw<FluentBundle | null>(null);
  #english = $state.raw<FluentBundle | "unknown" | "loading" | "missing">("unknown");

  /** Loads the chosen language, or else the one the browser prefers. */
  async start(): Promise<void> {
    this.known = await ask<LocaleInfo[]>("GET", "locales").catch(() => []);
    const wanted = [settings.language, ...navigator.languages.map((code) => code.split("-")[0])];
    const found = wanted.find((code) => this.known.some((known) => known.code === code));
    await this.choose(found ?? "en");
  }

  async choose(code: string): Promise<void> {
    const answer = await fetch(`/locales/${code}.ftl`).catch(() => null);
    if (answer?.ok) this.use(code, await answer.text());
    // Without words the names of the messages are better than nothing.
    else if (!this.#bundle) this.use("en", "");
  }

  /** Shows the page in words that need not come from the server. */
  use(code: string, text: string): void {
    this.#bundle = bundleOf(code, text);
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

function bundleOf(code: string, text: string): FluentBundle {
  const bundle = new FluentBundle(code, { useIsolating: false });
  bundle.addResource(new FluentResource(text));
  return bundle;
}

export const language = new Language();

/** The message `id` in the language of the page. */
export function t(id: string, args?: Args): string {
  return language.say(id, args);
}
