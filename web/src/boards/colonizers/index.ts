import type { BoardDefinition } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { sketch } from "./sketch";
import { describe, label } from "./text";

export const colonizers: BoardDefinition = {
  name: "colonizers",
  Board,
  Hand,
  describe,
  label,
  tip: "colonizers-tip",
  levels: ["random", "heuristic", "maxn", "so-ismcts"],
  paced: true,
  randomStart: true,
  hasHiddenInfo: true,
  wholeTable: true,
  picture: {
    variant: "colonizers",
    position: sketch({
      eyes: 0,
      phase: "build:1",
      removed: "S",
      players: [
        { omnium: 7, colonist: "E!", colony: "abcdno", hand: "chl" },
        { omnium: 3, colonist: "?", possible: "MG", colony: "eefgg", hand: "????" },
        { omnium: 5, colonist: "?", possible: "MGO", colony: "ijkmn", hand: "??" },
        { omnium: 1, colonist: "?", possible: "VGO", colony: "aoop", hand: "?????" },
      ],
    }),
    last: "",
    seats: 4,
  },
};
