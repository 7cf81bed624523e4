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
    variant: "dicewars:players=4",
    position: sketch(
      [
        "..111..22233...",
        ".1111.2222333..",
        ".11444222533336",
        "..4444.5555.666",
        ".44447755586666",
        "..777775588866.",
        "...77.9998888..",
        "......99998....",
      ],
      "A4B2C7A8D3C1B5D2A3",
      { roll: "4>7:A6543-B21" },
    ),
    last: "won",
    seats: 4,
  },
};
