import type { PlayedMove } from "../../api/table.svelte";
import { t } from "../../i18n/language.svelte";
import type { BoardDefinition, LocalisedText } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { sketch } from "./sketch";
import { parseAttack } from "./state";

function describe(_variant: string, history: PlayedMove[], index: number): LocalisedText {
  const text = history[index]?.text ?? "";
  const attack = parseAttack(text);
  if (attack) return ["dicewars-attacks", attack];
  if (text === "won" || text === "lost") {
    return [`dicewars-${text}`, parseAttack(history[index - 1]?.text ?? "") ?? { from: "", to: "" }];
  }
  if (!text.startsWith("+")) return ["dicewars-ends", {}];
  return ["dicewars-grows", { count: diceIn(text) }];
}

/** Number of dice a reinforcement adds. */
function diceIn(text: string): number {
  return [...text.matchAll(/:(\d+)/g)].reduce((sum, [, dice]) => sum + Number(dice), 0);
}

/** Short form of a move for lists. */
function label(text: string): string {
  const attack = parseAttack(text);
  if (attack) return `${attack.from} → ${attack.to}`;
  if (text.startsWith("+")) return t("dicewars-label-grows", { count: diceIn(text) });
  return ["won", "lost", "end"].includes(text) ? t(`dicewars-label-${text}`) : text;
}

export const dicewars: BoardDefinition = {
  name: "dicewars",
  Board,
  Hand,
  describe,
  label,
  tip: "dicewars-tip",
  paced: true,
  randomStart: true,
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
