import { type Db, sql } from "../../db/db.ts"
import { readNumber } from "../../search/compile.ts"
import { domainIn } from "../../search/domains.ts"
import { joined, type Query, type Resolved, type Term, type Text, termsOf } from "../../search/tree.ts"
import { lexeme, wordsOf } from "../../search/words.ts"
import type { FieldCondition } from "./fields.ts"

/** A query over search documents. `document_words()` in db/schema/14-search.sql lists their words. */
export interface DocumentQuery {
  /** PostgreSQL's text form of a tsquery. */
  words: string
  /** Names words that must be there, so that the index finds them. */
  positive: boolean
  /**
   * What an estimate goes by: words that statistics know, and rows beside theirs. PostgreSQL takes hundreds of rare words that
   * are joined by OR for a large part of the table. Undefined: by the words themselves.
   */
  guess?: { words: string | undefined; rows: number }
}

interface Part extends DocumentQuery {
  /** Finds what was asked for and nothing else; otherwise more than that, and each must be tested. */
  exact: boolean
}

/** As much of a query as the documents can answer, and what of it must be tested beside that. */
export async function documentsOf(
  db: Db,
  query: Query | undefined,
  fields: FieldCondition[],
): Promise<{ documents: DocumentQuery | undefined; rest: Query | undefined }> {
  const known = query && (await knownIn(db, query))
  const asked = fields.map(fieldPart)
  const rest: Query[] = []
  for (const part of query?.kind === "and" ? query.parts : query ? [query] : []) {
    const found = partOf(part, known!)
    if (found === nothing) continue
    if (found !== unaskable) asked.push(found)
    if (found === unaskable || !found.exact) rest.push(part)
  }
  const documents = asked.length === 0 ? undefined : every(asked)
  // A query of which nothing can be looked for finds nothing.
  if (query && asked.length === fields.length && rest.length === 0) return { documents, rest: query }
  return { documents, rest: rest.length === 0 ? undefined : joined("and", rest) }
}

/** Text without letters and digits drops out of its group, as in search/compile.ts. */
const nothing = Symbol()
const unaskable = Symbol()
type Found = Part | typeof nothing | typeof unaskable

function partOf(query: Query, known: Known): Found {
  switch (query.kind) {
    case "term":
      return termPart(query, known)
    case "resolved":
      return query.words === undefined ? unaskable : resolvedPart(query.words)
    case "not": {
      const part = partOf(query.part, known)
      if (part === nothing) return nothing
      if (part === unaskable || !part.exact) return unaskable
      const { words } = guessOf(part)
      return {
        words: `!(${part.words})`,
        exact: true,
        positive: false,
        guess: { words: words && `!(${words})`, rows: 0 },
      }
    }
    default: {
      const parts = query.parts.map((each) => partOf(each, known)).filter((part) => part !== nothing)
      if (parts.length === 0) return nothing
      const asked = parts.filter((part) => part !== unaskable)
      if (asked.length === 0 || (query.kind === "or" && asked.length < parts.length)) return unaskable
      const whole = query.kind === "and" ? every(asked) : some(asked)
      return { ...whole, exact: whole.exact && asked.length === parts.length }
    }
  }
}

function termPart(term: Term, { customers, tags }: Known): Found {
  const { value } = term
  const field = term.field?.toLowerCase() ?? ""
  if (value.kind === "any") {
    const prefix = prefixes.get(field)
    // Marks of a removed tag stay behind.
    return prefix === undefined ? unaskable : { words: `'${prefix}':*`, exact: field !== "tag", positive: true }
  }
  if (value.kind === "range") return unaskable
  const { text, prefix } = value
  switch (field) {
    case "":
      return anyOf([
        allWords(value, ""),
        allWords(value, "/"),
        ...(text.includes("@") ? ofAddress(text, customers, prefix) : []),
      ])
    case "subject":
      return anyOf([allWords(value, "/")])
    case "body":
      return anyOf([allWords(value, "")])
    case "email": {
      const domain = domainIn(text)
      return domain === undefined ? anyOf(ofAddress(text, customers)) : one(`@@${domain}`)
    }
    case "customerids":
      return some([one(`$${readNumber(value)}`), one(`%${readNumber(value)}`)])
    case "replyuserids":
      return one(`#${readNumber(value)}`)
    case "tag":
      return one(`+${tags.get(text) ?? noId}`)
    case "mentions": {
      // The documents have the words of a handle, and not whether they stand behind an @ in a note.
      const words = allWords(value, "")
      return words === undefined ? unaskable : { ...words, exact: false }
    }
    default:
      return unaskable
  }
}

