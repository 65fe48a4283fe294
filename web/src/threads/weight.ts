/** Nobody wrote more than this by hand; a page that laid it out would stand still. */
const most = { characters: 1_000_000, elements: 20_000, depth: 200 }

const tag = /<(\/?)([a-z][a-z0-9]*)/gi

/** Elements that hold nothing. */
const single = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i

/** Whether a message is better shown as text. It only counts, so that it is quick whatever comes. */
export function isExcessive(html: string): boolean {
  if (html.length > most.characters) return true
  let elements = 0
  let depth = 0
  for (const [, closes, name = ""] of html.matchAll(tag)) {
    if (closes === "/") depth = Math.max(0, depth - 1)
    else if (!single.test(name)) depth++
    if (closes !== "/") elements++
    if (elements > most.elements || depth > most.depth) return true
  }
  return false
}

/** What is left of it without markup, in a length that can be shown. */
export function wordsOf(html: string): string {
  return html.slice(0, most.characters).replace(/<[^>]*>/g, "")
}
