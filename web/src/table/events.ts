// Text for table events other than moves.

import type { NumberedEvent, TableInfo } from "../api/generated/types";
import { t } from "../i18n/language.svelte";
import { agentTitle, displayName } from "../seatNames";

/** Describes an event to the owner of the seats `own`; empty if it is visible anyway. */
export function describeEvent(event: NumberedEvent, info: TableInfo, own: number[]): string {
  const you = "seat" in event && own.length === 1 && own[0] === event.seat ? "yes" : "no";
  const who = "seat" in event && event.seat !== undefined && event.seat !== null ? displayName(info, event.seat) : "";
  switch (event.event) {
    case "seated":
      // An unnamed agent is named by its spec, which needs a title.
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
