import { sql } from "../../../db/db.ts"
import { joined, type Query, type Resolved, type Term } from "../../../search/tree.ts"
import { lexeme, wordsOf } from "../../../search/words.ts"
import { ofCustomers } from "./customers.ts"
import { type FreeText, listCustomersNamed } from "./names.ts"
import type { Resolving } from "./searcher.ts"

/** Words of one query that are searched among names; each costs an index scan. */
const mostWords = 8

interface FreeTerm extends FreeText {
  term: Term
}

/** Free text also finds conversations of customers who are named so, and the conversation that has such a number. */
export async function resolveFreeText(resolving: Resolving, query: Query, mostNamed: number): Promise<Query> {
  const terms = freeTermsOf(query, []).slice(0, mostWords)
  if (terms.length === 0) return query
  const [named, numbered] = await Promise.all([
    listCustomersNamed(resolving.db, terms, mostNamed),
    mapNumbers(resolving, terms),
  ])
  const alternatives = new Map<Term, Query[]>()
  terms.forEach(({ term, text }, index) => {
    const ids = named[index]!
    const conversations = numbered.get(numberIn(text) ?? 0)
    const found = [
      ...(ids.length === 0 ? [] : [ofCustomers(ids, term.at)]),
      ...(conversations === undefined ? [] : [byNumber(conversations, term.at)]),
    ]
    if (found.length > 0) alternatives.set(term, found)
  })
  return withAlternatives(query, alternatives)
}

/** Text in the order of the query, with the words that must be there beside it. */
function freeTermsOf(query: Query, beside: string[]): FreeTerm[] {
  switch (query.kind) {
    case "term": {
      const { field, value } = query
      if (field !== undefined || !("text" in value) || wordsOf(value.text).length === 0) return []
      return [{ term: query, text: value.text, isPrefix: value.prefix === true, beside }]
    }
    case "and": {
      const texts = query.parts.map((part) => (part.kind === "term" ? freeTermsOf(part, [])[0]?.text : undefined))
      return query.parts.flatMap((part, index) =>
        freeTermsOf(
          part,
          texts.filter((text, at) => text !== undefined && at !== index).slice(0, mostWords) as string[],
        ),
      )
    }
    case "or":
      return query.parts.flatMap((part) => freeTermsOf(part, beside))
    case "not":
      return freeTermsOf(query.part, [])
    case "resolved":
      return []
  }
}

function withAlternatives(query: Query, alternatives: ReadonlyMap<Term, Query[]>): Query {
  switch (query.kind) {
    case "term": {
      const found = alternatives.get(query)
      return found ? joined("or", [query, ...found]) : query
    }
    case "not":
      return { ...query, part: withAlternatives(query.part, alternatives) }
    case "resolved":
      return query
    default:
      return joined(
        query.kind,
        query.parts.map((part) => withAlternatives(part, alternatives)),
      )
  }
}

/** `5079` or `#5079`. */
export function numberIn(text: string): number | undefined {
  const [, digits] = /^#?(\d{1,15})$/.exec(text.trim()) ?? []
  return digits === undefined ? undefined : Number(digits)
}

interface NumberedConversation {
  number: number
  id: number
  customer_id: number
}

/** A merged conversation's number leads to the one that it became. */
async function mapNumbers({ db }: Resolving, terms: FreeTerm[]): Promise<Map<number, NumberedConversation>> {
  const numbers = terms.flatMap(({ text }) => numberIn(text) ?? [])
  if (numbers.length === 0) return new Map()
  const rows = await db.many<NumberedConversation>(sql`
    select number, id, customer_id from conversations where number = any(${numbers}::bigint[])
    union all select m.number, c.id, c.customer_id from merged_conversations m join conversations c on c.id = m.into_id
    where m.number = any(${numbers}::bigint[])`)
  return new Map(rows.map((row) => [row.number, row]))
}

/** The index of words does not have numbers: it gives the customer's few conversations to test. */
function byNumber({ id, customer_id: customerId }: NumberedConversation, at: number): Resolved {
  return {
    kind: "resolved",
    condition: sql`conversations.id = ${id}`,
    words: { words: lexeme(`$${customerId}`), exact: false, rows: 3 },
    at,
  }
}
