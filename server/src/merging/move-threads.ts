import { type Db, empty, type Sql, sql } from "../db/db.ts"

export interface Movement {
  from: number[]
  to: number
  /** Which threads `t` go over; all without it. */
  which?: Sql
}

/**
 * Threads go over with everything that hangs on them: attachments and schedules by themselves, words and ratings here.
 * All of the conversations are held. A reply that names no customer went to its conversation's, and says so from now on.
 */
export async function moveThreads(db: Db, { from, to, which }: Movement): Promise<void> {
  await withoutDocuments(db, [...from, to], async () => {
    const moved = await db.many<{ id: number }>(sql`
      update threads t set conversation_id = ${to},
        customer_id = case when t.type = 'message' then coalesce(t.customer_id, c.customer_id) else t.customer_id end
      from conversations c
      where c.id = t.conversation_id and c.id = any(${from}::bigint[]) ${which === undefined ? empty : sql`and ${which}`}
      returning t.id`)
    const ids = moved.map(({ id }) => id)
    await db.run(sql`update search_entries set conversation_id = ${to}
      where conversation_id = any(${from}::bigint[]) and thread_id = any(${ids}::bigint[])`)
    await db.run(sql`update ratings set conversation_id = ${to} where thread_id = any(${ids}::bigint[])`)
  })
}

/**
 * Every thread that moves would have all words of both conversations gathered anew. Without their documents meanwhile, they
 * are gathered once, at the end. Threads are locked before the documents, as by everybody who changes them.
 */
async function withoutDocuments(db: Db, ids: number[], work: () => Promise<void>): Promise<void> {
  await db.run(sql`select from threads where conversation_id = any(${ids}::bigint[]) order by id for no key update`)
  await db.run(sql`delete from search_documents where conversation_id = any(${ids}::bigint[])`)
  await work()
  await db.run(sql`
    insert into search_documents (conversation_id, inbox_id, status, state, created_at, words)
    select id, inbox_id, status, state, created_at, document_words(id) from conversations where id = any(${ids}::bigint[]) order by id`)
}
