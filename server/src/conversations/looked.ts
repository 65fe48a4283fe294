import type { Db } from "../db/db.ts"
import type { FoundPage } from "../db/page-walk.ts"
import { type ConversationFilter, isScopeAlone } from "./filter.ts"
import type { IndexQuery } from "./index-query.ts"
import type { ConversationList } from "./list.ts"
import type { VersionRow } from "./queries.ts"
import type { Search } from "./search.ts"
import { type Guess, guessMatches, indexQueryOf, narrowed } from "./search-index.ts"

export interface FindLimits {
  /** So many of a list are tested one by one to see how common a match is. */
  sample: number
  /** So many are tested in the statement that gives the page. */
  soon: number
  /** In the time of one test so many are read from the index. */
  readPerTest: number
  /** So many are tested one by one to fill a page, or to count. */
  tested: number
  /**
   * So many are looked up in the index together to fill a page of which tests found nothing, six tenths of it where they found
   * some, and three times as many where that does not fill it.
   */
  together: number
  /** So many conversations are fetched and sorted rather than walked to. */
  few: number
  /** So many are counted in the index; it takes longer than a reader waits to count more. */
  counted: number
  /** So many are read from the index before a walk in another order begins; of more, some are soon met by testing. */
  gathered: number
  /** In the time of reading and sorting one match, so many conversations are passed by in another order. */
  passedPerSorted: number
  /** So many of a tag are walked by; for a page that is farther the index is asked. */
  walked: number
}

export type Wanted = Omit<ConversationList, "total">

export interface FoundConversations extends FoundPage {
  /** Of the same moment, where they came along. */
  versions?: VersionRow[]
}

/** A search before anything was read, and what decides how it is found. */
export interface Looked {
  list: Wanted
  search: Search
  limits: FindLimits
  /** The list without what only a test of each conversation can tell. */
  scope: ConversationFilter
  index: Asked | undefined
  /** What the list leaves out, as the index knows it, where it asks for nothing else. */
  leftOut: LeftOut | undefined
}

export interface Counted extends Looked {
  /** How many are in scope. */
  everything: number
}

export interface LeftOut {
  query: IndexQuery
  guess: Guess
}

/** The first of a list that were tested one by one, and those of them that match. */
export interface Tested {
  tested: number
  found: number[]
}

/** What the index of words knows of a list. */
export interface Asked {
  query: IndexQuery
  /** All that match and nothing else, so that nothing need be tested. */
  isAll: boolean
  /** Few enough to read them all. */
  isCountable: boolean
  guess: Guess
  /** Of the scope, those that the search finds. */
  share: number
}

export async function lookAt(db: Db, list: Wanted, { search, limits }: Pick<Looked, "search" | "limits">) {
  const scope = { ...list.filter, search: search.shallow }
  const index = await askable(db, list.filter, { search, limits })
  const looked: Looked = { list, search, limits, scope, index, leftOut: await leftOutBy(db, list.filter, search) }
  return looked
}

async function leftOutBy(db: Db, filter: ConversationFilter, { leftOut }: Search): Promise<LeftOut | undefined> {
  if (leftOut === undefined || !isScopeAlone(filter)) return undefined
  const query = await indexQueryOf(db, leftOut.query)
  return query?.exact ? { query, guess: await guessMatches(db, query) } : undefined
}

async function askable(
  db: Db,
  filter: ConversationFilter,
  { search, limits }: Pick<Looked, "search" | "limits">,
): Promise<Asked | undefined> {
  // The index has what is published and nothing else.
  const words = filter.folder === "deleted" ? undefined : await indexQueryOf(db, search.query)
  if (words === undefined) return undefined
  const alone = await guessMatches(db, words)
  const { query, isAll } = narrowed(words, filter)
  const guess = await guessMatches(db, query)
  const isCountable = alone.found <= limits.counted || guess.read <= limits.counted
  return { query, isAll, isCountable, guess, share: alone.share }
}

/** Where so many of a list match, a page is sooner found by testing than by fetching all that do. */
export const commonShare = 0.05

/** So many candidates are fetched; fewer where a test of their texts, which takes longer, soon finds a page as well. */
export function mostFetched({ query, share }: Asked, { few, tested }: FindLimits): number {
  return query.exact || share < commonShare ? few : tested
}
