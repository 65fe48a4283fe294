/** As much as any mail server lets through, and more than any that somebody wrote. */
const mostHeadBytes = 262_144
const mostFields = 1_000
const mostSignatures = 20
/** Lines have 998 characters at most (RFC 5322); hashing takes far longer the longer they are. */
const mostLineBytes = 262_144

/** How often each field stands in the head of a message, by its name in lower case. */
export type FieldCounts = Map<string, number>

/** Undefined for a message that takes too long to look at, and which nobody has written with a mail program. */
export function countFields(raw: Buffer): FieldCounts | undefined {
  const head = headOf(raw)
  if (head === undefined || hasEndlessLine(raw)) return undefined
  const counts: FieldCounts = new Map()
  let fields = 0
  for (const line of head.toString("latin1").split(/\r\n|\n|\r/)) {
    const name = /^([!-9;-~]+)[ \t]*:/.exec(line)?.[1]?.toLowerCase()
    if (name === undefined) continue
    counts.set(name, (counts.get(name) ?? 0) + 1)
    if (++fields > mostFields) return undefined
  }
  return (counts.get("dkim-signature") ?? 0) > mostSignatures ? undefined : counts
}

/** Up to the empty line; undefined where it is too large. */
export function headOf(raw: Buffer): Buffer | undefined {
  const ends = ["\n\r\n", "\n\n"].map((end) => raw.indexOf(end)).filter((at) => at !== -1)
  const end = Math.min(raw.length, ...ends)
  return end > mostHeadBytes ? undefined : raw.subarray(0, end)
}

function hasEndlessLine(raw: Buffer): boolean {
  let begin = 0
  while (begin < raw.length) {
    const end = raw.indexOf(10, begin)
    if ((end === -1 ? raw.length : end) - begin > mostLineBytes) return true
    if (end === -1) return false
    begin = end + 1
  }
  return false
}

/** Lines that end as the standard has it, as they were when somebody signed them. Who checks them takes far longer otherwise. */
export function withLineBreaks(raw: Buffer): Buffer {
  let missing = 0
  for (let at = raw.indexOf(10); at !== -1; at = raw.indexOf(10, at + 1)) if (raw[at - 1] !== 13) missing++
  if (missing === 0) return raw
  const whole = Buffer.allocUnsafe(raw.length + missing)
  let end = 0
  for (let at = 0; at < raw.length; at++) {
    if (raw[at] === 10 && raw[at - 1] !== 13) whole[end++] = 13
    whole[end++] = raw[at] ?? 0
  }
  return whole
}

/** Fields of which a message has one at most. Whoever adds another, above a signature that holds, shows what nobody signed. */
const single = [
  "from",
  "sender",
  "reply-to",
  "to",
  "cc",
  "subject",
  "date",
  "message-id",
  "in-reply-to",
  "references",
  "mime-version",
  "content-type",
  "content-transfer-encoding",
]

export function isAmbiguous(counts: FieldCounts): boolean {
  return single.some((name) => (counts.get(name) ?? 0) > 1)
}
