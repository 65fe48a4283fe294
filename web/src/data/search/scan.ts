/** Ends a word of the query language. */
export const endsWord = /[\s()[\]{}"]/

export function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && !endsWord.test(text[at] ?? "")) at += text[at] === "\\" ? 2 : 1
  return Math.min(at, text.length)
}

/** After the closing quote, or the end where there is none. */
export function endOfQuote(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

/** The name of a field that starts here, in quotes or not, and where its colon is. */
export function fieldAt(text: string, from: number): { name: string; colon: number } | undefined {
  if (text[from] === '"') {
    const to = endOfQuote(text, from)
    const name = unescaped(text.slice(from + 1, to - 1))
    return text[to] === ":" && name.trim() !== "" ? { name, colon: to } : undefined
  }
  const colon = colonIn(text, from, endOfWord(text, from))
  return colon === -1 ? undefined : { name: text.slice(from, colon), colon }
}

function colonIn(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (text[at] === "\\") at++
    else if (text[at] === ":") return at
  }
  return -1
}

export function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, "$1").replace(/\\$/, "")
}
