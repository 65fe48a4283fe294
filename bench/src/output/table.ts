export interface Table {
  header: string[]
  /** The first column is text, the others are figures. */
  rows: string[][]
}

/** What was measured in one way of the bench. */
export interface Tables {
  introduction: string
  tables: Table[]
}

export function textTable({ header, rows }: Table): string {
  const lines = [header, ...rows]
  const widths = header.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)))
  return lines.map((line) => line.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join("  ")).join("\n")
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}

export function markdownTable({ header, rows }: Table): string {
  const alignment = header.map((_, column) => (column === 0 ? "---" : "--:"))
  return [header, alignment, ...rows].map((line) => `| ${line.join(" | ")} |`).join("\n")
}

/** Three digits that mean something, whatever the size. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "–"
  if (value >= 100) return Math.round(value).toLocaleString("en")
  return value.toFixed(value >= 10 ? 1 : value >= 0.1 ? 2 : 3)
}
