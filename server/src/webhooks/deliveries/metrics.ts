import { Counter, Gauge, type Registry } from "prom-client"
import { type Database, sql } from "../../db/db.ts"
import { sharing } from "../../http/metrics.ts"

/** Of every webhook and all nodes, whichever node is asked. */
export function addWebhookMetrics(registry: Registry, db: Database): void {
  const healths = sharing(() => listHealth(db))
  const gauges = {
    webhook_deliveries_pending: { help: "Deliveries that a webhook is still owed, up to 100,000", of: "pending" },
    webhook_oldest_due_seconds: {
      help: "How late the delivery is that waited longest for its turn",
      of: "late_seconds",
    },
    webhook_failing: { help: "Attempts in a row that failed", of: "failing" },
  } as const
  for (const [name, { help, of }] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      labelNames: ["webhook"],
      registers: [registry],
      async collect() {
        const rows = await healths()
        this.reset()
        for (const row of rows) this.set({ webhook: row.id }, row[of])
      },
    })
  const counters = {
    webhook_attempts_total: { help: "Attempts since it was made", of: "attempt_count" },
    webhook_failures_total: { help: "Attempts that failed since it was made", of: "failure_count" },
  } as const
  for (const [name, { help, of }] of Object.entries(counters))
    new Counter({
      name,
      help,
      labelNames: ["webhook"],
      registers: [registry],
      async collect() {
        const rows = await healths()
        this.reset()
        for (const row of rows) this.inc({ webhook: row.id }, row[of])
      },
    })
}

interface Health {
  id: number
  failing: number
  attempt_count: number
  failure_count: number
  pending: number
  late_seconds: number
}

/** Nothing while the database is away: the metrics of the node itself are worth having then. */
function listHealth(db: Database): Promise<Health[]> {
  return db
    .many<Health>(sql`
      select id, failing, attempt_count, failure_count,
        (select count(*) from (
          select from webhook_deliveries where webhook_id = webhooks.id and state = 'pending' limit 100000) counted) as pending,
        case when state = 'enabled' then greatest(0, extract(epoch from clock_timestamp() - (
          select min(due_at) from webhook_deliveries where webhook_id = webhooks.id and due_at is not null)))::float8
          else 0 end as late_seconds
      from webhooks order by id`)
    .catch(() => [])
}
