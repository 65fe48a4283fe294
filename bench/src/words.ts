import type pg from "pg"

export interface Word {
  word: string
  /** Of all conversations, those that have it. */
  share: number
}

/** Gives the word of this desk that is closest to a share, as a sample tells it. */
export async function sampleWords(db: pg.Client): Promise<(share: number) => Word> {
  const { rows } = await db.query<Word>(`
    with sample as (select conversation_id from searched_conversations tablesample system (1) limit 5000),
      enough as (select conversation_id from sample
        union (select conversation_id from searched_conversations limit 500))
    select lexeme as word, count(distinct conversation_id)::float / (select count(*) from enough) as share
    from enough join search_entries using (conversation_id), unnest(words)
    where lexeme ~ '^[a-z]{3,}$' and thread_id > 0 group by 1`)
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

/** Those first that a sample takes to be in as many conversations. Numbers are left out: each is in one. */
async function wordsOfAbout(db: pg.Client, amount: number): Promise<string[]> {
  const { rows: sizes } = await db.query<{ size: number }>("select count(*)::float as size from searched_conversations")
  const { rows } = await db.query<{ word: string }>(
    `with sample as materialized (
      select conversation_id from searched_conversations tablesample system ($1) repeatable (1))
    select lexeme as word from sample join search_entries using (conversation_id), unnest(words)
    where lexeme ~ '^[a-z0-9]{3,}$' and lexeme ~ '[a-z]' and thread_id > 0 group by 1
    order by abs(ln(count(distinct conversation_id) * $2::float / (select count(*) from sample) / $3::float)), md5(lexeme)
    limit $4`,
    [Math.min(100, (100 * sampled) / sizes[0]!.size), sizes[0]!.size, amount, counted],
  )
  return rows.map(({ word }) => word)
}

async function countMatches(db: pg.Client, word: string): Promise<number> {
  const { rows } = await db.query<{ found: number }>(
    `select count(*)::integer as found from searched_conversations
    where searched_words(conversation_id, version) @@ $1::tsquery`,
    [`'${word}' | '/${word}'`],
  )
  return rows[0]?.found ?? 0
}
