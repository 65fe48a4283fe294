import sanitizeHtml from "sanitize-html"
import { limits } from "../limits.ts"

/**
 * Undefined for markup of more elements, or more deeply nested, than `limits` say: it is better shown as text. The parser
 * needs time for each tag that grows with the nesting, so that it must stop at the first that is too deep.
 */
export function sanitizeBounded(html: string, options: sanitizeHtml.IOptions): string | undefined {
  if (html.length > limits.htmlCharacters) return undefined
  let [elements, depth] = [0, 0]
  try {
    return sanitizeHtml(html, {
      ...options,
      onOpenTag() {
        if (++elements > limits.htmlNodes || ++depth > limits.htmlDepth) throw new TooHeavy()
      },
      onCloseTag() {
        depth--
      },
    })
  } catch (error) {
    if (error instanceof TooHeavy) return undefined
    throw error
  }
}

class TooHeavy extends Error {}
