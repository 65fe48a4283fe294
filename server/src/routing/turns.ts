import { anyOf, type Db, early, sql } from "../db/db.ts"
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

export interface TurnRequest {
  inboxId: number
  now: Date
}

/**
 * Takes the turn of whoever is next, until the transaction ends for nobody else in this inbox: two conversations that
 * come at once see one another's turns and loads. Undefined where routing is off or nobody can take more.
 */
export async function takeTurn(db: Db, inboxId: number, now: Date): Promise<Turn | undefined> {
  return (await takeTurns(db, [{ inboxId, now }]))[0]
}

/** In their order; nothing for those that ask for none. */
export async function takeTurns(db: Db, requests: (TurnRequest | undefined)[]): Promise<(Turn | undefined)[]> {
  const asking = requests.filter((request) => request !== undefined)
  if (asking.length === 0) return requests.map(() => undefined)
  // Where all have as many as they may, nobody waits for anybody to find that out.
  const room = await listInboxesWithRoom(
    db,
    asking.map(({ inboxId }) => inboxId),
  )
  return takeFreeTurns(
    db,
    requests.map((request) => (request && room.has(request.inboxId) ? request : undefined)),
  )
}

/** The same where somebody was seen to have room. */
export async function takeFreeTurns(db: Db, requests: (TurnRequest | undefined)[]): Promise<(Turn | undefined)[]> {
  const inboxIds = [...new Set(requests.flatMap((request) => request?.inboxId ?? []))]
  if (inboxIds.length === 0) return requests.map(() => undefined)
  // In one trip: who has how much is read when the rows are held.
  const [routings, candidates] = await Promise.all([
    db.many<EnabledRouting>(sql`
      select inbox_id, assignment_limit, assignment_method from routing
      where inbox_id = any(${inboxIds}::bigint[]) and state = 'enabled' order by inbox_id for no key update`),
    listCandidates(db, inboxIds),
  ])
  const rotations = Map.groupBy(candidates, ({ inboxId }) => inboxId)
  const taken = new Set<InboxCandidate>()
  const turns = requests.map((request) => {
    const routing = routings.find(({ inbox_id: id }) => id === request?.inboxId)
    if (!request || !routing) return undefined
    const rotation = rotations.get(request.inboxId) ?? []
    const next = nextInTurn(rotation, optionsOf(routing))
    if (!next) return undefined
    // Later than every other turn, also where several are taken in one moment or a clock has gone back.
    const latest = Math.max(...rotation.map(({ lastAssignedAt }) => lastAssignedAt?.getTime() ?? 0))
    next.lastAssignedAt = new Date(Math.max(request.now.getTime(), latest + 1))
    next.conversationsCount++
    taken.add(next)
    return { userId: next.userId, name: next.name }
  })
  if (taken.size > 0) await writeTurns(db, [...taken])
  return turns
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

/** Those where routing is on and somebody can take more. */
export async function listInboxesWithRoom(db: Db, inboxIds: number[]): Promise<Set<number>> {
  const rows = await db.many<{ id: number }>(sql`${early}
    select inbox_id as id from routing where inbox_id = ${anyOf(inboxIds)} and ${hasRoom}`)
  return new Set(rows.map(({ id }) => id))
}
