import { canonicalAddress } from "./addresses.ts"
import { leavesOf } from "./attached-text.ts"
import { type Field, firstOf, readFields } from "./fields.ts"
import { namesOf } from "./ids.ts"
import { limits } from "./limits.ts"
import type { DeliveryReport } from "./message.ts"
import type { Part } from "./structure.ts"
import { readTextBounce } from "./text-bounces.ts"
import { decodeTransfer } from "./transfer.ts"
import { decodeField, shorten } from "./words.ts"

/** What the message says of a mail that did not arrive; nothing where it is no such report. */
export function readReport(root: Part, text: string): DeliveryReport | undefined {
  const parts = [...leavesOf(root)]
  const status = parts.find(
    ({ type }) => type === "message/delivery-status" || type === "message/global-delivery-status",
  )
  if (!status) return readTextBounce(root.fields, text)
  const [general = [], ...others] = groupsOf(decodeTransfer(status.body, status.encoding).bytes)
  const recipients = others.slice(0, limits.reportRecipients).flatMap((fields) => recipientOf(fields) ?? [])
  if (recipients.length === 0) return readTextBounce(root.fields, text)
  const envelopeId = firstOf(general, "original-envelope-id")
  const returned = parts.find(({ type }) => returnedTypes.has(type))
  return { recipients, names: [...new Set([...(envelopeId ? [envelopeId.slice(0, 998)] : []), ...namesIn(returned)])] }
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
  const given = firstOf(fields, "final-recipient") ?? firstOf(fields, "original-recipient")
  const action = (firstOf(fields, "action") ?? "").toLowerCase().split(/[\s(;]/)[0]
  const known = actions.find((candidate) => candidate === action)
  const address = canonicalAddress((given ?? "").replace(/^[^;]*;/, "").replace(/^[\s<]+|[\s>]+$/g, ""))
  if (address === undefined || !known) return undefined
  const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(firstOf(fields, "status") ?? "")?.[1]
  const said = decodeField(firstOf(fields, "diagnostic-code") ?? "").replace(/^[\w-]+\s*;\s*/, "")
  return { address, action: known, status: status ?? usualStatus[known], diagnostic: shorten(said, 500) }
}

const usualStatus = { failed: "5.0.0", delayed: "4.0.0", delivered: "2.0.0", relayed: "2.0.0", expanded: "2.0.0" }

/** Of the mail that came back: its id, and the name in its envelope. */
function namesIn(returned: Part | undefined): string[] {
  if (!returned) return []
  const { bytes } = decodeTransfer(returned.body, returned.encoding)
  const head = bytes.subarray(0, 200_000)
  const end = /\r?\n\r?\n/.exec(head.toString("latin1"))
  return namesOf(readFields(end ? head.subarray(0, end.index) : head))
}
