import { type Db, join, type Sql, sql, unnamed } from "../../../db/db.ts"
import { wordsOf } from "../../../search/words.ts"

/**
 * As many customers as one name stands for at most. Each is a word of the query of search documents, and a test of one document
 * against all of them takes 0.1 ms.
 */
export const mostNamed = 200

export interface NamedCustomers {
  ids: number[]
  /** There are more, and these are the newest. */
  isCut: boolean
}

export interface FreeText {
  text: string
  isPrefix: boolean
  /** The other words of the query: customers who have them in their names come first. */
  beside: string[]
}

/** Customers who have the text in their name, or in their organization's, for each text; of too many, the newest. */
export async function listCustomersNamed(db: Db, texts: FreeText[], most: number): Promise<number[][]> {
  if (texts.length === 0) return []
  const searches = texts.map(({ text, isPrefix, beside }, index) => {
    const pattern = patternOf(text, isPrefix)
    const others = beside.map((other) => sql`(customers.name_words like ${patternOf(other, true)})::integer`)
    const rank = others.length === 0 ? sql`0` : join(others, " + ")
    const newest = sql`order by place desc, id desc limit ${most}`
    return sql`
      (select ${index}::integer as term, id, ${rank} as place from customers where name_words like ${pattern} ${newest})
      union all (select ${index}::integer, id, ${rank} as place from customers
        where organization_id in (select id from organizations
          where removed_at is null and words_of_name(name) like ${pattern}) ${newest})
      union all (select ${index}::integer, id, ${rank} as place from customers
        where organization is not null and organization_id is null and words_of_name(organization) like ${pattern}
        ${newest})`
  })
  const rows = await db.many<{ term: number; id: number }>(sql`${unnamed}
    select term, id from (${join(searches, " union all ")}) found order by term, place desc, id desc`)
  const found = Map.groupBy(rows, ({ term }) => term)
  return texts.map((_, index) => [...new Set((found.get(index) ?? []).map(({ id }) => id))].slice(0, most))
}

/** Customers with each word at the start of one in their name, or with the text in an address. */
export async function listCustomersLike(db: Db, text: string): Promise<NamedCustomers> {
  const condition = customersLike(text)
  if (condition === undefined) return { ids: [], isCut: false }
  const rows = await db.many<{ id: number }>(sql`${unnamed}
    select id from customers where ${condition} order by id + 0 desc limit ${mostNamed + 1}`)
  return cut(rows.map(({ id }) => id))
}

/** On rows of `customers`. */
export function customersLike(text: string): Sql | undefined {
  const conditions = [namedLike(text), addressesLike(text)].filter((each) => each !== undefined)
  return conditions.length === 0 ? undefined : sql`(${join(conditions, " or ")})`
}

function namedLike(text: string): Sql | undefined {
  const words = spacedWords(text)
  if (words.length === 0) return undefined
  return sql`(${join(
    words.map((word) => sql`customers.name_words like ${patternOf(word, true)}`),
    " and ",
  )})`
}

/** Shorter parts are in too many addresses, and in no index. */
const leastOfAddress = 3

/** Any part of an address; of a short text, its start. */
function addressesLike(text: string): Sql | undefined {
  const part = text
    .trim()
    .toLowerCase()
    .replace(/^\*/, "")
    .replace(/[\\%_]/g, "\\$&")
  if (part === "" || /\s/.test(part)) return undefined
  if (part.length >= leastOfAddress) return sql`customers.addresses like ${`%${part}%`}`
  return sql`(customers.addresses like ${`${part}%`} or customers.addresses like ${`%\n${part}%`})`
}

/** Words as they were written, each with at least a letter or a digit. */
export function spacedWords(text: string): string[] {
  return text.split(/\s+/).filter((word) => wordsOf(word).length > 0)
}

/** On a column that `words_of_name` made: whole words, or with a prefix the start of the last one. */
export function patternOf(text: string, isPrefix: boolean): Sql {
  return isPrefix ? sql`'%' || rtrim(words_of_name(${text})) || '%'` : sql`'%' || words_of_name(${text}) || '%'`
}

export async function listOrganizationsNamed(db: Db, text: string): Promise<{ ids: number[]; customerIds: number[] }> {
  const words = spacedWords(text)
  if (words.length === 0) return { ids: [], customerIds: [] }
  const like = (column: Sql) =>
    join(
      words.map((word) => sql`words_of_name(${column}) like ${patternOf(word, true)}`),
      " and ",
    )
  const rows = await db.many<{ id: number; is_customer: boolean }>(sql`${unnamed}
    (select id, false as is_customer from organizations where removed_at is null and ${like(sql`name`)}
      order by id + 0 desc limit ${mostNamed})
    union all (select id, true from customers
      where organization is not null and organization_id is null and ${like(sql`organization`)}
      order by id + 0 desc limit ${mostNamed})`)
  return {
    ids: rows.filter((row) => !row.is_customer).map(({ id }) => id),
    customerIds: rows.filter((row) => row.is_customer).map(({ id }) => id),
  }
}

function cut(ids: number[]): NamedCustomers {
  return { ids: ids.slice(0, mostNamed), isCut: ids.length > mostNamed }
}
