import { limits } from "./limits.ts"
import { beginsHistory, isAttribution, isForwarded } from "./phrases.ts"
import { escapeHtml } from "./words.ts"

/** A plain text as markup: paragraphs, links, quotations, and the history of it where programs look for that. */
export function htmlOfText(text: string, { isForward }: { isForward: boolean }): string {
  const lines = text.split("\n").map((line) => line.trimEnd())
  const start = isForward ? -1 : historyStart(lines)
  if (start < 0) return render(lines, 0, isForward)
  return `${render(lines.slice(0, start), 0, isForward)}<div class="gmail_quote">${render(lines.slice(start), 0, true)}</div>`
}

/** Where everything from one line on is what is answered; never the first line, because then it is all there is. */
function historyStart(lines: string[]): number {
  let hasWords = false
  for (const [index, line] of lines.entries()) {
    if (isForwarded(line)) return -1
    const begins = beginsHistory(lines, index)
    if (begins && hasWords) return /^_{5,}$/.test(lines[index - 1] ?? "") ? index - 1 : index
    if (begins) return -1
    if (line !== "" && !/^_{5,}$/.test(line)) hasWords = true
  }
  return -1
}

function render(lines: string[], depth: number, isHistory: boolean): string {
  const pieces: string[] = []
  /** The last line introduces the quotation that follows, in an element that ends with it. */
  let isIntroduced = false
  for (let at = 0; at < lines.length; ) {
    const isQuoted = quoted(lines[at])
    let end = at
    while (end < lines.length && quoted(lines[end]) === isQuoted) end++
    const run = lines.slice(at, end)
    if (isQuoted) {
      pieces.push(renderQuote(run, depth), isIntroduced ? "</div>" : "")
      isIntroduced = false
    } else {
      const own = renderOwn(run, end < lines.length && !isHistory)
      pieces.push(own.html)
      isIntroduced = own.introduces
    }
    at = end
  }
  return pieces.join("")
}

function renderQuote(lines: string[], depth: number): string {
  if (depth >= limits.quoteDepth) return paragraphs(lines)
  const inside = render(
    lines.map((line) => line.replace(/^> ?/, "")),
    depth + 1,
    true,
  )
  return `<blockquote type="cite">${inside}</blockquote>`
}

function quoted(line: string | undefined): boolean {
  return line?.startsWith(">") === true && !/^>From /.test(line)
}

/** `introduces`: it ends with an element that stays open for the quotation that follows. */
function renderOwn(lines: string[], isBeforeQuote: boolean): { html: string; introduces: boolean } {
  const introduction = isBeforeQuote ? introductionAt(lines) : lines.length
  const own = lines.slice(0, introduction)
  const signature = own.indexOf("--")
  const said = signature < 0 ? paragraphs(own) : paragraphs(own.slice(0, signature)) + signed(own.slice(signature))
  if (introduction === lines.length) return { html: said, introduces: false }
  return { html: `${said}<div class="gmail_quote">${paragraphs(lines.slice(introduction))}`, introduces: true }
}

function signed(lines: string[]): string {
  return `<div class="gmail_signature">${paragraphs(lines)}</div>`
}

/** The last words before a quotation, which may stand on up to three lines: most of them that are one paragraph. */
function introductionAt(lines: string[]): number {
  const last = lines.findLastIndex((line) => line !== "")
  const paragraph = last - lines.lastIndexOf("", last)
  for (const count of paragraph <= 3 ? [paragraph] : [1, 2]) {
    const start = last - count + 1
    if (start >= 0 && isAttribution(lines.slice(start, last + 1).join(" "))) return start
  }
  return lines.length
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
