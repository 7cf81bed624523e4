// Titles of templates: shipped ones are translated, others use their author's text.

import type { BoardTemplateDraft, BoardTemplateInfo } from "../api/generated/types";
import { language, t } from "../i18n/language.svelte";

export function templateText(name: string, draft: BoardTemplateDraft): { name: string; description: string } {
  const id = `template-${name}`;
  if (!language.has(id)) return draft;
  return { name: t(id), description: t(`${id}-about`) };
}

export function templateTitle(template: BoardTemplateInfo): string {
  return template.draft ? templateText(template.name, template.draft).name : template.name;
}
