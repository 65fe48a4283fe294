import { existsSync } from "node:fs"
import { DeskhandClient } from "@deskhand/sdk/client"
import pg from "pg"
import { type Browser, chromium, type Page } from "playwright-core"
import { buildWeb } from "../../../scripts/web.mjs"
import { Children } from "../desks/children.ts"
import { Desk } from "../desks/desk.ts"
import { currentLoad, machineFacts } from "../desks/machine.ts"
import { settle } from "../operations/documents.ts"
import { latencyOf } from "../output/percentiles.ts"
import { figure, type Table, type Tables } from "../output/table.ts"
import { type Agent, openAgentWindow, signInAgent } from "./browser-agent.ts"

const rounds = 40
const loadRounds = 10

const programs = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]

interface Action {
  name: string
  barMs: number
  /** What the page evaluates in each round; it resolves to milliseconds, or to nothing where it only prepares. */
  steps: (round: number) => string[]
}

/** What an agent feels in a browser on a desk with that many conversations. */
export async function measureBrowser(
  conversations: number,
  left: AsyncDisposableStack,
  say: (line: string) => void,
): Promise<Tables> {
  const executablePath = programs.find(existsSync)
  if (!executablePath) throw new Error("There is no /usr/bin/chromium: npm test installs it on Debian.")
  if (!(await buildWeb(process.execPath, process.stderr))) throw new Error("There is nothing to measure")
  const loadBefore = currentLoad()
  say("Making a desk …")
  const children = new Children()
  const desk = await Desk.create(children)
  left.defer(() => desk.remove())
  left.defer(() => children.close())
  await desk.firstStart()
  say(`Seeding ${conversations.toLocaleString("en")} conversations …`)
  await desk.seed(conversations, () => {})
  const { ready: origin } = await desk.serve()
  const db = new pg.Client({ connectionString: (await desk.postgres()).url })
  await db.connect()
  left.defer(() => db.end())
  await settle(db)
  const machine = await machineFacts(db, loadBefore)
  const agent = await signInAgent(new DeskhandClient({ baseUrl: origin, token: await desk.token() }), desk, origin)
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  left.defer(() => browser.close())
  const page = await openAgentWindow(browser, agent)
  const rows: string[][] = []
  for (const action of actionsFor(await listSearches(db))) {
    const times = await measureAction(page, action)
    rows.push(timesRow(action, times))
    say(rows.at(-1)!.join("  "))
  }
  await page.context().close()
  const loads = await measureLoads(browser, agent)
  rows.push(timesRow({ name: "first load, with an empty cache", barMs: 1_500 }, loads.times))
  const date = new Date().toISOString().slice(0, 10)
  return {
    introduction: `Measured on ${date}: ${conversations.toLocaleString("en")} conversations, a window of 1,440 × 900, ${rounds} times each after as many to warm up. ${machine.join(", ")}.`,
    tables: [
      { header: ["In the browser", "bar, p95 ms", "p50 ms", "p95 ms", "slowest ms", ""], rows },
      sizeTable(loads.scriptBytes),
    ],
  }
}

/** Words and names that are common, rare, and in between. */
async function listSearches(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ text: string }>(`
    (select word as text from ts_stat('select words from search_entries where thread_id = 0 limit 5000')
      where length(word) > 5 order by ndoc desc limit 20)
    union all (select lower(last_name) from customers where length(last_name) > 4 order by id desc limit 20)`)
  return rows.map(({ text }) => text)
}

function actionsFor(searches: string[]): Action[] {
  const json = (value: unknown) => JSON.stringify(value)
  return [
    {
      name: "open a conversation that was not fetched in advance",
      barMs: 100,
      steps: (round) => [`bench.scroll(${round})`, `bench.openConversation(${round})`],
    },
    { name: "switch to another list", barMs: 150, steps: (round) => [`bench.switchList(${round})`] },
    { name: "open the command palette", barMs: 50, steps: () => ["bench.openPalette()"] },
    {
      name: "search while typing, from the last letter to rows",
      barMs: 150,
      steps: (round) => {
        const text = searches[round % searches.length] ?? ""
        return [`bench.search(${json(text.slice(0, 3 + (round % 4)))})`]
      },
    },
  ]
}

async function measureAction(page: Page, { steps }: Action): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < 2 * rounds; round++) {
    for (const step of steps(round)) {
      const ms = await page.evaluate<number | undefined>(step)
      if (ms !== undefined && round >= rounds) times.push(ms)
    }
  }
  return times
}

interface Loads {
  times: number[]
  scriptBytes: number
}

/** Each in a context of its own, whose cache is empty. */
async function measureLoads(browser: Browser, agent: Agent): Promise<Loads> {
  const loads: Loads = { times: [], scriptBytes: 0 }
  for (let round = 0; round <= loadRounds; round++) {
    const page = await openAgentWindow(browser, agent)
    const ms = await page.evaluate<number>("bench.firstRows")
    if (round > 0) loads.times.push(ms)
    loads.scriptBytes = await page.evaluate<number>(`performance.getEntriesByType("resource")
      .filter(({ name, startTime }) => name.endsWith(".js") && startTime < ${ms})
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`)
    await page.context().close()
  }
  return loads
}

function timesRow({ name, barMs }: Pick<Action, "name" | "barMs">, times: number[]): string[] {
  const { p50, p95 } = latencyOf(times)
  const isMet = p95 < barMs
  return [name, figure(barMs), figure(p50), figure(p95), figure(Math.max(...times)), isMet ? "" : "**not met**"]
}

function sizeTable(scriptBytes: number): Table {
  const kilobytes = scriptBytes / 1_000
  return {
    header: ["Compressed script until the first rows", "bar, kB", "kB", ""],
    rows: [["first load", "250", figure(kilobytes), kilobytes < 250 ? "" : "**not met**"]],
  }
}
