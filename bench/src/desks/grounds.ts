import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { check } from "../load/measure.ts"
import type { Ground } from "../load/rounds.ts"
import { settle } from "../operations/documents.ts"
import { column } from "../operations/operation.ts"
import { listOperations } from "../operations/operations.ts"
import type { Child, Children } from "./children.ts"
import { Desk, timedStart } from "./desk.ts"
import { machineFacts } from "./machine.ts"
import { residentMegabytes } from "./processes.ts"

export type Say = (line: string) => void

export interface OpenGround extends Ground {
  data: Desk
  server: Child
  token: string
  machine: string[]
  /** Of one that was seeded here. */
  seedSeconds?: number
  startMs: number
  idleMegabytes: number
}

export interface Opening {
  children: Children
  /** What must be stopped or removed afterwards. */
  left: AsyncDisposableStack
  loadBefore: number
  say: Say
}

/** Until what a start leaves to be done afterwards is done. */
const settlingMs = 3_000

/** Makes a desk of so many conversations; or takes the one whose data folder is given, and writes to it. */
export async function openGround(size: number | string, opening: Opening): Promise<OpenGround> {
  const { children, left, say } = opening
  const data = typeof size === "string" ? Desk.at(size, children) : await Desk.create(children)
  if (typeof size === "number") left.defer(() => data.remove())
  // Before the folder is removed.
  left.defer(() => children.close())
  const seedSeconds = typeof size === "number" ? await fill(data, size, say) : undefined

  say("Making the floor's documents and tables")
  const prepared = await prepare(data, opening.loadBefore)
  say("Starting the desk anew")
  const { server, startMs } = await timedStart(data, prepared.token)
  await pause(settlingMs)
  const idleMegabytes = residentMegabytes(server.pid)

  const postgres = await data.postgres()
  const floor = await startFloor(children, postgres.url)
  const ground: OpenGround = {
    ...prepared,
    ...(typeof size === "number" && { conversations: size }),
    desk: {
      nodes: [{ address: server.ready, pid: server.pid }],
      token: prepared.token,
      postmasters: [postgres.pid],
    },
    floor: { nodes: [{ address: floor.ready, pid: floor.pid }], postmasters: [postgres.pid] },
    data,
    server,
    ...(seedSeconds !== undefined && { seedSeconds }),
    startMs,
    idleMegabytes,
  }
  for (const operation of ground.operations)
    await check(operation.by === "desk" ? ground.desk : ground.floor, operation)
  return ground
}

async function fill(data: Desk, conversations: number, say: Say): Promise<number> {
  say("Making a desk")
  await data.firstStart()
  say(`Seeding ${conversations.toLocaleString("en")} conversations`)
  return data.seed(conversations, say)
}

async function prepare(data: Desk, loadBefore: number) {
  const server = await data.serve()
  try {
    const token = await data.token()
    const db = new pg.Client({ connectionString: (await data.postgres()).url })
    await db.connect()
    try {
      const operations = await listOperations({ db, desk: { address: server.ready, token } })
      await settle(db)
      const [conversations = 0] = await column<number>(db, "select count(*)::integer as value from conversations")
      return { token, machine: await machineFacts(db, loadBefore), operations, conversations }
    } finally {
      await db.end()
    }
  } finally {
    await server.stop()
  }
}

export function startFloor(children: Children, databaseUrl: string): Promise<Child> {
  const environment = { FLOOR_DATABASE_URL: databaseUrl }
  const args = [join(import.meta.dirname, "../floor/floor.ts")]
  return children.start({ args, environment, limitMs: 10_000 }, "The floor listens at ")
}

export function startLoader(children: Children): Promise<Child> {
  const args = [join(import.meta.dirname, "../load/loader.ts")]
  return children.start({ args, environment: {}, limitMs: 10_000 }, "The load can begin")
}
