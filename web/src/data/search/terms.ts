import { endOfQuote, endOfWord, endsWord, fieldAt, unescaped } from "./scan.ts"

/** One part of a query outside of all brackets: an operator, a term, or a group in brackets. */
export interface QueryPart {
  from: number
  to: number
  operator?: "AND" | "OR" | "NOT"
  /** Without quotes; only terms have one, and of these not all. */
  field?: string
  /** Without quotes and escapes. Undefined for groups and ranges. */
  value?: string
}

/** Reads any text: what the desk would refuse becomes parts all the same. */
export function partsOf(query: string): QueryPart[] {
  const parts: QueryPart[] = []
  let at = afterSpace(query, 0)
  while (at < query.length) {
    const part = partAt(query, at)
    parts.push(part)
    at = afterSpace(query, part.to)
  }
  return parts
}

function partAt(query: string, from: number): QueryPart {
  const named = fieldAt(query, from)
  if (named) return { from, field: named.name, ...valueAt(query, afterSpace(query, named.colon + 1)) }
  const part = { from, ...valueAt(query, from) }
  const word = query.slice(from, part.to)
  return word === "AND" || word === "OR" || word === "NOT" ? { from, to: part.to, operator: word } : part
}

function valueAt(query: string, from: number): { to: number; value?: string } {
  const first = query[from] ?? ""
  if (first === '"') {
    const to = endOfQuote(query, from)
    return { to, value: unescaped(query.slice(from + 1, to - 1)) }
  }
  if (opens.test(first)) return { to: endOfBracket(query, from) }
  if (endsWord.test(first)) return { to: from + 1 }
  const to = endOfWord(query, from)
  return { to, value: unescaped(query.slice(from, to)) }
}

const opens = /[([{]/

function endOfBracket(query: string, from: number): number {
  const open: string[] = []
  let at = from
  while (at < query.length) {
    const letter = query[at] ?? ""
    if (letter === '"') {
      at = endOfQuote(query, at)
      continue
    }
    if (letter === "\\") at++
    else if (opens.test(letter)) open.push(letter)
    else if (open.at(-1) === "(" ? letter === ")" : /[\]}]/.test(letter)) open.pop()
    at++
    if (open.length === 0) break
  }
  return Math.min(at, query.length)
}

function afterSpace(query: string, from: number): number {
  let at = from
  while (/\s/.test(query[at] ?? "")) at++
  return at
}
