import pg from "pg"
import { Children } from "../desks/children.ts"
import { Desk } from "../desks/desk.ts"
import { currentLoad, machineFacts } from "../desks/machine.ts"
import { latencyOf } from "../output/percentiles.ts"
import { figure, type Tables } from "../output/table.ts"

type Say = (line: string) => void

const small = 10_000
/** Of each operation on each desk: short turns one after the other, so that both meet the same moods of the machine. */
const turns = 12
const perTurn = 25

interface Change {
  name: string
  send: (id: number, count: number) => { method: string; path: string; body: object }
}

/** Another run sets other values, because what stays as it is costs next to nothing. */
const begun = Math.floor(Math.random() * 42)

const statuses = ["pending", "closed"] as const

const changeStatus: Change["send"] = (id, count) => ({
  method: "PATCH",
  path: `/v2/conversations/${id}`,
  body: { op: "replace", path: "/status", value: statuses[(begun + count) % statuses.length] },
})

const changes: Change[] = [
  {
    name: "set the tags",
    send: (id, count) => ({
      method: "PUT",
      path: `/v2/conversations/${id}/tags`,
      body: { tags: [`bench ${(begun + count) % 7}`] },
    }),
  },
  {
    name: "add a note",
    send: (id, count) => ({
      method: "POST",
      path: `/v2/conversations/${id}/notes`,
      body: { text: `Note ${count}` },
    }),
  },
  {
    name: "reply",
    send: (id, count) => ({
      method: "POST",
      path: `/v2/conversations/${id}/reply`,
      body: { text: `Answer ${count}` },
    }),
  },
  // A reply has made it active.
  { name: "change the status", send: changeStatus },
  { name: "change the status again", send: (id, count) => changeStatus(id, count + 1) },
]

interface Ground {
  origin: string
  token: string
  ids: number[]
}

/** Changes conversations of a large desk and of a small one in turns, and compares what that takes. It does write to both. */
export async function measureChanges(dataDir: string, left: AsyncDisposableStack, say: Say): Promise<Tables> {
  const loadBefore = currentLoad()
  const children = new Children()
  left.defer(() => children.close())
  const little = await Desk.create(children)
  left.defer(() => little.remove())
  say(`Making a desk of ${small.toLocaleString("en")} conversations …`)
  await little.firstStart()
  await little.seed(small, () => {})
  const large = await open(Desk.at(dataDir, children))
  const grounds = [await open(little), large]
  for (const ground of grounds) await readEach(ground)
  const rows: string[][] = []
  for (const change of changes) {
    const times = grounds.map((): number[] => [])
    // The first turn warms up.
    for (let turn = 0; turn <= turns; turn++)
      for (const [index, ground] of grounds.entries()) {
        const taken = await takeTurn(change, ground, turn)
        if (turn > 0) times[index]?.push(...taken)
      }
    const [one = Number.NaN, other = Number.NaN] = times.map((taken) => latencyOf(taken).p50)
    rows.push([change.name, figure(one), figure(other), (other / one).toFixed(2)])
    say(rows.at(-1)?.join("  ") ?? "")
  }
  const size = large.conversations.toLocaleString("en")
  return {
    introduction: `Measured on ${new Date().toISOString().slice(0, 10)}: ${turns * perTurn} of each change on each desk, one at a time, in turns of ${perTurn}, each on a conversation chosen by chance. ${large.machine.join(", ")}.`,
    tables: [{ header: ["", `${small.toLocaleString("en")}: p50 ms`, `${size}: p50 ms`, "ratio"], rows }],
  }

  async function open(desk: Desk): Promise<Ground & { conversations: number; machine: string[] }> {
    const { ready: origin } = await desk.serve()
    const token = await desk.token()
    const db = new pg.Client({ connectionString: (await desk.postgres()).url })
    await db.connect()
    const machine = await machineFacts(db, loadBefore)
    const { rows: found } = await db.query<{ id: number }>(`
      select id::integer from (select id from conversations where state = 'published' and held_thread_count < 50
        and created_at > (select max(created_at) - interval '2 years' from conversations)
        order by md5(id::text) limit ${turns * perTurn + perTurn}) as chosen`)
    const { rows: total } = await db.query<{ amount: string }>("select sum(amount) as amount from conversation_totals")
    await db.end()
    return { origin, token, ids: found.map(({ id }) => id), conversations: Number(total[0]?.amount), machine }
  }
}

/** As somebody does before they change it. */
async function readEach({ origin, token, ids }: Ground): Promise<void> {
  for (const id of ids) {
    const url = `${origin}/v2/conversations/${id}?embed=threads`
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
  }
}

async function takeTurn(change: Change, { origin, token, ids }: Ground, turn: number): Promise<number[]> {
  const times: number[] = []
  for (let count = 0; count < perTurn; count++) {
    const id = ids[(turn * perTurn + count) % ids.length] ?? 0
    const { method, path, body } = change.send(id, turn + count)
    const startedAt = performance.now()
    const response = await fetch(origin + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    times.push(performance.now() - startedAt)
    if (!response.ok && response.status !== 412)
      throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 500)}`)
  }
  return times
}
