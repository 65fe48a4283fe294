import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { findSigningKey } from "../../account/queries.ts"
import type { Db } from "../../db/db.ts"

/** A browser that proved once that it belongs to this user. It grants nothing: its failures are counted on their own. */
export interface Device {
  id: string
  /** The value of the cookie. */
  cookie: string
}

export async function issueDevice(db: Db, userId: number): Promise<Device> {
  const id = randomBytes(16).toString("base64url")
  return { id, cookie: `${userId}.${id}.${signatureOf(await findSigningKey(db), userId, id)}` }
}

/** Nothing for the cookie of another user, or one that this desk has not signed. */
export async function readDevice(db: Db, cookie: string | undefined, userId: number): Promise<Device | undefined> {
  const [, owner, id = "", signature = ""] = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? "") ?? []
  if (cookie === undefined || Number(owner) !== userId) return undefined
  const expected = signatureOf(await findSigningKey(db), userId, id)
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? { id, cookie } : undefined
}

function signatureOf(key: Buffer, userId: number, id: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["device", userId, id]))
    .digest("base64url")
}
