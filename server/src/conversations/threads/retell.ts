import type { Db } from "../../db/db.ts"
import { previewOf } from "../../search/plain-text.ts"
import type { HeldConversation } from "../held.ts"
import type { Told } from "../update.ts"
import { deriveColumns, previewedThread } from "./derive.ts"
import { findBody, listTellingThreads } from "./telling.ts"

/** A thread that can be read from now on. */
export interface WrittenThread {
  id: number
  body: string
  cc: string[]
  bcc: string[]
}

export interface Retelling {
  written: WrittenThread | undefined
  /** Left out when it is history that is being written down. */
  now?: Date
}

/** After its threads have changed: what the conversation tells of them. */
export async function retold(db: Db, conversation: HeldConversation, { written, now }: Retelling): Promise<Told> {
  const threads = await listTellingThreads(db, conversation.id)
  const { modifiedAt, userUpdatedAt, ...derived } = deriveColumns(threads, conversation.created_at)
  const { cc = [], bcc = [] } = written ?? {}
  const previewed = previewedThread(threads)?.id
  const body = previewed === undefined || previewed === written?.id ? written?.body : await findBody(db, previewed)
  return {
    modifiedAt: now ?? new Date(Math.max(conversation.modified_at.getTime(), modifiedAt.getTime())),
    userUpdatedAt,
    threads: {
      ...derived,
      preview: previewOf(body ?? ""),
      cc: cc.length > 0 ? cc : conversation.cc,
      bcc: bcc.length > 0 ? bcc : conversation.bcc,
    },
  }
}
