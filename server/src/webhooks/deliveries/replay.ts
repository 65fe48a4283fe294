import { randomUUID } from "node:crypto"
import type { Replay } from "@deskhand/contract/events/webhook-delivery"
import { testKind } from "@deskhand/contract/events/webhook-delivery"
import type { Db } from "../../db/db.ts"
import { conflict, invalid, notFound } from "../../errors.ts"
import { readOptionalMoment } from "../../http/input/timestamps.ts"
import type { Desk } from "../../http/route.ts"
import { enqueueJob } from "../../jobs/enqueue.ts"
import type { StoredState } from "./queries.ts"
import { deliveriesDue } from "./queue.ts"
import { holdLanes, holdWebhook, lockDelivery, lockSettled, type Picked, updateReplayed } from "./replay-queries.ts"

/** Sends one again, with the same body and id, from the start of the schedule. */
export function replayDelivery(
  db: Db,
  { webhookId, id }: { webhookId: number; id: number },
  { now }: { now: Date },
): Promise<void> {
  return db.transaction(async (db) => {
    if (!(await holdWebhook(db, webhookId))) throw notFound()
    const delivery = await lockDelivery(db, { webhookId, id })
    if (!delivery) throw notFound()
    if (delivery.state === "pending")
      throw conflict("delivery_pending", "The delivery is still to be attempted; only a settled one can be replayed")
    if (delivery.kind === testKind)
      throw conflict("delivery_test", "A test is sent once; send another one instead of replaying it")
    await replay(db, [delivery], { webhookId, now })
  })
}

export const replayJob = "webhooks.replay"

interface Payload {
  webhookId: number
  state?: Exclude<StoredState, "pending">
  since?: string
  until?: string
  /** What was settled later, such as by this very replay, is not sent again. */
  askedAt: string
}

/** However many there are: a job sends them. */
export function replayDeliveriesSoon(
  db: Db,
  { webhookId, ...asked }: Replay & { webhookId: number },
  { now }: { now: Date },
): Promise<void> {
  const { state } = asked
  const since = readOptionalMoment("since", asked.since, "JSON")
  const until = readOptionalMoment("until", asked.until, "JSON")
  if (!since && !until && !state)
    throw invalid({ path: "since", message: "is required, or until, or state", source: "JSON" })
  if (since && until && since >= until)
    throw invalid({ path: "until", message: "must be later than since", rejectedValue: asked.until, source: "JSON" })
  return db.transaction(async (db) => {
    if (!(await holdWebhook(db, webhookId))) throw notFound()
    const payload = { webhookId, state, since, until, askedAt: now }
    // Another range of the same webhook is another job.
    await enqueueJob(db, replayJob, { key: `${webhookId}:${randomUUID()}`, payload })
  })
}

/** So many in one transaction that none takes long. */
const batchSize = 1_000

/** What is done stays done when the job ends early; done again, it finds what is left. */
export async function replayDeliveries({ db, now }: Desk, payload: unknown, signal: AbortSignal): Promise<void> {
  const { webhookId, state, since, until, askedAt } = payload as Payload
  const filter = {
    webhookId,
    state,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
    settledUntil: new Date(askedAt),
  }
  let after: Picked | undefined
  do {
    signal.throwIfAborted()
    after = await db.transaction(async (db) => {
      if (!(await holdWebhook(db, webhookId))) return undefined
      const picked = await lockSettled(db, { ...filter, after, most: batchSize })
      await replay(db, picked, { webhookId, now: now() })
      return picked.at(-1)
    })
  } while (after)
}

/** Of each lane the first is due, unless something else of it comes first. */
async function replay(db: Db, picked: Picked[], { webhookId, now }: { webhookId: number; now: Date }): Promise<void> {
  if (picked.length === 0) return
  const held = await holdLanes(db, webhookId, [...new Set(picked.map(({ lane }) => lane))])
  const heads = new Map<string, number>()
  for (const { id, lane } of picked) if (!held.has(lane)) heads.set(lane, Math.min(id, heads.get(lane) ?? id))
  await updateReplayed(db, { ids: picked.map(({ id }) => id), dueIds: [...heads.values()], now })
  if (heads.size > 0) db.tell(deliveriesDue)
}
