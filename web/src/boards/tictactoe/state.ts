// Parser for tic-tac-toe positions: rows from the top, `x.o/.x./o..`.

export interface BoardCell {
  name: string;
  column: number;
  /** Counted from the top. */
  row: number;
  mark: number | null;
}

export function parsePosition(position: string): BoardCell[] {
  const rows = position.split("/");
  return rows.flatMap((row, top) =>
    [...row].map((sign, column) => ({
      name: `${String.fromCharCode(97 + column)}${rows.length - top}`,
      column,
      row: top,
      mark: sign === "x" ? 0 : sign === "o" ? 1 : null,
    })),
  );
}

/** The winning three cells, if any. */
export function winningLine(cells: BoardCell[]): BoardCell[] | null {
  const at = (column: number, row: number) =>
    cells.find((cell) => cell.column === column && cell.row === row);
  const steps = [0, 1, 2];
  const lines = [
    ...steps.map((row) => steps.map((column) => at(column, row))),
    ...steps.map((column) => steps.map((row) => at(column, row))),
    steps.map((step) => at(step, step)),
    steps.map((step) => at(step, 2 - step)),
  ];
  const whole = (cells: (BoardCell | undefined)[]): cells is BoardCell[] => {
    const mark = cells[0]?.mark;
    return mark !== null && cells.every((cell) => cell !== undefined && cell.mark === mark);
  };
  return lines.find(whole) ?? null;
}
