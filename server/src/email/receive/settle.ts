import type { Db } from "../../db/db.ts"
import type { Desk } from "../../http/route.ts"
import { isRoomIn } from "../../routing/turns.ts"
import { mapVerdicts } from "../senders/queries.ts"
import { judgeAt } from "../trust/judge-later.ts"
import { beginMany, countTogether } from "./begin-many.ts"
import { decide } from "./decide.ts"
import { type EarlierRow, findSenderOptions, mapFirsts, settleMessageRows } from "./queries.ts"
import { holdMessages } from "./queue.ts"
import { idOf } from "./rules.ts"
import { type Result, type Scene, type Settling, type Surroundings, sceneOf } from "./scene.ts"
import { listCandidates } from "./sender.ts"

/** Undefined where another node has the message by now. */
export async function settleMessage(desk: Desk, settling: Settling): Promise<Result | undefined> {
  const [result] = await settleMessages(desk, [settling])
  return result
}

/**
 * Of one inbox, in their order: as many of the first as go together, in one transaction. Gives what became of those;
 * nothing of one that another node has by now.
 */
export function settleMessages(desk: Desk, settlings: Settling[]): Promise<(Result | undefined)[]> {
  const given = settlings.slice(0, countTogether(settlings))
  return desk.db.transaction(async (db) => {
    const { held, options, firsts, isRoom } = await lookAround(db, given)
    // Whom routing gives one to depends on what they got before.
    const few = isRoom ? given.slice(0, 1) : given
    const scenes = few
      .filter(({ claimed }) => held.has(claimed.id))
      .map((settling) => sceneOf(settling, { ...options, first: firsts.get(settling.claimed.id) }))
    const [only, ...others] = scenes
    if (!only) return few.map(() => undefined)
    const results = others.length === 0 ? [await decide(desk, db, only)] : await beginMany(db, scenes)
    // These go out with the commit, which fails by them.
    settleMessageRows(
      db,
      results.map((result, index) => settledOf(scenes[index] as Scene, result)),
      only.now,
    ).catch(() => {})
    const byId = new Map(scenes.map(({ claimed }, index) => [claimed.id, results[index]]))
    return few.map(({ claimed }) => byId.get(claimed.id))
  })
}

interface Around {
  /** Of those given, the ones that are still ours. */
  held: Set<number>
  options: Omit<Surroundings, "first">
  firsts: Map<number, EarlierRow>
  /** Only looked for where there are several. */
  isRoom: boolean
}

/** At once, the lock first: what comes after it sees what was settled before. */
async function lookAround(db: Db, given: Settling[]): Promise<Around> {
  const { inbox_id: inboxId = 0, imported_as: importedAs = null } = given[0]?.claimed ?? {}
  const isOld = importedAs !== null
  const sought = given.map(({ claimed, prepared }) => ({
    id: claimed.id,
    messageId: idOf(prepared.message),
    storageKey: claimed.storage_key,
    contentHash: hashOf(prepared),
    receivedAt: claimed.received_at,
  }))
  const [held, options, firsts, senders, isRoom] = await Promise.all([
    holdMessages(db, { ids: sought.map(({ id }) => id), inboxId, claim: given[0]?.claim ?? "" }),
    findSenderOptions(db, inboxId),
    mapFirsts(db, inboxId, sought),
    mapVerdicts(
      db,
      given.flatMap(({ prepared, claimed }) => listCandidates(prepared.message, claimed.envelope)),
    ),
    given.length > 1 && !isOld && isRoomIn(db, inboxId),
  ])
  return { held, options: { ...options, senders }, firsts, isRoom }
}

function settledOf({ claimed, prepared, facts, now }: Scene, result: Result) {
  return {
    id: claimed.id,
    outcome: result.outcome,
    reason: result.reason ?? null,
    messageId: idOf(prepared.message),
    contentHash: hashOf(prepared),
    conversationId: result.conversationId ?? null,
    threadId: result.threadId ?? null,
    facts: { ...facts, ...result.facts },
    judgeAt: judgeAt(prepared.isPending ? undefined : prepared.verdicts, now) ?? null,
  }
}

function hashOf({ digest }: Settling["prepared"]): Buffer | null {
  return digest.contentHash === undefined ? null : Buffer.from(digest.contentHash, "hex")
}
