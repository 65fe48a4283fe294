import { type Customers, newestCustomerAt, type SeededCustomer } from "./customers.ts"
import { identifierOffset, mergePeriod, type SeededInbox, type SeededPerson, type SeedPlan } from "./plan.ts"
import { Random, Weighted } from "./random.ts"
import type { Phrasebook } from "./text/bodies.ts"
import { type OwnWord, ownWord, type Piece } from "./text/lexicon.ts"
import { rankOf, ThreadCounts } from "./thread-counts.ts"
import type { Timeline } from "./timeline.ts"

export type Status = "active" | "pending" | "closed" | "spam"

/** What is decided about a conversation before its threads are written. */
export interface ConversationPlan {
  index: number
  id: number
  number: number
  inbox: SeededInbox
  type: "chat" | "email" | "phone"
  viaWidget: boolean
  status: Status
  state: "published" | "draft" | "deleted"
  customer: SeededCustomer
  customerAddress: OwnWord
  /** The agent who looks after it, assigned or not. */
  agent: SeededPerson
  assigneeId: number | undefined
  outbound: boolean
  subject: Piece
  cc: OwnWord[]
  bcc: OwnWord[]
  createdAt: number
  threadCount: number
  snoozed: boolean
  scheduled: boolean
  trouble: "none" | "bounced" | "review" | "hidden"
  mergedId: number | undefined
  mergedNumber: number | undefined
  forward: { role: "parent" | "child"; otherId: number; at: number } | undefined
}

export class ConversationPlans {
  private readonly plan: SeedPlan
  private readonly customers: Customers
  private readonly timeline: Timeline
  private readonly phrasebook: Phrasebook
  private readonly counts: ThreadCounts
  private readonly inboxes: Weighted<SeededInbox>
  private readonly people: Map<number, SeededPerson>

  constructor(plan: SeedPlan, parts: { customers: Customers; timeline: Timeline; phrasebook: Phrasebook }) {
    this.plan = plan
    this.customers = parts.customers
    this.timeline = parts.timeline
    this.phrasebook = parts.phrasebook
    this.counts = new ThreadCounts(plan.threadsPer)
    this.inboxes = new Weighted(plan.desk.inboxes.map((inbox, index) => [inbox, inboxShares[index] ?? 1] as const))
    this.people = new Map(plan.desk.agents.map((agent) => [agent.id, agent]))
  }

  /** The generator's numbers go on from here into the threads. */
  at(index: number, random: Random): ConversationPlan {
    const { plan, phrasebook } = this
    random.reseed(plan.rng, "conversations", index)
    const forward = this.forwardAt(index)
    // Both halves of a forward are in one inbox, so the inbox is drawn for the first half's index.
    const inboxIndex = forward?.role === "child" ? index - 1 : index
    const inbox = this.inboxes.pick(new Random(plan.rng, "conversations", -1 - inboxIndex))
    const customer = this.customers.at(this.customerIndexAt(index, random))
    const threadCount = threadCountAt(this.counts, index)
    const inReview = this.isInReview(index, threadCount)
    const type = forward || inReview ? "email" : types.pick(random)
    const state = stateAt(index)
    const status = state === "draft" || inReview ? "active" : this.statusAt(index, random)
    const open = (status === "active" || status === "pending") && state === "published"
    const agent = this.people.get(random.pick(inbox.agentIds))!
    const partner = random.chance(0.12) ? [`partner${random.below(400)}@suppliers.example`] : []
    const words = (addresses: string[]) => addresses.map((address) => ownWord(phrasebook.lexicon, address))
    const merges = index % mergePeriod === mergeTarget && index + mergePeriod - mergeTarget <= plan.conversations
    const mergedOffset = identifierOffset(index) + mergePeriod - mergeTarget
    return {
      index,
      id: this.idAt(index),
      number: plan.ids.numbers + identifierOffset(index),
      inbox,
      type,
      viaWidget: type === "chat" && random.chance(0.5),
      status,
      state,
      customer,
      customerAddress: ownWord(phrasebook.lexicon, customer.email),
      agent,
      assigneeId: this.assignee(agent, status, random),
      outbound: state === "draft" || forward?.role === "child" || isOutbound(type, status, threadCount, random),
      subject: phrasebook.subject(random, customer.language),
      cc: words(partner),
      bcc: words(random.chance(0.02) ? ["archive@desk.example"] : []),
      createdAt: this.timeline.at(index),
      threadCount,
      snoozed: open && index % 7 === 3 && threadCount > 2,
      scheduled: open && index % 13 === 5 && threadCount > 4,
      trouble: inReview ? "review" : status !== "spam" && state !== "draft" ? troubleAt(index) : "none",
      mergedId: merges && threadCount > 4 ? plan.ids.conversations + mergedOffset : undefined,
      mergedNumber: merges && threadCount > 4 ? plan.ids.numbers + mergedOffset : undefined,
      forward,
    }
  }

