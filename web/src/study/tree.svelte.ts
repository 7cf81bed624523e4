// View model of a search tree: open rows and the selected one.

import type { SearchTree } from "../api/generated/types";
import { childRows, movesTo, rootRow, type TreeRow } from "./tree";

/** Tree passed from the analysis page to the tree page. */
export const handedOver: { tree: SearchTree | null } = { tree: null };

export class SearchTreeModel {
  /** Visible rows, from the top. */
  rows = $state.raw<TreeRow[]>([]);
  chosen = $state.raw<TreeRow>()!;
  readonly #open = new Set<TreeRow>();

  constructor(readonly tree: SearchTree) {
    const root = rootRow(tree);
    this.rows = [root];
    this.chosen = root;
    this.open(root);
  }

  readonly at = $derived(this.rows.indexOf(this.chosen));
  readonly moves = $derived(movesTo(this.chosen));

  isOpen(row: TreeRow): boolean {
    return this.#open.has(row);
  }

  open(row: TreeRow): void {
    if (this.isOpen(row) || row.node.children.length === 0) return;
    this.#open.add(row);
    const at = this.rows.indexOf(row) + 1;
    this.rows = [...this.rows.slice(0, at), ...childRows(row), ...this.rows.slice(at)];
  }

  /** Closes a row; a selection below it moves to the row. */
  close(row: TreeRow): void {
    if (!this.isOpen(row)) return;
    const from = this.rows.indexOf(row) + 1;
    const after = this.rows.findIndex((other, index) => index >= from && other.level <= row.level);
    const to = after < 0 ? this.rows.length : after;
    const hidden = this.rows.slice(from, to);
    for (const other of [row, ...hidden]) this.#open.delete(other);
    this.rows = [...this.rows.slice(0, from), ...this.rows.slice(to)];
    if (hidden.includes(this.chosen)) this.chosen = row;
  }

  toggle(row: TreeRow): void {
    if (this.isOpen(row)) this.close(row);
    else this.open(row);
  }

  choose(row: TreeRow | undefined): void {
    if (row) this.chosen = row;
  }

  /** Selects the row of a move from the selected one, if the search tried it. */
  play(text: string): void {
    this.open(this.chosen);
    this.choose(this.#childrenOf(this.chosen).find((row) => row.node.move === text));
  }

  /** Opens the most visited moves down to a leaf. */
  follow(): void {
    for (let next: TreeRow | undefined = this.chosen; next; next = this.#childrenOf(next)[0]) {
      this.open(next);
      this.chosen = next;
    }
  }

  /** Handles a key by the WAI-ARIA tree pattern; false if it has no meaning. */
  key(key: string): boolean {
    const { at, chosen, rows } = this;
    switch (key) {
      case "ArrowDown":
        this.choose(rows[at + 1]);
        return true;
      case "ArrowUp":
        this.choose(rows[at - 1]);
        return true;
      case "ArrowRight":
        if (this.isOpen(chosen)) this.choose(this.#childrenOf(chosen)[0]);
        else this.open(chosen);
        return true;
      case "ArrowLeft":
        if (this.isOpen(chosen)) this.close(chosen);
        else this.choose(chosen.parent ?? undefined);
        return true;
      case "Home":
        this.choose(rows[0]);
        return true;
      case "End":
        this.choose(rows.at(-1));
        return true;
      case "Enter":
      case " ":
        this.toggle(chosen);
        return true;
      default:
        return false;
    }
  }

  #childrenOf(row: TreeRow): TreeRow[] {
    if (!this.isOpen(row)) return [];
    const from = this.rows.indexOf(row) + 1;
    const children: TreeRow[] = [];
    for (const other of this.rows.slice(from)) {
      if (other.level <= row.level) break;
      if (other.parent === row) children.push(other);
    }
    return children;
  }
}
