// How strong and how quick an agent is, as far as the server has measured it.

import type { AgentInfo, Strength } from "../api/types";
import { params } from "../boards/board";

export interface Known {
  strength: Strength;
  /** The agent that was measured in place of this one, which makes the same moves. */
  like: string | null;
  /** Whether the spec sets more than the level, so that the agent may be stronger or weaker than this. */
  changed: boolean;
}

const level = (spec: string) => params(spec).get("level");

/** What is known of an agent by its spec; null if it was not measured. */
export function strengthOf(agents: AgentInfo[], spec: string): Known | null {
  const agent = agents.find(({ name }) => name === spec.split(":")[0]);
  if (!agent) return null;
  const like = agent.plays_as ?? null;
  const measured = like === null ? agent : agents.find(({ name }) => name === like);
  const usual = agent.params.find(({ name }) => name === "level")?.default;
  const wanted = level(spec) ?? usual;
  const strength = measured?.strengths.find((known) => (level(known.spec) ?? usual) === wanted);
  const changed = [...params(spec).keys()].some((name) => name !== "level");
  return strength ? { strength, like, changed } : null;
}

/** A time in milliseconds, with as many digits as matter. */
export function timeText(ms: number, code: string): string {
  if (ms < 1) return "< 1 ms";
  const seconds = ms >= 1000;
  const value = seconds ? ms / 1000 : ms;
  const number = new Intl.NumberFormat(code, { maximumSignificantDigits: value >= 100 ? 3 : 2 }).format(value);
  return `${number} ${seconds ? "s" : "ms"}`;
}
