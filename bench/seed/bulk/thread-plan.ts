import type { ThreadType } from "../../../server/src/seed/insert/threads.ts"
import type { ConversationPlan, Status } from "./conversation-plan.ts"
import { type LineItem, lineItem, randomLineItem } from "./line-items.ts"
import type { SeedPlan } from "./plan.ts"
import type { Random } from "./random.ts"
import { type Step, stepsOf, timesOf } from "./steps.ts"
import type { Body, Phrasebook } from "./text/bodies.ts"
import { type OwnWord, ownWord } from "./text/lexicon.ts"

export interface ThreadPlan {
  type: ThreadType
  status: Status
  state: "bounced" | "draft" | "hidden" | "published" | "review"
  at: number
  /** The customer when undefined. */
  authorId: number | undefined
  action: LineItem | undefined
  body: Body | undefined
  source: "api" | "chat" | "email" | "emailfwd" | "mobile" | "web" | "widget"
  savedReplyId: number | undefined
  to: OwnWord[]
  copied: boolean
  openedAt: number | undefined
  linkedConversationId: number | undefined
  scheduled: { byId: number; at: number; for: number; unscheduleOnReply: boolean } | undefined
}

export class ThreadPlans {
  private readonly plan: SeedPlan
  private readonly phrasebook: Phrasebook
  private readonly inboxAddresses: Map<number, OwnWord>

  constructor(plan: SeedPlan, phrasebook: Phrasebook) {
    this.plan = plan
    this.phrasebook = phrasebook
    this.inboxAddresses = new Map(
      plan.desk.inboxes.map((inbox) => [inbox.id, ownWord(phrasebook.lexicon, inbox.email.toLowerCase())]),
    )
  }

  threadsOf(conversation: ConversationPlan, random: Random): ThreadPlan[] {
    const steps = stepsOf(conversation, random)
    const times = timesOf(conversation, steps, this.plan.nowMs, random)
    const threads: ThreadPlan[] = []
    let status: Status = conversation.outbound && steps.length > 1 ? "pending" : "active"
    steps.forEach((step, index) => {
      const thread = this.threadOf(conversation, { step, at: times[index]!, first: index === 0 }, random)
      if (step === "customer") status = "active"
      // How it ended shows in the last word and in the change that followed it.
      if (index >= steps.length - 2) status = conversation.status
      thread.status = status
      threads.push(thread)
    })
    trouble(conversation, threads)
    return threads
  }

  private threadOf(
    conversation: ConversationPlan,
    { step, at, first }: { step: Step; at: number; first: boolean },
    random: Random,
  ): ThreadPlan {
    const agentId = random.chance(0.03) ? random.pick(this.plan.desk.systemUsers).id : conversation.agent.id
    const thread: ThreadPlan = {
      type: "message",
      status: "active",
      state: "published",
      at,
      authorId: agentId,
      action: undefined,
      body: undefined,
      source: random.chance(0.9) ? "web" : random.pick(["api", "mobile"]),
      savedReplyId: undefined,
      to: [],
      copied: false,
      openedAt: undefined,
      linkedConversationId: undefined,
      scheduled: undefined,
    }
    switch (step) {
      case "customer":
        return this.fromCustomer(conversation, thread, first, random)
      case "reply":
      case "draft":
      case "schedule":
        return this.fromAgent(conversation, thread, { step, first }, random)
      case "forward":
        return this.forwarding(conversation, thread, random)
      case "note":
        if (random.chance(0.1)) thread.authorId = random.pick(this.plan.desk.lightUsers).id
        return { ...thread, type: "note", body: this.phrasebook.remark(random, "en") }
      default: {
        const action =
          step === "change" ? randomLineItem(conversation, this.plan, random) : lineItem(step, conversation)
        const authorId = action.type.endsWith("workflow") ? this.plan.desk.systemUsers[0]!.id : conversation.agent.id
        return { ...thread, type: "lineitem", authorId, action }
      }
    }
  }

  private fromCustomer(conversation: ConversationPlan, thread: ThreadPlan, first: boolean, random: Random): ThreadPlan {
    const { language, firstName } = conversation.customer
    thread.authorId = undefined
    if (conversation.type === "chat") return this.chat(conversation, thread, random)
    thread.type = "customer"
    thread.source = "email"
    thread.to = [this.inboxAddresses.get(conversation.inbox.id)!]
    thread.copied = first || random.chance(0.5)
    const reference = random.chance(0.15) ? this.phrasebook.reference(random) : undefined
    thread.body = this.phrasebook.letter(random, language, { from: firstName, reference })
    return thread
  }

  private fromAgent(
    conversation: ConversationPlan,
    thread: ThreadPlan,
    { step, first }: { step: "reply" | "draft" | "schedule"; first: boolean },
    random: Random,
  ): ThreadPlan {
    const { language, firstName } = conversation.customer
    if (conversation.type === "chat" && step === "reply") return this.chat(conversation, thread, random)
    if (conversation.type === "phone" && first) {
      return { ...thread, type: "phone", body: this.phrasebook.remark(random, language) }
    }
    thread.to = [conversation.customerAddress]
    thread.copied = random.chance(0.7)
    thread.savedReplyId = random.chance(0.2) ? random.pick(conversation.inbox.savedReplyIds) : undefined
    thread.body = this.phrasebook.letter(random, language, { from: conversation.agent.firstName, to: firstName })
    if (step === "reply") {
      const opened = thread.at + random.between(1, 600) * 60_000
      thread.openedAt = random.chance(0.4) && opened < this.plan.nowMs ? opened : undefined
      return thread
    }
    thread.state = "draft"
    if (step === "schedule") {
      const wait = random.between(1, 14 * 24) * 3_600_000
      thread.scheduled = {
        byId: conversation.agent.id,
        at: thread.at,
        for: this.plan.nowMs + wait,
        unscheduleOnReply: random.chance(0.5),
      }
    }
    return thread
  }

  private chat(conversation: ConversationPlan, thread: ThreadPlan, random: Random): ThreadPlan {
    thread.type = conversation.viaWidget ? "widgetchat" : "chat"
    thread.source = conversation.viaWidget ? "widget" : "chat"
    thread.body = this.phrasebook.remark(random, conversation.customer.language)
    return thread
  }

  private forwarding(conversation: ConversationPlan, thread: ThreadPlan, random: Random): ThreadPlan {
    const { otherId, role } = conversation.forward!
    thread.type = role === "parent" ? "forwardparent" : "forwardchild"
    thread.source = "emailfwd"
    thread.linkedConversationId = otherId
    thread.to = [ownWord(this.phrasebook.lexicon, "experts@suppliers.example")]
    thread.body = this.phrasebook.letter(random, "en", { from: conversation.agent.firstName })
    return thread
  }
}

/** The last reply that is not the answer which ended it stays unsent, or was taken back. */
function trouble(conversation: ConversationPlan, threads: ThreadPlan[]): void {
  if (conversation.trouble === "none") return
  const last = threads.findLastIndex((thread) => thread.type === "message" && thread.state === "published")
  if (conversation.trouble === "review") {
    if (conversation.status === "active" && last >= 0) unsend(threads[last]!, "review")
    return
  }
  const earlier = threads.findIndex(
    (thread, index) => index > 0 && index < last && (thread.type === "message" || thread.type === "note"),
  )
  const thread = threads[earlier]
  if (!thread) return
  if (conversation.trouble === "hidden") thread.state = "hidden"
  else if (thread.type === "message") unsend(thread, "bounced")
}

function unsend(thread: ThreadPlan, state: "bounced" | "review"): void {
  thread.state = state
  thread.openedAt = undefined
}
