import type { SenderVerdict } from "@deskhand/contract/mail-sender"
import type { Written } from "../../conversations/received/write.ts"
import { automaticSigns, type Sign } from "./automatic.ts"
import type { Facts, Outcome } from "./facts.ts"
import type { Prepared } from "./prepare.ts"
import type { EarlierRow } from "./queries.ts"
import type { Claimed } from "./queue.ts"
import { senderOf, subjectOf } from "./rules.ts"

/** A message that is understood and to be settled. */
export interface Settling {
  /** Of this node. */
  claim: string
  /** What names are signed with. */
  key: Buffer
  claimed: Claimed
  prepared: Prepared
  now: Date
}

/** What became of it. */
export interface Result extends Partial<Written> {
  outcome: Exclude<Outcome, "waiting">
  reason?: string
  facts?: Partial<Facts>
}

export interface Surroundings {
  inboxes: Set<string>
  /** The same message, where it has come before. */
  first: EarlierRow | undefined
  /** Whether somebody trusted or blocked its sender. */
  verdict: SenderVerdict | undefined
}

export interface Scene extends Settling, Surroundings {
  signs: Sign[]
  /** What is known before anything is looked up. */
  facts: Facts
}

export function sceneOf(settling: Settling, surroundings: Surroundings): Scene {
  const { message, verdicts } = settling.prepared
  const { envelope } = settling.claimed
  const sender = senderOf(message, envelope)
  const signs = automaticSigns({ headers: message.headers, envelope, from: message.from?.address })
  const { signedBy: _, ...judged } = verdicts
  const replyTo = message.replyTo
    .map(({ address }) => address)
    .filter((address) => address.toLowerCase() !== sender?.address.toLowerCase())
  const facts: Facts = {
    sender: sender?.address ?? message.from?.address ?? "",
    name: sender?.name ?? "",
    replyTo,
    subject: subjectOf(message),
    ...(message.date !== undefined && { date: message.date }),
    ...judged,
    flags: message.flags,
    ...(message.incomplete && { incomplete: message.incomplete }),
    automatic: signs.length > 0,
    signs,
  }
  return { ...settling, ...surroundings, signs, facts }
}
