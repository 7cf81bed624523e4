import { oneOf, type Lesson } from "./lesson";

const THESIS = "sector66:template=thesis";
const RINK = "sector66:template=rink";
const ALL = "sector66:template=everything";

const moves = (...texts: string[]) => ({ candidates: texts.map((text) => ({ text, label: "✓" })) });
const isCast = (move: string) => move.includes("@");

export const sector66: Lesson = {
  game: "sector66",
  tasks: [
    { say: "learn-sector66-pick", variant: THESIS, position: "e3,e7/8,8/-/4/1/-/e5=forbidden/e4=stun,e6=stun/-,-/0,0/-/-", accepts: oneOf("e4") },
    { say: "learn-sector66-stun", variant: THESIS, position: "c7,g2/8,8/-/8/1/-/e5=forbidden/-/stun,-/0,0/-/-", accepts: oneOf("stun@p2") },
    {
      say: "learn-sector66-closed",
      variant: THESIS,
      position: "e4,c6/8,8/-/4/1/-/e5=forbidden/-/-,-/0,0/-/-",
      acceptsRefusal: (problem) => problem.params?.why === "field-closed",
    },
    { say: "learn-sector66-ice", variant: RINK, position: "e3,c8/8,8/-/4/1/-/e4=ice,e5=ice/-/-,-/0,0/-/-", accepts: oneOf("e4") },
    { say: "learn-sector66-breach", variant: ALL, position: "e8,e2/4,4/d8h,f8h/8/1/-/-/-/breach,-/0,0/-/-", accepts: (move) => isCast(move) },
    {
      say: "learn-sector66-disabled",
      variant: ALL,
      position: "d2,f8/8,8/-/4/1/c4h,e4v/-/-/-,-/0,0/-/-",
      acceptsRefusal: (problem) => problem.params?.why === "wall-disabled",
    },
    {
      say: "learn-sector66-win",
      variant: THESIS,
      position: "e8,c3/6,6/d8h,f8h/8/1/-/e5=forbidden/-/teleport,-/0,0/-/-",
      accepts: (_move, _before, after) => after.ranks?.[0] === 1,
    },
  ],
  rules: [
    { say: "rules-sector66-goal", variant: "sector66:template=duel", position: "c5,g5/3,3/c2h,f2h,c7h,f7h/0" },
    { say: "rules-sector66-turn", variant: THESIS, position: "e3,e7/7,8/d3h/5/1/-/e5=forbidden/c4=stun,g6=stun/teleport,-/0,0/-/-", overlay: moves("e2", "teleport@f4") },
    { say: "rules-sector66-spells", variant: THESIS, position: "d4,f6/8,8/-/6/1/-/e5=forbidden/g3=teleport,d5=stun,f5=stun,c7=teleport/-,-/0,0/-/-", overlay: moves("d5") },
    { say: "rules-sector66-fields", variant: ALL, position: "d3,f8/8,8/-/4/1/-/b3=trapdoor,g3=swamp,c4=forbidden,e4=crumble,h4=oneway,d5=ice,f5=ice,b6=oneway,e6=crumble,g6=forbidden,c7=swamp,h7=trapdoor/-/-,-/0,0/-/-" },
    { say: "rules-sector66-walls", variant: ALL, position: "d3,f8/8,8/b3h,g6h,e5v/4/1/c6h,f3v/-/-/-,-/0,0/-/-" },
    { say: "rules-sector66-effects", variant: ALL, position: "d3,f8/8,8/-/4/1/-/-/-/-,-/0,1/p1=shield.0.1/-" },
    { say: "rules-sector66-many", variant: "sector66:template=thesis,players=4", position: "e1,a5,e9,i5/5,5,5,5/-/0/1/-/e5=forbidden/c3=stun,g3=stun,c7=stun,g7=stun/-,-,-,-/0,0,0,0/-/-" },
  ],
};
