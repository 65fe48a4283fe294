import type pg from "pg"
import { type Bare, bareSearch } from "../floor/bare-search.ts"
import { column, type Kind, type Operation, type Prepared, perPage } from "./operation.ts"
import { get, type Request } from "./requests.ts"
import { fewWords, randomWords, sampleWords } from "./words.ts"

export const searchCommon = "search, a common word"

/** As many in a desk of any size; the vocabulary of a large one has no rarer words. */
const rare = { least: 300, most: 400, words: 10 }

/** More than a run of a few seconds comes to, so that none is asked for twice. */
const coldWords = 1_000

interface Search {
  name: string
  kind?: Kind
  /** Query strings of the desk, and what the floor is asked for the same. */
  pairs: { query: string; bare: Bare }[]
}

export async function listSearches({ db }: Prepared): Promise<Operation[]> {
  const near = await sampleWords(db)
  const searches: Search[] = [
    { name: "cold: search, random words", kind: "cold", pairs: (await randomWords(db, coldWords)).map(wordPair) },
    { name: searchCommon, pairs: [wordPair(near(1).word), wordPair(near(0.4).word)] },
    { name: "search, a rare word", pairs: (await fewWords(db, rare)).map(wordPair) },
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
  for (const { name, kind = "search", pairs } of searches) {
    const list = { name: "conversations", count: perPage }
    const [bare, requests]: [Request[], Request[]] = [[], []]
    for (const { query, bare: wanted } of pairs) {
      const path = await barePath(db, wanted)
      if (path === undefined) continue
      bare.push(get(path, { list }))
      requests.push(get(`/v2/conversations?${query}`, { list }))
    }
    const floor = `floor: bare SQL of a ${name.replace("cold: ", "")}`
    operations.push({ name: floor, kind: "other", by: "floor", requests: bare })
    operations.push({ name, kind, by: "desk", floor, requests })
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
 * Gives the floor the creation time of the last conversation of the page, which makes its query the cheapest possible.
 * Undefined where the page is not full.
 */
async function barePath(db: pg.Client, bare: Bare): Promise<string | undefined> {
  const { text, values } = bareSearch(bare)
  const { rows } = await db.query<{ since: string }>(
    `select created_at::text as since ${text} order by created_at desc, id desc limit 1 offset ${perPage - 1}`,
    values,
  )
  return rows[0] && `/search?${new URLSearchParams({ ...bare, since: rows[0].since })}`
}
