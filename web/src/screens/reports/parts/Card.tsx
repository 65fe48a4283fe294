import type { UseQueryResult } from "@tanstack/react-query"
import { BarChart3 } from "lucide-react"
import type { ReactNode } from "react"
import { text } from "../../../messages/reports.ts"
import { Failure, Notice } from "../../../ui/parts/Notice.tsx"
import { Section, SectionSkeleton } from "../../../ui/parts/Section.tsx"
import styles from "./Card.module.css"
import { DataTable, ExportButton, type TableModel } from "./DataTable.tsx"

/** A table with its file. */
export function TableCard({ table, lead, empty }: { table: TableModel; lead?: ReactNode; empty?: ReactNode }) {
  return (
    <Section look="box" title={table.title} lead={lead} action={table.rows.length > 0 && <ExportButton {...table} />}>
      {table.rows.length === 0 ? (empty ?? <Nothing />) : <DataTable {...table} />}
    </Section>
  )
}

interface ChartCardProps {
  table: TableModel
  lead?: ReactNode
  /** Where there is nothing to draw. */
  isEmpty?: boolean
  /** Its last step is not over yet. */
  isRunning?: boolean
  children: ReactNode
}

/** A chart, and the table behind it, which says the same to whoever cannot see it. */
export function ChartCard({ table, lead, isEmpty = false, isRunning = false, children }: ChartCardProps) {
  const { title } = table
  return (
    <Section look="box" title={title} lead={lead} action={!isEmpty && <ExportButton {...table} />}>
      {isEmpty ? (
        <Nothing />
      ) : (
        <>
          <div
            className={styles["chart"]}
            role="img"
            aria-label={text(isRunning ? "reports.chart.label.running" : "reports.chart.label", { title })}
          >
            {children}
          </div>
          {isRunning && <p className={styles["running"]}>{text("reports.soFar.note")}</p>}
          <details className={styles["behind"]}>
            <summary>{text("reports.table.show")}</summary>
            <DataTable {...table} />
          </details>
        </>
      )}
    </Section>
  )
}

export function Nothing() {
  return (
    <Notice icon={<BarChart3 size={22} />} title={text("reports.empty.title")}>
      {text("reports.empty")}
    </Notice>
  )
}

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch" | "isPlaceholderData">
  children: (data: Data) => ReactNode
}

/** What is of another period stays, paler, until what was asked for is there. */
export function Loaded<Data>({ query: { data, error, refetch, isPlaceholderData }, children }: LoadedProps<Data>) {
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined) return <SectionSkeleton />
  return (
    <div className={styles["loaded"]} aria-busy={isPlaceholderData}>
      {children(data)}
    </div>
  )
}
