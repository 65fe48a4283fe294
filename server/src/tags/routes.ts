import { NewTag, Tag, TagPage, TagPath, TagQuery } from "@deskhand/contract/conversations/tag"
import { notFound } from "../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { createTag, overwriteTag, removeTag } from "./actions.ts"
import { presentTag } from "./present.ts"
import { countTags, findTag, listTags } from "./queries.ts"

export const getTags = route({
  method: "GET",
  url: "/v2/tags",
  permission: "tags:read",
  summary: "List tags",
  query: TagQuery,
  answers: { 200: TagPage },
  async handle({ db, viewer, query, origin, request }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([listTags(db, viewer, page), countTags(db)])
    const items = rows.map((row) => presentTag(row, origin))
    return pageOf(origin, request.url, { name: "tags", items, total, request: page })
  },
})

export const getTag = route({
  method: "GET",
  url: "/v2/tags/:tagId",
  permission: "tags:read",
  summary: "Get a tag",
  path: TagPath,
  answers: { 200: Tag },
  handle: (call) => answerTag(call, call.path.tagId),
})

export const postTag = route({
  method: "POST",
  url: "/v2/tags",
  permission: "tags:write",
  summary: "Create a tag",
  body: NewTag,
  answers: { 201: "`Resource-ID` and `Location` name the new tag" },
  async handle({ db, viewer, body, now, origin }) {
    const { id } = await createTag(db, body, { viewer, now })
    return created(id, { Location: `${origin}/v2/tags/${id}` })
  },
})

export const putTag = route({
  method: "PUT",
  url: "/v2/tags/:tagId",
  permission: "tags:write",
  summary: "Rename or recolour a tag",
  path: TagPath,
  body: NewTag,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path } = call
    await overwriteTag(db, { ...body, id: path.tagId }, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

export const deleteTag = route({
  method: "DELETE",
  url: "/v2/tags/:tagId",
  permission: "tags:write",
  summary: "Delete a tag everywhere",
  path: TagPath,
  answers: { 204: "Deleted" },
  async handle(call) {
    const { db, viewer, now, path } = call
    await removeTag(db, path.tagId, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

function checkUnchanged(call: Call<unknown, { tagId: number }>): Promise<void> {
  return refuseStale(call, () => answerTag(call, call.path.tagId))
}

export async function answerTag(
  { db, viewer, origin }: Pick<Call, "db" | "viewer" | "origin">,
  id: number,
): Promise<Answer> {
  const row = await findTag(db, viewer, id)
  if (!row) throw notFound()
  return resource(presentTag(row, origin))
}
