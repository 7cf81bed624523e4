import type { Played } from "../../api/table.svelte";
import { t } from "../../i18n/language.svelte";
import { content, pluginIn, wordsOf } from "../../sector66/content.svelte";
import About from "../../sector66/About.svelte";
import Choices from "../../sector66/Choices.svelte";
import Picture from "../../sector66/Picture.svelte";
import { templateWords } from "../../sector66/titles";
import { variantFacts } from "../../sector66/variant";
import type { BoardKind, Said } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { kindOf, readCast, readRoll } from "./state";

function describe(variant: string, history: Played[], index: number): Said {
  const text = history[index]?.text ?? "";
  const cast = readCast(text);
  if (cast) {
    const plugin = pluginIn(content.draftOf(variant), cast.spell);
    const spell = plugin ? wordsOf(plugin).name : cast.spell;
    const kind = kindOf(cast.on);
    return ["sector66-cast", { spell, kind, place: kind === "pawn" ? cast.on.slice(1) : cast.on }];
  }
  const number = readRoll(text);
  if (number !== null) return ["sector66-rolled", { number }];
  if (text === "pass") return ["quoridor-passed", {}];
  if (kindOf(text) === "wall") return ["quoridor-walled", { place: text, direction: text.at(-1) ?? "h" }];
  return ["sector66-stepped", { to: text }];
}

/** A cast as it is read aloud, and what chance decided. */
function label(text: string): string {
  const number = readRoll(text);
  return number === null ? text.replace("@", " → ") : t("sector66-roll", { number });
}

function variantTitle(variant: string): string {
  const draft = content.draftOf(variant);
  if (!draft) {
    content.need(variant).catch(() => undefined);
    return "";
  }
  const { template, players } = variantFacts(variant, draft);
  return t("sector66-variant", { board: templateWords(template, draft).name, players });
}

export const sector66: BoardKind = {
  name: "sector66",
  Board,
  Hand,
  Choices,
  About,
  Picture,
  variantTitle,
  describe,
  label,
  tip: "sector66-tip",
  dealt: true,
  picture: {
    variant: "sector66:template=everything",
    position:
      "d3,f8/5,6/c3h,f6h,b4v,g5h/8/1/e4v,d5v/b3=trapdoor,g3=swamp,c4=forbidden,e4=crumble,h4=oneway,d5=ice,f5=ice,b6=oneway,e6=crumble,g6=forbidden,c7=swamp,h7=trapdoor/g2=teleport,a4=stun,e5=gust,c8=shield/stun,swap+net/0,0/-/-",
    last: "d3",
    seats: 2,
  },
};
