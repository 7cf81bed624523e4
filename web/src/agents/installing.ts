// Programs from outside that the server has installed as agents: which there are, and more of them.

import { ask, Refused } from "../api/client";
import type { InstalledAgent, NewAgent } from "../api/types";

/** The installed agents; none where a server has no place for other programs. */
export async function installed(): Promise<InstalledAgent[]> {
  try {
    return await ask<InstalledAgent[]>("GET", "agents");
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.problem.code === "not_found") return [];
    throw thrown;
  }
}

/** Whether an agent says that it plays a game or this variant of it. */
export function plays(agent: InstalledAgent, game: string): boolean {
  return agent.games.length === 0 || agent.games.some((known) => known === game || known === game.split(":")[0]);
}

/** A file, or all files of a folder, as an agent to be installed. */
export async function packed(files: File[]): Promise<NewAgent> {
  const folder = files[0]?.webkitRelativePath.split("/")[0] || null;
  const read = async (file: File) => ({
    path: folder ? file.webkitRelativePath.slice(folder.length + 1) : file.name,
    content: toBase64(new Uint8Array(await file.arrayBuffer())),
    encoding: "base64" as const,
  });
  return { ...(folder ? { folder } : {}), files: await Promise.all(files.map(read)), replace: false };
}

/** Bytes as text that survives a JSON message. */
function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
