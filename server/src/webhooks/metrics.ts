import { Counter, Gauge, type Registry } from "prom-client"
import { type Database, sql } from "../db/db.ts"

/** Of every webhook and all nodes, whichever node is asked. */
export function addWebhookMetrics(registry: Registry, db: Database): void {
  const labelled = { labelNames: ["webhook"], registers: [registry] }
  const pending = new Gauge({
    name: "webhook_deliveries_pending",
    help: "Deliveries that a webhook is still owed, up to 100,000",
    ...labelled,
    async collect() {
      const rows = await listHealth(db)
      for (const metric of [pending, late, failing, attempts, failures]) metric.reset()
      for (const row of rows) {
        const webhook = { webhook: row.id }
        pending.set(webhook, row.pending)
        late.set(webhook, row.late_seconds)
        failing.set(webhook, row.failing)
        attempts.inc(webhook, row.attempt_count)
        failures.inc(webhook, row.failure_count)
      }
    },
  })
  const late = new Gauge({
    name: "webhook_oldest_due_seconds",
    help: "How late the delivery is that has waited longest for its turn",
    ...labelled,
  })
  const failing = new Gauge({ name: "webhook_failing", help: "Attempts in a row that failed", ...labelled })
  const attempts = new Counter({ name: "webhook_attempts_total", help: "Attempts since it was made", ...labelled })
  const failures = new Counter({ name: "webhook_failures_total", help: "Attempts that failed", ...labelled })
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
