import type { Played } from "../../api/table.svelte";
import { t } from "../../i18n/language.svelte";
import { params, type BoardKind, type Said } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { Notation, print, start } from "./state";

function describe(variant: string, history: Played[], index: number): Said {
  const { seat, text } = history[index] ?? { seat: null, text: "" };
  if (text === "pass") return ["quoridor-passed", {}];
  const notation = new Notation(variant);
  const wall = notation.wall(text);
  if (wall) return ["quoridor-walled", { place: text, direction: wall.direction }];
  const steps = history
    .slice(0, index)
    .filter((played) => played.seat === seat && played.text !== "pass" && !notation.wall(played.text));
  const values = params(variant);
  const from =
    steps.at(-1)?.text ??
    print(start(Number(values.get("size") ?? 9), Number(values.get("players") ?? 2), seat ?? 0));
  return ["quoridor-stepped", { from, to: text }];
}

export const quoridor: BoardKind = {
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
