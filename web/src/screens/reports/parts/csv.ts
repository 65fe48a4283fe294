export type CsvValue = string | number

/** Programs that show tables take what begins so for a formula, and run it. */
const risky = /^[=+\-@\t\r]/

/** UTF-8 that spreadsheets recognize, quoted as RFC 4180 says. Numbers stay numbers; words never become formulas. */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  const lines = [header, ...rows].map((cells) => cells.map(cellOf).join(","))
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join("")}`
}

function cellOf(value: CsvValue): string {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : ""
  const safe = risky.test(value) ? `'${value}` : value
  return /[",\r\n\t']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands a table over as a file. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }))
  const link = document.createElement("a")
  link.href = url
  link.download = `${name}.csv`
  link.click()
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
