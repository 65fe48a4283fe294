import type { Db } from "../../db/db.ts"
import { preconditionFailed } from "../../errors.ts"
import type { Answer, Call } from "../route.ts"
import type { Viewer } from "../viewer.ts"

/** Who changes something, and when. */
export interface Change {
  viewer: Viewer
  now: Date
}

/** `check` sees the thing as it is under the lock, before anything changes. */
export interface CheckedChange extends Change {
  check: (db: Db) => Promise<void>
}

/** Settles If-Match: what the caller last read, against what a read would answer now. */
export async function refuseStale(call: Pick<Call, "request">, read: () => Promise<Answer>): Promise<void> {
  const expected = call.request.headers["if-match"]
  if (expected === undefined || expected.trim() === "*") return
  const { etag } = await read()
  if (!expected.split(",", 100).some((candidate) => candidate.trim() === etag))
    throw preconditionFailed("changed_meanwhile", "This has changed since you read it; read it again and retry")
}
