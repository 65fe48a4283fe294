import type { ChangedView, NewView, ViewFilters } from "@deskhand/contract/conversations/view"
import { checkSavedQuery } from "../conversations/list/search.ts"
import type { Db } from "../db/db.ts"
import { conflict, forbidden, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import type { Change, CheckedChange } from "../http/input/if-match.ts"
import { textIn } from "../http/input/texts.ts"
import { administers, type Viewer } from "../http/viewer.ts"
import { countOwnViews, deleteView, insertView, lockView, updateView, type ViewRow } from "./queries.ts"

/** More would be no view any more, and each is counted whenever they are listed. */
const mostOwn = 100

export async function createView(db: Db, view: NewView, { viewer, now }: Change): Promise<number> {
  const name = textIn(view.name, "name")
  const { filters, shared = false, order } = view
  await checkFilters(db, filters, { viewer, now })
  refuseSharing(viewer, shared)
  const { userId } = viewer
  return db.transaction(async (db) => {
    if ((await countOwnViews(db, userId)) >= mostOwn)
      throw conflict("too_many_views", `You have ${mostOwn} views already; delete some that you no longer use`)
    const id = await insertView(db, { userId, name, filters, shared, order, now })
    await recordEvent(db, { kind: "view.created", subjectId: id, userId, data: { shared, ownerId: userId } })
    return id
  })
}

export async function changeView(
  db: Db,
  view: ChangedView & { id: number },
  { viewer, now, check }: CheckedChange,
): Promise<void> {
  if (view.filters) await checkFilters(db, view.filters, { viewer, now })
  return db.transaction(async (db) => {
    const current = await lockOwn(db, viewer, view.id)
    await check(db)
    const { filters = current.filters, shared = current.shared, order: position = current.position } = view
    if (!current.shared) refuseSharing(viewer, shared)
    const name = view.name === undefined ? current.name : textIn(view.name, "name")
    await updateView(db, { id: view.id, name, filters, shared, position, now })
    // Who saw it until now hears of it too.
    const data = { shared: shared || current.shared, ownerId: current.user_id }
    await recordEvent(db, { kind: "view.updated", subjectId: view.id, userId: viewer.userId, data })
  })
}

export function removeView(db: Db, id: number, { viewer, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    const { shared, user_id: ownerId } = await lockOwn(db, viewer, id)
    await check(db)
    await deleteView(db, id)
    await recordEvent(db, { kind: "view.deleted", subjectId: id, userId: viewer.userId, data: { shared, ownerId } })
  })
}

async function lockOwn(db: Db, viewer: Viewer, id: number): Promise<ViewRow> {
  const view = await lockView(db, viewer, id)
  if (!view) throw notFound()
  if (view.user_id !== viewer.userId && !administers(viewer))
    throw forbidden("Only whose it is and administrators change a view")
  return view
}

function refuseSharing(viewer: Viewer, shared: boolean): void {
  if (shared && viewer.role === "light user") throw forbidden("Light users keep views for themselves")
}

async function checkFilters(db: Db, { query }: ViewFilters, { viewer, now }: Change): Promise<void> {
  if (query === undefined) return
  await checkSavedQuery(db, query, { userId: viewer.userId, inboxIds: viewer.inboxIds, now }, "filters.query")
}
