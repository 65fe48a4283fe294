import type { FeedKind } from "@deskhand/contract/event"
import { type Db, sql } from "../db/db.ts"

export interface NewEvent {
  kind: FeedKind
  subjectId: number
  /** Null when a customer or the service itself did it. */
  userId: number | null
  inboxId?: number
  conversationId?: number
  data?: object
}

/** Written in the transaction of the change, so that neither is ever there without the other. */
export async function recordEvent(db: Db, event: NewEvent): Promise<void> {
  await db.run(sql`
    insert into events (kind, subject_id, user_id, inbox_id, conversation_id, data)
    values (${event.kind}, ${event.subjectId}, ${event.userId}, ${event.inboxId ?? null},
      ${event.conversationId ?? null}, ${JSON.stringify(event.data ?? {})})`)
}
