import type pg from "pg"
import { codeOf, type Database, type Db, raw, type Sql, sql } from "../../server/src/db/db.ts"
import { refusal } from "../../server/src/errors.ts"
import { tellReports } from "../../server/src/seed/insert/reports.ts"
import {
  bulkTables,
  type Dismantled,
  dismantle,
  isWorthRebuilding,
  lockTables,
  pauseTriggers,
  reassemble,
  resumeTriggers,
} from "./bulk/bulk-load.ts"
import { threadCountAt } from "./bulk/conversation-plan.ts"
import { copyBatch, generatedBatches } from "./bulk/copy.ts"
import { countSeeded, writeDocuments } from "./bulk/counters.ts"
import { newestCustomerAt } from "./bulk/customers.ts"
import { insertInboxes } from "./bulk/inboxes.ts"
import { insertOrganizations, organizationCount } from "./bulk/organizations.ts"
import { insertPeople } from "./bulk/people.ts"
import { identifiersNeeded, type SeedOptions, type SeedPlan } from "./bulk/plan.ts"
import { insertCustomerProperties, insertTags } from "./bulk/tags.ts"
import { mostThreadsPer, ThreadCounts } from "./bulk/thread-counts.ts"

export type { SeedOptions } from "./bulk/plan.ts"

export interface SeedSummary {
  /** Rows by table. */
  rows: Record<string, number>
  seconds: number
}

export type SeedProgress = (done: number, total: number, phase: string) => void

/**
 * Fills a desk with a realistic load: the same rows for the same options on an empty desk, beside what is there on
 * another. All of it is one transaction, so whatever happens the desk is either seeded or as it was.
 */
export async function seedDesk(
  database: Database,
  options: SeedOptions,
  onProgress: SeedProgress,
): Promise<SeedSummary> {
  refuseUnlikely(options)
  const start = process.hrtime.bigint()
  const client = await database.pool.connect()
  const db = dbOn(client)
  let broken: Error | undefined
  let rows: Record<string, number>
  try {
    await db.run(sql`begin`)
    rows = await load(client, db, options, onProgress)
    onProgress(0, 1, "saving")
    await db.run(sql`commit`)
  } catch (error) {
    await db.run(sql`rollback`).catch((rollbackError: Error) => {
      broken = rollbackError
    })
    throw readable(error, broken)
  } finally {
    client.release(broken)
  }
  await tidyUp(database, onProgress)
  return { rows, seconds: Number(process.hrtime.bigint() - start) / 1e9 }
}

function refuseUnlikely({ conversations, threadsPer, rng }: SeedOptions): void {
  if (!Number.isSafeInteger(conversations) || conversations < 1 || conversations > 10_000_000)
    throw refusal("The number of conversations to seed must be a whole number from 1 to 10,000,000.")
  if (!Number.isFinite(threadsPer) || threadsPer < 1 || threadsPer > mostThreadsPer)
    throw refusal(`The number of threads per conversation must be from 1 to ${mostThreadsPer}.`)
  if (!Number.isSafeInteger(rng)) throw refusal("The number for --rng must be a whole number.")
}

function readable(error: unknown, broken: Error | undefined): unknown {
  const again = "Nothing was changed; mend that and seed again."
  if (broken) return refusal(`The database went away while the desk was being seeded. ${again}`, error)
  if (codeOf(error) === "53100") return refusal(`The database's disk is full. ${again}`, error)
  return error
}

