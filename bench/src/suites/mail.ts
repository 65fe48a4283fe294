import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { Children } from "../desks/children.ts"
import { Desk } from "../desks/desk.ts"
import { startLoader } from "../desks/grounds.ts"
import { currentLoad, machineFacts } from "../desks/machine.ts"
import { cpuMs, postgresCpuMs } from "../desks/processes.ts"
import { keepCommitting, usualCommits } from "../load/commits.ts"
import { messageBytes } from "../load/handing-over.ts"
import type { Order } from "../load/loader.ts"
import type { Looked, Unopened } from "../load/looking.ts"
import { settle } from "../operations/documents.ts"
import { latencyOf } from "../output/percentiles.ts"
import { figure, type Tables } from "../output/table.ts"

type Say = (line: string) => void

/** Long enough that the slowest of a hundred lists are several. */
const aloneMs = 30_000

/** Each is opened once: more than an agent comes to while it is measured. */
const seeded = 4_000

/** A desk that takes mail all day has its code compiled, and its connections have planned what people ask for meanwhile. */
const warming = 300

/** From the first message that is handed over until the last is settled, and what agents feel of it. */
export async function measureMail(messages: number, left: AsyncDisposableStack, say: Say): Promise<Tables> {
  const loadBefore = currentLoad()
  say("Making a desk …")
  const children = new Children()
  const desk = await Desk.create(children)
  left.defer(() => desk.remove())
  left.defer(() => children.close())
  await desk.firstStart()
  say(`Seeding ${seeded.toLocaleString("en")} conversations …`)
  await desk.seed(seeded, () => {})
  const server = await desk.serve()
  const db = new pg.Client({ connectionString: (await desk.postgres()).url })
  await db.connect()
  left.defer(() => db.end())
  await settle(db)
  const unopened = await listUnopened(db)
  const machine = await machineFacts(db, loadBefore)
  const token = await desk.token()
  const caller = { address: server.ready, token }
  const inboxId = await makeInbox(caller)
  // Each a process of its own: who looks shall not wait for who sends.
  const [sender, looker] = [await startLoader(children), await startLoader(children)]
  const handOver = async (from: number, to: number) => {
    await sender.ask({ do: "hand-over", ...caller, inboxId, from, to } satisfies Order)
    return performance.now()
  }
  const lookWhile = async (work: () => Promise<unknown>) => {
    const some = unopened.splice(0, seeded / 5)
    await looker.ask({ do: "look", ...caller, unopened: some } satisfies Order)
    await work()
    return looker.ask<Looked>({ do: "look-away" } satisfies Order)
  }

  await lookWhile(async () => {
    await handOver(0, warming)
    await untilSettled(db, warming)
  })
  say("Looking at a desk where nobody does anything …")
  const idle = await lookWhile(() => pause(aloneMs))
  say("Looking at it while others write …")
  await keepCommitting((await desk.postgres()).url, usualCommits, left)
  const alone = await lookWhile(() => pause(aloneMs))
  say(`${messages} messages of ${messageBytes / 1_000} kB …`)
  const { pid: postmaster } = await desk.postgres()
  const spent = () => [cpuMs(server.pid), postgresCpuMs(postmaster)] as const
  const before = spent()
  const begunAt = performance.now()
  let [keptAt, settledAt] = [begunAt, begunAt]
  const meanwhile = await lookWhile(async () => {
    keptAt = await handOver(warming, warming + messages)
    await untilSettled(db, warming + messages)
    settledAt = performance.now()
  })
  const [node = 0, postgres = 0] = spent().map((ms, which) => (ms - (before[which] ?? 0)) / 1_000)
  const [keeping, settling] = [keptAt - begunAt, settledAt - begunAt].map((ms) => ms / 1_000) as [number, number]
  const times = [idle, alone, meanwhile]
  return {
    introduction: `Measured on ${new Date().toISOString().slice(0, 10)}. ${machine.join(", ")}.`,
    tables: [
      {
        header: [`${messages.toLocaleString("en")} messages of ${messageBytes / 1_000} kB by the API`, "measured"],
        rows: [
          ["seconds until all are kept", keeping.toFixed(1)],
          ["seconds until all are settled", settling.toFixed(1)],
          ["processor seconds of the desk, of PostgreSQL", `${node.toFixed(1)}, ${postgres.toFixed(1)}`],
          ["messages a second", figure(messages / settling)],
        ],
      },
      {
        header: [
          "p50 and p99 ms",
          "nobody writes",
          "ten commits a second",
          "those and mail",
          "p99, ratio to ten commits",
          "to nobody",
        ],
        rows: [
          rowOf(
            "lists",
            times.map(({ lists }) => lists),
          ),
          rowOf(
            "a conversation, its threads, its customer",
            times.map(({ opened }) => opened),
          ),
          rowOf(
            "all of these",
            times.map(({ lists, opened }) => [...lists, ...opened]),
          ),
        ],
      },
    ],
  }
}

/** While nobody writes, while others do, and beside mail; and how much longer it took then than each of the others. */
function rowOf(name: string, times: number[][]): string[] {
  const latencies = times.map(latencyOf)
  const [idle, used, beside] = latencies.map(({ p99 }) => p99) as [number, number, number]
  const shown = latencies.map(({ p50, p99 }) => `${figure(p50)}, ${figure(p99)}`)
  return [name, ...shown, (beside / used).toFixed(2), (beside / idle).toFixed(2)]
}

async function makeInbox({ address, token }: { address: string; token: string }): Promise<number> {
  const response = await fetch(`${address}/v2/mailboxes`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Bench", email: "support@bench.example" }),
  })
  await response.text()
  return Number(response.headers.get("Resource-ID"))
}

/** Of those that were seeded, in no order. */
async function listUnopened(db: pg.Client): Promise<Unopened[]> {
  const { rows } = await db.query(`
    select id::integer, customer_id::integer as "customerId" from conversations where state = 'published' order by md5(id::text)`)
  return rows
}

async function untilSettled(db: pg.Client, amount: number): Promise<void> {
  for (;;) {
    const { rows } = await db.query("select count(*)::integer as settled from mail_messages where outcome <> 'waiting'")
    if (rows[0].settled >= amount) break
    await pause(100)
  }
  const { rows } = await db.query("select count(*)::integer as stored from mail_messages where outcome = 'stored'")
  if (rows[0].stored !== amount) throw new Error(`Only ${rows[0].stored} of ${amount} became threads`)
}
