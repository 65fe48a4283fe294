import { escapeHtml } from "../charsets/words.ts"
import { plainLine } from "../history/attributions.ts"
import { type Line, planFolds } from "../history/history-plan.ts"
import { limits } from "../limits.ts"
import { isQuoted, readTextLines } from "./text-lines.ts"

/** A plain text as markup: paragraphs, links, quotations, and what is folded of it where programs look for that. */
export function htmlOfText(text: string, { isForward }: { isForward: boolean }): string {
  const lines = readTextLines(text)
  const folds = planFolds(lines.map(toPlan), { isForward })
  // The web application folds a quotation at the very end, unless it stands in something.
  if (folds.length === 0) return isQuoted(lines.findLast(Boolean)) ? `<div>${show(lines)}</div>` : show(lines)
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of folds) {
    pieces.push(show(lines.slice(from, start)))
    const folded = render(lines.slice(start, end), 0, citation)
    pieces.push(isQuoted(lines[start]) ? folded : `<div class="gmail_quote">${folded}</div>`)
    from = end
  }
  return pieces.join("") + show(lines.slice(from))
}

function show(lines: string[]): string {
  return render(lines, 0, "<blockquote>")
}

const citation = '<blockquote type="cite">'

function toPlan(line: string): Line {
  const quoted = isQuoted(line)
  return { text: plainLine(quoted ? line.replace(/^[ >]+/, "") : line), quote: quoted ? "cited" : "none" }
}

function render(lines: string[], depth: number, opening: string): string {
  const pieces: string[] = []
  for (let at = 0; at < lines.length; ) {
    const isQuote = isQuoted(lines[at])
    let end = at
    while (end < lines.length && isQuoted(lines[end]) === isQuote) end++
    const run = lines.slice(at, end)
    pieces.push(isQuote ? renderQuote(run, depth, opening) : renderOwn(run))
    at = end
  }
  return pieces.join("")
}

function renderQuote(lines: string[], depth: number, opening: string): string {
  if (depth >= limits.quoteDepth) return paragraphs(lines)
  const inside = render(
    lines.map((line) => line.replace(/^ {0,3}> ?/, "")),
    depth + 1,
    opening,
  )
  return `${opening}${inside}</blockquote>`
}

function renderOwn(lines: string[]): string {
  const signature = lines.indexOf("--")
  return signature < 0 ? paragraphs(lines) : paragraphs(lines.slice(0, signature)) + signed(lines.slice(signature))
}

function signed(lines: string[]): string {
  return `<div class="gmail_signature">${paragraphs(lines)}</div>`
}

function paragraphs(lines: string[]): string {
  return lines
    .join("\n")
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${linked(paragraph.replace(/^\n+|\n+$/g, "")).replaceAll("\n", "<br>")}</p>`)
    .join("")
}

const address = /\bhttps?:\/\/[^\s<>"'`{}|\\^]+/gi

function linked(text: string): string {
  let html = ""
  let end = 0
  for (const match of text.matchAll(address)) {
    const url = match[0].replace(/[.,;:!?)\]]{1,5}$/, "")
    html += `${spaced(text.slice(end, match.index))}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
    end = match.index + url.length
  }
  return html + spaced(text.slice(end))
}

/** Columns made of blanks stay columns. */
function spaced(text: string): string {
  return escapeHtml(text.replaceAll("\t", "    ").replace(/^ | {2,}/gm, (blanks) => "\u00a0".repeat(blanks.length)))
}

/** Puts together the lines of `format=flowed` (RFC 3676), whose breaks are only there for the way. */
export function unflow(text: string, deletesSpace: boolean): string {
  const lines: string[] = []
  let continued: string | undefined
  for (const line of text.split("\n")) {
    const [, marks = "", stuffed = ""] = /^(>*)(.*)$/s.exec(line) ?? []
    const words = stuffed.startsWith(" ") ? stuffed.slice(1) : stuffed
    const isSoft = words.endsWith(" ") && words !== "-- "
    const kept = isSoft && deletesSpace ? words.slice(0, -1) : words
    if (continued === marks) lines.push((lines.pop() ?? "") + kept)
    else lines.push(marks === "" ? kept : `${marks} ${kept}`)
    continued = isSoft ? marks : undefined
  }
  return lines.join("\n")
}
