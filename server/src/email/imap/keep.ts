import type { ImapFlow } from "imapflow"
import { type Db, sql } from "../../db/db.ts"
import { type StoredFile, TooLargeError } from "../../files/files.ts"
import type { Desk } from "../../http/route.ts"
import { trafficOf } from "../metrics.ts"
import { writeFreshStream } from "../receive/fresh.ts"
import { keepMessage } from "../receive/keep.ts"
import { contentsOf, headOf, Vanished } from "./contents.ts"
import { advanceFolder, isKnown } from "./folders.ts"
import { type Claimed, ClaimLost, holdClaim } from "./leases.ts"

export interface Listed {
  uid: number
  sizeBytes: number
  arrivedAt: Date | undefined
}

export interface Fetching {
  desk: Desk
  client: ImapFlow
  connection: Claimed
  uidValidity: number
}

/** Kept, with how far the folder is read, or neither. What is gone meanwhile is passed over. */
export async function keepListed(
  { desk, client, connection, uidValidity }: Fetching,
  listed: Listed & { isOld: boolean },
): Promise<void> {
  await desk.mailThrottle?.wait()
  const { uid, arrivedAt } = listed
  const now = desk.now()
  const found = await readListed(desk, client, listed).catch((error: unknown) => {
    if (error instanceof Vanished) return undefined
    throw error
  })
  await passing({ desk, connection, uidValidity }, uid, async (db) => {
    if (found === undefined) return
    const { raw, isWhole } = found
    const { inbox_id: inboxId, trusted_server: trustedServer } = connection
    if (await isKnown(db, { inboxId, key: raw.key, uidValidity })) return
    const place = { folder: connection.folder, uidValidity, uid }
    const envelope = { imap: { ...place, ...(trustedServer !== null && { trustedServer }) } }
    const receivedAt = arrivedAt === undefined || arrivedAt > now ? now : arrivedAt
    const importedAs = listed.isOld ? connection.backfill_status : null
    const id = await keepMessage(db, { inboxId, via: "imap", raw, envelope, receivedAt, importedAs })
    if (!isWhole) await settleFailed(db, { id, reason: "too_large", now })
  })
  trafficOf(desk.db).taken.imap++
}

/** One that the server never gives. Who looks at what came finds where it is, and those behind it are fetched. */
export async function stepOver(
  { desk, connection, uidValidity }: Omit<Fetching, "client">,
  uid: number,
): Promise<void> {
  const { inbox_id: inboxId, folder } = connection
  const now = desk.now()
  const notice = Buffer.from(
    `Subject: A message that could not be fetched\r\n\r\nThe mail server never gave it whole. It is number ${uid} there.\r\n`,
  )
  const raw = { key: await desk.files.write(notice), sizeBytes: notice.length }
  await passing({ desk, connection, uidValidity }, uid, async (db) => {
    const envelope = { imap: { folder, uidValidity, uid } }
    const id = await keepMessage(db, { inboxId, via: "imap", raw, envelope, receivedAt: now })
    await settleFailed(db, { id, reason: "not_fetched", now })
  })
}

/** Passes a number under the claim, with whatever belongs to it. Throws ClaimLost, and nothing of it stays. */
export async function passing(
  { desk, connection, uidValidity }: Pick<Fetching, "desk" | "connection" | "uidValidity">,
  uid: number,
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const place = { connectionId: connection.id, folder: connection.folder }
  await desk.db.transaction(async (db) => {
    await holdClaim(db, connection)
    await work(db)
    if (!(await advanceFolder(db, place, { uidValidity, uid, now: desk.now() }))) throw new ClaimLost()
  })
}

async function readListed(
  { files, config }: Desk,
  client: ImapFlow,
  { uid, sizeBytes }: Listed,
): Promise<{ raw: StoredFile; isWhole: boolean }> {
  const limitBytes = config.mailLimit
  if (sizeBytes <= limitBytes)
    try {
      const raw = await writeFreshStream(files, contentsOf(client, { uid, sizeBytes }), { limitBytes })
      return { raw, isWhole: true }
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error
    }
  const head = await headOf(client, uid)
  return { raw: { key: await files.write(head), sizeBytes: head.length }, isWhole: false }
}

/** It stands in the list with its headers, so that somebody can look for it where it came from. */
async function settleFailed(
  db: Db,
  { id, reason, now }: { id: number; reason: "too_large" | "not_fetched"; now: Date },
): Promise<void> {
  await db.run(sql`
    update mail_messages set outcome = 'failed', reason = ${reason}, settled_at = ${now} where id = ${id}`)
}
