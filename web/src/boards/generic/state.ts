// Parser for positions of any game that are written as rows of signs from the top, `x.o/.x./o..`.

export interface GridCell {
  name: string;
  column: number;
  /** Counted from the top. */
  row: number;
  /** Index of the seat whose mark is here. */
  mark: number | null;
}

const MARKS = "xo";

/** Cells of a position; null if it is not written in rows of `x`, `o` and `.` of one length. */
export function parseGrid(position: string): GridCell[] | null {
  const rows = position.split("/");
  const isGrid = rows.every((row) => /^[xo.]+$/.test(row) && row.length === rows[0]!.length);
  if (!isGrid) return null;
  return rows.flatMap((row, top) =>
    [...row].map((sign, column) => ({
      name: `${String.fromCharCode(97 + column)}${rows.length - top}`,
      column,
      row: top,
      mark: sign === "." ? null : MARKS.indexOf(sign),
    })),
  );
}

/** Move that a click on a cell plays: the cell itself, or the column it is in. */
export function moveAt(cell: GridCell, moves: string[]): string | undefined {
  return [cell.name, cell.name[0]!].find((move) => moves.includes(move));
}
