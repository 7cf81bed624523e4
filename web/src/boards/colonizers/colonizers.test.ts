import { expect, test } from "vitest";

import { colonizers } from ".";
import { COLONISTS, MODULES, moduleNamed } from "./cards";
import { sketch } from "./sketch";
import { playerChange, ranking, parsePosition, parseMove, suspects, colonyValue } from "./state";

const START =
  "all/remove/-/0,0,-,-,-,-/0,0,-,-,-,-/0,0,-,-,-,-/0,0,-,-,-,-/-/aaaabbbbccccdeeeeffffgggghiiiijjjjkkkklmmmmnnnnoooop/-/-/0";

const VIEW =
  "2/keep:2/VE/9,3,M!,M,ac,?1?3/3,4,S,S,f,b2c3/0,0,?,EG,-,-/21,12,?,VEGO,p,?8?8o2?8?8/g2c2/??????????/m2?1/?4/57";

test("the start is read", () => {
  const { eyes, phase, turn, removed, players, offered, deck, bottom, out } = parsePosition(START);
  expect([eyes, phase, turn, removed, offered, deck, bottom, out]).toEqual([null, "remove", null, [], [], 52, [], []]);
  expect(players).toHaveLength(4);
  expect(players[0]).toEqual({ points: 0, omnium: 0, picked: false, colonist: null, exposed: false, possible: [], colony: [], hand: [] });
});

test("a view is read: what its seat knows, and nothing where there is a question mark", () => {
  const view = parsePosition(VIEW);
  expect([view.eyes, view.phase, view.turn, view.removed]).toEqual([1, "keep", 1, ["visionary", "ecologist"]]);
  expect(view.offered.map(({ module }) => module?.name)).toEqual(["quarry", "hydroponics-facility"]);
  expect(view.deck).toBe(12);
  expect(view.bottom).toEqual([{ module: moduleNamed("housing-unit"), seen: [1] }, { module: null, seen: [0] }]);
  expect(view.out).toEqual([{ module: null, seen: [2] }]);
  const [first, own, third, fourth] = view.players;
  expect(first).toMatchObject({ points: 9, omnium: 3, picked: true, colonist: "miner", exposed: true, possible: ["miner"] });
  expect(first!.colony.map(({ name }) => name)).toEqual(["oxygen-generator", "hydroponics-facility"]);
  expect(first!.hand).toEqual([{ module: null, seen: [0] }, { module: null, seen: [0, 1] }]);
  expect(own).toMatchObject({ colonist: "spy", exposed: false });
  expect(own!.hand.map(({ module }) => module?.letter)).toEqual(["b", "c"]);
  expect(third).toMatchObject({ picked: true, colonist: null, exposed: false, possible: ["ecologist", "general"], hand: [] });
  expect(fourth!.hand.map(({ module }) => module?.name ?? "?")).toEqual(["?", "?", "research-lab", "?", "?"]);
});

test("who only watches has nobody's eyes, and sees cards without faces", () => {
  const watched = parsePosition("nobody/keep:1/VEGOS/0,0,M!,M,-,?1/0,2,?,VEGOS,f,?2/0,0,?,VEGOS,-,-/0,0,?,VEGOS,-,-/?1?1/????/-/-/7");
  expect([watched.eyes, watched.phase, watched.turn, watched.deck]).toEqual([null, "keep", 0, 4]);
  expect(watched.offered.map(({ module }) => module)).toEqual([null, null]);
  expect(watched.players.map(({ colonist }) => colonist)).toEqual(["miner", null, null, null]);
  expect(watched.players[1]!.hand).toEqual([{ module: null, seen: [1] }]);
});

test("chance that deals is one phase, and the end has no turn", () => {
  const phase = (word: string) => parsePosition(VIEW.replace("keep:2", word));
  expect(["vision-omnium:3", "vision-cards:3", "deal:3"].map((word) => [phase(word).phase, phase(word).turn])).toEqual(
    Array.from({ length: 3 }, () => ["deal", 2]),
  );
  expect([phase("full").phase, phase("empty").turn]).toEqual(["full", null]);
});

