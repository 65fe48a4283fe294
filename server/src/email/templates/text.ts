import { blockTags, HiddenText, readMarkup } from "../parse/html/tokens.ts"

/** What a mail program without markup shows of it: paragraphs, lists, quotes and where links lead. */
export function textOf(html: string): string {
  const page = new TextPage()
  const hidden = new HiddenText()
  let link: { href: string; text: string } | undefined
  const add = (text: string) => {
    page.add(text)
    if (link) link.text += text
  }
  readMarkup(
    html,
    {
      openTag(name, { href = "", alt = "" }) {
        hidden.openTag(name)
        if (hidden.isHidden) return
        if (name === "br") page.breakLine()
        else if (name === "img") add(alt)
        else if (name === "a") link = { href, text: "" }
        else if (blockTags.has(name)) {
          page.breakBlock()
          if (name === "blockquote") page.quotes++
          else if (name === "li") add("- ")
          else if (name === "hr") {
            add("---")
            page.breakLine()
          }
        } else if ((name === "td" || name === "th") && !page.isAtStart) add("  ")
      },
      text(text) {
        if (!hidden.isHidden) add(text.replace(/\s+/g, " "))
      },
      closeTag(name) {
        hidden.closeTag(name)
        if (hidden.isHidden) return
        if (name === "a" && link) {
          page.add(targetOf(link))
          link = undefined
        } else if (blockTags.has(name)) {
          page.breakBlock()
          if (name === "blockquote") page.quotes = Math.max(0, page.quotes - 1)
          if (spacedTags.has(name)) page.breakParagraph()
        }
      },
    },
    ["href", "alt"],
  )
  return page.end()
}

/** Nothing where the text of the link says it already. */
function targetOf({ href, text }: { href: string; text: string }): string {
  const shown = text.trim()
  if (!/^(https?|mailto|tel):/i.test(href) || href === shown || href === `mailto:${shown}`) return ""
  return shown === "" ? href : ` (${href})`
}

/** Deeper quotes are shown at this depth: marks beyond it tell nobody anything, and each line would repeat them. */
const deepestQuote = 10

class TextPage {
  /** Of the line that is being written. */
  quotes = 0
  private line = ""
  private readonly lines: string[] = []

  get isAtStart(): boolean {
    return this.line === ""
  }

  add(text: string): void {
    this.line += this.isAtStart ? text.trimStart() : text
  }

  breakLine(): void {
    this.lines.push(`${"> ".repeat(Math.min(this.quotes, deepestQuote))}${this.line}`.trimEnd())
    this.line = ""
  }

  breakBlock(): void {
    if (!this.isAtStart) this.breakLine()
  }

  /** Leaves a line empty, unless nothing stands above it. */
  breakParagraph(): void {
    if (this.lines.length > 0) this.breakLine()
  }

  /** Several empty lines become one, and none is left at either end. */
  end(): string {
    this.breakBlock()
    const kept = this.lines.filter((line, index) => !isEmpty(line) || !isEmpty(this.lines[index - 1] ?? ""))
    while (isEmpty(kept.at(-1) ?? "-")) kept.pop()
    return kept.join("\n").trim()
  }
}

function isEmpty(line: string): boolean {
  return /^[>\s]*$/.test(line)
}

const spacedTags = new Set("blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul".split(" "))
