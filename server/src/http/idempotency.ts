import { createHash } from "node:crypto"
import { type Db, sql } from "../db/db.ts"
import { conflict, DeskError } from "../errors.ts"
import type { Answer, Call } from "./route.ts"

const keptHours = 24

/**
 * Runs a POST once per key and viewer. The key is taken in the transaction of the change itself: a second request
 * with it waits for the first and gets its answer again, a crash leaves both or neither, a failure frees the key.
 */
export function once(call: Call, key: string, work: (call: Call) => Promise<Answer>): Promise<Answer> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new DeskError(400, "idempotency_key", "Idempotency-Key must be 1 to 255 visible ASCII characters")
  const request = createHash("sha256")
    .update(`${call.request.method} ${call.request.url}\n${JSON.stringify(call.request.body ?? null)}`)
    .digest()
  return call.desk.db.transaction(async (db) => {
    const earlier = await takeKey(db, { userId: call.viewer.userId, key, request, now: call.now })
    if (earlier) return replay(earlier, request)
    const answer = await work({ ...call, db })
    await keepAnswer(db, { userId: call.viewer.userId, key, answer })
    return answer
  })
}

interface KeptAnswer {
  request_hash: Buffer
  status: number
  headers: Record<string, string>
  body: unknown
}

/** Takes the key, or gives the answer that was kept under it. An expired one counts as free. */
async function takeKey(
  db: Db,
  taken: { userId: number; key: string; request: Buffer; now: Date },
): Promise<KeptAnswer | undefined> {
  const inserted = await db.run(sql`
    insert into idempotency_keys as kept (user_id, key, request_hash, created_at)
    values (${taken.userId}, ${taken.key}, ${taken.request}, ${taken.now})
    on conflict (user_id, key) do update
    set request_hash = excluded.request_hash, created_at = excluded.created_at
    where kept.created_at <= excluded.created_at - make_interval(hours => ${keptHours})`)
  if (inserted > 0) return undefined
  return db.one<KeptAnswer>(sql`select request_hash, status, headers, body from idempotency_keys
    where user_id = ${taken.userId} and key = ${taken.key}`)
}

function replay(earlier: KeptAnswer, request: Buffer): Answer {
  if (!earlier.request_hash.equals(request))
    throw conflict("idempotency_key_reused", "This Idempotency-Key was used for another request; choose a new one")
  const { status, headers, body } = earlier
  return { status, headers: { ...headers, "Idempotency-Replayed": "true" }, ...(body === null ? {} : { body }) }
}

async function keepAnswer(db: Db, kept: { userId: number; key: string; answer: Answer }): Promise<void> {
  const { status, headers, body } = kept.answer
  await db.run(sql`update idempotency_keys
    set status = ${status}, headers = ${JSON.stringify(headers ?? {})},
      body = ${body === undefined ? null : JSON.stringify(body)}
    where user_id = ${kept.userId} and key = ${kept.key}`)
}

export function forgetOldKeys(db: Db, now: Date): Promise<number> {
  return db.run(
    sql`delete from idempotency_keys where created_at <= ${now}::timestamptz - make_interval(hours => ${keptHours})`,
  )
}
