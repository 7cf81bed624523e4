import type { PlayedMove } from "../../api/table.svelte";
import { t } from "../../i18n/language.svelte";
import { content, pluginByAlias, pluginText } from "../../sector66/content.svelte";
import VariantAbout from "../../sector66/VariantAbout.svelte";
import VariantChoices from "../../sector66/VariantChoices.svelte";
import TemplatePicture from "../../sector66/TemplatePicture.svelte";
import { templateText } from "../../sector66/titles";
import { variantSummary } from "../../sector66/variant";
import type { BoardDefinition, PositionAt, LocalisedText } from "../board";
import { squareName } from "../quoridor/state";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { elementKind, parsePosition, parseCast, parseRoll } from "./state";

/** Display name of a plug-in by its alias on a board. */
function pluginName(variant: string, name: string): string {
  const plugin = pluginByAlias(content.draftOf(variant), name);
  return plugin ? pluginText(plugin).name : name;
}

/** A pawn moved by a plug-in: whose it is, from where to where. */
interface MovedPawn {
  plugin: string;
  seat: number;
  from: string;
  to: string;
}

/** Pawns that fields, spells or chance moved at `index`, if the positions around it are known. */
function movedAt(variant: string, history: PlayedMove[], index: number, at: PositionAt): MovedPawn[] {
  const played = history[index];
  const isRoll = parseRoll(played?.text ?? "") !== null;
  const after = at(index + 1);
  // Between a step and its chance event the position may be unknown.
  const before = at(index) ?? (isRoll ? at(index - 1) : undefined);
  if (!played || !before || !after) return [];
  const [then, now] = [parsePosition(variant, before), parsePosition(variant, after)];
  const places = then.pawns.map(squareName);
  for (const move of at(index) ? [played] : [history[index - 1], played]) {
    if (move && move.seat !== null && isStep(move.text)) places[move.seat] = move.text;
  }
  const cast = parseCast(played.text) ?? (isRoll ? parseCast(history[index - 1]?.text ?? "") : null);
  return places.flatMap((from, seat) => {
    const to = now.pawns[seat] && squareName(now.pawns[seat]);
    const plugin = (isRoll ? then.asks : null) ?? cast?.spell ?? then.kinds.get(from);
    return to && to !== from && plugin ? [{ plugin, seat, from, to }] : [];
  });
}

const isStep = (text: string): boolean => /^[a-z]\d+$/.test(text);

const sayMoved = (variant: string, { plugin, seat, from, to }: MovedPawn): LocalisedText => ["sector66-moved", { what: pluginName(variant, plugin), from, to }, seat];

/** Describes the pawns moved at `index`, besides what `describe` says. */
function effects(variant: string, history: PlayedMove[], index: number, at: PositionAt): LocalisedText[] {
  const moved = movedAt(variant, history, index, at);
  const others = parseRoll(history[index]?.text ?? "") === null ? moved : moved.slice(1);
  return others.map((one) => sayMoved(variant, one));
}

function describe(variant: string, history: PlayedMove[], index: number, at: PositionAt = () => undefined): LocalisedText {
  const text = history[index]?.text ?? "";
  const cast = parseCast(text);
  if (cast) {
    const kind = elementKind(cast.on);
    return ["sector66-cast", { spell: pluginName(variant, cast.spell), kind, place: kind === "pawn" ? cast.on.slice(1) : cast.on }];
  }
  const number = parseRoll(text);
  if (number !== null) {
    const [moved] = movedAt(variant, history, index, at);
    if (moved) return sayMoved(variant, moved);
    const asks = at(index) ? parsePosition(variant, at(index)!).asks : null;
    return asks ? ["sector66-rolled-for", { what: pluginName(variant, asks), number }] : ["sector66-rolled", { number }];
  }
  if (text === "pass") return ["quoridor-passed", {}];
  if (elementKind(text) === "wall") return ["quoridor-walled", { place: text, direction: text.at(-1) ?? "h" }];
  return ["sector66-stepped", { to: text }];
}

/** Short form of casts and chance events. */
function label(text: string, variant: string): string {
  const number = parseRoll(text);
  if (number !== null) return t("sector66-roll", { number });
  const cast = parseCast(text);
  if (cast) {
    const on = elementKind(cast.on) === "pawn" ? t("player-number", { number: Number(cast.on.slice(1)) }) : cast.on;
    return `${pluginName(variant, cast.spell)} → ${on}`;
  }
  return text === "pass" ? t("pass-label") : text;
}

/** Adds the final field of a step, and moves caused by chance. */
function listLabel(variant: string, history: PlayedMove[], index: number, at: PositionAt): string {
  const { seat, text } = history[index] ?? { seat: null, text: "" };
  const moved = movedAt(variant, history, index, at);
  if (parseRoll(text) !== null) return moved[0] ? `${pluginName(variant, moved[0].plugin)} → ${moved[0].to}` : "";
  const own = isStep(text) && moved.find((one) => one.seat === seat);
  return own ? `${text} → ${own.to}` : "";
}

function variantTitle(variant: string): string {
  const draft = content.draftOf(variant);
  if (!draft) {
    content.ensureTemplate(variant).catch(() => undefined);
    return "";
  }
  const { template, players } = variantSummary(variant, draft);
  return t("sector66-variant", { board: templateText(template, draft).name, players });
}

export const sector66: BoardDefinition = {
  name: "sector66",
  Board,
  Hand,
  Choices: VariantChoices,
  About: VariantAbout,
  Picture: TemplatePicture,
  variantTitle,
  describe,
  effects,
  label,
  listLabel,
  defaultVariant: "sector66:template=everything",
  tip: "sector66-tip",
  randomStart: true,
  picture: {
    variant: "sector66:template=everything",
    position:
      "d3,f8/5,6/c3h,f6h,b4v,g5h/8/1/e4v,d5v/b3=trapdoor,g3=swamp,c4=forbidden,e4=crumble,h4=oneway,d5=ice,f5=ice,b6=oneway,e6=crumble,g6=forbidden,c7=swamp,h7=trapdoor/g2=teleport,a4=stun,e5=gust,c8=shield/stun,swap+net/0,0/-/-",
    last: "d3",
    seats: 2,
  },
};
