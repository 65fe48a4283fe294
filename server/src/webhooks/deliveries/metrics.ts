import { Counter, Gauge, type Registry } from "prom-client"
import { type Database, sql } from "../../db/db.ts"
import { sharing } from "../../http/metrics.ts"

/** Of every webhook and all nodes, whichever node is asked. */
export function addWebhookMetrics(registry: Registry, db: Database): void {
  const healths = sharing(() => listHealth(db))
  const metrics = [
    [Gauge, "webhook_deliveries_pending", "pending", "Deliveries that a webhook is still owed, up to 100,000"],
    [Gauge, "webhook_oldest_due_seconds", "late_seconds", "How late the delivery is that waited longest for its turn"],
    [Gauge, "webhook_failing", "failing", "Attempts in a row that failed"],
    [Counter, "webhook_attempts_total", "attempt_count", "Attempts since it was made"],
    [Counter, "webhook_failures_total", "failure_count", "Attempts that failed since it was made"],
  ] as const
  for (const [Metric, name, column, help] of metrics)
    new Metric({
      name,
      help,
      labelNames: ["webhook"],
      registers: [registry],
      async collect() {
        const rows = await healths()
        this.reset()
        for (const row of rows) this.inc({ webhook: row.id }, row[column])
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
