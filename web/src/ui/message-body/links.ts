/** Nobody needs more links in one message; what follows stays text. */
const mostLinks = 2_000

const address = /https?:\/\/[^\s<>"'`\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g

/** Makes links of addresses that stand in the text, element by element. */
export function linkAddresses(content: DocumentFragment): void {
  const walker = content.ownerDocument.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  let left = mostLinks
  for (const node of texts) {
    if (!node.data.includes("://") || node.parentElement?.closest("a")) continue
    if (left === 0) return
    const { parts, links } = partsOf(node.data, { inside: content.ownerDocument, most: left })
    left -= links
    node.replaceWith(parts)
  }
}

function partsOf(
  text: string,
  { inside, most }: { inside: Document; most: number },
): { parts: DocumentFragment; links: number } {
  const parts = inside.createDocumentFragment()
  let links = 0
  let from = 0
  for (const match of text.matchAll(address)) {
    const found = match[0].slice(0, endOfAddress(match[0]))
    const link = inside.createElement("a")
    link.href = found
    link.textContent = found
    parts.append(text.slice(from, match.index), link)
    from = match.index + found.length
    if (++links === most) break
  }
  parts.append(text.slice(from))
  return { parts, links }
}

/** A full stop or bracket at the end belongs to the sentence. */
function endOfAddress(text: string): number {
  let end = text.length
  while (".,;:!?)]}".includes(text[end - 1] ?? " ")) end--
  return end
}
