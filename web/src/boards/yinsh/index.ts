import { t } from "../../i18n/language.svelte";
import { params, type BoardDefinition, type LocalisedText } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { parseMove } from "./state";

/** Describes a move. */
function say(text: string): LocalisedText {
  const move = parseMove(text);
  switch (move.kind) {
    case "place":
      return ["yinsh-placed", { place: move.at }];
    case "slide":
      return ["yinsh-moved", { from: move.from, to: move.to }];
    case "row":
      return ["yinsh-row-removed", { from: move.points[0] ?? "", to: move.points.at(-1) ?? "" }];
    case "ring":
      return ["yinsh-ring-removed", { place: move.at }];
    case "pass":
      return ["yinsh-passed", {}];
  }
}

/** Short form of a move for lists. */
function label(text: string): string {
  const move = parseMove(text);
  switch (move.kind) {
    case "row":
      return t("yinsh-label-row", { from: move.points[0] ?? "", to: move.points.at(-1) ?? "" });
    case "ring":
      return t("yinsh-label-ring", { place: move.at });
    case "pass":
      return t("pass-label");
    default:
      return text;
  }
}

export const yinsh: BoardDefinition = {
  name: "yinsh",
  Board,
  Hand,
  variantTitle: (variant) => (params(variant).get("rings_to_win") === "1" ? t("yinsh-short") : ""),
  describe: (_variant, history, index) => say(history[index]?.text ?? ""),
  label,
  tip: "yinsh-tip",
  picture: {
    variant: "yinsh",
    position: "c5,e8,f3,h8,i6/d3,d7,g9,h5,j9/e5,e6,f6,g7,h7/d5,f5,f7,g6,i8/0,0/1/move",
    last: "d5-d3",
    seats: 2,
  },
};
