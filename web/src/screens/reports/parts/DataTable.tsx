import { Link } from "@tanstack/react-router"
import { Download } from "lucide-react"
import type { ReactNode } from "react"
import { text } from "../../../messages/reports.ts"
import { Button } from "../../../ui/parts/Button.tsx"
import { type CsvValue, csvOf, saveCsv } from "./csv.ts"
import styles from "./DataTable.module.css"
import type { DrillSearch } from "./search.ts"

export interface Column {
  label: string
  /** Numbers stand at the right. */
  numeric?: boolean
  /** Texts of any length, in as many lines as they need. */
  long?: boolean
}

export interface Cell {
  /** As it goes into a file. */
  value: CsvValue
  /** As it is shown, where that differs. */
  shown?: ReactNode
  /** The conversations behind it. */
  drill?: DrillSearch | undefined
}

export interface TableModel {
  title: string
  columns: readonly Column[]
  /** The first cell of each names its row. */
  rows: readonly (readonly Cell[])[]
}

export function DataTable({ title, columns, rows }: TableModel) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={styles["scroller"]} tabIndex={0} aria-label={text("reports.table.of", { title })}>
      <table className={styles["table"]}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {columns.map(({ label, numeric }) => (
              <th key={label} scope="col" data-numeric={numeric || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name and keep their places
            <tr key={index}>
              {cells.map((cell, place) => {
                const label = columns[place]?.label ?? place
                const props = {
                  "data-numeric": columns[place]?.numeric || undefined,
                  "data-long": columns[place]?.long || undefined,
                  children: <Shown cell={cell} />,
                }
                return place === 0 ? <th key={label} scope="row" {...props} /> : <td key={label} {...props} />
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Shown({ cell: { value, shown = value, drill } }: { cell: Cell }) {
  if (!drill || value === 0) return shown
  return (
    <Link to="/reports/conversations" search={drill} className={styles["link"] ?? ""}>
      {shown}
    </Link>
  )
}

export function ExportButton({ title, columns, rows }: TableModel) {
  const save = () =>
    saveCsv(
      title,
      csvOf(
        columns.map(({ label }) => label),
        rows.map((cells) => cells.map(({ value }) => value)),
      ),
    )
  return (
    <Button look="quiet" aria-label={text("reports.csv.of", { title })} onClick={save}>
      <Download size={14} aria-hidden /> {text("reports.csv")}
    </Button>
  )
}
