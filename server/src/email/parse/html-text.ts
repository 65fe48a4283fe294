import { Parser } from "htmlparser2"
import { limits } from "./limits.ts"
import { cleanText } from "./words.ts"

const silent = new Set([
  "head",
  "script",
  "style",
  "title",
  "template",
  "noscript",
  "textarea",
  "select",
  "object",
  "svg",
])
const blocks =
  "address article aside blockquote center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul".split(
    " ",
  )
const isBlock = new Set(blocks)

/** What markup says in words. It builds nothing, so that it takes any markup, and ends at the limit. */
export function textOfHtml(html: string): string {
  const pieces: string[] = []
  let [length, hidden] = [0, 0]
  const add = (text: string) => {
    if (length > limits.textCharacters) return
    pieces.push(text)
    length += text.length
  }
  const parser = new Parser({
    onopentagname: (name) => {
      if (silent.has(name)) hidden++
      else if (name === "br" || isBlock.has(name)) add("\n")
      else if (name === "td" || name === "th") add(" ")
      if (name === "p") add("\n")
      if (name === "li") add("- ")
    },
    ontext: (text) => {
      if (hidden === 0) add(text.replace(/\s+/g, " "))
    },
    onclosetag: (name) => {
      if (silent.has(name)) hidden = Math.max(0, hidden - 1)
      else if (isBlock.has(name)) add("\n")
    },
  })
  parser.end(html.slice(0, limits.htmlCharacters * 4))
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
