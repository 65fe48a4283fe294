import { setTimeout as wait } from "node:timers/promises"
import type { Config } from "../config.ts"
import { openDatabase } from "../db/db.ts"
import { openEmbedded } from "../db/embedded/embedded.ts"
import { claimDataDir } from "../db/embedded/hold.ts"
import { pendingMigrations } from "../db/migrate.ts"
import { DeskError, refusal } from "../errors.ts"
import { explainUnreachable, say } from "./database.ts"
import { type Roles, runDesk } from "./run.ts"
import { untilStopped } from "./signals.ts"

/** One node of a desk: web, worker or both. It waits for a database that is away and never migrates by itself. */
export async function serve(config: Config, roles: Roles): Promise<void> {
  const claim = config.databaseUrl === undefined ? await claimDataDir(config.dataDir) : undefined
  const embedded = claim && (await openEmbedded(config.dataDir, say, { owner: true }))
  const url = embedded?.url ?? config.databaseUrl ?? ""
  try {
    const stopped = untilStopped()
    if (!(await Promise.race([untilMigrated(config, url), stopped]))) return
    const running = await runDesk(config, { databaseUrl: url, ...roles })
    say(roles.web ? `Deskhand listens at ${running.address}` : "Deskhand works through its jobs")
    await stopped
    await running.stop()
  } finally {
    await embedded?.stop()
    await claim?.release()
  }
}

async function untilMigrated(config: Config, url: string): Promise<true> {
  const db = openDatabase({ url, connections: 1, prepared: false, statementTimeoutMs: 5_000 })
  try {
    for (let pause = 250; ; pause = Math.min(pause * 2, 5_000)) {
      try {
        const pending = await pendingMigrations(db)
        if (pending.length === 0) return true
        throw refusal(`The database lacks ${pending.length} migrations. Run: npm run -s desk -- migrate`)
      } catch (error) {
        if (!(error instanceof DeskError) || error.code !== "unavailable") throw error
        say(`${(explainUnreachable(error, config) as Error).message} Trying again in ${pause / 1_000} s.`)
        await wait(pause)
      }
    }
  } finally {
    await db.close()
  }
}
