import { type Db, early, sql } from "../../db/db.ts"
import { ask, type Shared } from "../../db/group.ts"
import { listCandidates } from "./queries.ts"
import { hasRoom } from "./room.ts"
import { nextInTurn } from "./rules.ts"

interface EnabledRouting {
  inbox_id: number
  assignment_limit: number
  assignment_method: "round_robin" | "balanced"
}

/**
 * Takes the turn of whoever is next, until the transaction ends for nobody else in this inbox: two conversations that
 * come at once see one another's turns and loads. Undefined where routing is off or nobody can take more.
 */
export async function takeTurn(db: Db, inboxId: number, now: Date): Promise<number | undefined> {
  // Where all have as many as they may, nobody waits for anybody to find that out.
  if (!(await isRoomIn(db, inboxId))) return undefined
  const routing = await db.maybe<EnabledRouting>(sql`
    select inbox_id, assignment_limit, assignment_method from routing
    where inbox_id = ${inboxId} and state = 'enabled' for no key update`)
  if (!routing) return undefined
  const next = nextInTurn(await listCandidates(db, inboxId), {
    method: routing.assignment_method,
    assignmentLimit: routing.assignment_limit,
  })
  if (!next) return undefined
  // Later than every other turn, also where several are taken in one moment or a clock has gone back.
  await db.run(sql`
    update routing_users set last_assigned_at = greatest(${now}, (
      select max(last_assigned_at) + interval '1 millisecond' from routing_users where inbox_id = ${inboxId}
    )) where inbox_id = ${inboxId} and user_id = ${next.userId}`)
  return next.userId
}

/** Whether routing is on and somebody can take more. */
export function isRoomIn(db: Db, inboxId: number): Promise<boolean> {
  return ask(db, room, inboxId)
}

const room: Shared<number, boolean> = {
  alone: async (db, inboxId) =>
    (await db.maybe(sql`${early} select from routing where inbox_id = ${inboxId} and ${hasRoom}`)) !== undefined,
  async together(db, given) {
    const rows = await db.many<{ id: number }>(sql`
      select inbox_id as id from routing where inbox_id = any(${[...new Set(given)]}::bigint[]) and ${hasRoom}`)
    return given.map((inboxId) => rows.some(({ id }) => id === inboxId))
  },
}
