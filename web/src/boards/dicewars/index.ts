import type { Played } from "../../api/table.svelte";
import { t } from "../../i18n/language.svelte";
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
  return ["dicewars-grows", { count: diceIn(text) }];
}

/** How many dice a reinforcement brings. */
function diceIn(text: string): number {
  return [...text.matchAll(/:(\d+)/g)].reduce((sum, [, dice]) => sum + Number(dice), 0);
}

/** A move as it stands in lists. */
function label(text: string): string {
  const attack = readAttack(text);
  if (attack) return `${attack.from} → ${attack.to}`;
  if (text.startsWith("+")) return t("dicewars-label-grows", { count: diceIn(text) });
  return ["won", "lost", "end"].includes(text) ? t(`dicewars-label-${text}`) : text;
}

export const dicewars: BoardKind = {
  name: "dicewars",
  Board,
  Hand,
  describe,
  label,
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
