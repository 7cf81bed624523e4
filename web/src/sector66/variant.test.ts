import { expect, test } from "vitest";

import { newDraft } from "./edit";
import { spellLimits } from "./limits";
import { variantSummary } from "./variant";

const draft = {
  ...newDraft(),
  seats: {
    "2": { places: ["south", "north"], walls: { least: 0, most: 20, usual: 8 } },
    "4": { places: ["south", "west", "north", "east"], walls: { least: 0, most: 10, usual: 5 } },
  },
  fields: { ice: ["e5", "e6"], swamp: [] },
  spells: { allowed: ["stun", "swap"], forced: ["net"], least: 0, most: 4, usual: 2 },
};

test("a variant is what its spec and its template say", () => {
  expect(variantSummary("sector66:template=own", draft)).toEqual({
    template: "own",
    players: 2,
    places: ["south", "north"],
    walls: [8, 8],
    spells: 2,
    kinds: [{ alias: "stun", forced: false }, { alias: "swap", forced: false }, { alias: "net", forced: true }],
    fields: ["ice"],
  });
  const four = variantSummary("sector66:players=4,walls=3,walls2=7,spells=1,only=net+swap", draft);
  expect(four).toMatchObject({ template: "classic", players: 4, walls: [3, 7, 3, 3], spells: 1 });
  expect(four.kinds.map(({ alias }) => alias)).toEqual(["swap", "net"]);
  expect(variantSummary("sector66", { ...draft, spells: null })).toMatchObject({ spells: 0, kinds: [] });
});

test("there are never fewer spells than are forced", () => {
  expect(spellLimits(draft.spells)).toEqual({ least: 1, most: 4 });
  expect(spellLimits({ ...draft.spells, least: 3 })).toEqual({ least: 3, most: 4 });
});
