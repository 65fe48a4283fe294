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

/** Words that about so many conversations of the whole desk have, whatever its size. */
export async function fewWords(
  db: pg.Client,
  wanted: { least: number; most: number; words: number },
): Promise<string[]> {
  const { rows } = await db.query<{ word: string }>(
    `with desk as (select count(*)::float as size from searched_conversations),
      sample as (select conversation_id from searched_conversations order by md5(conversation_id::text) limit 300)
    select lexeme as word from sample join search_entries using (conversation_id), unnest(words)
    where lexeme ~ '^[a-z0-9]{3,}$' and thread_id > 0 group by 1
    having count(distinct conversation_id) between 300 * $1 / (select size from desk)
      and ceil(300 * $2 / (select size from desk))
    order by md5(lexeme) limit 500`,
    [wanted.least, wanted.most],
  )
  const words: string[] = []
  for (const { word } of rows) {
    if (words.length === wanted.words) break
    const found = await countUpTo(db, word, wanted.most + 1)
    if (found >= wanted.least && found <= wanted.most) words.push(word)
  }
  return words
}

async function countUpTo(db: pg.Client, word: string, most: number): Promise<number> {
  const { rows } = await db.query<{ found: number }>(
    `select count(*)::integer as found from (select from searched_conversations
    where searched_words(conversation_id, version) @@ $1::tsquery limit ${most}) as matching`,
    [`'${word}' | '/${word}'`],
  )
  return rows[0]?.found ?? 0
}
