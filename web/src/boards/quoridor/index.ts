import type { PlayedMove } from "../../api/table.svelte";
import { t } from "../../i18n/language.svelte";
import { params, type BoardDefinition, type LocalisedText } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { MoveNotation, squareName, startSquare } from "./state";

function describe(variant: string, history: PlayedMove[], index: number): LocalisedText {
  const { seat, text } = history[index] ?? { seat: null, text: "" };
  if (text === "pass") return ["quoridor-passed", {}];
  const notation = new MoveNotation(variant);
  const wall = notation.wall(text);
  if (wall) return ["quoridor-walled", { place: text, direction: wall.direction }];
  const steps = history
    .slice(0, index)
    .filter((played) => played.seat === seat && played.text !== "pass" && !notation.wall(played.text));
  const values = params(variant);
  const from =
    steps.at(-1)?.text ??
    squareName(startSquare(Number(values.get("size") ?? 9), Number(values.get("players") ?? 2), seat ?? 0));
  return ["quoridor-stepped", { from, to: text }];
}

export const quoridor: BoardDefinition = {
  name: "quoridor",
  Board,
  Hand,
  describe,
  label: (text) => (text === "pass" ? t("pass-label") : text),
  tip: "quoridor-tip",
  insights: "ways",
  picture: {
    variant: "quoridor:size=5",
    position: "c2,d4/2,1/b3h,d3h,c1v/5",
    last: "d3h",
    seats: 2,
  },
};
