import type { Desk } from "../../http/route.ts"
import { listStorageKeys } from "./queries.ts"
import { forgetUploads } from "./quota.ts"

/** Far longer than any transaction lasts between the file and its row. */
const graceMs = 12 * 3_600_000

/** Files of uploads that were rolled back, and of attachments that were deleted with their threads. */
export async function removeOrphans({ db, files, now }: Desk): Promise<void> {
  await forgetUploads(db, now())
  const since = new Date(now().getTime() - graceMs)
  await files.removeUnwanted({ since, wanted: (keys) => listStorageKeys(db, keys) })
}
