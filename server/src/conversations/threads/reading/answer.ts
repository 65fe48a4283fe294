import { notFound } from "../../../errors.ts"
import { resource } from "../../../http/hal.ts"
import type { Answer, Call } from "../../../http/route.ts"
import { loadThreadReferences, presentThread } from "./present.ts"
import { findThread } from "./queries.ts"

export async function answerThread(
  { db, viewer, origin }: Pick<Call, "db" | "viewer" | "origin">,
  path: { conversationId: number; threadId: number },
): Promise<Answer> {
  const row = await findThread(db, viewer, path)
  if (!row) throw notFound()
  return resource(presentThread(row, await loadThreadReferences(db, [row]), { origin, version: 2 }))
}
