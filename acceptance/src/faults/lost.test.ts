import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { after, before, test } from "node:test"
import { Random } from "../bad-input/random.ts"
import { postmasterOf } from "../processes.ts"
import { type Complaint, check } from "./checker.ts"
import { chooseSeed, prefixOf, untilRecovered } from "./crashes.ts"
import { checkAll, strikeUnderLoad } from "./cycle.ts"
import { type Ground, openGround } from "./ground.ts"
import { operations } from "./operations.ts"
import { readStored } from "./stored.ts"

const seed = chooseSeed()
let ground: Ground

before(async () => {
  ground = await openGround()
  // COMMIT answers before anything is on the disk, and what is to be written waits as long as it can.
  for (const setting of ["synchronous_commit = off", "wal_writer_delay = '10s'", "wal_writer_flush_after = '1GB'"])
    await ground.db.query(`alter system set ${setting}`)
  await ground.db.query("select pg_reload_conf()")
  // Nor do those write it who look now and then. They end with PostgreSQL.
  const { rows } = await ground.db.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type in ('walwriter', 'background writer', 'checkpointer')",
  )
  assert.equal(rows.length, 3)
  for (const { pid } of rows) process.kill(pid, "SIGSTOP")
})
after(() => ground.close())

test("with synchronous_commit off a crash of PostgreSQL loses what was acknowledged, and the checker says so", async () => {
  const { keeper, dataDir, conversationId } = ground
  const prefix = `${prefixOf(seed)}1-`
  const { load, mark } = await strikeUnderLoad({
    ground,
    random: new Random(seed),
    prefix,
    conversationIds: [conversationId],
    origin: keeper.origin,
    strike: async (load) => {
      killAll(postmasterOf(dataDir) ?? assert.fail("PostgreSQL does not run"))
      await untilRecovered(load)
      return keeper.origin
    },
  })
  const complaints = check(load.attempts, await readStored(ground.db, mark, prefix), operations)
  const lost = complaints.filter(({ wrong }) => wrong === "lost").length
  assert.ok(lost > 0, `none of ${load.acknowledged} acknowledged requests was lost`)
  assert.deepEqual(inOrder(await checkAll(ground, prefixOf(seed))), inOrder(complaints), "the file says the same")
})

/** Requests that are sent at once come into the file in any order. */
function inOrder(complaints: Complaint[]): Complaint[] {
  return complaints.toSorted((a, b) => (a.token < b.token ? -1 : 1))
}

/** With those that it started, or one of them might still write what it remembers. */
function killAll(postmaster: number): void {
  for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, "SIGKILL")
}

function childrenOf(parent: number): number[] {
  const parents = existsSync("/proc/self/stat") ? parentsInProc() : parentsByPs()
  return parents.filter(([, of]) => of === parent).map(([pid]) => pid)
}

function parentsInProc(): [pid: number, parent: number][] {
  return readdirSync("/proc").flatMap((name): [number, number][] => {
    try {
      return /^\d+$/.test(name)
        ? [[Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1])]]
        : []
    } catch {
      // It has ended since.
      return []
    }
  })
}

function parentsByPs(): [pid: number, parent: number][] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n")
  return lines.map((line): [number, number] => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    return [pid ?? 0, parent ?? 0]
  })
}
