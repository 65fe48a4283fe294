import { cleanText } from "../charsets/words.ts"
import { limits } from "../limits.ts"
import { blockTags, HiddenText, type MarkupHandler, readMarkup } from "./tokens.ts"

/**
 * What markup says in words. It builds nothing, so that it takes any markup, and ends at the limit. Words that a style hides
 * belong to it, because newsletters say there what they are about; `visible` leaves them out.
 */
export function textOfHtml(html: string, { visible = false } = {}): string {
  const pieces: string[] = []
  let length = 0
  const hidden = new HiddenText(visible)
  const add = (text: string) => {
    if (length > limits.textCharacters) return
    pieces.push(text)
    length += text.length
  }
  const handler: MarkupHandler = {
    openTag(name, { style }) {
      hidden.openTag(name, style)
      if (hidden.isHidden) return
      if (name === "br" || blockTags.has(name)) add("\n")
      else if (name === "td" || name === "th") add(" ")
      if (name === "p") add("\n")
      if (name === "li") add("- ")
    },
    text(text) {
      if (!hidden.isHidden) add(text.replace(/\s+/g, " "))
    },
    closeTag(name) {
      hidden.closeTag(name)
      if (blockTags.has(name) && !hidden.isHidden) add("\n")
    },
  }
  readMarkup(html.slice(0, limits.htmlCharacters * 4), handler, visible ? ["style"] : [])
  return tidy(pieces.join(""))
}

function tidy(text: string): string {
  return cleanText(text)
    .replaceAll("\u00a0", " ")
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}
