import { setTimeout as pause } from "node:timers/promises"
import { DeskhandClient } from "@deskhand/sdk/client"
import type pg from "pg"
import { ask, type Caller, get, type Request } from "./requests.ts"

/** Enough to have the sizes of the whole desk among them. */
const samplePages = 20
const pageSize = 100

/** Kept as they are read fastest: not compressed, and beside their key where a page has room. */
const columns = `(id bigint primary key, document text storage external not null) with (toast_tuple_target = 8160)`

/**
 * Makes the ready texts that the floor answers with: one for every conversation, each a real answer of the desk.
 * A sample of answers is dealt out over all ids, because asking for every one would take longer than the bench. What an
 * earlier bench made on the same desk stays, and what it lacks is added.
 */
export async function keepConversations(db: pg.Client, { address, token = "" }: Caller): Promise<void> {
  const documents = await sampleDocuments(new DeskhandClient({ baseUrl: address, token }))
  await db.query("create schema if not exists bench")
  await db.query(`create table if not exists bench.conversations ${columns}`)
  await db.query(
    `with sample as (select document, position from unnest($1::text[]) with ordinality as s (document, position))
    insert into bench.conversations select c.id, sample.document
    from conversations c join sample on sample.position = 1 + c.id % $2
    where not exists (select from bench.conversations d where d.id = c.id)`,
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

/**
 * Keeps every item of these lists as a text of its own, and gives the requests by which the floor answers the same
 * items; those of the desk then say how many each must list.
 */
export async function keepAnswers(
  db: pg.Client,
  { desk, table, requests }: { desk: Caller; table: string; requests: Request[] },
): Promise<{ desk: Request[]; floor: Request[] }> {
  await db.query(`drop table if exists bench.${table}`)
  await db.query(`create table bench.${table} ${columns}`)
  const kept = { desk: [] as Request[], floor: [] as Request[] }
  for (const request of requests) {
    const [name = "", items = []] =
      Object.entries((JSON.parse(await ask(desk, request)) as { _embedded: Answered })._embedded)[0] ?? []
    // A list of one would be answered as a single thing.
    if (items.length < 2) continue
    const ids = items.map(({ id }) => id)
    await db.query(
      `insert into bench.${table} select * from unnest($1::bigint[], $2::text[]) on conflict (id) do nothing`,
      [ids, items.map((item) => JSON.stringify(item))],
    )
    const list = { name, count: items.length }
    kept.desk.push({ ...request, answer: { ...request.answer, list } })
    kept.floor.push(get(`/${table}/${ids.join()}`, { list }))
  }
  return kept
}

type Answered = Record<string, { id: number }[]>

/** What the worker, autovacuum and the checkpointer would do within minutes, and otherwise in the middle of a measurement. */
export async function settle(db: pg.Client): Promise<void> {
  while ((await db.query("select from report_progress where done_id < last_id")).rowCount) await pause(500)
  await db.query("vacuum (analyze)")
  await db.query("checkpoint")
}
