// A tree that is looked at: which positions are open, and which one is chosen.

import type { SearchTree } from "../api/types";
import { below, path, rootRow, type Row } from "./tree";

/** The tree of an analysis on its way to the page that shows it. */
export const handed: { tree: SearchTree | null } = { tree: null };

export class TreeView {
  /** Every row that can be scrolled to, from the top. */
  rows = $state.raw<Row[]>([]);
  chosen = $state.raw<Row>()!;
  readonly #open = new Set<Row>();

  constructor(readonly tree: SearchTree) {
    const root = rootRow(tree);
    this.rows = [root];
    this.chosen = root;
    this.open(root);
  }

  readonly at = $derived(this.rows.indexOf(this.chosen));
  readonly moves = $derived(path(this.chosen));

  isOpen(row: Row): boolean {
    return this.#open.has(row);
  }

  open(row: Row): void {
    if (this.isOpen(row) || row.node.children.length === 0) return;
    this.#open.add(row);
    const at = this.rows.indexOf(row) + 1;
    this.rows = [...this.rows.slice(0, at), ...below(row), ...this.rows.slice(at)];
  }

  /** Closes a row; if the chosen one was below it, the row itself is chosen. */
  close(row: Row): void {
    if (!this.isOpen(row)) return;
    const from = this.rows.indexOf(row) + 1;
    const after = this.rows.findIndex((other, index) => index >= from && other.level <= row.level);
    const to = after < 0 ? this.rows.length : after;
    const hidden = this.rows.slice(from, to);
    for (const other of [row, ...hidden]) this.#open.delete(other);
    this.rows = [...this.rows.slice(0, from), ...this.rows.slice(to)];
    if (hidden.includes(this.chosen)) this.chosen = row;
  }

  toggle(row: Row): void {
    if (this.isOpen(row)) this.close(row);
    else this.open(row);
  }

  choose(row: Row | undefined): void {
    if (row) this.chosen = row;
  }

  /** The row after a move from the chosen one, if the search tried it. */
  play(text: string): void {
    this.open(this.chosen);
    this.choose(this.#childrenOf(this.chosen).find((row) => row.node.move === text));
  }

  /** Opens the moves visited most often, one after the other, as far as they go. */
  follow(): void {
    for (let next: Row | undefined = this.chosen; next; next = this.#childrenOf(next)[0]) {
      this.open(next);
      this.chosen = next;
    }
  }

  /** Does what a key means in a tree (the pattern of WAI-ARIA); false if it means nothing. */
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

  #childrenOf(row: Row): Row[] {
    if (!this.isOpen(row)) return [];
    const from = this.rows.indexOf(row) + 1;
    const children: Row[] = [];
    for (const other of this.rows.slice(from)) {
      if (other.level <= row.level) break;
      if (other.parent === row) children.push(other);
    }
    return children;
  }
}
