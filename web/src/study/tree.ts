// A search tree as a list of rows: the children of open nodes, with their position in the
// tree. Rows of closed nodes are not created, so large trees stay fast.

import type { SearchTree, TreeNode } from "../api/generated/types";

/** A row of the tree. */
export interface TreeRow {
  node: TreeNode;
  /** Parent row; null for the root. */
  parent: TreeRow | null;
  level: number;
  /** Index among its siblings, from 1, and their number. */
  place: number;
  of: number;
}

/** Children in display order: most visited first. */
export function byVisits(node: TreeNode): TreeNode[] {
  return [...node.children].sort((a, b) => b.visits - a.visits);
}

/** Child rows of a row. */
export function childRows(row: TreeRow): TreeRow[] {
  const children = byVisits(row.node);
  return children.map((node, index) => ({ node, parent: row, level: row.level + 1, place: index + 1, of: children.length }));
}

export function rootRow(tree: SearchTree): TreeRow {
  return { node: tree.tree, parent: null, level: 1, place: 1, of: 1 };
}

/** Moves that lead to a row. */
export function movesTo(row: TreeRow): string[] {
  const moves: string[] = [];
  for (let at: TreeRow | null = row; at; at = at.parent) if (at.node.move !== null) moves.unshift(at.node.move);
  return moves;
}

/** Size of a tree. Iterative, since trees may be deep. */
export function treeSize(tree: SearchTree): { positions: number; depth: number } {
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

/** Parses a file; null if it is not a search tree. */
export function parseTree(text: string): SearchTree | null {
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

/** Formats a score from 0 to 1 in percent with one decimal. */
export function percent(score: number): string {
  return `${(100 * score).toFixed(1)} %`;
}
