// What the catalog's agents and parameters are called: a message of the page, or else what the
// catalog says in English.

import type { AgentInfo, ParamInfo } from "../api/types";
import { language, t } from "../i18n/language.svelte";

export function paramLabel(prefix: string, param: ParamInfo): string {
  const id = `param-${prefix}${param.name}`;
  return language.has(id) ? t(id) : `${param.name}: ${param.summary}`;
}

/** A word one may choose, such as a way of judging positions: as this parameter means it, or as all do. Numbers speak
 * for themselves. */
export function wordLabel(prefix: string, param: ParamInfo, word: string): string {
  const id = [`word-${prefix}${param.name}-${word}`, `word-${word}`].find((id) => language.has(id));
  return id ? t(id) : word;
}

export function agentAbout(agent: AgentInfo): string {
  const id = `agent-about-${agent.name}`;
  return language.has(id) ? t(id) : agent.summary;
}
