import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import { Random } from "../bad-input/random.ts"
import { until } from "../until.ts"
import { checkArrivals, type Owed } from "./checker.ts"
import type { HookedDesk } from "./hooked-desk.ts"

export interface Kills {
  desk: HookedDesk
  seed: number
  deliveries: number
  kills: number
  /** Told of every kill. */
  say?: (line: string) => void
}

export interface KillTotals {
  deliveries: number
  kills: number
  /** Requests that came, those that came again included. */
  arrivals: number
}

const hookCount = 4
/** So few that there are many conversations: those that were under way when it was killed wait for a while. */
const notesOfEach = 5
const writers = 4

/** Given to whoever starts a desk for this: what a dead worker had taken is given to the next after 11 s. */
export const killedOften = { JOB_LEASE: "1" }

/** Kills the worker at random moments while it delivers, and compares what was written with what arrived. */
export async function killWorkers({ desk, seed, deliveries, kills, say }: Kills): Promise<KillTotals> {
  const random = new Random(seed)
  const inboxId = await desk.newInbox()
  const paths = Array.from({ length: hookCount }, (_, place) => `/slow/${place}?of=${inboxId}`)
  const hookIds: number[] = []
  for (const url of paths) hookIds.push(await desk.newWebhook({ url, mailboxIds: [inboxId] }))
  const notes = Math.ceil(deliveries / hookCount)
  // From before the first worker on: what happens then is owed too.
  const written = writeNotes(desk, { inboxId, notes })
  let worker = await desk.startWorker()
  const settled = () => countSettled(desk, hookIds)
  for (let kill = 1; kill <= kills; kill++) {
    // The last ones too are killed while there is something left to do.
    const wanted = Math.floor(((kill - 1 + random.next()) / kills) * 0.9 * notes * hookCount)
    await until(async () => (await settled()) >= wanted)
    await pause(random.below(50))
    await worker.signal("SIGKILL")
    worker = await desk.startWorker()
    say?.(`kill ${kill}: after ${await settled()} deliveries`)
  }
  await written
  await until(() => isQuiet(desk, hookIds))
  assert.equal((await worker.signal("SIGTERM")).code, 0)

  const owed = await listOwed(desk, hookIds)
  assert.equal(owed.length, notes * hookCount, `seed ${seed}: every webhook is owed every note`)
  const arrivals = (await desk.receiver.arrivals()).filter(({ path }) => paths.includes(path))
  assert.deepEqual(checkArrivals(owed, arrivals), [], `seed ${seed}`)
  return { deliveries: owed.length, kills, arrivals: arrivals.length }
}

/** In each conversation one after the other, in some at once. */
async function writeNotes(desk: HookedDesk, { inboxId, notes }: { inboxId: number; notes: number }): Promise<void> {
  const places = Array.from({ length: Math.ceil(notes / notesOfEach) }, (_, place) => place * notesOfEach)
  const write = async () => {
    for (let from = places.shift(); from !== undefined; from = places.shift()) {
      const conversationId = await desk.newConversation(inboxId)
      for (let count = from; count < Math.min(from + notesOfEach, notes); count++)
        await desk.addNote(conversationId, `Note ${count}`)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}

async function countSettled(desk: HookedDesk, hookIds: number[]): Promise<number> {
  const { rows } = await desk.db.query(
    "select count(*)::integer as settled from webhook_deliveries where webhook_id = any($1) and state = 'delivered'",
    [hookIds],
  )
  return rows[0].settled
}

/** Everything that happened was heard, and everything that is owed was delivered. */
async function isQuiet(desk: HookedDesk, hookIds: number[]): Promise<boolean> {
  const { rows } = await desk.db.query(
    `select not exists (select from events)
      and (select number from event_cursors where name = 'webhooks') = (select max(number) from feed)
      and not exists (select from webhook_deliveries where webhook_id = any($1) and state = 'pending') as quiet`,
    [hookIds],
  )
  return rows[0].quiet
}

/** By the numbers of the feed, which are the order in which things happened. */
async function listOwed(desk: HookedDesk, hookIds: number[]): Promise<Owed[]> {
  const { rows } = await desk.db.query<{ url: string; token: string; lane: string }>(
    `select url, token, 'convo:' || feed.conversation_id as lane from feed
    join webhook_deliveries on event_number = number join webhooks on webhooks.id = webhook_id
    where webhook_id = any($1) order by number`,
    [hookIds],
  )
  return rows.map(({ url, token, lane }) => ({ path: url.replace(/^http:\/\/[^/]+/, ""), token, lane }))
}
