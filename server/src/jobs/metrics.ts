import { Gauge, Histogram, type Registry } from "prom-client"
import type { Database } from "../db/db.ts"
import { sharing } from "../http/metrics.ts"
import { countJobs } from "./queue.ts"

/** Of this process: a node that has no HTTP keeps them to itself. */
export const jobDurations = new Histogram({
  name: "job_duration_seconds",
  help: "Time that a run of a job took on this node",
  labelNames: ["job", "outcome"],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
  registers: [],
})

/** Of the whole queue, whichever node is asked. */
export function addJobMetrics(registry: Registry, db: Database): void {
  registry.registerMetric(jobDurations)
  // The other metrics matter most while the database is away.
  const counts = sharing(() => countJobs(db).catch(() => []))
  new Gauge({
    name: "jobs",
    help: "Jobs in the queue by name and state: waiting, running, retrying (failed, will be tried again), dead",
    labelNames: ["job", "state"],
    registers: [registry],
    async collect() {
      const rows = await counts()
      this.reset()
      for (const { name, state, amount } of rows) this.set({ job: name, state }, amount)
    },
  })
  new Gauge({
    name: "jobs_oldest_due_seconds",
    help: "How late the job is that has waited longest for a worker",
    registers: [registry],
    async collect() {
      this.set(Math.max(0, ...(await counts()).map(({ lateSeconds }) => lateSeconds)))
    },
  })
}
