import type { Played } from "../../api/table.svelte";
import type { BoardKind, Said } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { sketch } from "./sketch";
import { readAttack } from "./state";

function describe(_variant: string, history: Played[], index: number): Said {
  const text = history[index]?.text ?? "";
  const attack = readAttack(text);
  if (attack) return ["dicewars-attacks", attack];
  if (text === "won" || text === "lost") {
    return [`dicewars-${text}`, readAttack(history[index - 1]?.text ?? "") ?? { from: "", to: "" }];
  }
  if (!text.startsWith("+")) return ["dicewars-ends", {}];
  const count = [...text.matchAll(/:(\d+)/g)].reduce((sum, [, dice]) => sum + Number(dice), 0);
  return ["dicewars-grows", { count }];
}

export const dicewars: BoardKind = {
  name: "dicewars",
  Board,
  Hand,
  describe,
  tip: "dicewars-tip",
  paced: true,
  dealt: true,
  picture: {
    variant: "dicewars:players=4,areas=11",
    position: sketch(
      [
        "..1112222..",
        ".1111222233",
        ".11442223333",
        "..4444.53333",
        ".444475553366",
        ".44.7755556666",
        "..7777755.666.",
        ".77788899966..",
        "..888.9999aaa.",
        ".8888bb99aaaa.",
        "..88bbbb.aaa..",
        "....bbbb......",
      ],
      "A4B2C7A8D3C1B5D2A3B6C2",
    ),
    last: "",
    seats: 4,
  },
};
