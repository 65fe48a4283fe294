import { sql } from "../../src/db/db.ts"
import type { TestDesk } from "./desk.ts"

/** Signs a user in as the web application does; gives the headers of their browser. */
export async function signInAs(desk: TestDesk, userId: number): Promise<Record<string, string>> {
  const secret = `session-of-${userId}`
  await desk.db.run(sql`
    insert into sessions (hash, user_id, address, expires_at)
    values (sha256(${secret}::bytea), ${userId}, '::1', ${new Date(desk.clock.now.getTime() + 30 * 86_400_000)})`)
  return { Cookie: `desk_session=${secret}`, "Sec-Fetch-Site": "same-origin" }
}
