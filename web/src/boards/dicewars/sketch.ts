// Builds positions for pictures and lessons from a few rows of hexes.

const [ROWS, COLUMNS] = [28, 32];

interface SketchOptions {
  reserves?: string;
  roll?: string;
}

/** Formats a position whose upper left corner is given; the rest is sea. */
export function sketch(rows: string[], holdings: string, { reserves, roll = "-" }: SketchOptions = {}): string {
  const line = (row: number) => (rows[row] ?? "").padEnd(COLUMNS, ".");
  const board = Array.from({ length: ROWS }, (_, row) => line(row)).join(",");
  const seats = Math.max(2, new Set(holdings.match(/[A-H]/g)).size);
  const kept = reserves ?? Array.from({ length: seats }, () => "0").join(",");
  return `${board}/${holdings}/${kept}/1/move/${roll === "-" ? 0 : 1}/1/${roll}`;
}
