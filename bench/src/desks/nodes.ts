import { measure, type Subject } from "../load/measure.ts"
import { listDefault } from "../operations/reads.ts"
import { createName } from "../operations/writes.ts"
import type { Options } from "../options.ts"
import { checkFreshness, type Freshness } from "../suites/freshness.ts"
import type { Child } from "./children.ts"
import type { OpenGround, Say } from "./grounds.ts"
import { postgresCpuMs } from "./processes.ts"
import { openReplica } from "./replica.ts"

export interface Comparison {
  /** What stands beside the desk of one node: another node, or one that reads from a replica. */
  with: string
  rows: { operation: string; connections: number; alone: number; beside: number }[]
  freshness: Freshness
}

interface Tools {
  loader: Child
  left: AsyncDisposableStack
  options: Options
  say: Say
}

const freshnessRounds = 50
/** The node beside has just begun, and Node.js compiles what is used much. */
const warmUpSeconds = 1.5

/** Two nodes that answer HTTP, on one database: half of the connections to each. */
export async function compareNodes(ground: OpenGround, tools: Tools): Promise<Comparison> {
  tools.say("Starting a second node")
  const second = await ground.data.serveBeside()
  const both = { ...ground.desk, nodes: [...ground.desk.nodes, { address: second.ready, pid: second.pid }] }
  const rows = await compare(ground, both, tools)
  tools.say("Reading from one node what the other wrote")
  const freshness = await checkUnderLoad(ground, both, tools)
  await second.stop()
  return { with: "2 nodes", rows, freshness }
}

/** A node that reads from a streaming replica, against one that does not. */
export async function compareReplica(ground: OpenGround, tools: Tools): Promise<Comparison> {
  tools.say("Making a replica")
  const own = tools.left.use(new AsyncDisposableStack())
  const replica = await openReplica(await ground.data.postgres(), own)
  const node = await ground.data.serveBeside({ replicaUrl: replica.url })
  const subject = {
    ...ground.desk,
    nodes: [{ address: node.ready, pid: node.pid }],
    postmasters: [...ground.desk.postmasters, replica.pid],
  }
  const usedBefore = postgresCpuMs(replica.pid)
  const rows = await compare(ground, subject, tools)
  if (postgresCpuMs(replica.pid) - usedBefore < 50) throw new Error("The replica was not asked for anything")
  tools.say("Reading what was just written")
  const freshness = await checkUnderLoad(ground, subject, tools)
  await node.stop()
  await own.disposeAsync()
  return { with: "a replica", rows, freshness }
}

/** Reads that follow a write by the same user are answered by the primary for a while, so writes come last. */
const compared = ["get conversation", listDefault, createName]

async function compare(
  ground: OpenGround,
  beside: Subject,
  { loader, options, say }: Tools,
): Promise<Comparison["rows"]> {
  const rows: Comparison["rows"] = []
  for (const name of compared)
    for (const connections of options.connections.filter((count) => count > 1)) {
      const operation = ground.operations.find((each) => each.name === name)!
      const pace = { connections, seconds: options.seconds, warmUpSeconds }
      const alone = await measure(loader, ground.desk, operation, pace)
      const other = await measure(loader, beside, operation, pace)
      rows.push({ operation: name, connections, alone: alone.perSecond, beside: other.perSecond })
      say(`${connections} × ${name}: ${Math.round(alone.perSecond)}/s, beside ${Math.round(other.perSecond)}/s`)
    }
  return rows
}

/** While others read, because what is late is late when there is much to do. */
async function checkUnderLoad(ground: OpenGround, subject: Subject, { loader, say }: Tools): Promise<Freshness> {
  const [one, other = one] = subject.nodes.map(({ address }) => ({ address, token: ground.token }))
  const operation = ground.operations.find(({ name }) => name === listDefault)!
  let isDone = false
  const read = async () => {
    while (!isDone) await measure(loader, subject, operation, { connections: 8, seconds: 1 })
  }
  const check = async () => {
    try {
      return await checkFreshness([one!, other!], ground.operations, freshnessRounds)
    } finally {
      isDone = true
    }
  }
  const [freshness] = await Promise.all([check(), read()])
  for (const what of freshness.stale) say(`Stale: ${what}`)
  return freshness
}
