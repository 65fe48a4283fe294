import type { SenderVerdict } from "@deskhand/contract/mail/mail-sender"
import type { Written } from "../../conversations/received/write.ts"
import type { ParsedMessage } from "../parse/message.ts"
import { verdictOn } from "../senders/rules.ts"
import { automaticSigns, type Sign } from "./automatic.ts"
import type { Facts, Outcome } from "./facts.ts"
import type { Prepared } from "./prepare.ts"
import type { EarlierRow } from "./queries.ts"
import type { Claimed } from "./queue.ts"
import { subjectOf } from "./rules.ts"
import { resolveSender, type Sender, type SenderOptions } from "./sender.ts"

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

export interface Surroundings extends SenderOptions {
  /** The same message, where it has come before. */
  first: EarlierRow | undefined
  /** What is known of senders, by their names. */
  senders: ReadonlyMap<string, SenderVerdict>
}

export interface Scene extends Settling, Surroundings {
  /** Whether somebody trusted its sender, or blocked them or who writes for them. */
  verdict: SenderVerdict | undefined
  /** Undefined where the message names nobody. */
  sender: Sender | undefined
  signs: Sign[]
  /** What is known before anything is looked up. */
  facts: Facts
}

export function sceneOf(settling: Settling, surroundings: Surroundings): Scene {
  const { message, verdicts } = settling.prepared
  const { envelope } = settling.claimed
  const sender = resolveSender(message, envelope, surroundings)
  const signs = automaticSigns({ headers: message.headers, envelope, from: message.from?.address })
  const { signedBy: _, ...judged } = verdicts
  const replyTo = message.replyTo
    .map(({ address }) => address)
    .filter((address) => address.toLowerCase() !== sender?.address.toLowerCase())
  const isFrom = sender?.field === "from"
  const facts: Facts = {
    sender: sender?.address ?? message.from?.address ?? "",
    name: sender?.name ?? "",
    ...(!isFrom && message.from && { from: message.from.address }),
    replyTo,
    subject: subjectOf(message),
    ...(message.date !== undefined && { date: message.date }),
    ...judged,
    verified: judged.verified && isFrom,
    flags: message.flags,
    ...(message.incomplete && { incomplete: message.incomplete }),
    automatic: signs.length > 0,
    signs,
  }
  return { ...settling, ...surroundings, verdict: verdictIn(surroundings, sender, message), sender, signs, facts }
}

function verdictIn({ senders }: Surroundings, sender: Sender | undefined, { from }: ParsedMessage) {
  const verdict = sender && verdictOn(sender.address, senders)
  return from && verdictOn(from.address, senders) === "blocked" ? "blocked" : verdict
}
