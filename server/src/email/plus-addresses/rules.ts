import type { MailStatus, PlusAddressTest } from "@deskhand/contract/mail/outgoing-mail"
import type { Config } from "../../config.ts"
import type { PlusTestRow } from "./queries.ts"

/** Longer ones are refused by many servers (RFC 5321, 4.5.3.1.1). */
const longestLocal = 64

/**
 * Such as `support+r2k-…@example.com`; undefined where it would be too long, or where there is a plus already: servers,
 * and `isOurs`, cut at the first one.
 */
export function plusAddress(address: string, name: string): string | undefined {
  const at = address.lastIndexOf("@")
  const local = `${address.slice(0, at)}+${name}`
  const fits = Buffer.byteLength(local) <= longestLocal && local.indexOf("+") === at
  return fits ? `${local}${address.slice(at)}` : undefined
}

/** Mail to oneself arrives within seconds; fetching by IMAP and greylisting may take minutes. One that comes later still counts. */
const patienceMs = 10 * 60_000

export function stateOfTest(
  { arrived_at, problem, sent_at }: Pick<PlusTestRow, "arrived_at" | "problem" | "sent_at">,
  now: Date,
): PlusAddressTest["state"] {
  if (arrived_at !== null) return "arrived"
  if (problem !== null) return "failed"
  return now.getTime() - sent_at.getTime() < patienceMs ? "sent" : "missing"
}

/** How answers find their conversation; the signed entry in References is in all mail, whichever it is. */
export function answersBy(
  { replyDomain }: Pick<Config, "replyDomain">,
  test: Pick<PlusTestRow, "arrived_at"> | undefined,
): MailStatus["answersBy"] {
  if (replyDomain !== undefined) return "own-domain"
  return test && test.arrived_at !== null ? "plus-address" : "references"
}
