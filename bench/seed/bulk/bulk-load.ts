import { availableParallelism } from "node:os"
import { type Db, join, raw, sql } from "../../../server/src/db/db.ts"
import { conversationTables } from "./conversation-rows.ts"
import { customerTables } from "./customers.ts"

export const bulkTables: readonly string[] = [
  ...Object.keys(customerTables),
  ...Object.keys(conversationTables),
  "search_documents",
]

/** Triggers would count and list row by row what the seed does once at the end. */
const triggeredTables = [
  "organizations",
  "customers",
  "customer_emails",
  "conversations",
  "conversation_tags",
  "conversation_fields",
  "ratings",
  "search_entries",
]

/**
 * From this many conversations on it is faster to build indexes and check foreign keys afterwards,
 * unless the desk is so large already that building them anew takes longer.
 */
const fewestForRebuild = 5_000
const mostTimesLarger = 4

export interface Dismantled {
  indexes: { table: string; name: string; definition: string }[]
  constraints: { table: string; name: string; definition: string }[]
}

/** Nobody else writes meanwhile, which also makes the identifiers next in each sequence ours. */
export async function lockTables(db: Db): Promise<void> {
  const tables = [...new Set([...triggeredTables, ...bulkTables])]
  await db.run(sql`lock table ${raw(tables.join(", "))} in share row exclusive mode`)
}

export async function pauseTriggers(db: Db): Promise<void> {
  for (const table of triggeredTables) await db.run(raw(`alter table ${table} disable trigger user`))
}

export async function resumeTriggers(db: Db): Promise<void> {
  for (const table of triggeredTables) await db.run(raw(`alter table ${table} enable trigger user`))
}

export async function isWorthRebuilding(db: Db, conversations: number): Promise<boolean> {
  if (conversations < fewestForRebuild) return false
  const { amount } = await db.one<{ amount: number }>(
    sql`select coalesce(sum(amount), 0)::bigint as amount from conversation_totals`,
  )
  return amount <= conversations * mostTimesLarger
}

/**
 * Takes away what slows loading down; all in the transaction of the load, so that a crash brings it back.
 */
export async function dismantle(db: Db): Promise<Dismantled> {
  const tables = join(bulkTables)
  const constraints = await db.many<{ table: string; name: string; definition: string }>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and conrelid in (select t::regclass from unnest(array[${tables}]) t)
    order by conrelid::regclass::text, conname`)
  const indexes = await db.many<{ table: string; name: string; definition: string }>(sql`
    select indrelid::regclass::text as table, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in (select t::regclass from unnest(array[${tables}]) t)
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by pg_table_size(indrelid), indexrelid::regclass::text`)
  for (const { table, name } of constraints) await db.run(raw(`alter table ${table} drop constraint ${name}`))
  for (const { name } of indexes) await db.run(raw(`drop index ${name}`))
  return { indexes, constraints }
}

/**
 * Puts everything back as the catalog described it, which checks the loaded rows too. Search documents are written by then:
 * they are made of other tables, by the indexes of those.
 */
export async function reassemble(
  db: Db,
  { indexes, constraints }: Dismantled,
  { writeDocuments, onStep }: { writeDocuments: () => Promise<void>; onStep: (done: number, total: number) => void },
): Promise<void> {
  const total = indexes.length + constraints.length
  let done = 0
  // One process for each core: the session itself works too.
  const helpers = Math.min(4, availableParallelism() - 1)
  await db.run(raw(`set local maintenance_work_mem = '512MB'; set local max_parallel_maintenance_workers = ${helpers}`))
  const build = async (some: Dismantled["indexes"]) => {
    for (const { definition } of some) {
      await db.run(raw(definition))
      onStep(++done, total)
    }
  }
  const ofDocuments = indexes.filter(({ table }) => table === "search_documents")
  await build(indexes.filter((index) => !ofDocuments.includes(index)))
  await writeDocuments()
  await build(ofDocuments)
  for (const { table, name, definition } of constraints) {
    await db.run(raw(`alter table ${table} add constraint ${name} ${definition}`))
    onStep(++done, total)
  }
}
