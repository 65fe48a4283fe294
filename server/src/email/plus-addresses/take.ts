import type { Db } from "../../db/db.ts"
import { isGenuine, nameInAddress } from "../identity/names.ts"
import type { DeliveryReport } from "../parse/message.ts"
import { cleaned } from "../send/transport/outcome.ts"
import { findTest, noteArrival, noteProblem } from "./queries.ts"

interface Arrived {
  key: Buffer
  inboxId: number
  /** To whom it was sent. */
  to: string[]
  report: DeliveryReport | undefined
  now: Date
}

/** A test mail of ours, or a report of one, is noted and is no conversation. Gives whether it is one. */
export async function takeProbe(db: Db, { key, inboxId, to, report, now }: Arrived): Promise<boolean> {
  const name = [...to, ...(report?.names ?? [])]
    .map((text) => nameInAddress(text.replace(/^<|>$/g, "")))
    .find((name) => name?.purpose === "probe")
  const row = name && (await findTest(db, name.mailId))
  if (!row || !isGenuine(key, name, { conversationId: null, recipient: row.address })) return false
  if (row.superseded || row.inbox_id !== inboxId) return true
  const failed = report?.recipients.find(({ action }) => action === "failed")
  if (failed) await noteProblem(db, row.id, cleaned(`${failed.status} ${failed.diagnostic}`))
  else if (!report) await noteArrival(db, row.id, now)
  return true
}
