import type { ReactNode } from "react"
import type { Rankable } from "./match.ts"

export type GroupName =
  | "act"
  | "go"
  | "people"
  | "tags"
  | "customers"
  | "organizations"
  | "conversations"
  | "more"
  | "search"

export interface Entry extends Rankable {
  icon: ReactNode
  /** Stands behind the name. */
  hint?: string
  /** Keys that do the same. */
  keys?: string
  chosen?: boolean
  /** What it does once the palette is closed, or a page that follows. */
  does: { run: () => void; stays?: boolean } | { page: PalettePage }
}

export interface PalettePage {
  title: string
  entries: (typed: string) => readonly Entry[]
}

export interface Group {
  title: string
  entries: readonly Entry[]
}
