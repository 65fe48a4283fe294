import { beginConversations } from "../../conversations/received/write.ts"
import { type Named, resolveCustomers } from "../../customers/actions.ts"
import type { Db } from "../../db/db.ts"
import { isAutomaticAnswer } from "./automatic.ts"
import { duplicateOf, openingOf, receivedFrom, senderIn, spamReasonOf } from "./decide.ts"
import { mapOpenConversations, mostOthers } from "./queries.ts"
import { addressedTo, answeredBy, idOf, isLoop, nameOfId, namesIn, subjectOf } from "./rules.ts"
import type { Result, Scene, Settling } from "./scene.ts"

/** In one transaction: more would hold up who reads the same pages meanwhile. */
export const mostTogether = 8
const mostCharacters = 500_000

/**
 * How many of the first are settled together: those that begin conversations, as far as they themselves tell, and none of
 * which another of them depends on. One at least.
 */
export function countTogether(settlings: Settling[]): number {
  const identities = new Set<string>()
  let characters = 0
  const isOld = settlings[0]?.claimed.imported_as !== null
  const end = settlings.slice(0, mostTogether).findIndex((settling) => {
    const { claimed, prepared } = settling
    if ((claimed.imported_as !== null) !== isOld) return true
    const identity = idOf(prepared.message) ?? `no id, ${claimed.storage_key}`
    characters += prepared.message.body.length
    if (!beginsConversation(settling) || identities.has(identity) || characters > mostCharacters) return true
    identities.add(identity)
    return false
  })
  return Math.max(1, end === -1 ? Math.min(mostTogether, settlings.length) : end)
}

function beginsConversation({ claimed, prepared: { message } }: Settling): boolean {
  const namesNothing = answeredBy(message).length === 0 && namesIn(addressedTo(message, claimed.envelope)).length === 0
  const id = idOf(message)
  const isPlain =
    !message.incomplete && !message.report && !isLoop(message) && !isAutomaticAnswer(message, claimed.envelope)
  return namesNothing && claimed.thread_id === null && isPlain && id !== undefined && nameOfId(id) === undefined
}

/** As `decide` does it for each of them, by a few statements for all. For where routing gives them to nobody. */
export async function beginMany(db: Db, scenes: Scene[]): Promise<Result[]> {
  const openings = scenes.filter((scene) => !scene.first)
  const begun = new Map<Scene, Result>()
  for (const [index, result] of (await begin(db, openings)).entries()) begun.set(openings[index] as Scene, result)
  return scenes.map((scene) => (scene.first ? duplicateOf(scene.first) : (begun.get(scene) as Result)))
}

async function begin(db: Db, scenes: Scene[]): Promise<Result[]> {
  const [first, ...others] = scenes
  if (!first) return []
  const { now, claimed } = first
  const named: [Named, ...Named[]] = [senderIn(first), ...others.map(senderIn)]
  const quietly = claimed.imported_as !== null
  const customers = await resolveCustomers(db, named, { userId: null, now, quietly })
  const customerIds = customers.map(({ id }) => id)
  const openings = scenes.map((scene, index) => ({
    received: receivedFrom(scene, customerIds[index] ?? 0),
    subject: subjectOf(scene.prepared.message),
    ...openingOf(scene, spamReasonOf(scene) !== undefined),
  }))
  const [open, written] = await Promise.all([
    mapOpenConversations(db, { customerIds }),
    beginConversations(db, openings, { inboxId: claimed.inbox_id, now }),
  ])
  return scenes.map((scene, index) => {
    const customerId = customerIds[index] ?? 0
    const known = open.get(customerId) ?? []
    const reason = spamReasonOf(scene)
    const one = written[index]
    // Those that come after it of the same person know of it.
    if (one && openings[index]?.status === "active")
      open.set(customerId, [one.conversationId, ...known].slice(0, mostOthers))
    return {
      ...one,
      ...(reason ? { outcome: "spam", reason } : { outcome: "stored" }),
      facts: { why: "new", stranger: false, otherConversations: scene.sender ? known : [] },
    }
  })
}
