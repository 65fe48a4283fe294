import { setTimeout as wait } from "node:timers/promises"
import { OneOf } from "@deskhand/contract/common"
import Type from "typebox"
import { codeOf, type Db, sql } from "../db/db.ts"
import { hasLateEvents } from "../db/late-events.ts"
import { listMigrations } from "../db/migrate.ts"
import { checkWrites } from "../db/write-check.ts"
import { type Answer, type Desk, route } from "./route.ts"

const json = { contentMediaType: "application/json" }

const Health = Type.Object({ status: OneOf(["ok"]) }, { ...json, description: "The process lives" })

const Checks = Type.Object({
  database: OneOf(["ok", "read-only", "unreachable"]),
  schema: OneOf(["ok", "behind", "unknown"]),
  writes: OneOf(["ok", "failing", "unknown"]),
  files: OneOf(["ok", "failing"]),
  events: OneOf(["ok", "late", "unknown"]),
  replica: Type.Optional(OneOf(["ok", "unreachable"])),
})
type Checks = Type.Static<typeof Checks>
type PrimaryChecks = Pick<Checks, "database" | "schema" | "events">
type WriteCheck = "ok" | "failing"
type ReplicaCheck = NonNullable<Checks["replica"]>

function Readiness<const Status extends readonly string[]>(status: Status, description: string) {
  return Type.Object({ status: OneOf(status), checks: Checks }, { ...json, description })
}

export const getHealth = route({
  method: "GET",
  url: "/healthz",
  permission: "public",
  summary: "Whether the process lives",
  answers: { 200: Health },
  handle: async () => answer(200, { status: "ok" }),
})

export const getReadiness = route({
  method: "GET",
  url: "/readyz",
  permission: "public",
  summary: "Whether this node can do its work",
  answers: {
    200: Readiness(
      ["ok", "degraded"],
      "It can; `degraded` when writes fail, events are processed late or the replica is away",
    ),
    503: Readiness(["unavailable"], "It cannot at the moment"),
  },
  handle: async ({ desk }) => checkOf(desk).answer(),
})

function answer(status: number, body: object, headers: Record<string, string> = {}): Answer {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) }
}

/** Long enough for a busy database, short enough for the usual patience of a load balancer. */
const patienceMs = 1_000

const retryAfterSeconds = "2"

const readinessChecks = new WeakMap<Desk, ReadinessCheck>()

function checkOf(desk: Desk): ReadinessCheck {
  const check = readinessChecks.get(desk) ?? new ReadinessCheck(desk)
  readinessChecks.set(desk, check)
  return check
}

/** One write tells everybody who asks within this time whether writes work. */
const writeCheckMs = 3_000

class ReadinessCheck {
  private readonly primary: () => Promise<PrimaryChecks>
  private readonly writes: () => Promise<WriteCheck>
  private readonly files: () => Promise<WriteCheck>
  private readonly replica: (() => Promise<ReplicaCheck>) | undefined

  constructor({ db, files, replica }: Desk) {
    const newest = newestMigration()
    this.primary = share(async () => checkPrimary(db, await newest), { late: away })
    this.writes = share(() => tryWrite(() => checkWrites(db)), { late: "failing", validMs: writeCheckMs })
    this.files = share(() => tryWrite(() => files.checkWrites()), { late: "failing", validMs: writeCheckMs })
    this.replica = replica && share(() => checkReplica(replica), { late: "unreachable" })
  }

  async answer(): Promise<Answer> {
    const [primary, files, replica] = await Promise.all([this.primary(), this.files(), this.replica?.()])
    const { database, schema, events } = primary
    const writes = await this.checkWritesOf(primary)
    const checks: Checks = { database, schema, writes, files, events, ...(replica !== undefined && { replica }) }
    if (database === "unreachable" || schema !== "ok")
      return answer(503, { status: "unavailable", checks }, { "Retry-After": retryAfterSeconds })
    // Nodes share the database: were they all unavailable while writes fail, nobody could even read.
    const isWhole = Object.values(checks).every((check) => check === "ok")
    return answer(200, { status: isWhole ? "ok" : "degraded", checks })
  }

  private async checkWritesOf({ database }: PrimaryChecks): Promise<Checks["writes"]> {
    if (database === "unreachable") return "unknown"
    return database === "read-only" ? "failing" : this.writes()
  }
}

/** Runs one check at a time, however many ask: a database that hangs must not collect waiting checks. */
function share<Result>(
  check: () => Promise<Result>,
  { late, validMs = 0 }: { late: Result; validMs?: number },
): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let known: { result: Result; until: number } | undefined
  return async () => {
    if (known && performance.now() < known.until) return known.result
    running ??= check()
      .then((result) => {
        known = { result, until: performance.now() + validMs }
        return result
      })
      .finally(() => {
        running = undefined
      })
    return within(running, late)
  }
}

async function tryWrite(write: () => Promise<void>): Promise<WriteCheck> {
  try {
    await write()
    return "ok"
  } catch {
    return "failing"
  }
}

async function newestMigration(): Promise<number> {
  return (await listMigrations()).at(-1)?.number ?? 0
}

async function checkPrimary(db: Db, newest: number): Promise<PrimaryChecks> {
  try {
    const { applied, readOnly, late } = await db.one<{ applied: number | null; readOnly: boolean; late: boolean }>(sql`
      select (select max(number) from migrations) as applied, ${hasLateEvents} as late,
        pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly"`)
    return {
      database: readOnly ? "read-only" : "ok",
      // A newer schema is well: during a rolling upgrade the old nodes go on working until they are replaced.
      schema: (applied ?? 0) >= newest ? "ok" : "behind",
      events: late ? "late" : "ok",
    }
  } catch (error) {
    return codeOf(error) === undefinedTable ? { database: "ok", schema: "behind", events: "unknown" } : away
  }
}

const away: PrimaryChecks = { database: "unreachable", schema: "unknown", events: "unknown" }

const undefinedTable = "42P01"

async function checkReplica(replica: Db): Promise<ReplicaCheck> {
  try {
    await replica.run(sql`select 1`)
    return "ok"
  } catch {
    return "unreachable"
  }
}

async function within<Result>(work: Promise<Result>, otherwise: Result): Promise<Result> {
  const giveUp = new AbortController()
  const late = wait(patienceMs, otherwise, { signal: giveUp.signal, ref: false }).catch(() => otherwise)
  try {
    return await Promise.race([work, late])
  } finally {
    giveUp.abort()
  }
}
