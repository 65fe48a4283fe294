import { attributionLength, isAttribution, isFullAttribution } from "./attributions.ts"
import { labelOf } from "./header-blocks.ts"
import { beginsHistory, isBareSeparator, isForwarded, isRule, isSeparator } from "./phrases.ts"

/** A line of a message, whether it was written as text or as markup. */
export interface Line {
  text: string
  /** Whether it stands in a quotation: surely, or only where something introduces it, as in an indented block. */
  quote: "none" | "indented" | "cited" | "history"
  /** A program marked it as the first line of what is answered, or as the words that introduce a quotation. */
  mark?: "history" | "introduction"
  hasPicture?: boolean
}

/** Lines that are folded away, without the last. */
export interface Fold {
  start: number
  end: number
}

interface Quotation extends Fold {
  introduced: boolean
}

/**
 * Which lines of a message are what it answers. An answer between quotations stays, with the quotations above it, and
 * so does everything where nothing else would be left. What is passed on is what there is to read.
 */
export function planFolds(lines: Line[], { isForward }: { isForward: boolean }): Fold[] {
  const { quotations, tail, forwardedAt } = findHistory(lines, isForward)
  const end = tail?.start ?? lines.length
  const footer = footerAfter(lines, quotations.at(-1)?.end ?? 0, end)
  const folds: Fold[] = []
  for (const [index, quotation] of quotations.entries()) {
    const next = quotations[index + 1]?.start ?? footer
    const isAnswered = lines.slice(quotation.end, next).some(isSaid)
    const isInline = isAnswered && (quotations.length > 1 || !quotation.introduced)
    if (isInline || (quotation.start >= forwardedAt && !quotation.introduced)) continue
    folds.push(quotation)
  }
  if (tail) folds.push(tail)
  return leavesWords(lines, folds) ? folds : []
}

function findHistory(lines: Line[], isForward: boolean) {
  const texts = lines.map(({ text, quote }) => (isOpen(quote) ? text : ""))
  const quotations: Quotation[] = []
  let forwardedAt = isForward ? 0 : Number.POSITIVE_INFINITY
  let hasWords = false
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line
    if (!isOpen(line.quote)) {
      const end = quotationEnd(lines, at)
      const first = lines.slice(at, end).find(({ text }) => text !== "")?.text ?? ""
      if (isForwarded(first)) forwardedAt = Math.min(forwardedAt, at)
      quotations.push({ start: at, end, introduced: line.quote === "history" || isAttribution(first) })
      at = end
      continue
    }
    if (line.text !== "" && (line.quote === "none" || lines[at - 1]?.quote !== "indented")) {
      if (isForwarded(line.text)) forwardedAt = Math.min(forwardedAt, at)
      const introduction = introductionAt(lines, texts, at)
      if (introduction) {
        const next = nextWords(lines, introduction.end)
        const start = hasWords ? beginningOf(lines, at, quotations.at(-1)?.end ?? 0) : at
        const first = line.quote === "none" ? next : at
        if ((lines[first]?.quote ?? "none") !== "none" && (first === next || introduction.isSure)) {
          const end = quotationEnd(lines, first)
          quotations.push({ start, end, introduced: true })
          at = end
          continue
        }
        const isTail = introduction.isSure && line.quote === "none" && forwardedAt === Number.POSITIVE_INFINITY
        if (isTail) return { quotations, forwardedAt, tail: hasWords ? { start, end: lines.length } : undefined }
      }
    }
    if (isSaid(line)) hasWords = true
    at++
  }
  return { quotations, forwardedAt, tail: undefined }
}

/** Whether somebody may have written the line themselves. */
function isOpen(quote: Line["quote"]): boolean {
  return quote === "none" || quote === "indented"
}

/** The lines that introduce what is quoted; `isSure` where that needs no marks. */
function introductionAt(lines: Line[], texts: string[], at: number): { end: number; isSure: boolean } | undefined {
  const { text, mark } = lines[at] as Line
  if (mark === "history" || beginsHistory(texts, at)) return { end: headerEnd(lines, at), isSure: true }
  if (mark === "introduction") {
    let end = at
    while (end < at + mostHeaderLines && lines[end]?.mark === "introduction") end++
    return { end, isSure: false }
  }
  if (isRule(text)) return undefined
  const full = attributionLength(texts, at, isFullAttribution)
  if (full > 0) return { end: at + full, isSure: true }
  const length = attributionLength(texts, at, isAttribution)
  return length > 0 ? { end: at + length, isSure: false } : undefined
}

/** Behind the separator and the names: the first line that is none of them. */
function headerEnd(lines: Line[], at: number): number {
  let end = at
  while (end < at + mostHeaderLines && lines[end]?.quote === "none") {
    const text = lines[end]?.text ?? ""
    if (text !== "" && !isRule(text) && !isSeparator(text) && labelOf(text) === undefined) break
    end++
  }
  return Math.max(end, at + 1)
}

const mostHeaderLines = 16

/** With the lines that are drawn above it. */
function beginningOf(lines: Line[], at: number, least: number): number {
  let start = at
  for (let before = at - 1; before >= least; before--) {
    const { text, quote } = lines[before] as Line
    if (quote !== "none" || !(text === "" || isRule(text) || isBareSeparator(text))) break
    if (text !== "") start = before
  }
  return start
}

/** Behind the last line of a quotation, in which lines without words may stand. */
function quotationEnd(lines: Line[], start: number): number {
  const { quote } = lines[start] as Line
  let end = start
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] as Line
    if (line.quote === quote) end = at + 1
    else if (isSaid(line) || (line.quote !== "none" && line.quote !== quote) || isRule(line.text)) break
  }
  return end
}

function nextWords(lines: Line[], from: number): number {
  let at = from
  while (lines[at]?.quote === "none" && !isSaid(lines[at] as Line)) at++
  return at
}

/** Where a signature or the lines of a mailing list begin, below which nobody answers. */
function footerAfter(lines: Line[], from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const text = lines[at]?.text ?? ""
    if (text === "--" || isRule(text)) return at
  }
  return end
}

function isSaid({ text, hasPicture }: Line): boolean {
  return hasPicture === true || (text !== "" && !isRule(text))
}

function leavesWords(lines: Line[], folds: Fold[]): boolean {
  let from = 0
  for (const { start, end } of folds) {
    if (lines.slice(from, start).some(isSaid)) return true
    from = end
  }
  return lines.slice(from).some(isSaid)
}
