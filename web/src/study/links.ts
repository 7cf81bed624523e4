// Links to a position in a game: by the game's address, or self-contained with the
// compressed record inside.

/** A position in a game, or in a variation from it. */
export interface GameLocation {
  /** Moves before the shown position. */
  move: number;
  /** Moves of the game before the variation. */
  from: number;
  /** Moves of the variation; empty in the game itself. */
  line: string[];
}

/** Encodes a position as URL parameters. */
export function formatLocation({ move, from, line }: GameLocation): URLSearchParams {
  return new URLSearchParams({ move: String(move), ...(line.length ? { from: String(from), line: line.join(" ") } : {}) });
}

/** Decodes URL parameters; defaults to the start of the game. */
export function parseLocation(params: URLSearchParams): GameLocation {
  const number = (name: string) => Math.max(0, Math.trunc(Number(params.get(name) ?? 0)) || 0);
  return { move: number("move"), from: number("from"), line: params.get("line")?.split(" ").filter(Boolean) ?? [] };
}

/** Compresses a record into URL-safe text. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Reverse of `pack`; throws if the text is invalid. */
export async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
