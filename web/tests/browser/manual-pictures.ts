// Pictures of the manual in order, and the page of each.

export const PICTURES: { file: string; visit: string }[] = [
  { file: "home", visit: "home" },
  { file: "new", visit: "new" },
  { file: "new-sector66", visit: "new-sector66" },
  { file: "table-quoridor", visit: "table-quoridor" },
  { file: "curtain", visit: "table-curtain" },
  { file: "watch", visit: "table-watch" },
  { file: "table-sector66", visit: "table-sector66" },
  { file: "table-yinsh", visit: "table-yinsh" },
  { file: "table-dicewars", visit: "table-dicewars" },
  { file: "table-colonizers", visit: "table-colonizers-build" },
  { file: "learn", visit: "learn-quoridor" },
  { file: "replay", visit: "replay" },
  { file: "tree", visit: "tree" },
  { file: "agents", visit: "agents" },
  { file: "settings", visit: "settings" },
  { file: "waiting", visit: "waiting" },
  { file: "lobby", visit: "lobby" },
  { file: "editor", visit: "editor" },
  { file: "plugins", visit: "plugins" },
  { file: "translate", visit: "translate" },
];
