import { Gauge, type Registry } from "prom-client"
import { type Database, sql } from "../../db/db.ts"
import { sharing } from "../../http/metrics.ts"

/** Of the whole desk, whichever node is asked. */
export function addScanMetrics(registry: Registry, db: Database): void {
  const waiting = sharing(() => findWaiting(db))
  const metrics = [
    ["scans_pending", "amount", "Contents that wait for the scanner, up to 100,000"],
    ["scans_oldest_seconds", "seconds", "For how long the oldest of them has been waiting"],
  ] as const
  for (const [name, column, help] of metrics)
    new Gauge({
      name,
      help,
      labelNames: ["of"],
      registers: [registry],
      async collect() {
        const rows = await waiting()
        this.reset()
        for (const row of rows) this.set({ of: row.of }, row[column])
      },
    })
}

interface Waiting {
  of: "attachments" | "messages"
  amount: number
  seconds: number
}

/** Nothing while the database is away: the metrics of the node itself are worth having then. */
function findWaiting(db: Database): Promise<Waiting[]> {
  const age = sql`coalesce(extract(epoch from clock_timestamp() - min(begun_at)), 0)::float8`
  return db
    .many<Waiting>(sql`
      select 'attachments' as of, count(*) as amount, ${age} as seconds from (
        select created_at as begun_at from attachments where state = 'pending' order by id limit 100000) waiting
      union all
      select 'messages', count(*), ${age} from (
        select received_at as begun_at from mail_messages where scan = 'pending' order by id limit 100000) waiting`)
    .catch(() => [])
}
