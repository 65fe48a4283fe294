import { Clock, Search } from "lucide-react"
import { text } from "../../messages/text.ts"
import type { PanelGroup } from "./panel.ts"
import styles from "./SearchPanel.module.css"
import type { Suggestion } from "./suggestions.ts"

/** Searches that somebody made before. */
export function recentGroup(queries: readonly string[]): PanelGroup {
  return {
    name: "recent",
    title: text("search.recent"),
    options: queries.map((query) => ({
      key: `recent ${query}`,
      choice: { does: "search", query },
      row: (
        <>
          <Clock size={13} className={styles["icon"]} aria-hidden />
          <span className={styles["name"]}>{query}</span>
        </>
      ),
    })),
  }
}

/** Fields and values for what is being written. */
export function suggestionGroup(suggestions: readonly Suggestion[], isTitleHidden = true): PanelGroup {
  return {
    name: "fields",
    title: text("search.fields"),
    isTitleHidden,
    options: suggestions.map((suggestion) => ({
      key: `${suggestion.kind} ${suggestion.insert}`,
      choice: { does: "complete", suggestion },
      row: (
        <>
          <span className={styles["name"]} data-kind={suggestion.kind}>
            {suggestion.label}
          </span>
          {suggestion.hint && <span className={styles["hint"]}>{suggestion.hint}</span>}
        </>
      ),
    })),
  }
}

/** What Enter does, for those who point. */
export function allGroup(query: string): PanelGroup {
  return {
    name: "all",
    title: text("list.label"),
    isTitleHidden: true,
    options: [
      {
        key: "all",
        choice: { does: "search", query },
        row: (
          <>
            <Search size={14} className={styles["icon"]} aria-hidden />
            <span className={styles["name"]}>{text("search.found.all", { query })}</span>
          </>
        ),
      },
    ],
  }
}
