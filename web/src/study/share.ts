// Links to a place in a game: by the address of the game, or with the whole record inside, compressed,
// so that whoever gets it needs nothing else.

/** A place in a game: after some of its moves, or after those of a variation. */
export interface Place {
  /** The number of moves before what is shown. */
  move: number;
  /** The number of moves of the game before the variation. */
  from: number;
  /** The moves of the variation; none in the game itself. */
  line: string[];
}

/** A place as a part of an address. */
export function writePlace({ move, from, line }: Place): URLSearchParams {
  return new URLSearchParams({ move: String(move), ...(line.length ? { from: String(from), line: line.join(" ") } : {}) });
}

/** The place in an address; the start of the game if it names none. */
export function readPlace(params: URLSearchParams): Place {
  const number = (name: string) => Math.max(0, Math.trunc(Number(params.get(name) ?? 0)) || 0);
  return { move: number("move"), from: number("from"), line: params.get("line")?.split(" ").filter(Boolean) ?? [] };
}

/** The part of an address that holds a record. */
export async function pack(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The record in such a part; throws if there is none. */
export async function unpack(packed: string): Promise<string> {
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
}
