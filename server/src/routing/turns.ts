import { type Db, early, sql } from "../db/db.ts"
import { ask, type Shared } from "../db/group.ts"
import { hasRoom } from "../inboxes/room.ts"
import { type InboxCandidate, listCandidates } from "./queries.ts"
import { nextInTurn } from "./rules.ts"

interface EnabledRouting {
  inbox_id: number
  assignment_limit: number
  assignment_method: "round_robin" | "balanced"
}

/** Whom routing gives something. */
export interface Turn {
  userId: number
  name: string
}

/**
 * Takes the turn of whoever is next, until the transaction ends for nobody else in this inbox: two conversations that
 * come at once see one another's turns and loads. Undefined where routing is off or nobody can take more.
 */
export async function takeTurn(db: Db, inboxId: number, now: Date): Promise<Turn | undefined> {
  // Where all have as many as they may, nobody waits for anybody to find that out.
  return (await isRoomIn(db, inboxId)) ? takeOne(db, { inboxId, now }) : undefined
}

/** The same where somebody was seen to have room, also for many at once. Nothing that may fail comes after it. */
export function takeFreeTurn(db: Db, inboxId: number, now: Date): Promise<Turn | undefined> {
  return ask(db, turns, { inboxId, now })
}

interface Wanted {
  inboxId: number
  now: Date
}

const turns: Shared<Wanted, Turn | undefined> = { alone: takeOne, together: takeMany }

async function takeOne(db: Db, wanted: Wanted): Promise<Turn | undefined> {
  return (await takeMany(db, [wanted]))[0]
}

async function takeMany(db: Db, wanted: Wanted[]): Promise<(Turn | undefined)[]> {
  const inboxIds = [...new Set(wanted.map(({ inboxId }) => inboxId))]
  // In one trip: who has how much is read when the rows are held.
  const [routings, candidates] = await Promise.all([
    db.many<EnabledRouting>(sql`
      select inbox_id, assignment_limit, assignment_method from routing
      where inbox_id = any(${inboxIds}::bigint[]) and state = 'enabled' order by inbox_id for no key update`),
    listCandidates(db, inboxIds),
  ])
  const rotations = Map.groupBy(candidates, ({ inboxId }) => inboxId)
  const taken = new Set<InboxCandidate>()
  const next = wanted.map(({ inboxId, now }) => {
    const routing = routings.find(({ inbox_id: id }) => id === inboxId)
    const rotation = rotations.get(inboxId) ?? []
    const next = routing && nextInTurn(rotation, optionsOf(routing))
    if (!next) return undefined
    // Later than every other turn, also where several are taken in one moment or a clock has gone back.
    const latest = Math.max(...rotation.map(({ lastAssignedAt }) => lastAssignedAt?.getTime() ?? 0))
    next.lastAssignedAt = new Date(Math.max(now.getTime(), latest + 1))
    next.conversationsCount++
    taken.add(next)
    return { userId: next.userId, name: next.name }
  })
  if (taken.size > 0) await writeTurns(db, [...taken])
  return next
}

function optionsOf({ assignment_method: method, assignment_limit: assignmentLimit }: EnabledRouting) {
  return { method, assignmentLimit }
}

async function writeTurns(db: Db, taken: InboxCandidate[]): Promise<void> {
  const [inboxIds, userIds] = [taken.map(({ inboxId }) => inboxId), taken.map(({ userId }) => userId)]
  await db.run(sql`
    update routing_users set last_assigned_at = turn.at
    from unnest(${inboxIds}::bigint[], ${userIds}::bigint[], ${taken.map((one) => one.lastAssignedAt)}::timestamptz[])
      as turn (inbox_id, user_id, at)
    where routing_users.inbox_id = turn.inbox_id and routing_users.user_id = turn.user_id`)
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
