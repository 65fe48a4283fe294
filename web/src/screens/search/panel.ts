import type { ReactNode } from "react"
import type { Suggestion } from "./suggestions.ts"

/** What choosing a line of the panel does. */
export type PanelChoice =
  /** Takes its place in the query. */
  | { does: "complete"; suggestion: Suggestion }
  /** Lists all that fits. */
  | { does: "search"; query: string }
  | { does: "open"; open: () => void }

export interface PanelOption {
  key: string
  row: ReactNode
  choice: PanelChoice
}

export interface PanelGroup {
  name: string
  title: string
  /** Where the rows say it themselves. Screen readers get it all the same. */
  isTitleHidden?: boolean
  options: readonly PanelOption[]
}
