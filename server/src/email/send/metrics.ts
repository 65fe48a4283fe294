import { Gauge, type Registry } from "prom-client"
import { type Database, sql } from "../../db/db.ts"
import { sharing } from "../../http/metrics.ts"

/** Of the mail of all inboxes and all nodes, whichever node is asked. */
export function addSendingMetrics(registry: Registry, db: Database): void {
  const counted = sharing(() => count(db))
  const metrics = [
    ["mail_outgoing_waiting", "waiting", "Mails that are to go out"],
    ["mail_outgoing_held", "held", "Mails that are kept until there is something to send them through"],
    ["mail_outgoing_failed", "failed", "Mails of the last 30 days that did not reach everybody"],
    ["mail_outgoing_oldest_seconds", "oldest_seconds", "How long the oldest mail waits that is to go out"],
  ] as const
  for (const [name, column, help] of metrics)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await counted()
        if (found) this.set(found[column])
        else this.reset()
      },
    })
}

interface Counted {
  waiting: number
  held: number
  failed: number
  oldest_seconds: number
}

/** Nothing while the database is away: the metrics of the node itself are worth having then. */
function count(db: Database): Promise<Counted | undefined> {
  return db
    .one<Counted>(sql`
      select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'held') as held,
        count(*) filter (where state in ('failed', 'partly', 'bounced') and created_at > now() - interval '30 days') as failed,
        coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where state = 'waiting')), 0)::float8
          as oldest_seconds
      from outgoing_mail where state in ('waiting', 'held', 'failed', 'partly', 'bounced')`)
    .catch(() => undefined)
}
