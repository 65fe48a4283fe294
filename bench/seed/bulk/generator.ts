import { parentPort, workerData } from "node:worker_threads"
import type { BinaryRows } from "./binary-rows.ts"
import { ConversationPlans } from "./conversation-plan.ts"
import { ConversationRows, conversationTables } from "./conversation-rows.ts"
import { CustomerRows, Customers, customerTables, introducedBy } from "./customers.ts"
import type { SeedPlan } from "./plan.ts"
import { Random } from "./random.ts"
import { Phrasebook } from "./text/bodies.ts"
import { ThreadPlans } from "./thread-plan.ts"
import { Timeline } from "./timeline.ts"

/** Rows for one stretch of conversations, with the customers who first wrote in it. */
export interface Batch {
  conversations: number
  tables: { name: string; columns: string; rows: number; bytes: Uint8Array }[]
}

/** Small enough that a few waiting batches are no burden, large enough that starting a COPY costs nothing. */
const batchSize = 1_000

const allColumns: Record<string, string> = { ...customerTables, ...conversationTables }

export function* makeBatches(plan: SeedPlan): Generator<Batch> {
  const timeline = new Timeline({ now: new Date(plan.nowMs), total: plan.conversations, rng: plan.rng })
  const phrasebook = new Phrasebook(plan)
  const customers = new Customers(plan)
  const conversationPlans = new ConversationPlans(plan, { customers, timeline, phrasebook })
  const threadPlans = new ThreadPlans(plan, phrasebook)
  const customerRows = new CustomerRows(plan, customers, timeline)
  const conversationRows = new ConversationRows(plan, phrasebook)
  const tables: Record<string, BinaryRows> = { ...customerRows.tables, ...conversationRows.tables }
  const random = new Random(plan.rng, "conversations")
  let threadId = plan.ids.threads
  let customer = 0
  for (let from = 0; from < plan.conversations; from += batchSize) {
    const until = Math.min(from + batchSize, plan.conversations)
    for (; introducedBy(customer) < until; customer++) customerRows.write(customer)
    for (let index = from; index < until; index++) {
      const conversation = conversationPlans.at(index, random)
      const threads = threadPlans.threadsOf(conversation, random)
      conversationRows.write(conversation, threads, threadId, random)
      threadId += threads.length
    }
    const filled = Object.entries(tables).filter(([, table]) => table.rows > 0)
    yield {
      conversations: until - from,
      tables: filled.map(([name, table]) => ({
        name,
        columns: allColumns[name]!,
        rows: table.rows,
        bytes: table.take(),
      })),
    }
  }
}

// As a thread of its own it answers each message with the next batch, and with nothing when there is none.
if (parentPort) {
  const port = parentPort
  const batches = makeBatches(workerData as SeedPlan)
  port.on("message", () => {
    const { value } = batches.next()
    const batch = value as Batch | undefined
    port.postMessage(batch, batch?.tables.map(({ bytes }) => bytes.buffer as ArrayBuffer) ?? [])
  })
}
