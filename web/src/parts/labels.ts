// Labels of agents and parameters: the page's message, or else the catalog's
// English text.

import type { AgentInfo, ParamInfo } from "../api/generated/types";
import { language, t } from "../i18n/language.svelte";

export function paramLabel(prefix: string, param: ParamInfo): string {
  const id = `param-${prefix}${param.name}`;
  return language.has(id) ? t(id) : `${param.name}: ${param.summary}`;
}

/** Label of a parameter's value: the message for this parameter, or the general one. Numbers stay as they
 * are. */
export function valueLabel(prefix: string, param: ParamInfo, word: string): string {
  const id = [`word-${prefix}${param.name}-${word}`, `word-${word}`].find((id) => language.has(id));
  return id ? t(id) : word;
}

export function agentAbout(agent: AgentInfo): string {
  const id = `agent-about-${agent.name}`;
  return language.has(id) ? t(id) : agent.summary;
}
