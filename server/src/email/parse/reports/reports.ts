import { leavesOf } from "../attached-text.ts"
import { decodeTransfer } from "../charsets/transfer.ts"
import { decodeField, shorten } from "../charsets/words.ts"
import { canonicalAddress } from "../headers/addresses.ts"
import { type Field, firstOf, readFields } from "../headers/fields.ts"
import { namesOf, readIds, readMessageId } from "../headers/ids.ts"
import { limits } from "../limits.ts"
import type { DeliveryReport } from "../message.ts"
import type { Part } from "../structure.ts"
import { hasNullSender, isOfMailSystem, readTextBounce } from "./text-bounces.ts"

/**
 * What a mail system says of a mail that did not arrive. Undefined for what people pass on, however it looks; for read
 * receipts; and for complaints.
 */
export function readReport(root: Part, text: string): DeliveryReport | undefined {
  if (!isReport(root)) return undefined
  const parts = [...leavesOf(root)]
  const returned = namesIn(parts.find(({ type }) => returnedTypes.has(type)))
  const status = readStatus(parts.find(({ type }) => statusTypes.has(type)))
  const found = status ?? readTextBounce(root.fields, { text, hasReturned: returned.length > 0 })
  if (!found) return undefined
  const answered = ["in-reply-to", "references"].flatMap((name) => readIds(firstOf(root.fields, name)).slice(-5))
  return { recipients: found.recipients, names: [...new Set([...found.names, ...returned, ...answered])] }
}

/** Only the kind of message, the null sender and a mail system as sender make a report. */
function isReport({ type, parameters, fields }: Part): boolean {
  const kind = type === "multipart/report" ? parameters.get("report-type")?.toLowerCase() : undefined
  if (kind !== undefined && kind !== "delivery-status") return false
  return type === "multipart/report" || hasNullSender(fields) || isOfMailSystem(fields)
}

const statusTypes = new Set(["message/delivery-status", "message/global-delivery-status"])

function readStatus(status: Part | undefined): DeliveryReport | undefined {
  if (!status) return undefined
  const [general = [], ...others] = groupsOf(decodeTransfer(status.body, status.encoding).bytes)
  const recipients = others.slice(0, limits.reportRecipients).flatMap((fields) => recipientOf(fields) ?? [])
  if (recipients.length === 0) return undefined
  const names = [firstOf(general, "original-envelope-id"), readMessageId(firstOf(general, "x-original-message-id"))]
  return { recipients, names: names.flatMap((name) => name?.slice(0, 998) || []) }
}

const returnedTypes = new Set([
  "message/rfc822",
  "text/rfc822-headers",
  "message/global",
  "message/global-headers",
  "message/rfc822-headers",
])

/** Fields in groups, parted by empty lines: the first is of the mail, each other of one recipient. */
function groupsOf(bytes: Buffer): Field[][] {
  const text = bytes.subarray(0, 500_000).toString("latin1").replace(/\r\n?/g, "\n")
  return text
    .split(/\n[ \t]*\n/)
    .map((group) => readFields(Buffer.from(group.replace(/^\n+/, ""), "latin1")))
    .filter((fields) => fields.length > 0)
}

const actions = ["failed", "delayed", "delivered", "relayed", "expanded"] as const

function recipientOf(fields: Field[]): DeliveryReport["recipients"][number] | undefined {
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(firstOf(fields, "status") ?? "")?.[1]
  const action =
    firstOf(fields, "action")
      ?.toLowerCase()
      .split(/[\s(;]/)[0] ?? usualAction[status?.[0] ?? ""]
  const known = actions.find((candidate) => candidate === action)
  const [address] = ["final-recipient", "original-recipient", "x-actual-recipient"].flatMap(
    (name) => addressOf(firstOf(fields, name) ?? "") ?? [],
  )
  if (address === undefined || !known) return undefined
  const said = decodeField(firstOf(fields, "diagnostic-code") ?? "").replace(/^[\w-]+\s*;\s*/, "")
  return { address, action: known, status: status ?? usualStatus[known], diagnostic: shorten(said, 500) }
}

/** Without the kind of name, such as `rfc822;`. */
function addressOf(given: string): string | undefined {
  return canonicalAddress(given.replace(/^[^;]*;/, "").replace(/^[\s<]+|[\s>]+$/g, ""))
}

const usualAction: Record<string, string> = { 2: "delivered", 4: "delayed", 5: "failed" }
const usualStatus = { failed: "5.0.0", delayed: "4.0.0", delivered: "2.0.0", relayed: "2.0.0", expanded: "2.0.0" }

/** Of the mail that came back: its id, and the name in its envelope. */
function namesIn(returned: Part | undefined): string[] {
  if (!returned) return []
  const { bytes } = decodeTransfer(returned.body, returned.encoding)
  const head = bytes.subarray(0, 200_000)
  const end = /\r?\n\r?\n/.exec(head.toString("latin1"))
  return namesOf(readFields(end ? head.subarray(0, end.index) : head))
}
