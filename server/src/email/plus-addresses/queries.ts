import { type Db, type Sql, sql } from "../../db/db.ts"

export interface PlusTestRow {
  id: number
  inbox_id: number
  address: string
  sent_at: Date
  arrived_at: Date | null
  takes_sender: boolean
  problem: string | null
  superseded: boolean
}

/** Of `inboxes i`: the test that counts for the address that the inbox has today. */
export const currentTest: Sql = sql`plus_address_tests p
  on p.inbox_id = i.id and not p.superseded and lower(p.address) = lower(i.email)`

export function findCurrentTest(db: Db, inboxId: number): Promise<PlusTestRow | undefined> {
  return db.maybe(sql`select p.* from inboxes i join ${currentTest} where i.id = ${inboxId}`)
}

export function findTest(db: Db, id: number): Promise<PlusTestRow | undefined> {
  return db.maybe(sql`select * from plus_address_tests where id = ${id}`)
}

/** In the place of the one before. */
export function replaceTest(
  db: Db,
  { inboxId, address, now }: { inboxId: number; address: string; now: Date },
): Promise<{ id: number }> {
  return db.transaction(async (db) => {
    // Two at once would both find none.
    await db.run(sql`select from inboxes where id = ${inboxId} for no key update`)
    await supersedeTest(db, inboxId)
    return db.one(sql`
      insert into plus_address_tests (inbox_id, address, sent_at) values (${inboxId}, ${address}, ${now}) returning id`)
  })
}

/** What it says holds no longer. */
export async function supersedeTest(db: Db, inboxId: number): Promise<void> {
  await db.run(sql`update plus_address_tests set superseded = true where inbox_id = ${inboxId} and not superseded`)
}

export async function noteSending(db: Db, id: number, takesSender: boolean): Promise<void> {
  await db.run(sql`update plus_address_tests set takes_sender = ${takesSender} where id = ${id}`)
}

export async function noteArrival(db: Db, id: number, now: Date): Promise<void> {
  await db.run(sql`
    update plus_address_tests set arrived_at = coalesce(arrived_at, ${now}::timestamptz), problem = null where id = ${id}`)
}

/** Unless it has arrived all the same. */
export async function noteProblem(db: Db, id: number, problem: string): Promise<void> {
  await db.run(sql`
    update plus_address_tests set problem = ${problem.slice(0, 500)} where id = ${id} and arrived_at is null`)
}
