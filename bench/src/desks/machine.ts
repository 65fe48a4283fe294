import { availableParallelism, cpus, loadavg, totalmem } from "node:os"
import type pg from "pg"

/** What the figures depend on. The load is that of before the bench: what else kept the machine busy. */
export async function machineFacts(db: pg.Client, loadBefore: number): Promise<string[]> {
  const { rows } = await db.query<{ version: string }>("select current_setting('server_version') as version")
  return [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"})`,
    `${Math.round(totalmem() / 2 ** 30)} GB of memory`,
    `Node ${process.versions.node}`,
    `PostgreSQL ${rows[0]?.version}`,
    `load average ${loadBefore.toFixed(1)} before the bench began`,
  ]
}

export function currentLoad(): number {
  return loadavg()[0] ?? 0
}
