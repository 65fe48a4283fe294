import { Gauge, type Registry } from "prom-client"
import { type Database, sql } from "../db/db.ts"
import { sharing } from "../http/metrics.ts"
import { trafficOf } from "./traffic.ts"

/** How the connections of inboxes do, what this node has taken in, and what it said no to. */
export function addMailMetrics(registry: Registry, db: Database): void {
  const registers = [registry]
  const states = sharing(() => countStates(db))
  new Gauge({
    name: "mail_connections",
    help: "Connections of inboxes to mail servers that are enabled, by kind and state",
    labelNames: ["kind", "state"],
    registers,
    async collect() {
      const known = await states()
      this.reset()
      for (const { kind, state, total } of known ?? []) this.set({ kind, state }, total)
    },
  })
  new Gauge({
    name: "mail_received_total",
    help: "Messages that this node has taken in since it was started, by the way they came",
    labelNames: ["via"],
    registers,
    collect() {
      for (const [via, total] of Object.entries(trafficOf(db).taken)) this.set({ via }, total)
    },
  })
  new Gauge({
    name: "mail_receiver_sessions",
    help: "Open connections to the receiver of mail on this node",
    registers,
    collect() {
      this.set(trafficOf(db).sessions)
    },
  })
  new Gauge({
    name: "mail_receiver_refusals_total",
    help: "What the receiver of this node said no to since it was started, by the code of its answer",
    labelNames: ["code"],
    registers,
    collect() {
      for (const [code, total] of trafficOf(db).refused) this.set({ code }, total)
    },
  })
}

/** Nothing while the database is away: the metrics of the node itself are worth having then. */
function countStates(db: Database): Promise<{ kind: string; state: string; total: number }[] | undefined> {
  return db
    .many<{ kind: string; state: string; total: number }>(sql`
      select kind, state, count(*) as total from mail_connections where enabled group by kind, state`)
    .catch(() => undefined)
}
