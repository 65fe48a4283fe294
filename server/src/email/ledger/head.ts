import type { MailMessageDetails } from "@deskhand/contract/mail/mail-ledger"
import type { Files } from "../../files/files.ts"
import { readFields } from "../parse/headers/fields.ts"
import { keptFields } from "../parse/headers/kept-fields.ts"

/** No mail server lets a longer head through. */
const mostBytes = 262_144

interface KeptMessage {
  storage_key: string
  size_bytes: number
  raw_removed_at: Date | null
}

/** The headers of a message, as far as they are read here; none of one that is no longer kept. */
export async function readHead(files: Files, message: KeptMessage): Promise<MailMessageDetails["headers"]> {
  const { storage_key: key, size_bytes: sizeBytes } = message
  if (message.raw_removed_at !== null || sizeBytes === 0) return []
  const pieces: Buffer[] = []
  for await (const piece of await files.stream(
    { key, sizeBytes },
    { start: 0, end: Math.min(mostBytes, sizeBytes) - 1 },
  ))
    pieces.push(piece)
  const start = Buffer.concat(pieces)
  const ends = ["\n\r\n", "\n\n"].map((end) => start.indexOf(end)).filter((at) => at !== -1)
  const head = start.subarray(0, Math.min(start.length, ...ends))
  return keptFields(readFields(head, head)).map(([name, value]) => ({ name, value }))
}
