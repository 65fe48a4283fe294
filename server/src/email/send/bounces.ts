import type { Db } from "../../db/db.ts"
import type { DeliveryReport } from "../parse/message.ts"

export interface Bounced {
  report: DeliveryReport
  /** To whom the report was sent: the envelope's sender of our mail, where the transport knows it. */
  to: string[]
  now: Date
}

/** Gives the conversation and thread whose mail came back; undefined where the report names none of ours. */
export async function settleBounce(
  _db: Db,
  _bounced: Bounced,
): Promise<{ conversationId: number | null; threadId: number | null } | undefined> {
  return undefined
}
