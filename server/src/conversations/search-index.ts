import { ConversationStatus } from "@deskhand/contract/conversation"
import { type Db, empty, join, type Sql, sql, unnamed } from "../db/db.ts"
import { readNumber } from "../search/compile.ts"
import { domainIn } from "../search/domains.ts"
import type { Query, Term } from "../search/tree.ts"
import { wordsOf } from "../search/words.ts"
import { type ConversationFilter, inInboxesUnseen, inStatusesUnseen, isScopeAlone } from "./filter.ts"
import { every, type IndexQuery, one, opposite, some } from "./index-query.ts"
import { addressOf, type Known, knownIn, noTag, tagWord } from "./search-known.ts"
import { wordStatistics } from "./search-statistics.ts"

/** Undefined where the index cannot help: nothing that must hold is a word, an address, a customer, a replier or a tag. */
export async function indexQueryOf(db: Db, query: Query): Promise<IndexQuery | undefined> {
  const part = partOf(query, await knownIn(db, query))
  return part === unaskable || part === nothing || !part.positive ? undefined : part
}

/** Of a list of tags, or of values of fields, and nothing else. */
export function indexQueryOfFilter(filter: ConversationFilter): IndexQuery | undefined {
  const { groups, isRest } = groupsOf(filter)
  return filter.search !== undefined || isRest || groups.length === 0 ? undefined : allGroups(groups)
}

/** The words of a search together with the tags and values of fields that the filter asks for. */
export function narrowed(words: IndexQuery, filter: ConversationFilter): { query: IndexQuery; isAll: boolean } {
  const { groups, isRest } = groupsOf(filter)
  const query = groups.length === 0 ? words : every([words, allGroups(groups)])
  return { query, isAll: query.exact && !isRest }
}

/** Words of the index of which one of each group must be there, and whether the filter asks for something else too. */
function groupsOf(filter: ConversationFilter): { groups: string[][]; isRest: boolean } {
  const { tagIds, fields } = filter
  const asked = [
    ...(tagIds === undefined ? [] : [tagIds.map(tagWord)]),
    ...fields.map(({ fieldId, values, words }) => (words ? [] : values.map((value) => `=${fieldId}:${value}`))),
  ]
  const groups = asked.filter((group) => group.length > 0)
  const isRest = groups.length < asked.length || !isScopeAlone({ ...filter, tagIds: undefined, fields: [] })
  return { groups, isRest }
}

/** One tag of each group. */
export function withTags(groups: number[][]): IndexQuery {
  return allGroups(groups.map((tagIds) => tagIds.map(tagWord)))
}

function allGroups(groups: string[][]): IndexQuery {
  return every(groups.map((group) => some(group.map(one))))
}

export interface Guess {
  /** Of all conversations, those that it finds. */
  share: number
  /** How many that is. */
  found: number
  /** How many the index goes through. */
  read: number
}

export async function guessMatches(db: Db, index: IndexQuery): Promise<Guess> {
  const { size, shareOf } = await wordStatistics(db)
  const { found, read } = index.shares(shareOf)
  return { share: found, found: Math.max(1, found * size), read: Math.max(1, read * size) }
}

export async function countMatches(db: Db, query: IndexQuery, filter: ConversationFilter): Promise<number> {
  const { total } = await db.one<{ total: number }>(sql`
    select ${unnamed} ${countOf(matches(query, filter))} as total`)
  return total
}

export async function listMatches(db: Db, query: IndexQuery, filter: ConversationFilter): Promise<number[]> {
  const rows = await db.many<{ id: number }>(rowsOf(sql`${unnamed} conversation_id as id`, matches(query, filter)))
  return rows.map(({ id }) => id)
}

/**
 * Published ones in the inboxes and statuses of the filter; whatever else it asks for is not looked at. Gives what to select
 * from, no conversation in two of them: as one source they would take a fifth longer to count. There is but one good way to
 * find them, so words and inboxes are hidden from the planner: it keeps one plan for all of them.
 */
