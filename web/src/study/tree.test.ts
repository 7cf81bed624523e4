import { expect, test } from "vitest";

import type { SearchTree, TreeNode } from "../api/generated/types";
import { percent, parseTree, treeSize } from "./tree";
import { SearchTreeModel } from "./tree.svelte";

function node(move: string | null, visits: number, children: TreeNode[] = []): TreeNode {
  return { move, seat: move === null ? null : 1, visits, score: move === null ? null : 0.5, children };
}
const tree = (root: TreeNode): SearchTree => ({ game: "quoridor", position: "here", agent: "mcts", tree: root });
const small = () => tree(node(null, 10, [node("a", 2), node("b", 7, [node("c", 6, [node("d", 5)])])]));
const moves = (view: SearchTreeModel) => view.rows.map(({ node }) => node.move);

test("rows come most visited first, and only below what is open", () => {
  const view = new SearchTreeModel(small());
  expect(moves(view)).toEqual([null, "b", "a"]);
  view.open(view.rows[1]!);
  expect(moves(view)).toEqual([null, "b", "c", "a"]);
  expect(view.rows[2]).toMatchObject({ level: 3, place: 1, of: 1 });
  view.close(view.rows[0]!);
  expect(moves(view)).toEqual([null]);
  // Descendants are closed too.
  view.open(view.rows[0]!);
  expect(moves(view)).toEqual([null, "b", "a"]);
});

test("keys go through the tree as in any other", () => {
  const view = new SearchTreeModel(small());
  const press = (...keys: string[]) => keys.forEach((key) => expect(view.key(key)).toBe(true));
  press("ArrowDown", "ArrowRight", "ArrowRight");
  expect(view.moves).toEqual(["b", "c"]);
  press("ArrowLeft");
  expect(view.moves).toEqual(["b"]);
  press("ArrowLeft");
  expect(moves(view)).toEqual([null, "b", "a"]);
  press("End");
  expect(view.moves).toEqual(["a"]);
  press("ArrowDown", "ArrowRight", "Enter", "Home", "ArrowUp");
  expect(view.moves).toEqual([]);
  press(" ");
  expect(moves(view)).toEqual([null]);
  expect(view.key("x")).toBe(false);
});

test("the most visited moves are followed, and moves of the board found", () => {
  const view = new SearchTreeModel(small());
  view.follow();
  expect(view.moves).toEqual(["b", "c", "d"]);
  view.close(view.rows[1]!);
  expect(view.moves).toEqual(["b"]);
  view.play("c");
  expect(view.moves).toEqual(["b", "c"]);
  view.play("nothing the search tried");
  expect(view.moves).toEqual(["b", "c"]);
});

test("a tree is as large as it is, however deep", () => {
  let deep = node("end", 1);
  for (let level = 0; level < 20_000; level += 1) deep = node("m", 1, [deep]);
  expect(treeSize(tree(deep))).toEqual({ positions: 20_001, depth: 20_000 });
  expect(treeSize(small())).toEqual({ positions: 5, depth: 3 });
  expect(percent(0.4567)).toBe("45.7 %");
});

test("what is no tree is not shown as one", () => {
  expect(parseTree(JSON.stringify(small()))).toEqual(small());
  const whole = small();
  const broken = [
    "ludorum-record 1",
    "null",
    "[]",
    JSON.stringify({ ...whole, tree: undefined }),
    JSON.stringify({ ...whole, tree: null }),
    JSON.stringify({ ...whole, game: 7 }),
    JSON.stringify(tree(node(null, 1, [{ ...node("a", 1), visits: "1" as unknown as number }]))),
    JSON.stringify(tree(node(null, 1, [{ ...node("a", 1), seat: 0 }]))),
    JSON.stringify(tree({ ...node(null, 1), children: [null as unknown as TreeNode] })),
  ];
  for (const text of broken) expect(parseTree(text), text).toBeNull();
});
