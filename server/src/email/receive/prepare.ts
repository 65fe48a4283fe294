import { setTimeout as pause } from "node:timers/promises"
import { isMimeType, safeFileName } from "../../conversations/attachments/rules.ts"
import { keepAttachment, type PreparedAttachment } from "../../conversations/attachments/store.ts"
import { wordsOfText } from "../../conversations/threads/summary/words.ts"
import type { Desk } from "../../http/route.ts"
import { Slots } from "../../runtime/slots.ts"
import type { ParsedMessage } from "../parse/message.ts"
import type { Reader } from "../parse/reader.ts"
import { judge } from "../trust/judge.ts"
import { verdictsForSender } from "../trust/proven.ts"
import { pending, type Verdicts } from "../trust/verdicts.ts"
import { type Digest, digestOf } from "./digest.ts"
import { takeFresh } from "./fresh.ts"
import { needsVerdicts } from "./place.ts"
import type { Claimed } from "./queue.ts"
import { storable } from "./rules.ts"

/** A message as it was understood and judged, its attachments written to the store. */
export interface Prepared {
  message: ParsedMessage
  verdicts: Verdicts
  /** The verdicts say nothing yet: DNS is slow, and nothing is decided by them. */
  isPending: boolean
  /** Set where DNS is slow and the verdicts decide where the message belongs. */
  awaited?: Promise<Verdicts>
  attachments: PreparedAttachment[]
  digest: Omit<Digest, "contentHash"> & { contentHash?: string }
}

/** The next is fetched while one is read: whoever answers people has no work with twenty at once. */
const fetching = new Slots(3)

/** All that needs no transaction. */
export async function prepareMessage(
  desk: Desk,
  reader: Reader,
  { claimed, verdictWaitMs }: { claimed: Claimed; verdictWaitMs: number },
): Promise<Prepared> {
  const { storage_key: key, size_bytes: sizeBytes, envelope } = claimed
  const giveUp = new AbortController()
  const { read, judged } = await fetching.run(async () => {
    const raw = takeFresh(key) ?? (await desk.files.read({ key, sizeBytes }))
    const judged = judge(desk, { raw, envelope }, giveUp.signal)
    // Told of by whoever waits for it, unless the message could not even be read.
    judged.catch(() => {})
    return { read: await reader.read(raw), judged }
  })
  const { digest: made, ...message } = read.digest ? read : storable(read)
  const proven = judged.then((verdicts) => verdictsForSender(verdicts, message))
  const verdicts = await inTime(proven, verdictWaitMs)
  // A placeholder, which is short.
  const { contentHash, ...digest } = made ?? digestOf(message)
  const attachments: PreparedAttachment[] = []
  for (const { filename, mimeType, contents, contentId, inline } of message.attachments) {
    const kept = await keepAttachment(desk.files, desk.config, {
      filename: safeFileName(filename).slice(0, longest).toWellFormed(),
      mimeType: isMimeType(mimeType) && mimeType.length <= longest ? mimeType : "application/octet-stream",
      contents: Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength),
    })
    const shown = inline && contentId !== undefined && contentId.length <= longest
    attachments.push(shown ? { ...kept, contentId } : kept)
  }
  const isAwaited =
    verdicts === undefined && (await needsVerdicts(desk.db, { inboxId: claimed.inbox_id, message, envelope }))
  if (verdicts === undefined && !isAwaited) giveUp.abort()
  // By what is shown of an incomplete message it cannot be told whether another one is the same.
  return {
    message,
    verdicts: verdicts ?? pending,
    isPending: verdicts === undefined,
    ...(isAwaited && { awaited: proven }),
    attachments,
    digest: message.incomplete ? digest : { ...digest, contentHash },
  }
}

/** Undefined where they come later. */
function inTime(judged: Promise<Verdicts>, waitMs: number): Promise<Verdicts | undefined> {
  const late = new AbortController()
  const limit = pause(waitMs, undefined, late).catch(() => undefined)
  return Promise.race([judged, limit]).finally(() => late.abort())
}

/** As long as the columns are. */
const longest = 255

const unreadableMessage: ParsedMessage = {
  messageId: undefined,
  inReplyTo: [],
  references: [],
  from: undefined,
  replyTo: [],
  original: undefined,
  to: [],
  cc: [],
  subject: "A message that could not be read",
  date: undefined,
  headers: [],
  body: "<p>This message could not be read.</p>",
  text: "This message could not be read.",
  attachments: [],
  report: undefined,
  flags: [],
  incomplete: "unreadable",
}

/** What stands for a message that cannot be read at all. */
export const unreadable: Prepared = {
  message: unreadableMessage,
  verdicts: pending,
  isPending: false,
  attachments: [],
  digest: { preview: unreadableMessage.text, words: wordsOfText(unreadableMessage.text) },
}
