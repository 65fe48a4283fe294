import type { ReportAnswers } from "@deskhand/sdk/client"
import { percentText } from "../../../messages/numbers.ts"
import { text } from "../../../messages/reports.ts"
import type { TableModel } from "./DataTable.tsx"
import { amountText, deltaText } from "./format.ts"
import type { DrillSearch } from "./search.ts"

type Top = ReportAnswers["conversations"]["customers"]["top"][number]

interface TopTableOptions {
  title: string
  /** What the first column names. */
  name: string
  drill: (id: number) => DrillSearch
}

/** What occurs most, with its share of all that began. */
export function topTable(tops: readonly Top[], { title, name, drill }: TopTableOptions): TableModel {
  const isCompared = tops.some(({ previousCount }) => previousCount !== undefined)
  return {
    title,
    columns: [
      { label: name },
      { label: text("reports.conversations"), numeric: true },
      { label: text("reports.share"), numeric: true },
      ...(isCompared ? [{ label: text("reports.before"), numeric: true }, { label: text("reports.change") }] : []),
    ],
    rows: tops.map(({ id, name, count, percent, previousCount = 0 }) => [
      { value: name },
      { value: count, shown: amountText(count), drill: drill(id) },
      { value: Math.round(percent * 10) / 10, shown: percentText(percent) },
      ...(isCompared
        ? [{ value: previousCount, shown: amountText(previousCount) }, { value: deltaText(count, previousCount) }]
        : []),
    ]),
  }
}
