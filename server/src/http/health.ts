import { setTimeout as wait } from "node:timers/promises"
import { OneOf } from "@deskhand/contract/common"
import Type from "typebox"
import { codeOf, type Db, sql } from "../db/db.ts"
import { listMigrations } from "../db/migrate.ts"
import { type Answer, type Desk, route } from "./route.ts"

const json = { contentMediaType: "application/json" }

const Health = Type.Object({ status: OneOf(["ok"]) }, { ...json, description: "The process lives" })

const Checks = Type.Object({
  database: OneOf(["ok", "read-only", "unreachable"]),
  schema: OneOf(["ok", "behind", "unknown"]),
  replica: Type.Optional(OneOf(["ok", "unreachable"])),
})
type Checks = Type.Static<typeof Checks>
type PrimaryChecks = Pick<Checks, "database" | "schema">
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
    200: Readiness(["ok", "degraded"], "It can; `degraded` when it can only read or the replica is away"),
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

/** Asks each database one question at a time, however many ask us: a hanging one must not gather waiting checks. */
class ReadinessCheck {
  private readonly desk: Desk
  private readonly newest = newestMigration()
  private primary: Promise<PrimaryChecks> | undefined
  private replica: Promise<ReplicaCheck> | undefined

  constructor(desk: Desk) {
    this.desk = desk
  }

  async answer(): Promise<Answer> {
    const [primary, replica] = await Promise.all([
      within<PrimaryChecks>(this.askPrimary(), away),
      this.desk.replica && within<ReplicaCheck>(this.askReplica(this.desk.replica), "unreachable"),
    ])
    const checks: Checks = replica === undefined ? primary : { ...primary, replica }
    if (checks.database === "unreachable" || checks.schema !== "ok")
      return answer(503, { status: "unavailable", checks }, { "Retry-After": retryAfterSeconds })
    const whole = Object.values(checks).every((check) => check === "ok")
    return answer(200, { status: whole ? "ok" : "degraded", checks })
  }

  private askPrimary(): Promise<PrimaryChecks> {
    this.primary ??= this.newest
      .then((newest) => checkPrimary(this.desk.db, newest))
      .finally(() => {
        this.primary = undefined
      })
    return this.primary
  }

  private askReplica(replica: Db): Promise<ReplicaCheck> {
    this.replica ??= checkReplica(replica).finally(() => {
      this.replica = undefined
    })
    return this.replica
  }
}

async function newestMigration(): Promise<number> {
  return (await listMigrations()).at(-1)?.number ?? 0
}

async function checkPrimary(db: Db, newest: number): Promise<PrimaryChecks> {
  try {
    const { applied, readOnly } = await db.one<{ applied: number | null; readOnly: boolean }>(sql`
      select (select max(number) from migrations) as applied,
        pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "readOnly"`)
    return {
      database: readOnly ? "read-only" : "ok",
      // A newer schema is well: during a rolling upgrade the old nodes go on working until they are replaced.
      schema: (applied ?? 0) >= newest ? "ok" : "behind",
    }
  } catch (error) {
    return codeOf(error) === undefinedTable ? { database: "ok", schema: "behind" } : away
  }
}

const away: PrimaryChecks = { database: "unreachable", schema: "unknown" }

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
