import { setTimeout as wait } from "node:timers/promises"
import type { Config } from "../config.ts"
import type { Database } from "../db/db.ts"
import { openEmbedded } from "../db/embedded/embedded.ts"
import { claimDataDir } from "../db/embedded/hold.ts"
import { pendingMigrations } from "../db/migrate.ts"
import { DeskError, refusal } from "../errors.ts"
import { explainUnreachable, say } from "./database.ts"
import { ignoreClosedOutput } from "./process-guard.ts"
import { type Roles, runDesk } from "./run.ts"
import { untilStopped } from "./signals.ts"

/** One node of a desk: web, worker or both. It waits for a database that is away and never migrates by itself. */
export async function serve(config: Config, roles: Roles): Promise<void> {
  const stopped = new AbortController()
  const asked = untilStopped().then(() => stopped.abort())
  ignoreClosedOutput()
  const claim = config.databaseUrl === undefined ? await claimDataDir(config.dataDir) : undefined
  const embedded = claim && (await openEmbedded(config.dataDir, say, { owner: true }))
  const databaseUrl = embedded?.url ?? config.databaseUrl ?? ""
  try {
    const ready = (db: Database) => untilMigrated(db, config, stopped.signal)
    const running = await runDesk(config, { databaseUrl, ready, ...roles })
    say(roles.web ? `Deskhand listens at ${running.address}` : "Deskhand works through its jobs")
    await Promise.race([asked, running.crashed])
    await running.stop()
  } catch (error) {
    if (!stopped.signal.aborted) throw error
  } finally {
    await embedded?.stop()
    await claim?.release()
  }
}

async function untilMigrated(db: Database, config: Config, signal: AbortSignal): Promise<void> {
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 5_000)) {
    try {
      const pending = await pendingMigrations(db)
      if (pending.length === 0) return
      throw refusal(`The database lacks ${pending.length} migrations. Run: npm run -s desk -- migrate`)
    } catch (error) {
      if (!(error instanceof DeskError) || error.code !== "unavailable") throw error
      say(`${(explainUnreachable(error, config) as Error).message} Trying again in ${pauseMs / 1_000} s.`)
      await wait(pauseMs, undefined, { signal })
    }
  }
}
