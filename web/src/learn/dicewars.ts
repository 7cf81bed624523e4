import { sketch } from "../boards/dicewars/sketch";
import { oneOf, type Lesson } from "./lesson";

const GAME = "dicewars:areas=6";

const MAP = [
  "1112222333",
  "1112222333",
  "1114455333",
  "4444455566",
  ".444.55666",
  ".44..55666",
];

const on = (holdings: string, more = {}) => sketch(MAP, holdings, more);

export const dicewars: Lesson = {
  game: "dicewars",
  tasks: [
    { say: "learn-dicewars-attack", variant: GAME, position: on("A5B1B2A1B3B2"), accepts: oneOf("1>2") },
    { say: "learn-dicewars-odds", variant: GAME, position: on("A4B6B3B2B2B3"), accepts: oneOf("1>4") },
    { say: "learn-dicewars-join", variant: GAME, position: on("A3B2A4B5B6B7"), accepts: oneOf("1>2", "3>2") },
    { say: "learn-dicewars-end", variant: GAME, position: on("A1A1A1B3B4B2"), accepts: oneOf("end") },
    { say: "learn-dicewars-win", variant: GAME, position: on("A3A4A2A4A8B1"), accepts: oneOf("5>6") },
  ],
  rules: [
    { say: "rules-dicewars-goal", variant: GAME, position: on("A4B2A1B3A2B5") },
    {
      say: "rules-dicewars-attack",
      variant: GAME,
      position: on("A5B2A1B3A2B5"),
      overlay: { candidates: [{ text: "1>2", label: "" }] },
    },
    { say: "rules-dicewars-after", variant: GAME, position: on("A1A4A1B3A2B5", { roll: "1>2:A65421-B53" }), last: "won" },
    { say: "rules-dicewars-dice", variant: GAME, position: on("A3A5A2B3A4B5") },
    { say: "rules-dicewars-reserve", variant: GAME, position: on("A8A8A8B3A8B5", { reserves: "6,0" }) },
    { say: "rules-dicewars-many", variant: "dicewars:players=6,areas=6", position: on("A3B3C3D3E3F3") },
  ],
};
