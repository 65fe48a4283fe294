import { limits } from "./limits.ts"

const tag = /<(\/?)([a-z][a-z0-9]*)/gi
const single = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|td|tr|th|dt|dd|option)$/i

/** Whether markup is better read as text. It only counts, before anything is built of it. */
export function isTooHeavy(html: string): boolean {
  if (html.length > limits.htmlCharacters) return true
  let [nodes, depth] = [0, 0]
  for (const [, closes, name = ""] of html.matchAll(tag)) {
    if (closes === "/") depth = single.test(name) ? depth : Math.max(0, depth - 1)
    else {
      nodes++
      if (!single.test(name)) depth++
    }
    if (nodes > limits.htmlNodes || depth > limits.htmlDepth) return true
  }
  return false
}
