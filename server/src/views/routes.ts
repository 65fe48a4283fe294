import { ChangedView, NewView, View, ViewPage, ViewPath, ViewQuery } from "@deskhand/contract/conversations/view"
import { notFound } from "../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { changeView, createView, removeView } from "./actions.ts"
import { countView } from "./counts.ts"
import { presentView } from "./present.ts"
import { countViews, findView, listViews } from "./queries.ts"

export const getViews = route({
  method: "GET",
  url: "/v2/views",
  permission: "conversations:read",
  summary: "List saved views: your own and those that are shared",
  query: ViewQuery,
  answers: { 200: ViewPage },
  async handle({ db, viewer, query, origin, now, request }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([listViews(db, viewer, page), countViews(db, viewer)])
    const items = []
    for (const row of rows) {
      const counts = query.counts === false ? undefined : await countView(db, row.filters, { viewer, now })
      items.push(presentView(row, counts, origin))
    }
    return pageOf(origin, request.url, { name: "views", items, total, request: page })
  },
})

export const getView = route({
  method: "GET",
  url: "/v2/views/:viewId",
  permission: "conversations:read",
  summary: "Get a saved view",
  path: ViewPath,
  answers: { 200: View },
  handle: answerView,
})

export const postView = route({
  method: "POST",
  url: "/v2/views",
  permission: "views:write",
  summary: "Save filters of the list of conversations under a name",
  body: NewView,
  answers: { 201: "`Resource-ID` and `Location` name the new view" },
  async handle({ db, viewer, body, now, origin }) {
    const id = await createView(db, body, { viewer, now })
    return created(id, { Location: `${origin}/v2/views/${id}` })
  },
})

export const putView = route({
  method: "PUT",
  url: "/v2/views/:viewId",
  permission: "views:write",
  summary: "Change a saved view",
  path: ViewPath,
  body: ChangedView,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path } = call
    await changeView(db, { ...body, id: path.viewId }, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

export const deleteView = route({
  method: "DELETE",
  url: "/v2/views/:viewId",
  permission: "views:write",
  summary: "Delete a saved view",
  path: ViewPath,
  answers: { 204: "Deleted" },
  async handle(call) {
    const { db, viewer, now, path } = call
    await removeView(db, path.viewId, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

type ViewCall = Call<unknown, { viewId: number }>

function checkUnchanged(call: ViewCall): Promise<void> {
  return refuseStale(call, () => answerView(call))
}

async function answerView({ db, viewer, path, origin, now }: ViewCall): Promise<Answer> {
  const row = await findView(db, viewer, path.viewId)
  if (!row) throw notFound()
  const counts = await countView(db, row.filters, { viewer, now })
  // What is counted changes with every conversation, and nobody who changes a view means that.
  return resource(presentView(row, counts, origin), presentView(row, undefined, origin))
}
