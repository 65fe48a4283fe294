import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { text } from "../../../messages/reports.ts"
import styles from "./Figures.module.css"
import { deltaText, type Unit, valueText } from "./format.ts"
import type { DrillSearch } from "./search.ts"

export interface FigureProps {
  name: string
  value: number
  previous?: number | undefined
  unit?: Unit
  /** The conversations behind it. */
  drill?: DrillSearch
  /** Where it leads instead. */
  to?: { to: "/reports/happiness"; search: DrillSearch; hash?: string }
}

/** A number that leads to the conversations it counts. */
export function Figure({ name, value, previous, unit, drill, to }: FigureProps) {
  const shown = valueText(value, unit)
  const inner = (
    <>
      <span className={styles["name"]}>{name}</span>
      <strong className={styles["value"]}>{shown}</strong>
      {previous !== undefined && <span className={styles["delta"]}>{deltaText(value, previous, unit)}</span>}
    </>
  )
  return (
    <div className={styles["figure"]}>
      {drill || to ? (
        <Link {...(to ?? { to: "/reports/conversations", search: drill ?? {} })} className={styles["link"] ?? ""}>
          {inner}
        </Link>
      ) : (
        <div className={styles["link"]}>{inner}</div>
      )}
    </div>
  )
}

export function Figures({ children }: { children: ReactNode }) {
  return (
    <section className={styles["figures"]} aria-label={text("reports.figures")}>
      {children}
    </section>
  )
}
