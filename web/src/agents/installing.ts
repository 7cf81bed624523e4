// Agents from outside, as the server tells of them and takes them.

/** An external agent that is installed at the server. */
export interface InstalledAgent {
  /** Its spec: `@` and its name. */
  spec: string;
  /** The games it plays; all if there are none. */
  games: string[];
  summary: string;
}

/** Bytes as text that survives a JSON message. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
