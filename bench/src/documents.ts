import type { DeskhandClient } from "@deskhand/sdk/client"
import type pg from "pg"

/** Enough to have the sizes of the whole desk among them. */
const samplePages = 20
const pageSize = 100

/**
 * Makes the ready texts that the floor answers with: one for every conversation, each a real answer of the desk.
 * A sample of answers is dealt out over all ids, because asking for every one would take longer than the bench.
 */
export async function makeDocuments(db: pg.Client, desk: DeskhandClient): Promise<void> {
  const documents = await sampleDocuments(desk)
  await db.query("create schema bench")
  await db.query("create table bench.documents (id bigint primary key, document text not null)")
  await db.query(
    `with sample as (select document, position from unnest($1::text[]) with ordinality as s (document, position))
    insert into bench.documents select c.id, sample.document
    from conversations c join sample on sample.position = 1 + c.id % $2`,
    [documents, documents.length],
  )
}

async function sampleDocuments(desk: DeskhandClient): Promise<string[]> {
  const first = await desk.conversations.list({ status: "all", size: pageSize })
  const { totalPages } = first.page
  const pages = Math.min(samplePages, totalPages)
  const documents: string[] = []
  for (let index = 0; index < pages; index++) {
    const page = 1 + Math.floor((index * totalPages) / pages)
    const { _embedded } = await desk.conversations.list({ status: "all", size: pageSize, page })
    documents.push(..._embedded.conversations.map((conversation) => JSON.stringify(conversation)))
  }
  return documents
}

/** What autovacuum and the checkpointer would do within minutes, and otherwise in the middle of a measurement. */
export async function settle(db: pg.Client): Promise<void> {
  await db.query("vacuum (analyze)")
  await db.query("checkpoint")
}
