import { ConversationStatus } from "@deskhand/contract/conversation"
import { type Db, type Sql, sql, unnamed } from "../db/db.ts"
import { planRows } from "../db/plan-rows.ts"
import { readNumber } from "../search/compile.ts"
import { type Query, type Term, termsOf } from "../search/tree.ts"
import { lexeme, wordsOf } from "../search/words.ts"
import { type ConversationFilter, isScopeAlone, within } from "./filter.ts"

/** What the index of searched_words() (migration 0011) is asked for. */
export interface IndexQuery {
  /** PostgreSQL's text form. */
  words: string
  /** Finds what the query asks for and nothing else; otherwise more than that, and each must be tested. */
  exact: boolean
}

/** Undefined where the index cannot help: nothing that must hold is a word, an address, a customer or a replier. */
export async function indexQueryOf(db: Db, query: Query): Promise<IndexQuery | undefined> {
  const part = partOf(query, await mapCustomers(db, query))
  return part === unaskable || part === nothing || !part.positive ? undefined : part
}

/** Of a list of tags, or of values of fields, and nothing else. */
export function indexQueryOfFilter(filter: ConversationFilter): IndexQuery | undefined {
  const { tagIds, fields, search } = filter
  if (search !== undefined || !isScopeAlone({ ...filter, tagIds: undefined, fields: [] })) return undefined
  if (fields.length === 0 && tagIds === undefined) return undefined
  const values = fields.map(({ fieldId, values, words }) =>
    words ? [] : values.map((value) => `=${fieldId}:${value}`),
  )
  const groups = [...(tagIds === undefined ? [] : [tagIds.map(tagWord)]), ...values]
  return groups.some((group) => group.length === 0) ? undefined : allGroups(groups)
}

/** One tag of each group. */
export function withTags(groups: number[][]): IndexQuery {
  return allGroups(groups.map((tagIds) => tagIds.map(tagWord)))
}

const tagWord = (id: number) => `+${id}`

function allGroups(groups: string[][]): IndexQuery {
  return { words: groups.map((group) => `(${group.map(lexeme).join(" | ")})`).join(" & "), exact: true }
}

/** How many the whole desk has, roughly. */
export function guessMatches(db: Db, { words }: IndexQuery): Promise<number> {
  return planRows(
    db,
    sql`select ${unnamed} from searched_conversations where searched_words(conversation_id, version) @@ ${words}::tsquery`,
  )
}

export async function countMatches(db: Db, query: IndexQuery, filter: ConversationFilter): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    select ${unnamed} count(*) as total from ${matches(query, filter)}`)
  return total
}

export async function listMatches(db: Db, query: IndexQuery, filter: ConversationFilter): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select ${unnamed} conversation_id as id from ${matches(query, filter)}`)
  return rows.map(({ id }) => id)
}

/** Published ones in the inboxes and statuses of the filter; whatever else it asks for is not looked at. */
export function matches({ words }: IndexQuery, filter: ConversationFilter): Sql {
  const anyStatus = filter.statuses.length === allStatuses
  return sql`searched_conversations where searched_words(conversation_id, version) @@ ${words}::tsquery
    and ${anyStatus ? sql`inbox_id = any(${filter.inboxIds}::bigint[])` : within(filter)}`
}

/** A comparison that holds for all is left out: over many rows it is much of the time. */
const allStatuses = (ConversationStatus as unknown as { enum: string[] }).enum.length

interface Part extends IndexQuery {
  /** Names words that must be there, so that the index need not be read whole. */
  positive: boolean
}

/** Text without letters and digits drops out of its group, as in search/compile.ts. */
const nothing = Symbol()
const unaskable = Symbol()

function partOf(query: Query, customers: Map<string, number>): Part | typeof nothing | typeof unaskable {
  switch (query.kind) {
    case "term":
      return termPart(query, customers)
    case "not": {
      const part = partOf(query.part, customers)
      if (part === nothing) return nothing
      return part === unaskable || !part.exact ? unaskable : { words: `!(${part.words})`, exact: true, positive: false }
    }
    default: {
      const parts = query.parts.map((each) => partOf(each, customers)).filter((part) => part !== nothing)
      if (parts.length === 0) return nothing
      const asked = parts.filter((part) => part !== unaskable)
      if (asked.length === 0 || (query.kind === "or" && asked.length < parts.length)) return unaskable
      return {
        words: asked.map(({ words }) => `(${words})`).join(query.kind === "and" ? " & " : " | "),
        exact: asked.length === parts.length && asked.every(({ exact }) => exact),
        positive: query.kind === "and" ? asked.some(isPositive) : asked.every(isPositive),
      }
    }
  }
}

const isPositive = ({ positive }: Part) => positive

function termPart(term: Term, customers: Map<string, number>): Part | typeof nothing | typeof unaskable {
  const { value } = term
  if (value.kind !== "word" && value.kind !== "phrase") return unaskable
  const { text } = value
  switch (term.field?.toLowerCase()) {
    case undefined:
      return anyOf([allWords(text, ""), allWords(text, "/"), ...(text.includes("@") ? ofAddress(text, customers) : [])])
    case "subject":
      return anyOf([allWords(text, "/")])
    case "body":
      return anyOf([allWords(text, "")])
    case "email":
      return anyOf(ofAddress(text, customers))
    case "customerids":
      return anyOf([one(`$${readNumber(value)}`), one(`%${readNumber(value)}`)])
    case "replyuserids":
      return anyOf([one(`#${readNumber(value)}`)])
    default:
      return unaskable
  }
}

/** The index has no positions: of a phrase it knows only that all its words are there. */
function allWords(text: string, mark: "" | "/"): IndexQuery | undefined {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  return { words: words.map((word) => lexeme(mark + word)).join(" & "), exact: words.length === 1 }
}

function one(word: string): IndexQuery {
  return { words: lexeme(word), exact: true }
}

function anyOf(found: (IndexQuery | undefined)[]): Part | typeof nothing {
  const given = found.filter((each) => each !== undefined)
  if (given.length === 0) return nothing
  const words = given.map((each) => `(${each.words})`).join(" | ")
  return { words, exact: given.every(({ exact }) => exact), positive: true }
}

/** In a thread, or the customer's own. */
function ofAddress(text: string, customers: Map<string, number>): (IndexQuery | undefined)[] {
  const address = addressOf(text)
  const customerId = customers.get(address)
  return [address === "" ? undefined : one(`@${address}`), customerId === undefined ? undefined : one(`$${customerId}`)]
}

function addressOf(text: string): string {
  return text.trim().toLowerCase()
}

/** By the addresses in the query. */
async function mapCustomers(db: Db, query: Query): Promise<Map<string, number>> {
  const addresses = termsOf(query)
    .flatMap(({ value }) => ("text" in value ? [addressOf(value.text)] : []))
    .filter((text) => text.includes("@"))
  if (addresses.length === 0) return new Map()
  const rows = await db.many<{ address: string; customer_id: number }>(sql`
    select address, customer_id from unnest(${addresses}::text[]) as address
    join customer_emails on lower(value) = lower(address)`)
  return new Map(rows.map(({ address, customer_id }) => [address, customer_id]))
}
