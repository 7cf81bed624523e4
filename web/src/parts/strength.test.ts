import { expect, test } from "vitest";

import type { AgentInfo, Strength } from "../api/generated/types";
import { strengthOf, timeText } from "./strength";

const strength = (spec: string, elo: number): Strength => ({ spec, elo, low: elo - 50, high: elo + 50, games: 64, time_ms: 12 });
const agent = (name: string, strengths: Strength[], more: Partial<AgentInfo> = {}): AgentInfo => ({ name, summary: "", params: [], strengths, ...more });
const level = { name: "level", summary: "", kind: { type: "int" as const, min: 1, max: 10 }, default: "10" };
const agents = [
  agent("random", [strength("random", 0)]),
  agent("alphabeta", [strength("alphabeta", 700)]),
  agent("minimax", [], { plays_as: "alphabeta" }),
  agent("champion", [strength("champion:level=1", 200), strength("champion", 1900)], { params: [level] }),
  agent("new", []),
];
const elo = (spec: string) => strengthOf(agents, spec)?.strength.elo;

test("an agent is as strong as its level was measured", () => {
  expect([elo("champion:level=1"), elo("champion"), elo("champion:level=10")]).toEqual([200, 1900, 1900]);
  expect(strengthOf(agents, "champion:level=1")?.changed).toBe(false);
});

test("what has other settings is told as it comes, and that it is", () => {
  expect([elo("alphabeta:depth=2"), strengthOf(agents, "alphabeta:depth=2")?.changed]).toEqual([700, true]);
});

test("who plays like another has its strength, and who was not measured none", () => {
  expect([elo("minimax"), strengthOf(agents, "minimax")?.like]).toEqual([700, "alphabeta"]);
  expect([strengthOf(agents, "new"), strengthOf(agents, "@program")]).toEqual([null, null]);
});

test("times have two digits and a unit", () => {
  expect([0.02, 1.234, 87.4, 640, 1234, 20000].map((ms) => timeText(ms, "en"))).toEqual(["< 1 ms", "1.2 ms", "87 ms", "640 ms", "1.2 s", "20 s"]);
  expect(timeText(1234, "cs")).toBe("1,2 s");
});
