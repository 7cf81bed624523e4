// External programs installed on the server as agents.

import { request, ApiError } from "../api/client";
import type { InstalledAgent, InstallAgentRequest } from "../api/generated/types";

/** Lists the installed agents; empty if the server does not support them. */
export async function installedAgents(): Promise<InstalledAgent[]> {
  try {
    return await request<InstalledAgent[]>("GET", "agents");
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.problem.code === "not_found") return [];
    throw thrown;
  }
}

/** True if the agent plays the game or this variant of it. */
export function playsGame(agent: InstalledAgent, game: string): boolean {
  return agent.games.length === 0 || agent.games.some((known) => known === game || known === game.split(":")[0]);
}

/** Packs a file, or all files of a folder, for installation. */
export async function packAgent(files: File[]): Promise<InstallAgentRequest> {
  const folder = files[0]?.webkitRelativePath.split("/")[0] || null;
  const read = async (file: File) => ({
    path: folder ? file.webkitRelativePath.slice(folder.length + 1) : file.name,
    content: toBase64(new Uint8Array(await file.arrayBuffer())),
    encoding: "base64" as const,
  });
  return { ...(folder ? { folder } : {}), files: await Promise.all(files.map(read)), replace: false };
}

/** Encodes bytes for a JSON message. */
function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