  private idAt(index: number): number {
    return this.plan.ids.conversations + identifierOffset(index)
  }

  private customerIndexAt(index: number, random: Random): number {
    const newest = newestCustomerAt(index)
    const isNew = index === 0 || newestCustomerAt(index - 1) < newest
    if (isNew) return newest
    // Most come back soon; a few write all the time.
    return Math.floor(newest * (random.chance(0.1) ? random.fraction() ** 4 : 1 - random.fraction() ** 2))
  }

  private statusAt(index: number, random: Random): Status {
    if (rankOf(index) < 0.3 && random.chance(spamShare / 0.3)) return "spam"
    const age = 1 - index / this.plan.conversations
    const openShare = age < 0.1 ? 0.7 : age < 0.2 ? 0.3 : 0.027
    if (!random.chance(openShare)) return "closed"
    return random.chance(7 / 12) ? "active" : "pending"
  }

  /** Only lately: nobody leaves a reply unconfirmed for years. */
  private isInReview(index: number, threadCount: number): boolean {
    return (
      index % 25 === 22 && index >= this.plan.conversations * 0.8 && threadCount > 2 && stateAt(index) === "published"
    )
  }

  private assignee(agent: SeededPerson, status: Status, random: Random): number | undefined {
    if (random.chance(unassignedShare[status])) return undefined
    if (random.chance(0.05)) return random.pick(this.plan.desk.teams).id
    return random.chance(0.03) ? random.pick(this.plan.desk.systemUsers).id : agent.id
  }

  private forwardAt(index: number): ConversationPlan["forward"] {
    const place = index % forwardPeriod
    const parent = place === forwardedAt ? index : place === forwardedAt + 1 ? index - 1 : undefined
    if (parent === undefined || parent + 1 >= this.plan.conversations) return undefined
    const possible = [parent, parent + 1].every((half) => stateAt(half) === "published") && this.counts.at(parent) > 3
    if (!possible) return undefined
    const at = this.timeline.at(parent + 1)
    return parent === index
      ? { role: "parent", otherId: this.idAt(index + 1), at }
      : { role: "child", otherId: this.idAt(index - 1), at }
  }
}

export function threadCountAt(counts: ThreadCounts, index: number): number {
  return stateAt(index) === "draft" ? Math.min(counts.at(index), 3) : counts.at(index)
}

// Rare things come at fixed places, so that even a small desk has some of each.
const forwardPeriod = 101
const forwardedAt = 40
const mergeTarget = 60

function stateAt(index: number): ConversationPlan["state"] {
  if (index % 251 === 17) return "draft"
  return index % 97 === 31 ? "deleted" : "published"
}

function troubleAt(index: number): ConversationPlan["trouble"] {
  if (index % 71 === 12) return "bounced"
  return index % 23 === 9 ? "hidden" : "none"
}

const inboxShares = [40, 25, 15, 12, 8]
const spamShare = 0.04
const unassignedShare: Record<Status, number> = { active: 0.4, pending: 0.08, closed: 0.1, spam: 1 }
const types = new Weighted([
  ["email", 86],
  ["chat", 10],
  ["phone", 4],
] as const)

/** A conversation of one thread that waits for nobody can only have been started by an agent. */
function isOutbound(type: string, status: Status, threadCount: number, random: Random): boolean {
  if (status === "spam") return false
  return (type === "email" && random.chance(0.05)) || (threadCount === 1 && status !== "active")
}
