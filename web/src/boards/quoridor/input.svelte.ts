// Pointer, touch and keyboard input of boards with squares and grooves.

import { pointerPosition } from "../pointer";
import { cursorAt, cursorTarget, moveCursor, type KeyboardCursor } from "./cursor";
import type { BoardGeometry, BoardTarget } from "./geometry";
import { sameWall, type BoardSquare, type Wall, type WallDirection } from "./state";

/** What the input needs to know of a board, and what it calls. */
interface InputBoard {
  geometry: BoardGeometry;
  /** Legal moves if this person is to move. */
  moves?: string[] | null;
  /** Square where the keyboard cursor starts. */
  own: BoardSquare | undefined;
  /** True if a touched square stays pointed at, so that its description can be read. */
  describes?: boolean;
  /** Called with the chosen square or wall; `ground` is true if it was not the pawn on the square that was chosen. */
  choose(target: BoardTarget, ground: boolean): void;
  /** Handles a key of this board only; false if it does nothing. */
  key?(event: KeyboardEvent): boolean;
}

export class BoardInput {
  svg = $state<SVGSVGElement>();
  pointed = $state.raw<BoardTarget | null>(null);
  /** Wall selected by a first touch; a second touch places it. */
  touched = $state.raw<Wall | null>(null);
  cursor = $state.raw<KeyboardCursor | null>(null);
  focused = $state(false);
  /** Direction of the last wall pointed at, preferred at crossings. */
  #preferred: WallDirection = "h";
  readonly #board: () => InputBoard;

  constructor(board: () => InputBoard) {
    this.#board = board;
  }

  /** Target to highlight: touched, pointed at, or under the visible keyboard cursor. */
  get shown(): BoardTarget | null {
    return this.touched ? { wall: this.touched } : (this.pointed ?? this.underCursor);
  }

  /** Target under the keyboard cursor; null if the cursor is not visible. */
  get underCursor(): BoardTarget | null {
    return this.focused && this.cursor ? cursorTarget(this.cursor, this.#board().geometry) : null;
  }

  #find(event: PointerEvent): { target: BoardTarget | null; ground: boolean } {
    const { geometry } = this.#board();
    const point = pointerPosition(event, this.svg);
    if (!point) return { target: null, ground: false };
    const slack = event.pointerType === "mouse" ? 0.5 : 2;
    const target = geometry.target(point, slack, this.#preferred);
    const middle = target && "square" in target ? geometry.point(target.square) : point;
    return { target, ground: Math.hypot(point.x - middle.x, point.y - middle.y) > 3.8 };
  }

  hover = (event: PointerEvent): void => {
    if (event.pointerType === "touch") return;
    this.pointed = this.#find(event).target;
    this.touched = null;
    if (this.pointed && "wall" in this.pointed) this.#preferred = this.pointed.wall.direction;
  };

  leave = (event: PointerEvent): void => {
    if (event.pointerType !== "touch" || !this.#board().describes) this.pointed = null;
  };

  press = (event: PointerEvent): void => {
    const { moves, describes, choose } = this.#board();
    if (event.button !== 0 || !(moves || describes)) return;
    const { target, ground } = this.#find(event);
    if (!target) return;
    if (event.pointerType === "touch") {
      this.pointed = describes && "square" in target ? target : null;
      if (moves && "wall" in target && !sameWall(this.touched, target.wall)) {
        this.touched = target.wall;
        return;
      }
    }
    this.touched = null;
    choose(target, ground);
  };

  key = (event: KeyboardEvent): void => {
    const { geometry, own, choose, key } = this.#board();
    if (!own || event.ctrlKey || event.metaKey || event.altKey) return;
    const here = this.cursor ?? cursorAt(geometry, own);
    if (event.key === "Enter" || event.key === " ") choose(cursorTarget(here, geometry), event.shiftKey);
    else if (event.key === "Home") this.cursor = cursorAt(geometry, own);
    else if (!key?.(event)) {
      const next = moveCursor(here, event.key, geometry.size);
      if (!next) return;
      this.cursor = next;
    }
    this.touched = null;
    this.pointed = null;
    event.preventDefault();
  };

  focus = (): void => {
    const { geometry, own } = this.#board();
    if (!this.cursor && own) this.cursor = cursorAt(geometry, own);
  };
}
