import type { IncomingMail } from "@deskhand/contract/mail/mail"
import type { Verdicts } from "../trust/verdicts.ts"

export type Why = IncomingMail["why"]

/** What is kept of a message for who reads its thread, and for who decides whether to answer it by itself. */
export interface Facts extends Partial<Omit<Verdicts, "signedBy">> {
  /** Who wrote it, see `resolveSender`; empty where nobody is named. */
  sender?: string
  /** The address of the From header, where that is not the sender. */
  from?: string
  name?: string
  /** Who else it asks to be answered. */
  replyTo?: string[]
  subject?: string
  /** As it was written. */
  date?: string
  why?: Why
  stranger?: boolean
  flags?: string[]
  incomplete?: string
  /** A machine sent it, or many got it: nothing is answered to it by itself. */
  automatic?: boolean
  /** By what that shows. */
  signs?: string[]
  /** Open ones of the same person. */
  otherConversations?: number[]
  /** The conversation that it answers, which takes no more. */
  continues?: number
  /** The message that came first. */
  duplicateOf?: number
  /** How often it came again, and when last. */
  repeats?: { count: number; lastAt: string }
  /** For whoever decides about a held message. */
  held?: HeldFacts
}

export interface HeldFacts {
  /** In whose name it is written, where that is known. */
  userId?: number
  /** Its beginning; gone with the raw message. */
  text?: string
  /** Names of what is attached. */
  files: string[]
}

export const outcomes = [
  "waiting",
  "stored",
  "duplicate",
  "bounce",
  "auto-reply",
  "spam",
  "held",
  "rejected",
  "failed",
] as const
export type Outcome = (typeof outcomes)[number]
