// The list of tables, live.

import { live, type Live } from "./live";
import type { LoadProgress, LobbyMessage, TableInfo } from "./types";

export class Lobby {
  tables = $state.raw<Map<string, TableInfo>>(new Map());
  connected = $state(false);
  /** How many tables a server that has just started has loaded; null when it has all. */
  loading = $state.raw<LoadProgress | null>(null);
  #live: Live<LobbyMessage, never>;

  constructor() {
    this.#live = live<LobbyMessage>("lobby/live", {
      message: (message) => this.#hear(message),
      status: (connected) => (this.connected = connected),
    });
  }

  close(): void {
    this.#live.close();
  }

  #hear(message: LobbyMessage): void {
    const tables = new Map(message.type === "tables" ? [] : this.tables);
    for (const table of message.tables) tables.set(table.id, table);
    if (message.type === "changed") for (const id of message.gone) tables.delete(id);
    this.tables = tables;
    this.loading = message.loading ?? null;
  }
}
