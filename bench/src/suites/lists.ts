import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { Children } from "../desks/children.ts"
import { Desk } from "../desks/desk.ts"
import { currentLoad, machineFacts } from "../desks/machine.ts"
import { type ListGroup, listGroups } from "../operations/list-requests.ts"
import { latencyOf } from "../output/percentiles.ts"
import { figure, type Table, type Tables } from "../output/table.ts"

type Say = (line: string) => void

/** Until PostgreSQL has at hand what it needs. */
const warmUps = 4
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
  const token = await desk.token()
  const machine = await machineFacts(db, loadBefore)
  const { rows } = await db.query<{ amount: string }>("select sum(amount) as amount from conversation_totals")
  const groups = await listGroups(db)
  await db.end()
  await pause(1_000)
  const tables: Table[] = []
  for (const group of groups) {
    const answers: Answered[] = []
    for (const [name, query] of group.lists) {
      answers.push({ name, ...(await time(query, { origin: server.ready, token })) })
      say(rowOf(answers.at(-1)!, group.bar).join("  "))
    }
    tables.push(tableOf(group, answers))
  }
  await server.stop()
  return {
    introduction: `Measured on ${new Date().toISOString().slice(0, 10)}: ${Number(rows[0]?.amount).toLocaleString("en")} conversations, each request ${runs} times after ${warmUps} to warm up, one at a time. ${machine.join(", ")}.`,
    tables,
  }
}

/** One kind of list. */
export interface Answered {
  name: string
  /** Undefined where the answer did not come within the time limit of the desk, which refuses it then. */
  total: number | undefined
  estimated: boolean
  times: number[]
}

export function tableOf({ name, bar }: Pick<ListGroup, "name" | "bar">, answers: Answered[]): Table {
  const promise = bar === undefined ? "no bar" : `p50 < ${bar} ms`
  return {
    header: [`${name}: ${promise}`, "found", "p50 ms", "slowest ms", ""],
    rows: answers.map((answered) => rowOf(answered, bar)),
  }
}

function rowOf({ name, total, estimated, times }: Answered, bar = Number.POSITIVE_INFINITY): string[] {
  const found = total === undefined ? "refused" : `${estimated ? "about " : ""}${total.toLocaleString("en")}`
  const { p50 } = latencyOf(times)
  const isMet = total !== undefined && p50 < bar
  return [name, found, figure(p50), figure(Math.max(...times)), isMet ? "" : "**not met**"]
}

async function time(
  query: string,
  { origin, token }: { origin: string; token: string },
): Promise<Omit<Answered, "name">> {
  const answered: Omit<Answered, "name"> = { total: undefined, estimated: false, times: [] }
  for (let run = 0; run < warmUps + runs; run++) {
    const startedAt = performance.now()
    const response = await fetch(`${origin}/v2/conversations?${query}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    const took = performance.now() - startedAt
    if (response.status !== 200 && response.status !== 503)
      throw new Error(`${query} was answered ${response.status}: ${text.slice(0, 500)}`)
    if (run < warmUps) continue
    answered.times.push(took)
    answered.total = response.status === 200 ? JSON.parse(text).page.totalElements : undefined
    answered.estimated = /estimate/.test(response.headers.get("x-deskhand-hint") ?? "")
  }
  return answered
}
