import type { NewWebhook, ReplacedWebhook } from "@deskhand/contract/events/webhook"
import type { Config } from "../config.ts"
import type { Db } from "../db/db.ts"
import { invalid, notFound } from "../errors.ts"
import { recordEvent } from "../events/record.ts"
import { headerPrefixRule, isHeaderPrefix } from "../header-prefix.ts"
import type { Change, CheckedChange } from "../http/input/if-match.ts"
import { type Outgoing, OutgoingRefusal } from "../http/outgoing/safe-fetch.ts"
import { enqueueJob } from "../jobs/enqueue.ts"
import { hastenDeliveries } from "./deliveries/queries.ts"
import {
  clearTrouble,
  deleteWebhook,
  holdInboxes,
  insertWebhook,
  lockWebhook,
  type NewWebhookRow,
  nextWebhookId,
  updateWebhook,
} from "./queries.ts"
import { encryptWebhookSecret, rotateSecret } from "./secrets.ts"

/** Where a webhook may send is asked of `outgoing` before anything is locked: names take their time. */
export interface Outwards {
  config: Config
  outgoing: Outgoing
}

export async function createWebhook(
  db: Db,
  webhook: NewWebhook,
  { viewer, now, config, outgoing }: Change & Outwards,
): Promise<number> {
  refuseHeaderPrefix(webhook.headerPrefix)
  const url = await canonical(outgoing, webhook.url)
  const id = await nextWebhookId(db)
  const secret = await encryptWebhookSecret(config, id, webhook.secret)
  return db.transaction(async (db) => {
    await refuseStrangeInboxes(db, webhook.mailboxIds)
    const headerPrefix = webhook.headerPrefix ?? null
    const row = rowOf(webhook, { url, headerPrefix, userId: viewer.userId, now })
    await insertWebhook(db, { ...row, id, secret })
    await recordEvent(db, { kind: "webhook.created", subjectId: id, userId: viewer.userId })
    return id
  })
}

/** Whoever replaces it answers for it from then on: it hears only of what they may see. */
export async function overwriteWebhook(
  db: Db,
  webhook: ReplacedWebhook & { id: number },
  { viewer, now, check, config, outgoing }: CheckedChange & Outwards,
): Promise<void> {
  refuseHeaderPrefix(webhook.headerPrefix)
  const url = await canonical(outgoing, webhook.url)
  await db.transaction(async (db) => {
    const { id } = webhook
    const current = await lockWebhook(db, id)
    if (!current) throw notFound()
    await check(db)
    await refuseStrangeInboxes(db, webhook.mailboxIds)
    const headerPrefix = webhook.headerPrefix === undefined ? current.header_prefix : webhook.headerPrefix
    const row = rowOf(webhook, { url, headerPrefix, userId: viewer.userId, now })
    await updateWebhook(db, { ...row, id, ...(await rotateSecret(config, current, { given: webhook.secret, now })) })
    if (row.state === "enabled") {
      await clearTrouble(db, id)
      await hastenDeliveries(db, { webhookId: id, now })
    }
    await recordEvent(db, { kind: "webhook.updated", subjectId: id, userId: viewer.userId })
  })
}

/** Nothing is sent from then on; what it was owed is cleared away by and by. */
export function removeWebhook(db: Db, id: number, { viewer, check }: CheckedChange): Promise<void> {
  return db.transaction(async (db) => {
    if (!(await lockWebhook(db, id))) throw notFound()
    await check(db)
    await deleteWebhook(db, id)
    await enqueueJob(db, "webhooks.remove", { key: String(id), payload: { webhookId: id } })
    await recordEvent(db, { kind: "webhook.deleted", subjectId: id, userId: viewer.userId })
  })
}

async function canonical(outgoing: Outgoing, url: string): Promise<string> {
  try {
    return await outgoing.check(url)
  } catch (error) {
    if (!(error instanceof OutgoingRefusal)) throw error
    throw invalid({ path: "url", message: error.message, rejectedValue: url, source: "JSON" })
  }
}

function refuseHeaderPrefix(prefix: string | null = null): void {
  if (prefix === null || isHeaderPrefix(prefix)) return
  throw invalid({ path: "headerPrefix", message: `must be ${headerPrefixRule}`, rejectedValue: prefix, source: "JSON" })
}

async function refuseStrangeInboxes(db: Db, ids: number[] = []): Promise<void> {
  const known = await holdInboxes(db, ids)
  const strange = ids.flatMap((id, at) => (known.has(id) ? [] : [{ id, at }]))
  if (strange.length === 0) return
  throw invalid(
    ...strange.map(({ id, at }) => ({
      path: `mailboxIds[${at}]`,
      message: "must be an inbox of this desk",
      rejectedValue: id,
      source: "JSON" as const,
    })),
  )
}

function rowOf(
  webhook: ReplacedWebhook,
  { url, headerPrefix, userId, now }: Pick<NewWebhookRow, "url" | "headerPrefix" | "userId" | "now">,
): NewWebhookRow {
  return {
    userId,
    url,
    state: webhook.state ?? "enabled",
    events: [...new Set(webhook.events)],
    notification: webhook.notification ?? false,
    label: webhook.label?.trim().toWellFormed() || null,
    payloadVersion: webhook.payloadVersion ?? "V2",
    headerPrefix,
    inboxIds: webhook.mailboxIds ? [...new Set(webhook.mailboxIds)] : null,
    now,
  }
}