export function matches(index: IndexQuery, filter: ConversationFilter): Sql[] {
  const { words, brought, lasting } = index
  const anyStatus = filter.statuses.length === allStatuses
  const scope = sql`${inInboxes(filter)} ${anyStatus ? empty : sql`and ${inStatusesUnseen(filter)}`}`
  const query = sql`(select ${words}::tsquery)`
  const indexed = sql`searched_conversations where searched_words(conversation_id, version) ${holdsAny(index)} and ${scope}`
  if (brought.length === 0) return [indexed]
  // Of those that got one of the words since the index saw them, it knows too little; of all others it knows all.
  const touched = sql`new_words where words @@ (select ${brought.join(" | ")}::tsquery)`
  const isUntouched = sql`((select not exists (select from ${touched}))
    or conversation_id not in (select conversation_id from ${touched}))`
  const gathered = sql`searched_words(conversation_id, 0) @@ ${query}`
  const holds = lasting ? sql`case when words @@ ${query} then true else ${gathered} end` : gathered
  return [
    sql`${indexed} and ${isUntouched}`,
    sql`searched_conversations
      where conversation_id = any(array(select conversation_id from ${touched} and ${holds})) and ${scope}`,
  ]
}

/** Several words that suffice are looked up one by one, which the index does in two thirds of the time of their expression. */
function holdsAny({ words, alternatives = [] }: IndexQuery): Sql {
  return alternatives.length > 1
    ? sql`@@ any((select ${alternatives}::tsquery[])::tsquery[])`
    : sql`@@ (select ${words}::tsquery)`
}

/** Where the filter has all inboxes there are, no row is asked for its own: over many rows it is a quarter of the time. */
function inInboxes(filter: ConversationFilter): Sql {
  return sql`((select ${filter.inboxIds}::bigint[] @> array(select id from inboxes)) or ${inInboxesUnseen(filter)})`
}

export function countOf(sources: Sql[]): Sql {
  return join(
    sources.map((source) => sql`(select count(*) from ${source})`),
    " + ",
  )
}

export function rowsOf(columns: Sql, sources: Sql[]): Sql {
  return join(
    sources.map((source) => sql`select ${columns} from ${source}`),
    " union all ",
  )
}

/** A comparison that holds for all is left out: over many rows it is much of the time. */
const allStatuses = (ConversationStatus as unknown as { enum: string[] }).enum.length

/** Text without letters and digits drops out of its group, as in search/compile.ts. */
const nothing = Symbol()
const unaskable = Symbol()

function partOf(query: Query, known: Known): IndexQuery | typeof nothing | typeof unaskable {
  switch (query.kind) {
    case "term":
      return termPart(query, known)
    case "not": {
      const part = partOf(query.part, known)
      if (part === nothing) return nothing
      return part === unaskable || !part.exact ? unaskable : opposite(part)
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

function termPart(term: Term, { customers, tags, any }: Known): IndexQuery | typeof nothing | typeof unaskable {
  const { value } = term
  const field = term.field?.toLowerCase()
  const marks = value.kind === "any" ? any.get(field ?? "") : undefined
  if (marks) return some(marks.map(one))
  if (value.kind !== "word" && value.kind !== "phrase") return unaskable
  const { text } = value
  switch (field) {
    case undefined:
      return anyOf([allWords(text, ""), allWords(text, "/"), ...(text.includes("@") ? ofAddress(text, customers) : [])])
    case "subject":
      return anyOf([allWords(text, "/")])
    case "body":
      return anyOf([allWords(text, "")])
    case "email": {
      const domain = domainIn(text)
      return domain === undefined ? anyOf(ofAddress(text, customers)) : one(`@@${domain}`)
    }
    case "customerids":
      return anyOf([one(`$${readNumber(value)}`), one(`%${readNumber(value)}`)])
    case "replyuserids":
      return anyOf([one(`#${readNumber(value)}`)])
    case "tag":
      return one(tagWord(tags.get(text) ?? noTag))
    case "mentions":
      return mentioned(text)
    default:
      return unaskable
  }
}

/** The index knows the words of a handle, and not whether they stand behind an @ in a note. */
function mentioned(handle: string): IndexQuery | typeof unaskable {
  const words = allWords(handle, "")
  return words === undefined ? unaskable : { ...words, exact: false }
}

/** The index has no positions: of a phrase it knows only that all its words are there. */
function allWords(text: string, mark: "" | "/"): IndexQuery | undefined {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  return { ...every(words.map((word) => one(mark + word))), exact: words.length === 1 }
}

function anyOf(found: (IndexQuery | undefined)[]): IndexQuery | typeof nothing {
  const given = found.filter((each) => each !== undefined)
  return given.length === 0 ? nothing : some(given)
}

/** In a thread, or the customer's own. */
function ofAddress(text: string, customers: Map<string, number>): (IndexQuery | undefined)[] {
  const address = addressOf(text)
  const customerId = customers.get(address)
  return [address === "" ? undefined : one(`@${address}`), customerId === undefined ? undefined : one(`$${customerId}`)]
}
