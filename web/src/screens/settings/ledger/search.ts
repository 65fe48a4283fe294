import type { MailMessage, SentMail } from "@deskhand/sdk/client"

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
] as const satisfies MailMessage["outcome"][]

export const states = [
  "waiting",
  "held",
  "delayed",
  "sent",
  "partly",
  "failed",
  "bounced",
  "dropped",
] as const satisfies SentMail["state"][]

/** What the address of a page says of which messages are meant. */
export interface LedgerSearch {
  inbox?: number
  outcome?: MailMessage["outcome"]
  state?: SentMail["state"]
  address?: string
}

export function readLedgerSearch(search: Record<string, unknown>): LedgerSearch {
  const { inbox, address } = search
  const outcome = outcomes.find((one) => one === search["outcome"])
  const state = states.find((one) => one === search["state"])
  return {
    ...(typeof inbox === "number" && { inbox }),
    ...(outcome && { outcome }),
    ...(state && { state }),
    ...(typeof address === "string" && address.trim() !== "" && { address: address.slice(0, 320) }),
  }
}
