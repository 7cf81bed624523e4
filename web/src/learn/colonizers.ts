import { sketch } from "../boards/colonizers/sketch";
import { oneOf, type Lesson } from "./lesson";
import Modules from "./Modules.svelte";

const GAME = "colonizers";

/** The other players, before and after picking. */
const early = [
  { omnium: 2, colony: "ef", hand: "gj" },
  { omnium: 1, colony: "ik", hand: "mb" },
  { omnium: 3, colony: "n", hand: "kei" },
];
const late = [
  { ...early[0], colonist: "S" },
  { ...early[1], colonist: "G" },
  { ...early[2], colonist: "V" },
];
const full = "abcefgno";

export const colonizers: Lesson = {
  game: GAME,
  Appendix: Modules,
  tasks: [
    {
      say: "learn-colonizers-pick",
      variant: GAME,
      position: sketch({ phase: "pick:1", removed: "S", players: [{ omnium: 1, colony: "aac", hand: "bl" }, ...early] }),
      accepts: oneOf("pick:ecologist"),
    },
    {
      say: "learn-colonizers-omnium",
      variant: GAME,
      position: sketch({ phase: "draw:1", removed: "E", players: [{ omnium: 1, colonist: "M", colony: "egh", hand: "co" }, ...late] }),
      accepts: oneOf("omnium"),
    },
    {
      say: "learn-colonizers-keep",
      variant: GAME,
      position: sketch({ phase: "keep:1", removed: "E", players: [{ omnium: 3, colonist: "M!", colony: "eg", hand: "l" }, ...late], offered: "fc" }),
      accepts: oneOf("keep:hydroponics-facility"),
    },
    {
      say: "learn-colonizers-power",
      variant: GAME,
      position: sketch({
        phase: "power:1",
        removed: "E",
        players: [{ omnium: 2, colonist: "O!", colony: "mn", hand: "nc" }, { ...late[0], omnium: 6, colonist: "M", colony: "eeg" }, ...late.slice(1)],
      }),
      accepts: oneOf("steal:miner"),
    },
    {
      say: "learn-colonizers-build",
      variant: GAME,
      position: sketch({ phase: "build:1", removed: "E", players: [{ omnium: 4, colonist: "M!", colony: "mn", hand: "ncp" }, ...late] }),
      accepts: oneOf("build:spaceport"),
    },
    {
      say: "learn-colonizers-eight",
      variant: GAME,
      position: sketch({ phase: "build:1", removed: "E", players: [{ omnium: 6, colonist: "M!", colony: "abgghno", hand: "omp" }, ...late] }),
      accepts: (move) => move.startsWith("build:"),
    },
  ],
  rules: [
    {
      say: "rules-colonizers-goal",
      variant: GAME,
      position: sketch({ eyes: 0, phase: "remove", players: [{ omnium: 4, colony: "aacgno", hand: "bl" }, { omnium: 2, colony: "eefg", hand: "???" }, { omnium: 1, colony: "ikmop", hand: "?" }, { omnium: 5, colony: "dn", hand: "????" }] }),
    },
    {
      say: "rules-colonizers-pick",
      variant: GAME,
      position: sketch({ eyes: 0, phase: "pick:1", removed: "S", players: [{ omnium: 1, colony: "aac", hand: "bl" }, { colony: "ef", hand: "??" }, { colony: "ik", hand: "??" }, { colony: "n", hand: "???" }] }),
      moves: ["pick:visionary", "pick:ecologist", "pick:miner", "pick:general", "pick:opportunist"],
    },
    {
      say: "rules-colonizers-draw",
      variant: GAME,
      position: sketch({ eyes: 0, phase: "draw:1", removed: "S", players: [{ omnium: 1, colonist: "E", colony: "aac", hand: "bl" }, ...hidden("??", "??", "???")] }),
      moves: ["omnium", "cards"],
    },
    {
      say: "rules-colonizers-keep",
      variant: GAME,
      position: sketch({ eyes: 0, phase: "keep:1", removed: "S", players: [{ omnium: 4, colonist: "E!", colony: "aac", hand: "bl" }, ...hidden("??", "??", "???")], offered: "cf" }),
      moves: ["keep:warehouse", "keep:hydroponics-facility"],
    },
    {
      say: "rules-colonizers-earn",
      variant: GAME,
      position: sketch({ eyes: 0, phase: "build:1", removed: "S", players: [{ omnium: 6, colonist: "E!", colony: "aac", hand: "bglo" }, ...hidden("??", "??", "???")] }),
    },
    {
      say: "rules-colonizers-power",
      variant: GAME,
      position: sketch({ eyes: 0, phase: "power:1", removed: "S", players: [{ omnium: 2, colonist: "O!", colony: "mn", hand: "nc" }, ...hidden("??", "??", "???")] }),
      moves: ["steal:visionary", "steal:ecologist", "steal:miner", "steal:general", "steal:spy"],
    },
    {
      say: "rules-colonizers-build",
      variant: GAME,
      position: sketch({ eyes: 0, phase: "build:1", removed: "S", players: [{ omnium: 6, colonist: "M!", colony: "eg", hand: "nocp" }, ...hidden("??", "??", "???")] }),
      moves: ["build:hydroponics-facility", "build:spaceport", "build:research-lab", "pass"],
    },
    {
      say: "rules-colonizers-end",
      variant: GAME,
      position: sketch({ eyes: 0, phase: "full", players: [{ omnium: 1, colony: full, bonus: 4 }, { omnium: 2, colony: "aeefggik", bonus: 2 }, { omnium: 1, colony: "ikmopd" }, { omnium: 5, colony: "bcn" }] }),
    },
  ],
};

/** Players with unknown colonists and cards. */
function hidden(...hands: string[]): { colonist: string; possible: string; colony: string; omnium: number; hand: string }[] {
  const colonies = ["ef", "ik", "n"];
  return hands.map((hand, seat) => ({ colonist: "?", possible: "VMGO", colony: colonies[seat] ?? "", omnium: seat + 1, hand }));
}
