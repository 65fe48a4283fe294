import { Parser } from "htmlparser2"

/** What a mail program without markup shows of it: paragraphs, lists, quotes and where links lead. */
export function textOf(html: string): string {
  const lines: string[] = [""]
  let quotes = 0
  let silent = 0
  const links: { href: string; from: number }[] = []
  const add = (text: string) => {
    lines[lines.length - 1] += text
  }
  const prefix = () => "> ".repeat(quotes)
  const breakLine = () => lines.push(prefix())
  const breakBlock = () => {
    if (lines.at(-1) !== prefix()) breakLine()
  }
  const parser = new Parser({
    onopentag(name, { href, alt }) {
      if (silenced.has(name)) silent++
      else if (name === "br") breakLine()
      else if (name === "hr") {
        breakBlock()
        add("---")
        breakLine()
      } else if (name === "img") add(alt ?? "")
      else if (name === "a") links.push({ href: href ?? "", from: lines.at(-1)?.length ?? 0 })
      else if (blocks.has(name)) {
        breakBlock()
        if (name === "blockquote") {
          quotes++
          lines[lines.length - 1] = prefix()
        }
        if (name === "li") add("- ")
      } else if ((name === "td" || name === "th") && lines.at(-1) !== prefix()) add("  ")
    },
    ontext(text) {
      if (silent > 0) return
      const shown = text.replace(/\s+/g, " ")
      const isStart = lines.at(-1) === prefix()
      add(isStart ? shown.trimStart() : shown)
    },
    onclosetag(name) {
      if (silenced.has(name)) silent--
      else if (name === "a") {
        const { href = "", from = 0 } = links.pop() ?? {}
        const shown = lines.at(-1)?.slice(from).trim() ?? ""
        if (/^(https?|mailto|tel):/i.test(href) && href !== shown && href !== `mailto:${shown}`)
          add(shown === "" ? href : ` (${href})`)
      } else if (blocks.has(name)) {
        breakBlock()
        if (name === "blockquote") {
          quotes = Math.max(0, quotes - 1)
          lines[lines.length - 1] = prefix()
        }
        if (spaced.has(name) && lines.length > 1) breakLine()
      }
    },
  })
  parser.end(html)
  const trimmed = lines.map((line) => line.replace(/\s+$/, ""))
  const kept = trimmed.filter((line, index) => !isEmpty(line) || !isEmpty(trimmed[index - 1] ?? ""))
  return kept
    .join("\n")
    .replace(/[>\s]+$/, "")
    .trim()
}

function isEmpty(line: string): boolean {
  return /^[>\s]*$/.test(line)
}

const silenced = new Set(["script", "style", "head", "title", "template"])
const blocks = new Set(
  "address article aside blockquote dd div dl dt footer form h1 h2 h3 h4 h5 h6 header li main ol p pre section table tr ul".split(
    " ",
  ),
)
const spaced = new Set("blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul".split(" "))
