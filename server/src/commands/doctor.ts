import { access, constants, statfs } from "node:fs/promises"
import type { Config } from "../config.ts"
import { scannerVersion } from "../conversations/attachments/clamav.ts"
import { type Database, openDatabase, sql } from "../db/db.ts"
import { pendingMigrations } from "../db/migrate.ts"
import { unsafeSettings } from "../db/safety.ts"
import { checkWrites } from "../db/write-check.ts"
import { lookAtRelay } from "../email/send/transport/relay-check.ts"
import { DeskError } from "../errors.ts"
import { openFiles } from "../files/open.ts"
import { reachOf } from "../http/outgoing/addresses.ts"
import { verifyReports } from "../reports/facts/verify.ts"
import { explainUnreachable, withDatabase } from "./database.ts"
import { checkEvents } from "./doctor-events.ts"
import { checkMail, checkReceiver } from "./doctor-mail.ts"
import { checkProxy } from "./doctor-proxy.ts"
import { checkSecrets } from "./doctor-secrets.ts"
import type { Finding } from "./finding.ts"

/** Looks at everything a desk stands on; the exit code says whether all is well. */
export async function doctor(config: Config): Promise<void> {
  const findings = [
    checkNode(),
    await checkDisk(config),
    await checkFiles(config),
    await checkScanner(config),
    checkReceiver(config),
    { about: "Outgoing calls", well: `to ${reachOf(config)}` },
    { about: "Outgoing mail", ...(await lookAtRelay(config)) },
    ...(await checkDatabase(config)),
    ...(await checkReplica(config)),
  ]
  for (const { about, well, wrong, note } of findings) {
    const [mark, text] = wrong !== undefined ? ["✗", wrong] : note !== undefined ? ["!", note] : ["✓", well]
    process.stdout.write(`${mark} ${about}: ${text}\n`)
  }
  if (findings.some(({ wrong }) => wrong !== undefined)) process.exitCode = 1
}

function checkNode(): Finding {
  const [major = 0] = process.versions.node.split(".").map(Number)
  if (major >= 24) return { about: "Node.js", well: process.versions.node }
  return { about: "Node.js", wrong: `${process.versions.node} is too old; run it through npm, which brings its own` }
}

async function checkDisk(config: Config): Promise<Finding> {
  const about = "Disk"
  try {
    const { bavail, bsize } = await statfs(config.dataDir)
    const free = (bavail * bsize) / 2 ** 30
    const amount = `${free.toFixed(1)} GiB free at ${config.dataDir}`
    return free >= 1 ? { about, well: amount } : { about, wrong: `only ${amount}; make room, or move DATA_DIR` }
  } catch {
    return { about, wrong: `${config.dataDir} cannot be read; start the desk once, or point DATA_DIR to its folder` }
  }
}

async function checkFiles(config: Config): Promise<Finding> {
  const about = "Files"
  if (config.filesS3Endpoint !== undefined) return checkBucket(config)
  const { filesDir } = config
  try {
    await access(filesDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return { about, well: `kept in ${filesDir}` }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      return { about, well: `none yet; they will be kept in ${filesDir}` }
    return { about, wrong: `${filesDir} cannot be read and written; give the desk's user the rights, or set FILES_DIR` }
  }
}

/** A few bytes are written and read; the next sweep takes them away. */
async function checkBucket(config: Config): Promise<Finding> {
  const place = `the bucket ${config.filesS3Bucket} at ${config.filesS3Endpoint}`
  const contents = Buffer.from("Written by the doctor")
  try {
    const files = openFiles(config)
    await files.read({ key: await files.write(contents), sizeBytes: contents.length })
    return { about: "Files", well: `kept in ${place}` }
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    return { about: "Files", wrong: `${place} cannot be written and read: ${reason}. Look at the FILES_S3 settings` }
  }
}

async function checkScanner({ clamavAddress }: Config): Promise<Finding> {
  const about = "Virus scanner"
  if (clamavAddress === undefined) return { about, well: "none: attachments are not scanned (set CLAMAV_ADDRESS)" }
  try {
    return { about, well: await scannerVersion(clamavAddress) }
  } catch (error) {
    const reason = (error as Error).message
    return {
      about,
      wrong: `CLAMAV_ADDRESS (${clamavAddress}) does not answer: ${reason}. Until it does, attachments wait`,
    }
  }
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  try {
    return await withDatabase(config, async (db) => {
      const { version } = await db.one<{ version: string }>(sql`select current_setting('server_version') as version`)
      const major = Number.parseInt(version, 10)
      const server: Finding =
        major >= 15
          ? { about: "PostgreSQL", well: `${version}${config.databaseUrl === undefined ? " (embedded)" : ""}` }
          : { about: "PostgreSQL", wrong: `${version} is too old; upgrade it to 15 or newer` }
      return [
        server,
        await checkSchema(db),
        await checkSafety(db),
        await checkWriting(db),
        await checkClock(db),
        await checkEvents(db),
        await checkQueue(db),
        await checkAttachments(db, config),
        ...(await checkMail(db)),
        await checkSecrets(db, config),
        await checkProxy(db, config),
        await checkReports(db),
      ]
    })
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    return [{ about: "PostgreSQL", wrong: error.message }]
  }
}

async function checkSchema(db: Database): Promise<Finding> {
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return { about: "Schema", well: "up to date" }
  return { about: "Schema", wrong: `${pending.length} migrations are missing; run: npm run -s desk -- migrate` }
}

async function checkSafety(db: Database): Promise<Finding> {
  const dangers = await unsafeSettings(db)
  if (dangers.length === 0)
    return { about: "Durability", well: "fsync, full_page_writes and synchronous_commit are on" }
  return { about: "Durability", wrong: dangers.join("; ") }
}

async function checkWriting(db: Database): Promise<Finding> {
  const about = "Writes"
  try {
    await checkWrites(db)
    return { about, well: "the database takes them" }
  } catch (error) {
    const reason = error instanceof DeskError && error.cause instanceof Error ? error.cause.message : String(error)
    return { about, wrong: `the database takes none: ${reason}. If its disk is full, make room there` }
  }
}

/** Tokens expire and replies are sent by the clocks of the nodes, jobs recur by that of the database: they must agree. */
async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now()
  const { now } = await db.one<{ now: Date }>(sql`select clock_timestamp() as now`)
  const after = Date.now()
  // Any time between the two may be that of the answer, which comes late on a busy machine.
  const skewMs = Math.max(before - now.getTime(), now.getTime() - after, 0)
  if (skewMs < 2_000) return { about: "Clock", well: `${Math.round(skewMs)} ms from the database's` }
  return { about: "Clock", wrong: `${(skewMs / 1_000).toFixed(1)} s from the database's; set both by NTP` }
}

