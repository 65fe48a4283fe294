import type pg from "pg"
import { column, type Operation, type Prepared, perPage } from "./operation.ts"
import { get, type Request } from "./requests.ts"
import { fewWords, sampleWords } from "./words.ts"

export const searchCommon = "search, a common word"
export const searchRare = "search, a rare word"

/** As many in a desk of any size; the vocabulary of a large one has no rarer words. */
const rare = { least: 300, most: 400, words: 10 }

interface Search {
  name: string
  /** Query strings of the desk, and what the floor is asked for the same. */
  pairs: { query: string; bare: Bare }[]
}

/** What the index of searched_words() (migration 0011) is asked for; the floor's own words for it. */
interface Bare {
  words: string
  phrase?: string
  inbox?: string
  status?: string
}

export async function listSearches({ db }: Prepared): Promise<Operation[]> {
  const near = await sampleWords(db)
  const searches: Search[] = [
    { name: searchCommon, pairs: [wordPair(near(1).word), wordPair(near(0.4).word)] },
    { name: searchRare, pairs: (await fewWords(db, rare)).map(wordPair) },
    {
      name: "search, a phrase",
      pairs: [
        {
          query: `status=all&query=${encodeURIComponent('"best regards"')}`,
          bare: { words: "'best' & 'regards'", phrase: "'best' <-> 'regards'" },
        },
      ],
    },
    { name: "search, combined", pairs: [await combined(db, near(0.4).word)] },
  ]
  const operations: Operation[] = []
  for (const { name, pairs } of searches) {
    const list = { name: "conversations", count: perPage }
    const bare: Request[] = []
    for (const pair of pairs) bare.push(get(await barePath(db, pair.bare), { list }))
    const floor = `floor: bare SQL of a ${name}`
    const requests = pairs.map(({ query }) => get(`/v2/conversations?${query}`, { list }))
    operations.push({ name: floor, kind: "other", by: "floor", requests: bare })
    operations.push({ name, kind: "search", by: "desk", floor, requests })
  }
  return operations
}

function wordPair(word: string) {
  return { query: `status=all&query=${word}`, bare: { words: `'${word}' | '/${word}'` } }
}

/** A word and a tag among the closed ones of the largest inbox. */
async function combined(db: pg.Client, word: string): Promise<Search["pairs"][number]> {
  const [inbox = ""] = await column<string>(
    db,
    "select inbox_id as value from conversations where state = 'published' group by 1 order by count(*) desc limit 1",
  )
  const { rows } = await db.query<{ id: string; name: string }>(
    `select id, name from tags join conversation_tags on tag_id = id where name !~ '[",]'
    group by id order by count(*) desc limit 1`,
  )
  const tag = rows[0] ?? { id: "0", name: "" }
  return {
    query: `mailbox=${inbox}&status=closed&query=${encodeURIComponent(`(body:${word} AND tag:"${tag.name}")`)}`,
    bare: { words: `'${word}' & '+${tag.id}'`, inbox, status: "closed" },
  }
}

/**
 * The floor is told in which weeks to look: the newest that together hold a page, as somebody who knew the answer
 * already would. All weeks are no condition at all.
 */
async function barePath(db: pg.Client, bare: Bare): Promise<string> {
  const { rows } = await db.query<{ week: number; matches: number; newer: number }>(
    `select week, sum(count(*)) over (order by week desc)::integer - count(*)::integer as newer from searched_conversations
    where searched_words(conversation_id, version) @@ $1::tsquery
      and ($2::bigint is null or inbox_id = $2) and ($3::text is null or status = $3)
    group by week order by week desc`,
    [bare.words, bare.inbox ?? null, bare.status ?? null],
  )
  // Of a phrase many have the words and not one after the other.
  const enough = bare.phrase === undefined ? perPage : 2 * perPage
  const weeks = rows.filter(({ newer }) => newer < enough).map(({ week }) => week)
  const conditions = weeks.length < rows.length ? { weeks: weeks.join() } : {}
  return `/search?${new URLSearchParams({ ...bare, ...conditions })}`
}
