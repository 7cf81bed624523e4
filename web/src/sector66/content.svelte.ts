// Plug-ins and templates of the server, loaded on first use and refreshed on demand.

import { request } from "../api/client";
import type { BoardTemplateCheckResult, PluginInfo, PluginList, BoardTemplateDraft, BoardTemplateInfo, BoardTemplateList } from "../api/generated/types";
import { params } from "../boards/board";
import { language } from "../i18n/language.svelte";
import { fieldsOf } from "./fields";

class ContentStore {
  #plugins = $state.raw<PluginInfo[]>([]);
  #shelf = $state.raw<BoardTemplateList>({ may_save: false, templates: [] });
  /** Boards on trial, which the server does not list. */
  #tried = $state.raw<BoardTemplateInfo[]>([]);
  #loading: Promise<void> | null = null;
  /** Names not found, so that they are not requested again. */
  #missed = new Set<string>();

  get plugins(): PluginInfo[] {
    return this.#plugins;
  }

  /** Templates to choose from. */
  get templates(): BoardTemplateInfo[] {
    return this.#shelf.templates;
  }

  get maySave(): boolean {
    return this.#shelf.may_save;
  }

  /** Loads everything, once. */
  load(): Promise<void> {
    return (this.#loading ??= this.reload().catch((thrown: unknown) => {
      // The next call retries.
      this.#loading = null;
      throw thrown;
    }));
  }

  async reload(): Promise<void> {
    const [plugins, shelf] = await Promise.all([request<PluginList>("GET", "plugins"), request<BoardTemplateList>("GET", "templates")]);
    this.#plugins = plugins.plugins;
    this.#shelf = shelf;
  }

  plugin(uuid: string | undefined): PluginInfo | undefined {
    return this.#plugins.find((plugin) => plugin.uuid === uuid);
  }

  /** Template of a variant, if loaded. */
  draftOf(variant: string): BoardTemplateDraft | undefined {
    return this.template(params(variant).get("template") ?? "classic")?.draft ?? undefined;
  }

  template(name: string): BoardTemplateInfo | undefined {
    return [...this.#shelf.templates, ...this.#tried].find((template) => template.name === name);
  }

  /** Loads the template of a variant, if there is one. */
  async ensureTemplate(variant: string): Promise<void> {
    const name = params(variant).get("template") ?? "classic";
    await this.load();
    if (this.template(name) || this.#missed.has(name)) return;
    this.#missed.add(name);
    const [kept] = await Promise.all([request<BoardTemplateCheckResult>("GET", `templates/${encodeURIComponent(name)}`).catch(() => null), this.reload()]);
    if (!kept?.draft || this.template(name)) return;
    this.#tried = [...this.#tried, { name, shipped: false, draft: kept.draft, problems: [] }];
  }
}

export const content = new ContentStore();

/** Name and description of a plug-in in the page's language, or else in English, with directions adapted to quarter
 * turns of the board. */
export function pluginText(plugin: PluginInfo, turns = 0): { name: string; description: string } {
  const words = plugin.translations[language.code] ?? plugin;
  const { name, description } = words;
  return { name, description: (turns > 0 ? words.turned?.[turns - 1] : undefined) ?? description };
}

/** URL of a plug-in's icon; changes with its files. */
export function iconUrl(plugin: PluginInfo): string {
  return `/api/plugins/${plugin.uuid}/icon.svg?v=${plugin.hash.slice(0, 12)}`;
}

/** URL of the picture of a plug-in's field: colour, outline and texture. */
export function fieldPictureUrl(plugin: PluginInfo): string {
  return `/api/plugins/${plugin.uuid}/field.svg?v=${plugin.hash.slice(0, 12)}`;
}

/** Finds a plug-in by its alias in a template. */
export function pluginByAlias(draft: BoardTemplateDraft | undefined, name: string | undefined): PluginInfo | undefined {
  return name === undefined ? undefined : content.plugin(draft?.plugins[name]);
}

/** Goal fields of each player, in seat order. */
export function goalsOf(draft: BoardTemplateDraft | undefined, seats: number): string[][] {
  const places = draft?.seats[String(seats)]?.places ?? [];
  return places.map((name) => fieldsOf(draft?.places[name]?.target ?? []));
}
