import { findViewer } from "../auth/viewers.ts"
import { filterOf } from "../conversations/list/filter.ts"
import { findPage } from "../conversations/list/page.ts"
import { DeskError } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { Desk } from "../http/route.ts"
import { may, type Viewer } from "../http/viewer.ts"
import { doOne, type One } from "./do-one.ts"
import {
  type BulkRow,
  failWaiting,
  findBulk,
  type ItemState,
  insertItems,
  listItemIds,
  lockBulk,
  skipWaiting,
  updateBulkState,
  updateFailedItem,
  updateGathered,
} from "./queries.ts"
import { undoOne } from "./undo-one.ts"

export const bulkJob = "conversations.bulk"

export interface BulkLimits {
  /** So many are looked for at once. */
  page: number
  /** Pages share so many: who leaves the list between two of them moves others from the second into the first. */
  overlap: number
  /** After so many it looks whether somebody wants to undo it, and who the user is by now. */
  batch: number
}

const usualLimits: BulkLimits = { page: 1_000, overlap: 100, batch: 100 }

/** Goes on where it was, however it ended the last time. */
export async function runBulk(
  desk: Desk,
  payload: unknown,
  signal: AbortSignal,
  limits: BulkLimits = usualLimits,
): Promise<void> {
  const { db, now } = desk
  const { bulkId } = payload as { bulkId: number }
  const running: Running = { db, now, signal, limits, defects: [] }
  for (;;) {
    signal.throwIfAborted()
    const bulk = await findBulk(db, bulkId)
    const viewer = bulk && (await findViewer(db, { userId: bulk.user_id, scope: bulk.scope }))
    if (!bulk || bulk.state === "done" || bulk.state === "undone") break
    if (!viewer || !may(viewer, "conversations:write"))
      await failWaiting(db, bulkId, "Whoever began this may no longer change conversations")
    if (bulk.state === "gathering") await gather(running, { bulk, viewer })
    else if (bulk.state === "running") await changeSome(running, { bulk, viewer })
    else await undoSome(running, { bulk, viewer })
  }
  // Each was noted as failed; here it is told whoever runs the desk.
  if (running.defects.length > 0)
    throw new AggregateError(running.defects, `${running.defects.length} conversations could not be changed`)
}

interface Running extends Pick<Desk, "db" | "now"> {
  signal: AbortSignal
  limits: BulkLimits
  defects: unknown[]
}

interface Part {
  bulk: BulkRow
  viewer: Viewer | undefined
}

/** All of them before any is changed, because what is changed may no longer be found. The oldest first: new ones come last. */
async function gather({ db, now, limits }: Running, { bulk, viewer }: Part): Promise<void> {
  await db.transaction(async (db) => {
    const current = await lockBulk(db, bulk.id)
    if (current?.state !== "gathering") return
    if (viewer && bulk.filters) {
      const { sortField: _, sortOrder: __, ...asked } = bulk.filters
      const filter = await filterOf(db, asked, { viewer, now: now() })
      const order = { field: "createdAt", descending: false } as const
      for (let skip = 0; ; skip += limits.page - limits.overlap) {
        const { ids } = await findPage(db, { filter, order, viewer, skip, size: limits.page })
        await insertItems(db, bulk.id, ids)
        if (ids.length < limits.page) break
      }
    }
    await updateGathered(db, bulk.id)
  })
}

async function changeSome(running: Running, { bulk, viewer }: Part): Promise<void> {
  const { db, limits } = running
  const ids = await listItemIds(db, { bulkId: bulk.id, state: "waiting", most: limits.batch })
  if (!viewer || ids.length === 0) return finish(running, { bulk, from: "running", to: "done" })
  await settleEach(running, ids, {
    settle: (conversationId) => doOne(db, { bulk, conversationId, viewer, now: running.now() }),
    fail: (conversationId, message) =>
      updateFailedItem(db, { bulkId: bulk.id, conversationId, from: "waiting", state: "failed", message }),
  })
  await tellProgress(running, bulk, ids)
}

async function undoSome(running: Running, { bulk, viewer }: Part): Promise<void> {
  const { db, limits } = running
  await skipWaiting(db, bulk.id)
  const ids = await listItemIds(db, { bulkId: bulk.id, state: "done", most: limits.batch })
  if (!viewer || ids.length === 0) return finish(running, { bulk, from: "undoing", to: "undone" })
  await settleEach(running, ids, {
    settle: (conversationId) => undoOne(db, { bulk, conversationId, viewer, now: running.now() } satisfies One),
    fail: (conversationId, message) =>
      updateFailedItem(db, { bulkId: bulk.id, conversationId, from: "done", state: "kept", message }),
  })
  await tellProgress(running, bulk, ids)
}

/** After every full batch, so that nobody has to ask how far it is; the end is told by itself. */
async function tellProgress(
  { db, limits }: Running,
  { id, user_id: userId, state }: BulkRow,
  ids: number[],
): Promise<void> {
  if (ids.length < limits.batch) return
  await recordEvent(db, { kind: "bulk-action.updated", subjectId: id, userId, data: { state } })
}

interface Settling {
  settle: (conversationId: number) => Promise<void>
  fail: (conversationId: number, message: string) => Promise<void>
}

/** Each for itself: one that fails says why, and the others go on. */
async function settleEach({ signal, defects }: Running, ids: number[], { settle, fail }: Settling): Promise<void> {
  for (const id of ids) {
    signal.throwIfAborted()
    try {
      await settle(id)
    } catch (error) {
      // Without a database the others would fare no better; they go on when it is back.
      if (error instanceof DeskError && error.status === 503) throw error
      if (!(error instanceof DeskError)) defects.push(error)
      await fail(id, error instanceof DeskError ? error.message : "Something went wrong inside the desk")
    }
  }
}

interface Finish {
  bulk: BulkRow
  from: "running" | "undoing"
  to: "done" | "undone"
}

async function finish({ db, now }: Running, { bulk, from, to }: Finish): Promise<void> {
  const { id, user_id: userId } = bulk
  await db.transaction(async (db) => {
    const current = await lockBulk(db, id)
    const left = await listItemIds(db, { bulkId: id, state: leftIn[from], most: 1 })
    if (current?.state !== from || (from === "running" && left.length > 0)) return
    await updateBulkState(db, { id, state: to, now: now() })
    await recordEvent(db, { kind: "bulk-action.updated", subjectId: id, userId, data: { state: to } })
  })
}

const leftIn: Record<Finish["from"], ItemState> = { running: "waiting", undoing: "done" }
