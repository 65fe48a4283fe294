import { TagMerge, TagPath } from "@deskhand/contract/conversations/tag"
import type { Db } from "../db/db.ts"
import { noContent } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { route } from "../http/route.ts"
import { mergeTags } from "../merging/tag-merge.ts"
import { answerTag } from "./routes.ts"

export const postTagMerge = route({
  method: "POST",
  url: "/v2/tags/:tagId/merge",
  permission: "tags:write",
  summary: "Merge other tags into this one, on every conversation that has them",
  path: TagPath,
  body: TagMerge,
  answers: {
    202: "Going on: `merging` of the others tells how far; they are gone when it is done",
    204: "Merged; the others are gone",
  },
  async handle(call) {
    const { db, viewer, now, path, body } = call
    const check = (db: Db) => refuseStale(call, () => answerTag({ ...call, db }, path.tagId))
    const isDone = await mergeTags(db, { id: path.tagId, tagIds: body.tagIds }, { viewer, now, check })
    return isDone ? noContent : { status: 202 }
  },
})
