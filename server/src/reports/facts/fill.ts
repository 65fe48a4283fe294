import type { Database, Db } from "../../db/db.ts"
import { empty, raw, type Sql, sql } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { listFactsWhere } from "./fact-rows.ts"
import { factKinds } from "./facts.ts"
import { addToSums } from "./sums.ts"
import { lockReports, updateFacts } from "./update-facts.ts"

interface Sizes {
  /** How many conversations are read in one transaction. */
  batch: number
  /** How many began in the time that is added up in one. */
  span: number
}

/** Few enough for short transactions: what happens meanwhile waits for each. */
const usualSizes: Sizes = { batch: 500, span: 2_000 }
/** Where nobody waits for an answer on the same connection. */
const rebuildSizes: Sizes = { batch: 2_000, span: 5_000 }

/** Reads what nobody told the reaction of: what is older than it is, or was loaded past it. */
export async function fillReports({ db }: Pick<Desk, "db">, _payload?: unknown, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await fillNext(db, usualSizes, sql`skip locked`)));
}

interface Filled {
  phase: "reading" | "adding"
  conversations: number
}

/** One step, unless there is nothing to do, or others do it. Facts come first, and those that were written from nothing are added up afterwards. */
async function fillNext(db: Db, sizes: Sizes, whereLocked = empty): Promise<Filled | undefined> {
  const isLeft = sql`(done_id < last_id or summed_until < 'infinity')`
  const waiting = await db.maybe(sql`select from report_progress where ${isLeft}`)
  if (!waiting) return undefined
  return db.transaction(async (db) => {
    const progress = await db.maybe<Progress>(sql`
      select done_id as done, last_id as last from report_progress where ${isLeft} for update ${whereLocked}`)
    if (!progress) return undefined
    return progress.done < progress.last ? readNext(db, progress, sizes.batch) : addNext(db, sizes.span)
  })
}

interface Progress {
  done: number
  last: number
}

async function readNext(db: Db, progress: Progress, size: number): Promise<Filled> {
  // Those too that are gone, and of which only reports still tell.
  const ids = await db.many<{ id: number }>(sql`
    select id from (
      (select id from conversations where id > ${progress.done} and id <= ${progress.last} order by id limit ${size})
      union
      (select distinct conversation_id from report_facts where conversation_id > ${progress.done}
        and conversation_id <= ${progress.last} order by conversation_id limit ${size})) known
    order by id limit ${size}`)
  await updateFacts(
    db,
    ids.map(({ id }) => id),
  )
  const done = ids.length < size ? progress.last : (ids.at(-1)?.id ?? progress.last)
  await db.run(sql`update report_progress set done_id = ${done}`)
  return { phase: "reading", conversations: ids.length }
}

async function addNext(db: Db, size: number): Promise<Filled> {
  const since = await lockReports(db)
  // Nobody has counted them yet, and without that PostgreSQL reads all of them for each span.
  if (since === Number.NEGATIVE_INFINITY) await db.run(sql`analyze report_facts`)
  const { until, conversations } = await db.one<{ until: number; conversations: number }>(sql`
    select coalesce(extract(epoch from max(at) filter (where place > ${size})) * 1000, 'infinity') as until,
      count(*) filter (where place <= ${size}) as conversations
    from (select at, row_number() over (order by at) as place from report_facts
      where kind = 'created' and at > ${momentOf(since)} order by at limit ${size + 1}) began`)
  const came = await listFactsWhere(
    db,
    sql`kind = any(${factKinds}::text[]) and at >= ${momentOf(since)} and at < ${momentOf(until)}`,
  )
  await addToSums(db, { gone: [], came })
  await db.run(sql`update report_progress set summed_until = ${momentOf(until)}`)
  return { phase: "adding", conversations }
}

/** Milliseconds, or what comes before or after all of them. */
function momentOf(ms: number): Sql {
  return sql`to_timestamp(${ms}::float8 / 1000)`
}

/** Everything is to be read again; what is there meanwhile stays, and is corrected as the job comes by. */
export async function scheduleRefill(db: Db): Promise<void> {
  await db.run(sql`
    update report_progress set done_id = 0, last_id = greatest(last_id, (select coalesce(max(id), 0) from conversations))`)
}

const tables = raw("report_facts, report_weeks, report_days, report_hours, report_ranges, report_tops")

export type FillProgress = (done: number, total: number, phase: Filled["phase"]) => void

/** From nothing, at once, or where it was left before. Reports tell too little until it is done. */
export async function rebuildReports(
  db: Database,
  onProgress: FillProgress = () => {},
  sizes = rebuildSizes,
): Promise<number> {
  await db.transaction(async (db) => {
    // In the order in which the job takes them.
    const begun = await db.maybe(sql`select from report_progress where summed_until < 'infinity' for update`)
    if (begun) return
    await scheduleRefill(db)
    await lockReports(db)
    await db.run(sql`truncate ${tables}`)
    await db.run(sql`update report_progress set summed_until = '-infinity'`)
  })
  const { total } = await db.one<{ total: number }>(sql`
    select count(*) as total from conversations where id <= (select last_id from report_progress)`)
  const done = { reading: 0, adding: 0 }
  for (let filled = await fillNext(db, sizes); filled; filled = await fillNext(db, sizes)) {
    const { phase, conversations } = filled
    done[phase] = Math.min(done[phase] + conversations, total)
    onProgress(done[phase], total, phase)
  }
  onProgress(total, total, "adding")
  // What began is read from indexes alone, which needs a vacuum.
  await db.run(sql`vacuum (analyze) ${tables}`)
  return total
}
