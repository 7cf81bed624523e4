// Positions for pictures and lessons, from a few rows of hexes.

const [ROWS, COLUMNS] = [28, 32];

interface More {
  reserves?: string;
  roll?: string;
}

/** A position on a board whose upper left corner is given; the rest is sea. */
export function sketch(rows: string[], holdings: string, { reserves, roll = "-" }: More = {}): string {
  const line = (row: number) => (rows[row] ?? "").padEnd(COLUMNS, ".");
  const board = Array.from({ length: ROWS }, (_, row) => line(row)).join(",");
  const seats = Math.max(2, new Set(holdings.match(/[A-H]/g)).size);
  const kept = reserves ?? Array.from({ length: seats }, () => "0").join(",");
  return `${board}/${holdings}/${kept}/1/move/${roll === "-" ? 0 : 1}/1/${roll}`;
}
