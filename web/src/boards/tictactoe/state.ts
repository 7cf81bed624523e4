// A tic-tac-toe position: the rows from the top down, `x.o/.x./o..`.

export interface Cell {
  name: string;
  column: number;
  /** Counted from the top. */
  row: number;
  mark: number | null;
}

export function read(position: string): Cell[] {
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

/** The three cells of one mark in a line, if there are any. */
export function line(cells: Cell[]): Cell[] | null {
  const at = (column: number, row: number) =>
    cells.find((cell) => cell.column === column && cell.row === row);
  const steps = [0, 1, 2];
  const lines = [
    ...steps.map((row) => steps.map((column) => at(column, row))),
    ...steps.map((column) => steps.map((row) => at(column, row))),
    steps.map((step) => at(step, step)),
    steps.map((step) => at(step, 2 - step)),
  ];
  const whole = (cells: (Cell | undefined)[]): cells is Cell[] => {
    const mark = cells[0]?.mark;
    return mark !== null && cells.every((cell) => cell !== undefined && cell.mark === mark);
  };
  return lines.find(whole) ?? null;
}
