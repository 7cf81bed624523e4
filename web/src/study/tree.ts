// The tree of a search as a list of rows: those below positions that are open, with a row's place in
// the tree. Large trees stay quick: nothing is made of positions nobody has opened.

import type { SearchTree, TreeNode } from "../api/types";

/** A row: a position with where it is. */
export interface Row {
  node: TreeNode;
  /** The row above it in the tree; none for the root. */
  parent: Row | null;
  level: number;
  /** Its place among the moves from the same position, from 1, and how many there are. */
  place: number;
  of: number;
}

/** Moves in the order they are shown: those visited most often first. */
export function inOrder(node: TreeNode): TreeNode[] {
  return [...node.children].sort((a, b) => b.visits - a.visits);
}

/** The rows below a row. */
export function below(row: Row): Row[] {
  const children = inOrder(row.node);
  return children.map((node, index) => ({ node, parent: row, level: row.level + 1, place: index + 1, of: children.length }));
}

export function rootRow(tree: SearchTree): Row {
  return { node: tree.tree, parent: null, level: 1, place: 1, of: 1 };
}

/** The moves that lead to a row. */
export function path(row: Row): string[] {
  const moves: string[] = [];
  for (let at: Row | null = row; at; at = at.parent) if (at.node.move !== null) moves.unshift(at.node.move);
  return moves;
}

/** How large a tree is. Told apart from the rows, as it looks at every position; trees may be deep, so without recursion. */
export function size(tree: SearchTree): { positions: number; depth: number } {
  let positions = 0;
  let depth = 0;
  const waiting: [TreeNode, number][] = [[tree.tree, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, level] = next;
    positions += 1;
    depth = Math.max(depth, level);
    for (const child of node.children) waiting.push([child, level + 1]);
  }
  return { positions, depth };
}

/** Reads a file; none if it is no tree. */
export function readTree(text: string): SearchTree | null {
  try {
    const found = JSON.parse(text) as SearchTree;
    const texts = [found.game, found.position, found.agent];
    return texts.every((text) => typeof text === "string") && isTree(found.tree) ? found : null;
  } catch {
    return null;
  }
}

function isTree(root: TreeNode): boolean {
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { move, seat, visits, score, children } = node;
    const isRight =
      (move === null || typeof move === "string") &&
      (seat === null || (Number.isInteger(seat) && seat > 0)) &&
      (score === null || typeof score === "number") &&
      typeof visits === "number" &&
      Array.isArray(children) &&
      children.every((child) => typeof child === "object" && child !== null);
    if (!isRight) return false;
    for (const child of children) waiting.push(child);
  }
  return typeof root === "object" && root !== null;
}

/** A result from 0 to 1, in hundredths and their tenths: moves of a search differ by little. */
export function percent(score: number): string {
  return `${(100 * score).toFixed(1)} %`;
}