async function checkQueue(db: Database): Promise<Finding> {
  const about = "Jobs"
  const { exists } = await db.one<{ exists: boolean }>(
    sql`select to_regclass('graphile_worker.jobs') is not null as exists`,
  )
  if (!exists) return { about, wrong: "there is no queue yet; run: npm run -s desk -- migrate" }
  const { late, dead } = await db.one<{ late: number; dead: number }>(sql`
    select count(*) filter (where run_at < now() - interval '5 minutes' and attempts < max_attempts) as late,
      count(*) filter (where attempts >= max_attempts) as dead
    from graphile_worker.jobs where locked_at is null`)
  if (late > 0)
    return { about, wrong: `${late} are more than 5 minutes late; start a worker: npm run -s desk -- serve --worker` }
  if (dead > 0) return { about, wrong: `${dead} have failed for good; see: npm run -s desk -- jobs` }
  return { about, well: "none late, none failed" }
}

async function checkAttachments(db: Database, { clamavAddress }: Config): Promise<Finding> {
  const about = "Attachments"
  const { exists } = await db.one<{ exists: boolean }>(sql`select to_regclass('attachments') is not null as exists`)
  if (!exists) return { about, well: "none yet" }
  const { waiting } = await db.one<{ waiting: number }>(sql`
    select count(*) as waiting from attachments where state = 'pending' and created_at < now() - interval '15 minutes'`)
  if (waiting === 0) return { about, well: "none waits for a scanner" }
  if (clamavAddress === undefined)
    return { about, well: `${waiting} wait for a scanner, and are not shown without one` }
  return { about, wrong: `${waiting} wait for the scanner, and are not shown; check it and start a worker` }
}

async function checkReports(db: Database): Promise<Finding> {
  const about = "Reports"
  const { exists } = await db.one<{ exists: boolean }>(sql`select to_regclass('report_facts') is not null as exists`)
  if (!exists) return { about, well: "none yet" }
  const { conversations, wrong, wrongDays, waiting } = await verifyReports(db)
  // A moment ago they may not have heard of what has just happened.
  if (wrong.length > conversations / 20 || wrongDays > 0)
    return {
      about,
      wrong: `tell otherwise than ${wrong.length} of ${conversations} conversations and ${wrongDays} of 20 days; run: npm run -s desk -- reports rebuild`,
    }
  if (waiting > 0) return { about, well: `${waiting} conversations are still to be read, by a worker` }
  return { about, well: `agree with ${conversations} conversations looked at` }
}

async function checkReplica(config: Config): Promise<Finding[]> {
  if (config.databaseReplicaUrl === undefined) return []
  const about = "Replica"
  const db = openDatabase({
    url: config.databaseReplicaUrl,
    connections: 1,
    prepared: false,
    statementTimeoutMs: 5_000,
  })
  try {
    const { follows } = await db.one<{ follows: boolean }>(sql`select pg_is_in_recovery() as follows`)
    return [
      follows ? { about, well: "follows its primary" } : { about, wrong: "DATABASE_REPLICA_URL is not a replica" },
    ]
  } catch (error) {
    const explained = explainUnreachable(error, { ...config, databaseUrl: config.databaseReplicaUrl })
    return [{ about, wrong: (explained as Error).message.replace("DATABASE_URL", "DATABASE_REPLICA_URL") }]
  } finally {
    await db.close()
  }
}
