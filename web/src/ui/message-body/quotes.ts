/** How mail programs mark what they quote. */
const marks = ".gmail_quote, blockquote[type='cite'], .yahoo_quoted, .moz-cite-prefix + blockquote, .protonmail_quote"

/** Puts quoted history behind a button that works without scripts. What stands alone is the message itself and stays. */
export function foldQuotes(content: DocumentFragment, label: string): void {
  const marked = [...content.querySelectorAll(marks)].filter((quote) => quote.parentElement?.closest(marks) == null)
  const whole = content.textContent?.trim()
  for (const quote of marked.length > 0 ? marked : trailing(content)) {
    if (quote.textContent?.trim() === whole) continue
    const folded = quote.ownerDocument.createElement("details")
    folded.className = "deskhand-quoted"
    const summary = quote.ownerDocument.createElement("summary")
    summary.textContent = "···"
    summary.title = label
    summary.setAttribute("aria-label", label)
    quote.replaceWith(folded)
    folded.append(summary, quote)
  }
}

/** A quotation at the very end, as answers above the quoted text have it. */
function trailing(content: DocumentFragment): Element[] {
  const last = content.lastElementChild
  const isLast = last !== null && !textAfter(last)
  return isLast && last.matches("blockquote") ? [last] : []
}

function textAfter(element: Element): boolean {
  for (let node = element.nextSibling; node; node = node.nextSibling) if (node.textContent?.trim()) return true
  return false
}
