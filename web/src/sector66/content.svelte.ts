// The plug-ins and templates of the server, loaded when first wanted and again when something may be new.

import { ask } from "../api/client";
import type { CheckedTemplate, PluginInfo, PluginShelf, TemplateDraft, TemplateInfo, TemplateShelf } from "../api/types";
import { params } from "../boards/board";
import { language } from "../i18n/language.svelte";
import { fieldsOf } from "./fields";

class Content {
  #plugins = $state.raw<PluginInfo[]>([]);
  #shelf = $state.raw<TemplateShelf>({ may_save: false, templates: [] });
  /** Boards that were only tried: the server lists them nowhere. */
  #tried = $state.raw<TemplateInfo[]>([]);
  #loading: Promise<void> | null = null;
  /** Names that were looked for and are not there: nobody asks for them again and again. */
  #missed = new Set<string>();

  get plugins(): PluginInfo[] {
    return this.#plugins;
  }

  /** The templates people may choose. */
  get templates(): TemplateInfo[] {
    return this.#shelf.templates;
  }

  get maySave(): boolean {
    return this.#shelf.may_save;
  }

  /** Loads what there is, unless that was done before. */
  load(): Promise<void> {
    return (this.#loading ??= this.reload().catch((thrown: unknown) => {
      // Whoever asks next tries again.
      this.#loading = null;
      throw thrown;
    }));
  }

  async reload(): Promise<void> {
    const [plugins, shelf] = await Promise.all([ask<PluginShelf>("GET", "plugins"), ask<TemplateShelf>("GET", "templates")]);
    this.#plugins = plugins.plugins;
    this.#shelf = shelf;
  }

  plugin(uuid: string | undefined): PluginInfo | undefined {
    return this.#plugins.find((plugin) => plugin.uuid === uuid);
  }

  /** The template of a variant, if it is known by now. */
  draftOf(variant: string): TemplateDraft | undefined {
    return this.template(params(variant).get("template") ?? "classic")?.draft ?? undefined;
  }

  template(name: string): TemplateInfo | undefined {
    return [...this.#shelf.templates, ...this.#tried].find((template) => template.name === name);
  }

  /** Makes sure that the template of a variant is known, if there is one. */
  async need(variant: string): Promise<void> {
    const name = params(variant).get("template") ?? "classic";
    await this.load();
    if (this.template(name) || this.#missed.has(name)) return;
    this.#missed.add(name);
    const [kept] = await Promise.all([ask<CheckedTemplate>("GET", `templates/${encodeURIComponent(name)}`).catch(() => null), this.reload()]);
    if (!kept?.draft || this.template(name)) return;
    this.#tried = [...this.#tried, { name, shipped: false, draft: kept.draft, problems: [] }];
  }
}

export const content = new Content();

/** Name and description of a plug-in in the language of the page, or else in English; as they are seen after some
 * quarter turns of the board. */
export function wordsOf(plugin: PluginInfo, turns = 0): { name: string; description: string } {
  const words = plugin.translations[language.code] ?? plugin;
  const { name, description } = words;
  return { name, description: (turns > 0 ? words.turned?.[turns - 1] : undefined) ?? description };
}

/** The address of a plug-in's picture; another one when its files change. */
export function iconOf(plugin: PluginInfo): string {
  return `/api/plugins/${plugin.uuid}/icon.svg?v=${plugin.hash.slice(0, 12)}`;
}

/** The address of the picture of a plug-in's field: colour, outline and texture. */
export function fieldPicture(plugin: PluginInfo): string {
  return `/api/plugins/${plugin.uuid}/field.svg?v=${plugin.hash.slice(0, 12)}`;
}

/** The plug-in that a template calls by a name. */
export function pluginIn(draft: TemplateDraft | undefined, name: string | undefined): PluginInfo | undefined {
  return name === undefined ? undefined : content.plugin(draft?.plugins[name]);
}

/** The fields each player wins by reaching, in the order of seats. */
export function goalsOf(draft: TemplateDraft | undefined, seats: number): string[][] {
  const places = draft?.seats[String(seats)]?.places ?? [];
  return places.map((name) => fieldsOf(draft?.places[name]?.target ?? []));
}
