// The words of the page: one Fluent file, that of the chosen language, loaded from the server.

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";

import { ask } from "../api/client";
import type { LocaleInfo } from "../api/types";
import { settings } from "../settings.svelte";

export type Args = Record<string, FluentVariable>;

class Language {
  code = $state("en");
  known = $state<LocaleInfo[]>([]);
  #bundle = $state.raw<FluentBundle | null>(null);

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
    const bundle = new FluentBundle(code, { useIsolating: false });
    bundle.addResource(new FluentResource(text));
    this.#bundle = bundle;
    this.code = code;
    document.documentElement.lang = code;
  }

  has(id: string): boolean {
    return this.#bundle?.hasMessage(id) ?? false;
  }

  /** The message, or its id if there is none: a hole to be seen, not an error. */
  say(id: string, args?: Args): string {
    const pattern = this.#bundle?.getMessage(id)?.value;
    if (!pattern || !this.#bundle) return id;
    return this.#bundle.formatPattern(pattern, args, []);
  }
}

export const language = new Language();

/** The message `id` in the language of the page. */
export function t(id: string, args?: Args): string {
  return language.say(id, args);
}
