import type { Desk } from "../../http/route.ts"
import type { ReadName } from "../identity/names.ts"
import type { ParsedMessage } from "../parse/message.ts"
import type { Verdicts } from "./verdicts.ts"

export interface AgentReply {
  inboxId: number
  /** The name to which it was addressed, or which it answers: of a mail that told one of us of something. */
  name: ReadName
  message: ParsedMessage
  verdicts: Verdicts
  now: Date
}

/** What became of it: written as a reply or note in the agent's name, or held, because something does not hold. */
export type AgentOutcome =
  | { outcome: "stored"; conversationId: number; threadId: number }
  | { outcome: "held" | "auto-reply"; reason: string }

export async function takeAgentReply(_desk: Desk, _reply: AgentReply): Promise<AgentOutcome> {
  return { outcome: "held", reason: "agent_not_verified" }
}
