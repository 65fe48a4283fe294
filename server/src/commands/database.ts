import type { Config } from "../config.ts"
import { type Database, openDatabase } from "../db/db.ts"
import { isEmbeddedRunning, openEmbedded } from "../db/embedded/embedded.ts"
import { DeskError, refusal } from "../errors.ts"

/** Two fifths of the statement timeout: a caller learns sooner that the database is away than that it is slow. */
export function connectTimeoutMs({ databaseTimeout }: Config): number {
  return databaseTimeout * 400
}

/** For commands that run and end: long statements are allowed, nothing is prepared. */
export async function withDatabase<Result>(config: Config, work: (db: Database) => Promise<Result>): Promise<Result> {
  const embedded =
    config.databaseUrl === undefined ? await openEmbedded(config.dataDir, say, { owner: false }) : undefined
  const db = openDatabase({
    url: embedded?.url ?? config.databaseUrl ?? "",
    connections: 4,
    prepared: false,
    statementTimeoutMs: 0,
    connectTimeoutMs: connectTimeoutMs(config),
  })
  try {
    return await work(db)
  } catch (error) {
    throw explainUnreachable(error, config)
  } finally {
    await db.close()
    await embedded?.stop()
  }
}

/** Stops nothing that another process uses. */
export async function stopLeftPostgres(config: Config): Promise<void> {
  if (config.databaseUrl !== undefined || !(await isEmbeddedRunning(config.dataDir))) {
    say("No PostgreSQL of this desk is running.")
    return
  }
  const { stop } = await openEmbedded(config.dataDir, say, { owner: false })
  await stop()
  if (await isEmbeddedRunning(config.dataDir))
    throw refusal("PostgreSQL is in use by a desk or a command. Stop that first.")
  say("PostgreSQL is stopped. Everything is kept.")
}

/** Progress goes to standard error; standard output belongs to the result. */
export function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

export function explainUnreachable(error: unknown, config: Config): unknown {
  if (!(error instanceof DeskError) || error.code !== "unavailable" || config.databaseUrl === undefined) return error
  const reason = error.cause instanceof Error ? error.cause.message || String(Reflect.get(error.cause, "code")) : ""
  return refusal(
    `DATABASE_URL (${withoutPassword(config.databaseUrl)}) cannot be reached: ${reason}. ` +
      "Check that PostgreSQL runs there and that the address, user and password are right, or unset it to use the embedded one.",
    error,
  )
}

function withoutPassword(url: string): string {
  return url.replace(/:[^:@/]*@/, ":***@")
}
