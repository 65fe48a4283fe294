import { tokensOf } from "./markup.ts"

/** Nobody writes more than this by hand, and a page that laid it out would hang. Attributes are those of one element. */
const most = { characters: 1_000_000, elements: 20_000, depth: 200, attributes: 500, copies: 50_000 }

/** Elements that a message may contain. Of others the content stays. */
export const messageTags: ReadonlySet<string> = new Set(
  "a abbr address b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr".split(
    " ",
  ),
)

/** Elements that hold nothing. */
const single = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/

/** Left open, these are copied into every block that follows. */
const formatting = /^(a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)$/

/** A browser makes copies of such an element, or the sanitizer copies what is in it. */
function isCopied(name: string): boolean {
  return formatting.test(name) || !(messageTags.has(name) || /^(html|head|body)$/.test(name))
}

/** Whether a message is better shown as text. It only counts, in time proportional to the length. */
export function isExcessive(html: string): boolean {
  if (html.length > most.characters) return true
  let elements = 0
  let depth = 0
  let copies = 0
  const open = new Map<string, number>()
  let copied = 0
  for (const token of tokensOf(html)) {
    if (token.kind === "text") continue
    const { name } = token
    const before = open.get(name) ?? 0
    if (token.kind === "end") {
      // An end tag without its start tag closes nothing.
      if (before === 0) continue
      open.set(name, before - 1)
      depth--
      if (isCopied(name)) copied--
      continue
    }
    elements++
    copies += copied
    if (!single.test(name)) {
      open.set(name, before + 1)
      depth++
      if (isCopied(name)) copied++
    }
    if (elements > most.elements || depth > most.depth || token.attributes > most.attributes || copies > most.copies)
      return true
  }
  return false
}

/** The text of a message without markup, in a length that can be shown. */
export function wordsOf(html: string, separator = ""): string {
  const words: string[] = []
  for (const token of tokensOf(html.slice(0, most.characters))) if (token.kind === "text") words.push(token.text)
  return words.join(separator)
}