/** What begins the words of a field, where any value of it will do. */
const prefixes = new Map([
  ["tag", "+"],
  ["replyuserids", "#"],
  ["email", "@"],
])

/** No document has it. */
const noId = 0

export function fieldPart({ fieldId, values, words = [] }: FieldCondition): Part {
  const wanted = [
    ...values.map((value) => one(`=${fieldId}:${value}`)),
    ...(words.length === 0 ? [] : [every(words.map((word) => one(`~${fieldId}:${word}`)))]),
  ]
  return wanted.length === 0 ? one(`=${noId}`) : some(wanted)
}

/** A document has no positions: of a phrase it tells only that all its words are there. */
function allWords({ text, prefix }: Text, mark: "" | "/"): Part | undefined {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  const parts = words.map((word, index) => one(mark + word, prefix && index === words.length - 1))
  return { ...every(parts), exact: words.length === 1 }
}

/** In a thread, or the customer's own. */
function ofAddress(text: string, customers: Map<string, number>, isPrefix = false): (Part | undefined)[] {
  const address = addressOf(text)
  const customerId = customers.get(address)
  return [
    address === "" ? undefined : one(`@${address}`, isPrefix),
    customerId === undefined ? undefined : one(`$${customerId}`),
  ]
}

function one(word: string, isPrefix = false): Part {
  return { words: isPrefix ? `${lexeme(word)}:*` : lexeme(word), exact: true, positive: true }
}

function resolvedPart({ words, exact, rows }: NonNullable<Resolved["words"]>): Part {
  return { words, exact, positive: true, ...(rows !== undefined && { guess: { words: undefined, rows } }) }
}

function guessOf({ words, guess }: Part): NonNullable<Part["guess"]> {
  return guess ?? { words, rows: 0 }
}

function anyOf(found: (Part | undefined)[]): Part | typeof nothing {
  const given = found.filter((each) => each !== undefined)
  return given.length === 0 ? nothing : some(given)
}

function every(parts: Part[]): Part {
  return {
    words: grouped(parts, " & "),
    exact: parts.every(({ exact }) => exact),
    positive: parts.some(({ positive }) => positive),
    guess: guessOfAll(parts, " & "),
  }
}

function some(parts: Part[]): Part {
  return {
    words: grouped(parts, " | "),
    exact: parts.every(({ exact }) => exact),
    positive: parts.every(({ positive }) => positive),
    guess: guessOfAll(parts, " | "),
  }
}

/** Of a conjunction the rows of its rarest part; where that has only words, theirs. */
function guessOfAll(parts: Part[], operator: " & " | " | "): NonNullable<Part["guess"]> {
  const guesses = parts.map(guessOf)
  const words = guesses.flatMap((guess) => guess.words ?? []).map((each) => `(${each})`)
  const rows = guesses.map((guess) => guess.rows)
  return {
    words: words.length === 0 ? undefined : words.join(operator),
    rows: operator === " & " ? Math.min(...rows) : rows.reduce((sum, each) => sum + each, 0),
  }
}

function grouped(parts: Part[], operator: string): string {
  return parts.length === 1 ? parts[0]!.words : parts.map(({ words }) => `(${words})`).join(operator)
}

/** What a query names and the documents have the number of. */
interface Known {
  customers: Map<string, number>
  tags: Map<string, number>
}

async function knownIn(db: Db, query: Query): Promise<Known> {
  const texts = termsOf(query).flatMap(({ field, value }) => ("text" in value ? [{ field, text: value.text }] : []))
  const addresses = texts.map(({ text }) => addressOf(text)).filter((text) => text.includes("@"))
  const names = texts.flatMap(({ field, text }) => (field?.toLowerCase() === "tag" ? [text] : []))
  if (addresses.length + names.length === 0) return { customers: new Map(), tags: new Map() }
  const rows = await db.many<{ given: string; customer_id: number | null; tag_id: number | null }>(sql`
    select given, customer_id, null::bigint as tag_id from unnest(${addresses}::text[]) as given
    join customer_emails on lower(value) = lower(given)
    union all select given, null, id from unnest(${names}::text[]) as given join tags on lower(name) = lower(given)`)
  const mapBy = (id: "customer_id" | "tag_id") =>
    new Map(rows.flatMap((row) => (row[id] === null ? [] : [[row.given, row[id]]])))
  return { customers: mapBy("customer_id"), tags: mapBy("tag_id") }
}

function addressOf(text: string): string {
  return text.trim().toLowerCase()
}
