import { Gauge, type Registry } from "prom-client"
import { type Database, sql } from "../db/db.ts"
import { sharing } from "../http/metrics.ts"

/** How old the oldest event without a number is, how far reactions are behind, and who listens here. */
export function addEventMetrics(registry: Registry, { db, streams }: { db: Database; streams: () => number }): void {
  const registers = [registry]
  new Gauge({
    name: "event_streams",
    help: "Open streams of events on this node",
    registers,
    collect() {
      this.set(streams())
    },
  })
  const state = sharing(() => findState(db))
  new Gauge({
    name: "events_waiting_seconds",
    help: "Age of the oldest event without a number; over 30, mail and webhooks wait for it: run desk doctor",
    registers,
    async collect() {
      const known = await state()
      this.reset()
      if (known) this.set(known.waiting_seconds)
    },
  })
  new Gauge({
    name: "event_reaction_lag",
    help: "Events that a reaction has not heard yet",
    labelNames: ["reaction"],
    registers,
    async collect() {
      const known = await state()
      this.reset()
      for (const { name, behind } of known?.cursors ?? []) this.set({ reaction: name }, behind)
    },
  })
  new Gauge({
    name: "event_reactions_failed",
    help: "Events that a reaction was given up on; `desk reactions` lists them",
    registers,
    async collect() {
      const known = await state()
      this.reset()
      if (known) this.set(known.failed)
    },
  })
}

interface State {
  waiting_seconds: number
  cursors: { name: string; behind: number }[]
  failed: number
}

/** Nothing while the database is away: the metrics of the node itself are worth having then. */
function findState(db: Database): Promise<State | undefined> {
  return db
    .maybe<State>(sql`
      select coalesce((select extract(epoch from clock_timestamp() - min(created_at)) from events), 0) as waiting_seconds,
        coalesce((select json_agg(json_build_object('name', name, 'behind', (select max(number) from feed) - number))
          from event_cursors where number <= (select max(number) from feed)), '[]') as cursors,
        (select count(*) from failed_reactions) as failed`)
    .catch(() => undefined)
}
