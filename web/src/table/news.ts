// What happened at a table besides moves, in words.

import type { Numbered, TableInfo } from "../api/types";
import { t } from "../i18n/language.svelte";
import { agentTitle, nameAt } from "../seat";

/** An event in words, as it is said to somebody who has the seats `own`; nothing if everyone sees it anyway. */
export function newsWords(event: Numbered, info: TableInfo, own: number[]): string {
  const you = "seat" in event && own.length === 1 && own[0] === event.seat ? "yes" : "no";
  const who = "seat" in event && event.seat !== undefined && event.seat !== null ? nameAt(info, event.seat) : "";
  switch (event.event) {
    case "seated":
      // An agent without a name is called by its spec, which is for programs.
      return t("news-seated", { who: event.agent && event.agent === event.name ? agentTitle(event.agent) : event.name });
    case "vacated":
      return t("news-vacated", { number: event.seat + 1 });
    case "host":
      return t("news-host", { who: event.name });
    case "away": {
      const agent = info.settings.substitute;
      return t("news-away", { you, who, agent: agent ? agentTitle(agent) : "none" });
    }
    case "back":
    case "resigned":
    case "flagged":
      return t(`news-${event.event}`, { you, who });
    case "failed": {
      const agent = event.agent ? agentTitle(event.agent) : "none";
      return t("news-failed", { who, agent, reason: event.reason });
    }
    case "cancelled":
      return t("news-cancelled", { plugin: event.plugin, reason: event.reason });
    case "limited":
      return event.limit === "time" ? t("news-limited-time", { who, seconds: event.most }) : t("news-limited-rebuilding", { who });
    case "halted":
      return t("news-halted", { plugin: event.plugin, reason: event.reason });
    case "undo_asked":
      return t("undo-asked", { you, who });
    case "undo_refused":
      return t("news-undo-refused", { you, who });
    case "undone":
      return t("news-undone", { number: event.ply });
    case "rematch_asked":
      return t("news-rematch-asked", { you, who });
    default:
      return "";
  }
}
