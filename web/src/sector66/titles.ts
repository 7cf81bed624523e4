// What templates are called: those of the program in every language, others as their authors say.

import type { TemplateDraft, TemplateInfo } from "../api/types";
import { language, t } from "../i18n/language.svelte";

export function templateWords(name: string, draft: TemplateDraft): { name: string; description: string } {
  const id = `template-${name}`;
  if (!language.has(id)) return draft;
  return { name: t(id), description: t(`${id}-about`) };
}

export function templateTitle(template: TemplateInfo): string {
  return template.draft ? templateWords(template.name, template.draft).name : template.name;
}
