import { parseQuery } from "../search/grammar.ts"
import { endOfValue } from "../search/renaming.ts"
import { type Query, type Term, termsOf } from "../search/tree.ts"
import { wordsOf } from "../search/words.ts"

/** What somebody is typing: its last word may not be complete yet, so it stands for all that start so. */
export function parseTyped(text: string): Query {
  const query = parseQuery(text)
  const last = termsOf(query).reduce((last, term) => (term.value.at > last.value.at ? term : last))
  const { value } = last
  if (value.kind === "word" && hasWords(last) && endOfValue(text, value.at) === text.length) value.prefix = true
  return query
}

function hasWords({ field, value }: Term): boolean {
  return "text" in value && (field === undefined || /^(subject|body)$/i.test(field)) && wordsOf(value.text).length > 0
}

/** Text without a field that must be there, in the order in which it was typed. */
export function freeTextsOf(query: Query): string[] {
  return required(query).flatMap(({ field, value }) => (field === undefined && "text" in value ? [value.text] : []))
}

function required(query: Query): Term[] {
  if (query.kind === "term") return [query]
  return query.kind === "and" ? query.parts.filter((part) => part.kind === "term") : []
}

/** A single letter is in nearly every conversation. */
export function endsInOneLetter(query: Query): boolean {
  return termsOf(query).some(({ value }) => value.kind === "word" && value.prefix && /^[ -~]$/.test(value.text))
}

const highlighted = new Set([undefined, "subject", "body", "from", "customer", "org", "organization"])

/** The words that results show because the query has them. */
export function highlightedWords(query: Query): string[] {
  const words = positiveTerms(query).flatMap(({ field, value }) =>
    "text" in value && highlighted.has(field?.toLowerCase()) ? wordsOf(value.text) : [],
  )
  return [...new Set(words)]
}

function positiveTerms(query: Query): Term[] {
  switch (query.kind) {
    case "term":
      return [query]
    case "and":
    case "or":
      return query.parts.flatMap(positiveTerms)
    default:
      return []
  }
}
