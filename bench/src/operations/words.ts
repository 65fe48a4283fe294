import type pg from "pg"

export interface Word {
  word: string
  /** Of all conversations, those that have it. */
  share: number
}

/** Gives the word of this desk that is closest to a share, as a sample tells it. */
export async function sampleWords(db: pg.Client): Promise<(share: number) => Word> {
  const { rows } = await db.query<Word>(`
    with sample as (select * from search_documents tablesample system (1) limit 5000),
      enough as (select * from sample
        union (select * from search_documents limit 500))
    select lexeme as word, count(*)::float / (select count(*) from enough) as share
    from enough, unnest(words) where lexeme ~ '^[a-z]{3,}$' group by 1`)
  const farFrom = (share: number) => (word: Word) => Math.abs(Math.log(word.share / share))
  return (share) => rows.toSorted((one, other) => farFrom(share)(one) - farFrom(share)(other))[0]!
}

export interface FewWords {
  least: number
  most: number
  words: number
}

/** So many conversations tell which words may be meant, and so many of those words are then counted in the whole desk. */
const sampled = 2_000
const counted = 100

/**
 * Words that so many conversations of the whole desk have, whatever its size. Where too few are so rare, because the
 * desk is large and its vocabulary is not, the rarest that `least` have.
 */
export async function fewWords(db: pg.Client, { least, most, words }: FewWords): Promise<string[]> {
  const fitting: string[] = []
  const others: { word: string; found: number }[] = []
  for (const word of await wordsOfAbout(db, Math.sqrt(least * most))) {
    const found = await countMatches(db, word)
    if (found >= least && found <= most) fitting.push(word)
    else if (found > most) others.push({ word, found })
    if (fitting.length === words) return fitting
  }
  const rarest = others.toSorted((one, other) => one.found - other.found).map(({ word }) => word)
  return [...fitting, ...rarest].slice(0, words)
}

/** Words in no order, rare and common ones as the vocabulary has them. */
export function randomWords(db: pg.Client, words: number): Promise<string[]> {
  return wordsOfSample(db, "md5(lexeme)", words)
}

/** Those first that a sample takes to be in as many conversations. */
async function wordsOfAbout(db: pg.Client, amount: number): Promise<string[]> {
  const all = await countDocuments(db)
  const expected = `count(*) * ${all}::float / (select count(*) from sample)`
  return wordsOfSample(db, `abs(ln(${expected} / ${amount}::float)), md5(lexeme)`, counted)
}

/** Excludes numbers: each occurs in one conversation only. */
async function wordsOfSample(db: pg.Client, order: string, words: number): Promise<string[]> {
  const { rows } = await db.query<{ word: string }>(
    `with sample as materialized (select words from search_documents tablesample system ($1) repeatable (1))
    select lexeme as word from sample, unnest(words)
    where lexeme ~ '^[a-z0-9]{3,}$' and lexeme ~ '[a-z]' group by 1 order by ${order} limit $2`,
    [Math.min(100, (100 * sampled) / (await countDocuments(db))), words],
  )
  return rows.map(({ word }) => word)
}

async function countDocuments(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ amount: number }>("select count(*)::integer as amount from search_documents")
  return Math.max(1, rows[0]?.amount ?? 0)
}

async function countMatches(db: pg.Client, word: string): Promise<number> {
  const { rows } = await db.query<{ found: number }>(
    "select count(*)::integer as found from search_documents where words @@ $1::tsquery",
    [`'${word}' | '/${word}'`],
  )
  return rows[0]?.found ?? 0
}
