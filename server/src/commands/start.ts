import type { Config } from "../config.ts"
import { type Database, openDatabase, sql } from "../db/db.ts"
import { openEmbedded } from "../db/embedded/embedded.ts"
import { claimDataDir } from "../db/embedded/hold.ts"
import { migrate } from "../db/migrate.ts"
import { connectTimeoutMs, explainUnreachable } from "./database.ts"
import { makeOwner, type Owner } from "./first-run.ts"
import { openLogFile } from "./log-file.ts"
import { ignoreClosedOutput } from "./process-guard.ts"
import { type Progress, showProgress } from "./progress.ts"
import { refuseTakenPort, runDesk } from "./run.ts"
import { untilStopped } from "./signals.ts"

/** What `npm start` runs: everything a desk needs, on embedded defaults, told as it goes. */
export async function start(config: Config, options: { empty: boolean }): Promise<void> {
  // From the first moment on: a Ctrl-C in the middle of a start must not leave PostgreSQL behind.
  const stopped = untilStopped()
  ignoreClosedOutput()
  const progress = showProgress(process.stdout)
  await refuseTakenPort(config)
  const postgres = await openPostgres(config, progress)
  try {
    const owner = await prepare(config, postgres.url, { ...options, progress })
    const log = openLogFile(config.dataDir)
    const roles = { web: true, worker: true }
    const running = await runDesk(config, { databaseUrl: postgres.url, log: log.stream, ...roles }).catch(
      (error: unknown) => {
        throw explainUnreachable(error, config)
      },
    )
    progress.done()
    process.stdout.write(owner ? firstWelcome(running.address, owner) : welcome(running.address))
    process.stdout.write(`  Log             ${log.path}\n  Stop            Ctrl-C\n\n`)
    // The launcher starts a desk again that was ready once and ended by itself.
    process.send?.("ready", () => {})
    const crash = await Promise.race([stopped, running.crashed])
    process.stdout.write(crash ? `Stopping after an unexpected error: ${crash.message}\n` : "Stopping …\n")
    await running.stop()
  } finally {
    await postgres.stop()
  }
  process.stdout.write("Stopped. Everything is kept.\n")
}

async function openPostgres(config: Config, progress: Progress): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => {} }
  const claim = await claimDataDir(config.dataDir)
  try {
    const embedded = await openEmbedded(config.dataDir, progress.say, { owner: true })
    return {
      url: embedded.url,
      async stop() {
        await embedded.stop()
        await claim.release()
      },
    }
  } catch (error) {
    await claim.release()
    throw error
  }
}

async function prepare(
  config: Config,
  url: string,
  { empty, progress }: { empty: boolean; progress: Progress },
): Promise<Owner | undefined> {
  const db: Database = openDatabase({
    url,
    connections: 2,
    prepared: false,
    statementTimeoutMs: 0,
    connectTimeoutMs: connectTimeoutMs(config),
  })
  try {
    let migrating = false
    await migrate(db, () => {
      if (!migrating) progress.say("Migrating the database")
      migrating = true
    })
    const owner = await makeOwner(db, config)
    if (owner && !empty && config.databaseUrl === undefined && (await isBlank(db))) {
      progress.say("Filling the desk with sample conversations (take them away with: npm run -s desk -- sample remove)")
      const { loadSample } = await import("../seed/sample.ts")
      await loadSample(db, new Date(), owner.id)
    }
    return owner
  } catch (error) {
    throw explainUnreachable(error, config)
  } finally {
    await db.close()
  }
}

/** A desk that was seeded before its first start needs no samples. */
async function isBlank(db: Database): Promise<boolean> {
  return (await db.maybe(sql`select from inboxes limit 1`)) === undefined
}

function firstWelcome(address: string, owner: Owner): string {
  return `
Deskhand is ready at ${address}

  Owner      ${owner.email}
  Password   ${owner.password}   (you choose your own when you sign in)

  Try the API:
  curl -H "Authorization: Bearer ${owner.token}" ${address}/v2/conversations

  API reference   ${address}/docs
  Another token   npm run -s desk -- token
`
}

function welcome(address: string): string {
  return `
Deskhand is ready at ${address}

  Try the API:
  curl -H "Authorization: Bearer $(npm run -s desk -- token)" ${address}/v2/conversations

  API reference   ${address}/docs
  New password    npm run -s desk -- password
`
}