test("moves are read, those told with a question mark too", () => {
  expect(parseMove("pick:miner")).toEqual({ verb: "pick", colonist: "miner", module: null });
  expect(parseMove("build:eco-dome")).toEqual({ verb: "build", colonist: null, module: moduleNamed("eco-dome") });
  expect(parseMove("keep:?")).toEqual({ verb: "keep", colonist: null, module: null });
  expect(parseMove("omnium").verb).toBe("omnium");
});

test("the cards are those of the game: 52 of 16 kinds, four kinds of each colour", () => {
  expect(MODULES.reduce((sum, { copies }) => sum + copies, 0)).toBe(52);
  expect(new Set(MODULES.map(({ icon }) => icon)).size).toBe(16);
  const of = (colour: string) => MODULES.filter((module) => module.colour === colour).map(({ cost, value }) => `${cost}/${value}`);
  expect(["green", "blue", "red", "plain"].map(of)).toEqual([
    ["4/4", "5/6", "6/8", "8/11"],
    ["2/2", "3/3", "5/6", "8/10"],
    ["1/1", "2/2", "3/3", "6/7"],
    ["1/1", "4/5", "6/8", "12/16"],
  ]);
  expect(new Set(COLONISTS.map((colonist) => colonist[0])).size).toBe(6);
});

test("what changed between two positions is found for each seat", () => {
  const at = (colonist: string, omnium: number, colony: string, hand: string) =>
    parsePosition(sketch({ phase: "build:1", removed: "S", players: [{ colonist, omnium, colony, hand }, {}, {}, {}] }));
  const before = at("M", 2, "ag", "bc");
  expect(playerChange(before, at("M!", 5, "ag", "bc"), 0)).toEqual({ omnium: 3, points: 0, cards: 0, built: null, revealed: "miner" });
  expect(playerChange(at("M!", 5, "ag", "bgc"), at("M!", 0, "agg", "bc"), 0)).toEqual({
    omnium: -5,
    points: 6,
    cards: -1,
    built: moduleNamed("quarry"),
    revealed: null,
  });
  expect(playerChange(before, before, 0)).toBeNull();
  expect(playerChange(null, before, 0)).toBeNull();
  // A new game: fewer modules than before.
  expect(playerChange(at("M", 2, "ag", ""), at("M", 2, "a", ""), 0)).toBeNull();
});

test("who may have a colonist is told, and who surely has it", () => {
  const view = parsePosition(VIEW);
  expect(suspects(view, 1, "general")).toEqual([{ seat: 2, sure: false }, { seat: 3, sure: false }]);
  expect(suspects(view, 1, "miner")).toEqual([{ seat: 0, sure: true }]);
  expect(suspects(view, 1, "spy")).toEqual([]);
});

test("the ranking has more points first, and of equal ones the earlier seat", () => {
  const { players } = parsePosition(VIEW.replace("/3,4,S", "/9,4,S"));
  expect(ranking(players)).toEqual([3, 0, 1, 2]);
  expect(colonyValue(players[0]!.colony)).toBe(12);
});

test("a sketch has all 52 cards, open or seen by somebody", () => {
  for (const eyes of [undefined, 0]) {
    const { players, deck, offered, bottom, out } = parsePosition(
      sketch({ ...(eyes === undefined ? {} : { eyes }), phase: "keep:1", players: [{ colony: "aab", hand: "cc" }, { hand: "p" }, {}, {}], offered: "ef", bottom: "g1", out: "h3" }),
    );
    const held = players.reduce((sum, { colony, hand }) => sum + colony.length + hand.length, 0);
    expect(held + deck + offered.length + out.length).toBe(52);
    expect([bottom[0]?.module?.letter, out[0]?.seen]).toEqual(["g", [0, 1]]);
  }
  expect(parsePosition(colonizers.picture.position).players.map(({ colony }) => colony.length)).toEqual([6, 5, 5, 4]);
});

test("moves and what chance did are said", () => {
  const history = ["remove:?", "pick:?", "omnium", "pass"].map((text, index) => ({ seat: index === 0 ? null : 1, text }));
  expect(history.map((_, index) => colonizers.describe("colonizers", history, index))).toEqual([
    ["colonizers-says-remove", { what: "none" }],
    ["colonizers-says-pick", { what: "none" }],
    ["colonizers-says-omnium", { what: "none" }],
    ["colonizers-says-pass", { what: "none" }],
  ]);
});
