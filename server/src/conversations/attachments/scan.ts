import type { Desk } from "../../http/route.ts"
import { scan } from "./clamav.ts"
import { findUnscanned, listUnscanned, updateVerdict } from "./queries.ts"
import { enqueueScan } from "./store.ts"

/** More are taken up when these are done. */
const mostAtOnce = 1_000

/**
 * Asks the scanner about one attachment. Whatever goes wrong is thrown: the attachment stays out of sight and the job
 * is tried again. Only the scanner's own word makes it valid.
 */
export async function scanAttachment(
  { db, files, config }: Desk,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { attachmentId } = payload as { attachmentId: number }
  const row = await findUnscanned(db, attachmentId)
  if (!row) return
  if (config.clamavAddress === undefined)
    throw new Error(`Attachment ${row.id} was to be scanned, but CLAMAV_ADDRESS is not set any more`)
  const contents = await files.stream({ key: row.storage_key, sizeBytes: row.size_bytes })
  await updateVerdict(db, row.id, await scan(config.clamavAddress, contents, { signal }))
}

/** A scanner that was away is asked again within minutes of its return, however many attempts have failed before. */
export async function enqueueLateScans({ db, config }: Desk): Promise<void> {
  if (config.clamavAddress === undefined) return
  for (const { id } of await listUnscanned(db, mostAtOnce)) await enqueueScan(db, id)
}
