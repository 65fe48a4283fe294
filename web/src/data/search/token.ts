import { endOfQuote, endOfWord, endsWord, fieldAt, unescaped } from "./scan.ts"

/** The part of a query that somebody is writing: where it stands, and what has been written of it so far. */
export interface Token {
  from: number
  to: number
  /** Without quotes and escapes, up to the caret. */
  typed: string
  /** The field whose value it is, as it was written; undefined where a word or a field's name may stand. */
  field: string | undefined
}

/** What stands at the caret. Undefined where nothing can be completed: in ranges, and in quotes without a field. */
export function tokenAt(text: string, caret: number): Token | undefined {
  const groups: (string | undefined)[] = []
  let at = 0
  while (at <= caret) {
    const field = groups.at(-1)
    const letter = text[at]
    if (at === caret && (letter === undefined || endsWord.test(letter))) return word(text, { from: at, caret, field })
    const named = field === undefined ? fieldAt(text, at) : undefined
    if (named && caret > named.colon) {
      const { name, colon } = named
      const value = afterSpace(text, colon + 1)
      if (text[value] === "(") {
        groups.push(name)
        if (caret <= value) return word(text, { from: caret, caret, field: name })
        at = value
      } else if (text[value] === '"') {
        const to = endOfQuote(text, value)
        if (caret <= value) return { from: value, to, typed: "", field: name }
        if (caret < to || text[to - 1] !== '"' || to === value + 1)
          return { from: value, to, typed: unescaped(text.slice(value + 1, caret)), field: name }
        at = to - 1
      } else {
        const to = endOfWord(text, value)
        if (caret <= to) return { from: value, to, typed: unescaped(text.slice(value, caret)), field: name }
        at = to - 1
      }
    } else if (letter === "(") groups.push(field)
    else if (letter === ")") groups.pop()
    else if (letter === '"') {
      const to = endOfQuote(text, at)
      if (caret > at && caret < to) return undefined
      if (caret === to && text[to - 1] !== '"') return undefined
      at = to - 1
    } else if (letter === "[" || letter === "{") {
      const to = endOfRange(text, at)
      if (caret > at && caret < to) return undefined
      at = to - 1
    } else if (letter !== undefined && !/[\s\]}]/.test(letter)) {
      const end = endOfWord(text, at)
      if (caret <= end) return { ...word(text, { from: at, caret, field }), ...(named && { to: named.colon + 1 }) }
      at = end - 1
    }
    at++
  }
  return undefined
}

function word(text: string, { from, caret, field }: { from: number; caret: number; field: string | undefined }): Token {
  return { from, to: endOfWord(text, caret), typed: unescaped(text.slice(from, caret)), field }
}

function endOfRange(text: string, from: number): number {
  const length = text.slice(from).search(/[\]}]/)
  return length === -1 ? text.length + 1 : from + length + 1
}

function afterSpace(text: string, from: number): number {
  let at = from
  while (/\s/.test(text[at] ?? "")) at++
  return at < text.length ? at : from
}

/** A field's name as the language writes it: names with spaces in quotes. */
export function writtenField(name: string): string {
  return /^\p{L}[\p{L}\p{N}\p{M}_.-]*$/u.test(name) ? name : quoted(name)
}

/** A value as the language writes it: in quotes where it would not be one word. */
export function written(value: string): string {
  const isWord = value !== "" && !/[\s()[\]{}":\\*]/.test(value) && !/^(AND|OR|NOT|TO)$/.test(value)
  return isWord ? value : quoted(value)
}

/** Words as they were typed, none of which is an operator or a field. */
export function writtenWords(text: string): string {
  return text.split(/\s+/).filter(Boolean).map(written).join(" ")
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`
}
