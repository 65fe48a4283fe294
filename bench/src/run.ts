import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { DeskhandClient } from "@deskhand/sdk/client"
import pg from "pg"
import { Children } from "./children.ts"
import { Desk, timedStart } from "./desk.ts"
import { makeDocuments, settle } from "./documents.ts"
import { currentLoad, machineFacts } from "./machine.ts"
import { check, measure, type Result, type Subject } from "./measure.ts"
import { listOperations, type Operation } from "./operations.ts"
import type { Options } from "./options.ts"
import { residentMegabytes } from "./processes.ts"
import type { Report } from "./report.ts"

type Say = (line: string) => void

/** Makes a desk, seeds it, starts it anew, loads it. Whatever must be stopped or removed afterwards is in `left`. */
export async function runBench(options: Options, left: AsyncDisposableStack, say: Say): Promise<Report> {
  const loadBefore = currentLoad()
  const date = new Date().toISOString().slice(0, 10)
  const children = new Children()
  const desk = await Desk.create(children)
  left.defer(() => desk.remove())
  left.defer(() => children.close())
  say("Making a desk")
  await desk.firstStart()
  say(`Seeding ${options.conversations.toLocaleString("en")} conversations`)
  const seedSeconds = await desk.seed(options.conversations, say)

  say("Making the floor's documents")
  const { token, machine, operations } = await prepare(desk, loadBefore)

  say("Starting the desk anew")
  const { server, startMs } = await timedStart(desk, token)
  await pause(settlingMs)
  const idleMegabytes = residentMegabytes(server.pid)

  const postgres = await desk.postgres()
  const floor = await startFloor(children, postgres.url)
  const results = await measureAll(operations, {
    desk: { address: server.ready, token, pid: server.pid, postmaster: postgres.pid },
    floor: { address: floor.ready, pid: floor.pid, postmaster: postgres.pid },
    options,
    say,
  })
  return {
    date,
    conversations: options.conversations,
    seconds: options.seconds,
    machine,
    seedSeconds,
    coldStartMs: startMs,
    idleMegabytes,
    loadedMegabytes: residentMegabytes(server.pid),
    results,
  }
}

/** Until what a start leaves to be done afterwards is done. */
const settlingMs = 3_000

async function prepare(desk: Desk, loadBefore: number) {
  const server = await desk.serve()
  try {
    const token = await desk.token()
    const db = new pg.Client({ connectionString: (await desk.postgres()).url })
    await db.connect()
    try {
      await makeDocuments(db, new DeskhandClient({ baseUrl: server.ready, token }))
      await settle(db)
      return { token, machine: await machineFacts(db, loadBefore), operations: await listOperations(db) }
    } finally {
      await db.end()
    }
  } finally {
    await server.stop()
  }
}

function startFloor(children: Children, databaseUrl: string) {
  const environment = { FLOOR_DATABASE_URL: databaseUrl }
  const args = [join(import.meta.dirname, "floor.ts")]
  return children.start({ args, environment, limitMs: 10_000 }, "The floor listens at ")
}

async function measureAll(
  operations: Operation[],
  { desk, floor, options, say }: { desk: Subject; floor: Subject; options: Options; say: Say },
): Promise<Result[]> {
  const subjectOf = ({ by }: Operation) => (by === "desk" ? desk : floor)
  for (const operation of operations) await check(subjectOf(operation), operation)
  const results: Result[] = []
  for (const connections of options.connections) {
    for (const operation of operations) {
      const result = await measure(subjectOf(operation), operation, { connections, seconds: options.seconds })
      say(`${String(connections).padStart(3)} × ${operation.name}: ${Math.round(result.perSecond)}/s`)
      results.push(result)
    }
  }
  return results
}
