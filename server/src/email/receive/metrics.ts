import { Counter, Gauge, type Registry } from "prom-client"
import { type Database, sql } from "../../db/db.ts"
import { sharing } from "../../http/metrics.ts"

/** Of this process: a node that has no HTTP keeps them to itself. */
export const mailSettled = new Counter({
  name: "mail_messages_total",
  help: "Messages that this node took in, by what became of them",
  labelNames: ["outcome"],
  registers: [],
})

/** Of all nodes, whichever is asked. */
export function addReceivingMetrics(registry: Registry, db: Database): void {
  registry.registerMetric(mailSettled)
  const waiting = sharing(() => countWaiting(db))
  const gauges = [
    ["mail_messages_waiting", "waiting", "Messages that nobody has settled yet, up to 100,000"],
    [
      "mail_messages_failed",
      "failed",
      "Messages that could not be read, up to 100,000; desk mail list --outcome failed",
    ],
    ["mail_oldest_waiting_seconds", "oldest_seconds", "How long the message has been here that has waited longest"],
  ] as const
  for (const [name, column, help] of gauges)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await waiting())[column])
      },
    })
}

interface Waiting {
  waiting: number
  failed: number
  oldest_seconds: number
}

/** Nothing while the database is away: the metrics of the node itself are worth having then. */
function countWaiting(db: Database): Promise<Waiting> {
  const upTo = (outcome: "waiting" | "failed") =>
    sql`(select count(*) from (select from inboxes cross join lateral (
      select from mail_messages where inbox_id = inboxes.id and outcome = ${outcome} limit 100000) each limit 100000) counted)`
  return db
    .one<Waiting>(sql`
      select ${upTo("waiting")} as waiting, ${upTo("failed")} as failed,
        coalesce((select extract(epoch from clock_timestamp() - min(first.received_at)) from inboxes cross join lateral (
          select received_at from mail_messages where inbox_id = inboxes.id and outcome = 'waiting' order by id limit 1
        ) first), 0)::float8 as oldest_seconds`)
    .catch(() => ({ waiting: 0, failed: 0, oldest_seconds: 0 }))
}
