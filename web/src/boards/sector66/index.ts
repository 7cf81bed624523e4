import type { Played } from "../../api/table.svelte";
import { t } from "../../i18n/language.svelte";
import { content, pluginIn, wordsOf } from "../../sector66/content.svelte";
import About from "../../sector66/About.svelte";
import Choices from "../../sector66/Choices.svelte";
import Picture from "../../sector66/Picture.svelte";
import { templateWords } from "../../sector66/titles";
import { variantFacts } from "../../sector66/variant";
import type { BoardKind, PositionAt, Said } from "../board";
import { print } from "../quoridor/state";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { kindOf, read, readCast, readRoll } from "./state";

/** What a plug-in is called that a board knows by a name. */
function pluginName(variant: string, name: string): string {
  const plugin = pluginIn(content.draftOf(variant), name);
  return plugin ? wordsOf(plugin).name : name;
}

/** A pawn that something moved: the plug-in, whose pawn it is, from where to where. */
interface Moved {
  plugin: string;
  seat: number;
  from: string;
  to: string;
}

/** The pawns that fields, spells or chance moved at `index`, as far as the positions around it are known. */
function movedAt(variant: string, history: Played[], index: number, at: PositionAt): Moved[] {
  const played = history[index];
  const isRoll = readRoll(played?.text ?? "") !== null;
  const after = at(index + 1);
  // Of a step and what chance makes of it, only the end may be known.
  const before = at(index) ?? (isRoll ? at(index - 1) : undefined);
  if (!played || !before || !after) return [];
  const [then, now] = [read(variant, before), read(variant, after)];
  const places = then.pawns.map(print);
  for (const move of at(index) ? [played] : [history[index - 1], played]) {
    if (move && move.seat !== null && isStep(move.text)) places[move.seat] = move.text;
  }
  const cast = readCast(played.text) ?? (isRoll ? readCast(history[index - 1]?.text ?? "") : null);
  return places.flatMap((from, seat) => {
    const to = now.pawns[seat] && print(now.pawns[seat]);
    const plugin = (isRoll ? then.asks : null) ?? cast?.spell ?? then.kinds.get(from);
    return to && to !== from && plugin ? [{ plugin, seat, from, to }] : [];
  });
}

const isStep = (text: string): boolean => /^[a-z]\d+$/.test(text);

const sayMoved = (variant: string, { plugin, seat, from, to }: Moved): Said => ["sector66-moved", { what: pluginName(variant, plugin), from, to }, seat];

/** What happened to pawns by the move at `index`, in words, besides what `describe` says. */
function effects(variant: string, history: Played[], index: number, at: PositionAt): Said[] {
  const moved = movedAt(variant, history, index, at);
  const others = readRoll(history[index]?.text ?? "") === null ? moved : moved.slice(1);
  return others.map((one) => sayMoved(variant, one));
}

function describe(variant: string, history: Played[], index: number, at: PositionAt = () => undefined): Said {
  const text = history[index]?.text ?? "";
  const cast = readCast(text);
  if (cast) {
    const kind = kindOf(cast.on);
    return ["sector66-cast", { spell: pluginName(variant, cast.spell), kind, place: kind === "pawn" ? cast.on.slice(1) : cast.on }];
  }
  const number = readRoll(text);
  if (number !== null) {
    const [moved] = movedAt(variant, history, index, at);
    if (moved) return sayMoved(variant, moved);
    const asks = at(index) ? read(variant, at(index)!).asks : null;
    return asks ? ["sector66-rolled-for", { what: pluginName(variant, asks), number }] : ["sector66-rolled", { number }];
  }
  if (text === "pass") return ["quoridor-passed", {}];
  if (kindOf(text) === "wall") return ["quoridor-walled", { place: text, direction: text.at(-1) ?? "h" }];
  return ["sector66-stepped", { to: text }];
}

/** A cast as it is read aloud, and what chance decided. */
function label(text: string, variant: string): string {
  const number = readRoll(text);
  if (number !== null) return t("sector66-roll", { number });
  const cast = readCast(text);
  if (cast) {
    const on = kindOf(cast.on) === "pawn" ? t("player-number", { number: Number(cast.on.slice(1)) }) : cast.on;
    return `${pluginName(variant, cast.spell)} → ${on}`;
  }
  return text === "pass" ? t("pass-label") : text;
}

/** A step with where it ended, and where chance moved a pawn. */
function listed(variant: string, history: Played[], index: number, at: PositionAt): string {
  const { seat, text } = history[index] ?? { seat: null, text: "" };
  const moved = movedAt(variant, history, index, at);
  if (readRoll(text) !== null) return moved[0] ? `${pluginName(variant, moved[0].plugin)} → ${moved[0].to}` : "";
  const own = isStep(text) && moved.find((one) => one.seat === seat);
  return own ? `${text} → ${own.to}` : "";
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
  effects,
  label,
  listed,
  usual: "sector66:template=everything",
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
