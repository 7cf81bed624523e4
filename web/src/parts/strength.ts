// Measured strength and speed of agents.

import type { AgentInfo, Strength } from "../api/generated/types";
import { params } from "../boards/board";

export interface KnownStrength {
  strength: Strength;
  /** Agent measured in place of this one, which plays the same moves. */
  like: string | null;
  /** True if the spec sets more than the level, so that the strength may differ. */
  changed: boolean;
}

const level = (spec: string) => params(spec).get("level");

/** Finds the measurement for an agent's spec; null if it was not measured. */
export function strengthOf(agents: AgentInfo[], spec: string): KnownStrength | null {
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

/** Formats milliseconds with significant digits only. */
export function timeText(ms: number, code: string): string {
  if (ms < 1) return "< 1 ms";
  const seconds = ms >= 1000;
  const value = seconds ? ms / 1000 : ms;
  const number = new Intl.NumberFormat(code, { maximumSignificantDigits: value >= 100 ? 3 : 2 }).format(value);
  return `${number} ${seconds ? "s" : "ms"}`;
}
