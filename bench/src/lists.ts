import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { Children } from "./children.ts"
import { commit } from "./commits.ts"
import { Desk } from "./desk.ts"
import { type ListRequest, listRequests } from "./list-requests.ts"
import { currentLoad, machineFacts } from "./machine.ts"
import { latencyOf } from "./percentiles.ts"
import { figure, type Tables } from "./table.ts"

type Say = (line: string) => void

const warmUps = 5
const runs = 20

/** Asks a desk that exists for every kind of list, one request after the other. */
export async function measureLists(dataDir: string, left: AsyncDisposableStack, say: Say): Promise<Tables> {
  const loadBefore = currentLoad()
  const children = new Children()
  left.defer(() => children.close())
  const desk = Desk.at(dataDir, children)
  const server = await desk.serve()
  const token = await desk.token()
  const db = new pg.Client({ connectionString: (await desk.postgres()).url })
  await db.connect()
  const machine = await machineFacts(db, loadBefore)
  const { rows } = await db.query<{ amount: string }>("select sum(amount) as amount from conversation_totals")
  const requests = await listRequests(db)
  await pause(1_000)
  const measured: (string[] & { group?: string })[] = []
  for (const request of requests) {
    const { total, times } = await time(request, { origin: server.ready, token, db })
    const cells = [request.name, total.toLocaleString("en"), figure(latencyOf(times).p50), figure(Math.max(...times))]
    say(cells.join("  "))
    measured.push(Object.assign(cells, { group: request.group }))
  }
  await db.end()
  await server.stop()
  const groups = Map.groupBy(measured, ({ group = "" }) => group)
  return {
    introduction: `Measured on ${new Date().toISOString().slice(0, 10)}: ${Number(rows[0]?.amount).toLocaleString("en")} conversations, each request ${runs} times after ${warmUps} to warm up, one at a time. ${machine.join(", ")}.`,
    tables: [...groups].map(([group, cells]) => ({ header: [group, "found", "p50 ms", "slowest ms"], rows: cells })),
  }
}

async function time(
  { query }: ListRequest,
  { origin, token, db }: { origin: string; token: string; db: pg.Client },
): Promise<{ total: number; times: number[] }> {
  const times: number[] = []
  let total = 0
  for (let run = 0; run < warmUps + runs; run++) {
    // So that it is looked for each time.
    await commit(db)
    const startedAt = performance.now()
    const response = await fetch(`${origin}/v2/conversations?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    const took = performance.now() - startedAt
    // What takes too long while its pages still come from the disk is refused; it is read a little further each time.
    if (run < warmUps) continue
    if (response.status !== 200) throw new Error(`${query} was answered ${response.status}: ${text.slice(0, 500)}`)
    total = JSON.parse(text).page.totalElements
    times.push(took)
  }
  return { total, times }
}
