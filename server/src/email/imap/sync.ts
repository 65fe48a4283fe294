import type { ImapFlow, MailboxObject } from "imapflow"
import type PQueue from "p-queue"
import { DeskError } from "../../errors.ts"
import { confirmGone, search, within } from "./contents.ts"
import { beginFolder, endBackfill, type FolderRow, findFolder, noteTrouble } from "./folders.ts"
import { type Fetching, keepListed, type Listed, passing, stepOver } from "./keep.ts"
import { ClaimLost, holdClaim } from "./leases.ts"
import { isOldMail } from "./rules.ts"

/** So many are fetched before others have their turn. */
const batchSize = 50

const dayMs = 86_400_000

/** As many days as stand for everything that there is. */
const everything = 36_500

export type Sync = Omit<Fetching, "uidValidity"> & {
  mailbox: MailboxObject
  /** Batches of all connections of this node. */
  batches: PQueue
  signal: AbortSignal
  /** After each batch. */
  onProgress: () => Promise<void>
}

/** Fetches whatever the folder has behind the last number, read there or not, until there is nothing more. */
export async function syncFolder(sync: Sync): Promise<void> {
  const uidValidity = Number(sync.mailbox.uidValidity)
  for (;;) {
    sync.signal.throwIfAborted()
    const folder = await currentFolder(sync, uidValidity)
    const uids = await listNew(sync.client, folder)
    if (uids.length === 0) return
    // One by one where it broke off, so that it shows at which.
    const size = folder.troubles === 0 ? batchSize : 1
    for (let begin = 0; begin < uids.length; begin += size) {
      const batch = uids.slice(begin, begin + size)
      await sync.batches.add(() => fetchBatch({ ...sync, uidValidity }, folder, batch))
      await sync.onProgress()
    }
  }
}

async function currentFolder(sync: Sync, uidValidity: number): Promise<FolderRow> {
  const { desk, connection, client } = sync
  const place = { connectionId: connection.id, folder: connection.folder }
  const known = await findFolder(desk.db, place)
  if (known?.uid_validity === uidValidity) {
    if (known.backfill_ended_at !== null) return known
    if ((await listOld(client, known)).length > 0) return known
    await endBackfill(desk.db, place, desk.now())
    return { ...known, last_uid: Math.max(known.last_uid, known.backfill_to), backfill_ended_at: desk.now() }
  }
  const lastThere = Math.max(0, sync.mailbox.uidNext - 1)
  const days = connection.backfill_days
  const since = days >= everything ? null : new Date(connection.fetches_since.getTime() - days * dayMs)
  // At first nothing at all is wanted where no days are; later, what came since the desk began to fetch.
  const skips = known === undefined && days === 0
  const folder: FolderRow = {
    uid_validity: uidValidity,
    last_uid: skips ? lastThere : 0,
    backfill_to: lastThere,
    backfill_since: since,
    backfill_ended_at: null,
    troubled_uid: null,
    troubles: 0,
  }
  const total = skips ? 0 : (await listOld(client, folder)).length
  await desk.db.transaction(async (db) => {
    await holdClaim(db, connection)
    await beginFolder(db, place, {
      uidValidity,
      lastUid: total === 0 ? lastThere : folder.last_uid,
      backfillTo: lastThere,
      backfillSince: since,
      backfillTotal: total,
      now: desk.now(),
    })
  })
  return total === 0 ? { ...folder, last_uid: lastThere, backfill_ended_at: desk.now() } : folder
}

async function listNew(client: ImapFlow, folder: FolderRow): Promise<number[]> {
  const after = Math.max(folder.last_uid, folder.backfill_ended_at === null ? folder.backfill_to : 0)
  const fresh = await search(client, { uid: `${after + 1}:*` })
  const old = folder.backfill_ended_at === null ? await listOld(client, folder) : []
  // A server gives its last one for a range that begins behind it.
  return [...old, ...fresh.filter((uid) => uid > after)]
}

/** Of what was there at first, what is still to be fetched. */
async function listOld(client: ImapFlow, { last_uid, backfill_to, backfill_since }: FolderRow): Promise<number[]> {
  if (last_uid >= backfill_to) return []
  // Servers look at days, and at those of their own clock.
  const since = backfill_since === null ? {} : { since: new Date(backfill_since.getTime() - dayMs) }
  const found = await search(client, { uid: `${last_uid + 1}:${backfill_to}`, ...since })
  return found.filter((uid) => uid > last_uid && uid <= backfill_to)
}

async function fetchBatch(
  fetching: Fetching & { signal: AbortSignal },
  folder: FolderRow,
  uids: number[],
): Promise<void> {
  const { client, connection } = fetching
  const [first = 0] = uids
  if (folder.troubled_uid === first && folder.troubles >= mostTroubles) return stepOver(fetching, first)
  const listed = await noting(fetching, first, () => describe(client, uids))
  const kept: number[] = []
  for (const uid of uids) {
    fetching.signal.throwIfAborted()
    const message = listed.get(uid)
    if (message === undefined) await noting(fetching, uid, () => confirmGone(client, uid))
    if (message === undefined || isTooOld(message, folder)) await passing(fetching, uid, async () => {})
    else {
      const isOld = isOldMail(message, { backfillTo: folder.backfill_to, since: connection.fetches_since })
      await noting(fetching, uid, () => keepListed(fetching, { ...message, isOld }))
      kept.push(uid)
    }
  }
  if (connection.mark_seen && kept.length > 0) await markSeen(client, kept)
}

/** After so many times in a row that fetching broke off at it, a message is stepped over: those behind it wait for it. */
const mostTroubles = 5

/** Neither a claim that is lost nor a store that is away is the message's fault. */
async function noting<Result>(
  { desk, connection, signal }: Fetching & { signal: AbortSignal },
  uid: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isItsOwn = !(error instanceof DeskError || error instanceof ClaimLost || signal.aborted)
    if (isItsOwn) await noteTrouble(desk.db, { connectionId: connection.id, folder: connection.folder }, uid)
    throw error
  }
}

function isTooOld({ uid, arrivedAt }: Listed, { backfill_to, backfill_since }: FolderRow): boolean {
  return uid <= backfill_to && backfill_since !== null && arrivedAt !== undefined && arrivedAt < backfill_since
}

async function describe(client: ImapFlow, uids: number[]): Promise<Map<number, Listed>> {
  const query = { uid: true, size: true, internalDate: true }
  const found = await within(client, client.fetchAll(uids.join(","), query, { uid: true }))
  return new Map(
    found.map(({ uid, size, internalDate }) => {
      const arrivedAt = internalDate === undefined ? undefined : new Date(internalDate)
      const isMoment = arrivedAt !== undefined && !Number.isNaN(arrivedAt.getTime())
      return [uid, { uid, sizeBytes: size ?? 0, arrivedAt: isMoment ? arrivedAt : undefined }]
    }),
  )
}

/** A folder that may only be read stays as it is. */
async function markSeen(client: ImapFlow, uids: number[]): Promise<void> {
  const marking = client.messageFlagsAdd(uids.join(","), ["\\Seen"], { uid: true, silent: true })
  await within(client, marking).catch((error: Error & { responseStatus?: string }) => {
    if (error.responseStatus === undefined) throw error
  })
}
