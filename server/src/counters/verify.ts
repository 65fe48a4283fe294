import { codeOf, type Database, type Db, sql } from "../db/db.ts"
import { refusal } from "../errors.ts"
import { type Counter, counters, type Difference } from "./counters.ts"
import { idsAtOnce, listWrongTold, retellThreads } from "./told-columns.ts"

/** What is wrong with one kind of counter. */
export interface Finding {
  counter: string
  wrong: number
  examples: Difference[]
}

export type OnProgress = (done: number, total: number, phase: string) => void

export const toldName = "what conversations tell of their threads"

/** So many differences are shown, and so many corrected at once. */
const mostExamples = 10
const mostAtOnce = 10_000

/** Compares every counter with counting, all at one moment, while the desk goes on. */
export function verifyCounters(db: Database, onProgress: OnProgress = () => {}): Promise<Finding[]> {
  return atOneMoment(db, async (db) => {
    const findings: Finding[] = []
    const newest = await newestConversation(db)
    const steps = counters.length + Math.ceil(newest / idsAtOnce)
    let done = 0
    for (const { name, differences } of counters) {
      onProgress(done++, steps, name)
      const rows = await db.many<Difference & { wrong: number }>(
        sql`select *, count(*) over () as wrong from (${differences}) differences limit ${mostExamples}`,
      )
      findings.push({
        counter: name,
        wrong: rows[0]?.wrong ?? 0,
        examples: rows.map(({ wrong, ...difference }) => difference as Difference),
      })
    }
    const told: Finding = { counter: toldName, wrong: 0, examples: [] }
    for (let id = 1; id <= newest; id += idsAtOnce) {
      onProgress(done++, steps, toldName)
      const wrong = await listWrongTold(db, id)
      told.wrong += wrong.length
      told.examples.push(...wrong.slice(0, mostExamples - told.examples.length))
    }
    onProgress(steps, steps, "compared")
    return [...findings, told]
  })
}

/**
 * Adds what is missing to counters while the desk runs. Gives how many of each kind it has corrected.
 *
 * A difference is found at one moment. Whatever commits later moves the counter by as much as it moves the rows, so
 * the difference stays the same until it is added, and nobody needs to wait. Only a second repair would add it twice.
 */
export function repairCounters(db: Database, onProgress: OnProgress = () => {}): Promise<Finding[]> {
  return db.transaction(async (holder) => {
    const { alone } = await holder.one<{ alone: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('counters.repair')) as alone`,
    )
    if (!alone) throw refusal("Another repair of the counters is running. Wait until it has ended.")
    const findings: Finding[] = []
    for (const counter of counters) {
      onProgress(findings.length, counters.length + 1, counter.name)
      findings.push(await repair(db, counter))
    }
    onProgress(counters.length, counters.length + 1, toldName)
    findings.push(await repairTold(db))
    onProgress(counters.length + 1, counters.length + 1, "repaired")
    return findings
  })
}

async function repair(db: Database, { name, differences, correct }: Counter): Promise<Finding> {
  const finding: Finding = { counter: name, wrong: 0, examples: [] }
  for (let failures = 0; ; ) {
    const rows = await atOneMoment(db, (db) =>
      db.many<Difference>(sql`select * from (${differences}) differences limit ${mostAtOnce}`),
    )
    if (rows.length === 0) return finding
    try {
      await db.transaction((db) => correct(db, rows))
      note(finding, rows)
      if (rows.length < mostAtOnce) return finding
    } catch (error) {
      // A tag, customer or inbox has gone in between: there is nothing left to count of it, and one looks again.
      if (codeOf(error) !== "23503" || ++failures > 5) throw error
    }
  }
}

async function repairTold(db: Database): Promise<Finding> {
  const finding: Finding = { counter: toldName, wrong: 0, examples: [] }
  const newest = await newestConversation(db)
  for (let id = 1; id <= newest; id += idsAtOnce) {
    const wrong = await atOneMoment(db, (db) => listWrongTold(db, id))
    // Few at a time: whoever writes to one of them waits for the end of the transaction.
    for (let first = 0; first < wrong.length; first += 100)
      await db.transaction((db) => retellThreads(db, wrong.slice(first, first + 100)))
    note(finding, wrong)
  }
  return finding
}

function note(finding: Finding, rows: Difference[]): void {
  finding.wrong += rows.length
  finding.examples.push(...rows.slice(0, mostExamples - finding.examples.length))
}

/** Reads see the same moment until the end; without a number of its own the transaction holds up no event. */
function atOneMoment<Result>(db: Database, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (db) => {
    await db.run(sql`set transaction isolation level repeatable read, read only`)
    // Everything is read once from end to end: nothing is gained by compiling, or by looking rows up one by one.
    await db.run(sql`select set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true)`)
    return work(db)
  })
}

async function newestConversation(db: Db): Promise<number> {
  const { newest } = await db.one<{ newest: number }>(sql`select coalesce(max(id), 0) as newest from conversations`)
  return newest
}