async function load(
  client: pg.ClientBase,
  db: Db,
  options: SeedOptions,
  onProgress: SeedProgress,
): Promise<Record<string, number>> {
  onProgress(0, 1, "preparing")
  await db.run(sql`set local statement_timeout = 0`)
  await db.run(sql`set local lock_timeout = 0`)
  await db.run(sql`set local idle_in_transaction_session_timeout = 0`)
  await lockTables(db)
  const rebuild = await isWorthRebuilding(db, options.conversations)
  await pauseTriggers(db)
  const plan = await makePlan(db, options)
  const dismantled: Dismantled = rebuild ? await dismantle(db) : { indexes: [], constraints: [] }
  const rows: Record<string, number> = { organizations: plan.organizations }
  let done = 0
  for await (const batch of generatedBatches(plan)) {
    await copyBatch(client, batch)
    done += batch.conversations
    for (const table of batch.tables) rows[table.name] = (rows[table.name] ?? 0) + table.rows
    onProgress(done, plan.conversations, "loading")
  }
  await reassemble(db, dismantled, {
    writeDocuments: () => writeDocuments(db, plan),
    onStep: (step, steps) => onProgress(step, steps, "indexing"),
  })
  await resumeTriggers(db)
  onProgress(0, 1, "counting")
  await countSeeded(db, plan)
  await tellReports(db, { firstId: plan.ids.conversations })
  return rows
}

/** Sets up the small tables, and identifiers aside for the large ones. */
async function makePlan(db: Db, options: SeedOptions): Promise<SeedPlan> {
  const { conversations, threadsPer, rng, now } = options
  const people = await insertPeople(db, options)
  const desk = {
    ...people,
    inboxes: await insertInboxes(db, people, options),
    tagIds: await insertTags(db, options),
    customerProperties: await insertCustomerProperties(db, options),
  }
  const firstOrganization = await reserve(db, sequenceOf("organizations"), organizationCount(conversations))
  const organizations = await insertOrganizations(db, { ...options, firstId: firstOrganization })
  const identifiers = identifiersNeeded(conversations)
  return {
    rng,
    nowMs: now.getTime(),
    conversations,
    threadsPer,
    organizations,
    desk,
    ids: {
      organizations: firstOrganization,
      customers: await reserve(db, sequenceOf("customers"), newestCustomerAt(conversations - 1) + 1),
      conversations: await reserve(db, sequenceOf("conversations"), identifiers),
      numbers: await reserve(db, sql`'conversation_numbers'`, identifiers),
      threads: await reserve(db, sequenceOf("threads"), totalThreads(options)),
    },
  }
}

function totalThreads({ conversations, threadsPer }: SeedOptions): number {
  const counts = new ThreadCounts(threadsPer)
  let total = 0
  for (let index = 0; index < conversations; index++) total += threadCountAt(counts, index)
  return total
}

function sequenceOf(table: string): Sql {
  return sql`pg_get_serial_sequence(${table}, 'id')`
}

async function reserve(db: Db, sequence: Sql, amount: number): Promise<number> {
  const { last } = await db.one<{ last: number }>(
    sql`select setval(${sequence}::regclass, nextval(${sequence}::regclass) + ${amount} - 1) as last`,
  )
  return last - amount + 1
}

/** Marks pages as visible to all, so that lists can be read from indexes alone, and tells the planner what is there. */
async function tidyUp(database: Database, onProgress: SeedProgress): Promise<void> {
  const tables = [...bulkTables, "organizations", "customer_inboxes", "organization_inboxes"]
  let done = 0
  for (const table of tables) {
    // Lists read some tables by their indexes alone, which needs a vacuum; the two largest are never read so.
    const largest = table === "threads" || table === "search_entries"
    await database.run(raw(`${largest ? "analyze" : "vacuum (analyze)"} ${table}`))
    onProgress(++done, tables.length, "tidying up")
  }
}

function dbOn(client: pg.ClientBase): Db {
  const many = async <Row>(statement: Sql) => (await client.query(statement.text, statement.values)).rows as Row[]
  const db: Db = {
    many,
    maybe: async <Row>(statement: Sql) => (await many<Row>(statement))[0],
    one: async <Row>(statement: Sql) => (await many<Row>(statement))[0]!,
    run: async (statement) => (await client.query(statement.text, statement.values)).rowCount ?? 0,
    transaction: (work) => work(db),
    tell: () => {},
  }
  return db
}
