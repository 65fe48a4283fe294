const address = /https?:\/\/[^\s<>"'`\u200b-\u200f\u202a-\u202e\u2066-\u2069]+/g

/** Makes links of addresses that stand in the text, element by element. */
export function linkAddresses(content: DocumentFragment): void {
  const walker = content.ownerDocument.createTreeWalker(content, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const node of texts) {
    if (!node.data.includes("://") || node.parentElement?.closest("a")) continue
    node.replaceWith(...partsOf(node.data, content.ownerDocument))
  }
}

function partsOf(text: string, inside: Document): (string | Element)[] {
  const parts: (string | Element)[] = []
  let from = 0
  for (const match of text.matchAll(address)) {
    // A full stop or bracket at the end belongs to the sentence.
    const found = match[0].replace(/[.,;:!?)\]}]+$/, "")
    const link = inside.createElement("a")
    link.href = found
    link.textContent = found
    parts.push(text.slice(from, match.index), link)
    from = match.index + found.length
  }
  return [...parts, text.slice(from)].filter((part) => part !== "")
}
