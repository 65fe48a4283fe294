const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: "\u00a0" }

const paragraphs = /^(?:\s*<p>(?:[^<]|<br\s*\/?>)*<\/p>)+\s*$/i

/** What a text says that is made of nothing but paragraphs and breaks; undefined where there is more to it. */
export function plainTextOf(html: string): string | undefined {
  const isPlain = !/[<]/.test(html) || paragraphs.test(html)
  if (!isPlain || [...html.matchAll(/&([^;&\s]*);/g)].some(([, name = ""]) => named[name] === undefined))
    return undefined
  return html
    .replace(/\s*\n\s*/g, " ")
    .replace(/<br\s*\/?>\s*/gi, "\n")
    .replace(/<\/p>\s*<p>/gi, "\n\n")
    .replace(/<\/?p>/gi, "")
    .replace(/&([^;&\s]*);/g, (_, name: string) => named[name] ?? "")
    .trim()
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** The other way round: paragraphs at empty lines, breaks at others. */
export function htmlOfText(text: string): string {
  return text
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .map((part) => `<p>${part.replace(/[&<>"]/g, (letter) => escapes[letter] ?? "").replaceAll("\n", "<br>")}</p>`)
    .join("")
}
