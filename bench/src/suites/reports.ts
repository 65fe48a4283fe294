import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { Children } from "../desks/children.ts"
import { Desk } from "../desks/desk.ts"
import { currentLoad, machineFacts } from "../desks/machine.ts"
import { latencyOf } from "../output/percentiles.ts"
import { figure, type Tables } from "../output/table.ts"

const warmUps = 2
const runs = 5

interface Place {
  /** Where the twelve months end: at the last thing that reports know of. */
  end: Date
  inbox: string
  tag: string
  user: string
  amount: string
}

/** Asks a desk that exists for every report over twelve months, one request after the other. */
export async function measureReports(
  dataDir: string,
  { only = [""], left, say }: { only: string[] | undefined; left: AsyncDisposableStack; say: (line: string) => void },
): Promise<Tables> {
  const loadBefore = currentLoad()
  const children = new Children()
  left.defer(() => children.close())
  const desk = Desk.at(dataDir, children)
  const server = await desk.serve()
  const token = await desk.token()
  const db = new pg.Client({ connectionString: (await desk.postgres()).url })
  await db.connect()
  const machine = await machineFacts(db, loadBefore)
  // The most of each kind: whatever is rarer takes less time.
  const { rows: places } = await db.query<Place>(`
    select (select max(at) from report_facts where kind = 'received') as end,
      (select inbox_id from report_days where tag_id = 0 and user_id = 0 group by 1 order by sum(sums[1]) desc limit 1) as inbox,
      (select part from report_tops where kind = 'tagged' and tag_id = 0 group by 1 order by sum(amount) desc limit 1) as tag,
      (select user_id from report_days where tag_id = 0 and user_id > 0 group by 1 order by sum(sums[6]) desc limit 1) as user,
      (select sum(sums[1]) from report_days where tag_id = 0 and user_id = 0) as amount`)
  await db.end()
  const place = places[0]
  if (!place?.end) throw new Error("Reports know of nothing there. Run: npm run -s desk -- reports rebuild")
  await pause(1_000)
  const ask = asking(server.ready, token)
  const end = new Date(place.end)
  const start = new Date(end)
  start.setUTCFullYear(end.getUTCFullYear() - 1)
  const filters = ["", `&mailboxes=${place.inbox}`, `&tags=${place.tag}`, "&types=email"]
  const measured: string[][] = []
  const paths = await listReports(ask)
  for (const path of paths.filter((path) => only.some((word) => path.includes(word)))) {
    const own = path.startsWith("/v2/reports/user") ? `&user=${place.user}` : ""
    const field = path.endsWith("/fields-drilldown") ? `&field=tagid&fieldid=${place.tag}` : ""
    const query = `?start=${start.toISOString()}&end=${end.toISOString()}${own}${field}`
    const cells = [path.replace("/v2/reports/", "")]
    for (const filter of filters) cells.push(figure(await timeOf(() => ask(`${path}${query}${filter}`))))
    say(cells.join("  "))
    measured.push(cells)
  }
  await server.stop()
  return {
    introduction: `Measured on ${new Date().toISOString().slice(0, 10)}: twelve months of a desk whose reports know of ${Number(place.amount).toLocaleString("en")} conversations, with the busiest inbox, tag and person, each request ${runs} times after ${warmUps} to warm up, one at a time. ${machine.join(", ")}.`,
    tables: [{ header: ["p50 ms", "all", "one inbox", "one tag", "one type"], rows: measured }],
  }
}

type Ask = (path: string) => Promise<string>

function asking(origin: string, token: string): Ask {
  return async (path) => {
    const response = await fetch(`${origin}${path}`, { headers: { Authorization: `Bearer ${token}` } })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${text.slice(0, 500)}`)
    return text
  }
}

/** As the desk itself lists them, so that none is left out. */
async function listReports(ask: Ask): Promise<string[]> {
  const document = JSON.parse(await ask("/openapi.json")) as { paths: Record<string, object> }
  return Object.keys(document.paths).filter((path) => path.startsWith("/v2/reports/"))
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < warmUps + runs; index++) {
    const startedAt = performance.now()
    await run()
    if (index >= warmUps) times.push(performance.now() - startedAt)
  }
  return latencyOf(times).p50
}
