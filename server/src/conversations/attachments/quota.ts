import type { NewAttachment } from "@deskhand/contract/conversations/thread"
import { type Db, sql } from "../../db/db.ts"
import { DeskError } from "../../errors.ts"
import type { Call } from "../../http/route.ts"
import { decodedLength } from "./rules.ts"

const hourMs = 3_600_000

/**
 * Counts what somebody uploads, before any of it is kept, and refuses what is too much for the hour: one account alone
 * cannot fill the disk of all. What is refused for another reason later counts all the same.
 */
export async function spendUploads(
  { desk: { db, config }, viewer, now }: Pick<Call, "desk" | "viewer" | "now">,
  entries: Pick<NewAttachment, "data">[],
): Promise<void> {
  if (entries.length === 0) return
  const bytes = entries.reduce((sum, { data }) => sum + decodedLength(data), 0)
  const most = { bytes: limitOf(config.uploadBytesPerHour), files: limitOf(config.uploadFilesPerHour) }
  if (bytes > most.bytes || entries.length > most.files)
    throw new DeskError(413, "too_large", "There is more in it than anybody may upload here in an hour")
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs)
  const within = await db.maybe(sql`
    insert into uploads as spent (user_id, hour, bytes, files) values (${viewer.userId}, ${hour}, ${bytes}, ${entries.length})
    on conflict (user_id, hour) do update set bytes = spent.bytes + excluded.bytes, files = spent.files + excluded.files
    where spent.bytes + excluded.bytes <= ${most.bytes} and spent.files + excluded.files <= ${most.files}
    returning user_id`)
  if (within) return
  const seconds = String(Math.ceil((hour.getTime() + hourMs - now.getTime()) / 1_000))
  throw new DeskError(429, "upload_limit", "You have uploaded as much as anybody may in an hour; try again later", {
    headers: { "Retry-After": seconds },
  })
}

function limitOf(configured: number): number {
  return configured === 0 ? Number.MAX_SAFE_INTEGER : configured
}

export async function forgetUploads(db: Db, now: Date): Promise<void> {
  await db.run(sql`delete from uploads where hour < ${new Date(now.getTime() - 24 * hourMs)}`)
}
