// Live list of tables.

import { openSocket, type ReconnectingSocket } from "./socket";
import type { TableLoadProgress, LobbyMessage, TableInfo } from "./generated/types";

export class LobbyModel {
  tables = $state.raw<Map<string, TableInfo>>(new Map());
  connected = $state(false);
  /** Progress of a server that is loading its tables; null when done. */
  loading = $state.raw<TableLoadProgress | null>(null);
  #socket: ReconnectingSocket<LobbyMessage, never>;

  constructor() {
    this.#socket = openSocket<LobbyMessage>("lobby/live", {
      message: (message) => this.#handle(message),
      status: (connected) => (this.connected = connected),
    });
  }

  close(): void {
    this.#socket.close();
  }

  #handle(message: LobbyMessage): void {
    const tables = new Map(message.type === "tables" ? [] : this.tables);
    for (const table of message.tables) tables.set(table.id, table);
    if (message.type === "changed") for (const id of message.gone) tables.delete(id);
    this.tables = tables;
    this.loading = message.loading ?? null;
  }
}
