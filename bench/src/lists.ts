import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { Children } from "./children.ts"
import { touchConversation } from "./commits.ts"
import { Desk } from "./desk.ts"
import { type ListRequest, listRequests } from "./list-requests.ts"
import { currentLoad, machineFacts } from "./machine.ts"
import { latencyOf } from "./percentiles.ts"
import { figure, type Tables } from "./table.ts"

type Say = (line: string) => void

/** By somebody else: what a node remembers of lists it remembers of each person. */
const warmUps = 3
/** Before those that count. */
const earlier = 4
const runs = 20

/** Asks a desk that exists for every kind of list, one request after the other. */
export async function measureLists(dataDir: string, left: AsyncDisposableStack, say: Say): Promise<Tables> {
  const loadBefore = currentLoad()
  const children = new Children()
  left.defer(() => children.close())
  const desk = Desk.at(dataDir, children)
  const server = await desk.serve()
  const db = new pg.Client({ connectionString: (await desk.postgres()).url })
  await db.connect()
  const { rows: admins } = await db.query<{ email: string }>("select email from users where role = 'admin' limit 1")
  const tokens = { before: await desk.token(), token: await desk.token(admins[0]?.email) }
  const machine = await machineFacts(db, loadBefore)
  const { rows } = await db.query<{ amount: string }>("select sum(amount) as amount from conversation_totals")
  const requests = await listRequests(db)
  await pause(1_000)
  const measured: (string[] & { group?: string })[] = []
  for (const request of requests) {
    const { total, first, times } = await time(request, { origin: server.ready, ...tokens, db })
    const figures = [first, latencyOf(times).p50, Math.max(...times)].map(figure)
    const cells = [request.name, total.toLocaleString("en"), ...figures]
    say(cells.join("  "))
    measured.push(Object.assign(cells, { group: request.group }))
  }
  await db.end()
  await server.stop()
  const groups = Map.groupBy(measured, ({ group = "" }) => group)
  return {
    introduction: `Measured on ${new Date().toISOString().slice(0, 10)}: ${Number(rows[0]?.amount).toLocaleString("en")} conversations, each request ${runs} times after the first and ${earlier} more, one at a time, and a conversation written to before each. ${machine.join(", ")}.`,
    tables: [...groups].map(([group, cells]) => ({
      header: [group, "found", "first ms", "p50 ms", "slowest ms"],
      rows: cells,
    })),
  }
}

interface Asking {
  origin: string
  /** Of somebody who asks first, so that PostgreSQL has at hand what it needs. */
  before: string
  token: string
  db: pg.Client
}

async function time(
  { query }: ListRequest,
  { origin, before, token, db }: Asking,
): Promise<{ total: number; first: number; times: number[] }> {
  const ask = async (token: string) => {
    await touchConversation(db)
    const startedAt = performance.now()
    const response = await fetch(`${origin}/v2/conversations?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    return { took: performance.now() - startedAt, status: response.status, text }
  }
  // What takes too long while its pages still come from the disk is refused; it is read a little further each time.
  for (let run = 0; run < warmUps; run++) await ask(before)
  const times: number[] = []
  let total = 0
  for (let run = 0; run < 1 + earlier + runs; run++) {
    const { took, status, text } = await ask(token)
    if (status !== 200) throw new Error(`${query} was answered ${status}: ${text.slice(0, 500)}`)
    total = JSON.parse(text).page.totalElements
    times.push(took)
  }
  return { total, first: times[0] ?? 0, times: times.slice(1 + earlier) }
}
