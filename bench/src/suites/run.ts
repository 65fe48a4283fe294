import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { type Child, Children } from "../desks/children.ts"
import { type OpenGround, openGround, type Say, startLoader } from "../desks/grounds.ts"
import { currentLoad } from "../desks/machine.ts"
import { type Comparison, compareNodes, compareReplica } from "../desks/nodes.ts"
import { peakMegabytes } from "../desks/processes.ts"
import { keepCommitting, usualCommits } from "../load/commits.ts"
import { answered, type Subject } from "../load/measure.ts"
import { type Ground, measureRounds, type SizedResult } from "../load/rounds.ts"
import { warm, warmAgain } from "../load/warm.ts"
import { column, type Operation } from "../operations/operation.ts"
import { createName } from "../operations/writes.ts"
import type { Options } from "../options.ts"
import { type FanOut, measureFanOut } from "./fan-out.ts"

export interface Report {
  date: string
  seconds: number
  machine: string[]
  /** From the smallest to the largest. */
  desks: MeasuredDesk[]
  fanOut: FanOut
  results: SizedResult[]
  comparisons: Comparison[]
}

export interface MeasuredDesk {
  conversations: number
  /** Of one that was seeded for this. */
  seedSeconds?: number
  /** Of a desk that was started before, until it has answered. */
  startMs: number
  idleMegabytes: number
  peakMegabytes: number
}

/** Makes desks, seeds them, starts them anew, loads them. Whatever must be stopped or removed afterwards is in `left`. */
export async function runBench(options: Options, left: AsyncDisposableStack, say: Say): Promise<Report> {
  const loadBefore = currentLoad()
  const date = new Date().toISOString().slice(0, 10)
  const children = new Children()
  const grounds: OpenGround[] = []
  for (const size of options.desks) grounds.push(await openGround(size, { children, left, loadBefore, say }))
  grounds.sort((one, other) => one.conversations - other.conversations)
  const largest = grounds.at(-1)!
  const loader = await startLoader(children)

  const results = await measureAll(grounds, { loader, options, say })
  const peaks = grounds.map(({ server }) => peakMegabytes(server.pid))
  const tools = { loader, left, options, say }
  const comparisons = [
    ...(options.nodes ? [await compareNodes(largest, tools)] : []),
    ...(options.replica ? [await compareReplica(largest, tools)] : []),
  ]
  say("Listening to the stream of events")
  const fanOut = await measureFanOut(largest, loader)
  return {
    date,
    seconds: options.seconds,
    machine: largest.machine,
    desks: grounds.map((ground, index) => ({
      conversations: ground.conversations,
      ...(ground.seedSeconds !== undefined && { seedSeconds: ground.seedSeconds }),
      startMs: ground.startMs,
      idleMegabytes: ground.idleMegabytes,
      peakMegabytes: peaks[index] ?? Number.NaN,
    })),
    fanOut,
    results,
    comparisons,
  }
}

/** All reads before any write, which would change what is read. */
async function measureAll(
  grounds: OpenGround[],
  { loader, options, say }: { loader: Child; options: Options; say: Say },
): Promise<SizedResult[]> {
  const operations = grounds[0]?.operations ?? []
  const isRead = (name: string) => operations.find((each) => each.name === name)?.requests[0]?.method === "GET"
  const names = operations.map(({ name }) => name)
  const results: SizedResult[] = []
  const measureEach = async (names: string[]) => {
    say("Warming up")
    for (const ground of grounds) {
      await warm(ground, names, loader)
      await untilHeard(ground)
    }
    const before = (operation: Operation, desk: Subject) => warmAgain(operation, desk, loader)
    const settle = async (ground: Ground) => untilHeard(grounds.find((one) => one === ground)!)
    for (const connections of options.connections) {
      const pace = { connections, seconds: options.seconds }
      results.push(...(await measureRounds(grounds, names, { loader, pace, say, before, settle })))
    }
  }
  await measureReads(grounds, () => measureEach(names.filter(isRead)))
  const before = await Promise.all(grounds.map(countConversations))
  await measureEach(names.filter((name) => !isRead(name)))
  for (const [index, ground] of grounds.entries()) await checkCreated(ground, before[index] ?? 0)
  return results
}

/** Waits until every reaction has processed every event, and until the new words are sorted into the index. */
async function untilHeard({ data }: OpenGround): Promise<void> {
  const db = new pg.Client({ connectionString: (await data.postgres()).url })
  await db.connect()
  try {
    const limit = performance.now() + 120_000
    // Events are numbered a moment after they are written.
    for (let quiet = 0; quiet < 3; ) {
      const { rows } = await db.query(
        "select (select min(number) from event_cursors) >= coalesce(max(number), 0) as done from feed",
      )
      quiet = rows[0].done ? quiet + 1 : 0
      if (performance.now() > limit) throw new Error("Reactions did not come to an end within two minutes")
      await pause(100)
    }
    // What PostgreSQL has yet to sort in would fall on whoever is measured next.
    await db.query("select gin_clean_pending_list('search_documents_by_word')")
  } finally {
    await db.end()
  }
}

async function measureReads(grounds: OpenGround[], measureEach: () => Promise<void>): Promise<void> {
  await using committing = new AsyncDisposableStack()
  for (const { data } of grounds) await keepCommitting((await data.postgres()).url, usualCommits, committing)
  await measureEach()
}

async function checkCreated(ground: OpenGround, before: number): Promise<void> {
  const created = answered(ground.operations.find(({ name }) => name === createName)!)
  const found = (await countConversations(ground)) - before
  if (found !== created) throw new Error(`${created} new conversations were acknowledged, and ${found} are there`)
}

async function countConversations({ data }: OpenGround): Promise<number> {
  const db = new pg.Client({ connectionString: (await data.postgres()).url })
  await db.connect()
  try {
    return (await column<number>(db, "select count(*)::integer as value from conversations"))[0] ?? 0
  } finally {
    await db.end()
  }
}
