/** A piece of markup, as a browser's parser would cut it. */
export type MarkupToken =
  | { kind: "text"; text: string }
  | { kind: "start"; name: string; attributes: number }
  | { kind: "end"; name: string }

/** Any other `<` is text. */
const markupStart = /<(?:[a-z!?]|\/[\s\S])/gi
const tagName = /[a-z][^\s/>]*/iy
const comment = /<!--(?:-?>|[\s\S]*?(?:--!?>|$))/y
const attributeName = /[\s/]*([^\s/>][^\s/>=]*)/y
const attributeValue = /\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"'][^\s>]*|(?=>))/y
const unclosedValue = /\s*=\s*["']/y
const tagEnd = /[\s/]*>/y

/** Elements that contain text only, up to their own end tag. */
const rawText = /^(?:iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp)$/

/**
 * Cuts markup into tokens by the rules of HTML. Every step moves forward, so the time is proportional to the length:
 * a tag or comment that never ends takes all the rest, as it does in browsers.
 */
export function* tokensOf(html: string): Generator<MarkupToken> {
  let at = 0
  while (at < html.length) {
    const next = match(markupStart, html, at)?.index ?? html.length
    if (next > at) yield { kind: "text", text: html.slice(at, next) }
    if (next === html.length) return
    const isEnd = html[next + 1] === "/"
    const name = match(tagName, html, next + (isEnd ? 2 : 1))?.[0].toLowerCase()
    if (name === undefined) {
      at = endOfComment(html, next)
      continue
    }
    const { end, attributes } = readAttributes(html, next + (isEnd ? 2 : 1) + name.length)
    // The parser drops a tag that is cut off.
    if (end === undefined) return
    yield isEnd ? { kind: "end", name } : { kind: "start", name, attributes }
    at = !isEnd && rawText.test(name) ? endOfRawText(html, name, end) : end
  }
}

function endOfComment(html: string, from: number): number {
  const whole = match(comment, html, from)
  if (whole) return from + whole[0].length
  const end = html.indexOf(">", from)
  return end === -1 ? html.length : end + 1
}

function readAttributes(html: string, from: number): { end: number | undefined; attributes: number } {
  let at = from
  for (let attributes = 0; ; attributes++) {
    const end = match(tagEnd, html, at)
    if (end) return { end: at + end[0].length, attributes }
    const name = match(attributeName, html, at)
    if (!name) return { end: undefined, attributes }
    at += name[0].length
    const value = match(attributeValue, html, at)
    if (value) at += value[0].length
    else if (match(unclosedValue, html, at)) return { end: undefined, attributes }
  }
}

/** The text of such an element is never shown in a message, so it is skipped. */
function endOfRawText(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, "ig")
  end.lastIndex = from
  return name === "plaintext" ? html.length : (end.exec(html)?.index ?? html.length)
}

function match(pattern: RegExp, html: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(html)
}
