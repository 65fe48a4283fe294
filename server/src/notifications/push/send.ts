import type { Notice } from "@deskhand/contract/people/notification"
import { type NotificationKind, notificationKinds } from "@deskhand/contract/people/notification-kinds"
import { OutgoingRefusal } from "../../http/outgoing/safe-fetch.ts"
import type { Desk } from "../../http/route.ts"
import { encryptFor } from "./encrypt.ts"
import { authorization, loadIdentity } from "./identity.ts"
import { findNotice, forgetSubscription, type OwedNotice } from "./queries.ts"

export const pushJob = "notifications.push"

interface Owed {
  subscriptionId: number
  conversationId: number
  reason: NotificationKind
  at: string
}

/** Later it is no news; the service forgets it by then, too. */
const newsSeconds = 86_400

/** A service that answers at all does so within a second. */
const limitMs = 10_000

/** Tells one browser of one conversation. What fails for now is tried again; a browser that is gone is forgotten. */
export async function sendPush(desk: Desk, payload: unknown, signal: AbortSignal): Promise<void> {
  const owed = readOwed(payload)
  const { db, outgoing } = desk
  const now = desk.now()
  if (now.getTime() - new Date(owed.at).getTime() > newsSeconds * 1_000) return
  const found = await findNotice(db, owed)
  if (!found) return
  const { endpoint } = found
  const subscription = { id: owed.subscriptionId, endpoint }
  // Services want somebody to turn to.
  const contact = `mailto:${found.inbox_email}`
  const headers = {
    Authorization: authorization(await loadIdentity(db), { endpoint, contact, now }),
    "Content-Encoding": "aes128gcm",
    "Content-Type": "application/octet-stream",
    TTL: String(newsSeconds),
    // A newer one of the same conversation takes its place while the browser is away.
    Topic: `conversation-${owed.conversationId}`.slice(0, 32),
    Urgency: "high",
  }
  const body = encryptFor(found, JSON.stringify(noticeOf(found, owed.reason)))
  try {
    const { status } = await outgoing.send({
      method: "POST",
      url: endpoint,
      headers,
      body,
      limitMs,
      mostBytes: 1_000,
      signal,
    })
    if (status === 404 || status === 410) await forgetSubscription(db, subscription)
    else if (status >= 300) throw new Error(`The service that passes notifications on answered ${status}`)
  } catch (error) {
    if (!(error instanceof OutgoingRefusal)) throw error
    await forgetSubscription(db, subscription)
  }
}

function readOwed(payload: unknown): Owed {
  const owed = payload as Owed
  if (!notificationKinds.includes(owed.reason)) throw new Error("The job does not say what is owed")
  return owed
}

/** Well below the 4,000 bytes that services take, in any writing. */
function noticeOf(found: OwedNotice, reason: NotificationKind): Notice {
  return {
    reason,
    conversationId: found.conversation_id,
    number: found.number,
    subject: found.subject.slice(0, 200),
    customer: found.customer.slice(0, 100),
    preview: found.preview.slice(0, 200),
  }
}
