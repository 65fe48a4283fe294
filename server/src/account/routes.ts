import { Account, ChangedAccount } from "@deskhand/contract/people/account"
import { recordEvent } from "../events/record.ts"
import { noContent, resource, timestamp } from "../http/hal.ts"
import { findIgnoredProxy, trustedWith } from "../http/ignored-proxy.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { textIn } from "../http/input/texts.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { findAccount, lockAccount, updateAccount } from "./queries.ts"
import { retentionOf } from "./retention.ts"

const url = "/v2/account"

export const getAccount = route({
  method: "GET",
  url,
  permission: "account:read",
  summary: "The desk: its name, and how long things are kept",
  answers: { 200: Account },
  handle: answerAccount,
})

export const putAccount = route({
  method: "PUT",
  url,
  permission: "account:write",
  summary: "Change the desk's name, its policy of old conversations, or how long things are kept",
  body: ChangedAccount,
  answers: { 204: "Changed" },
  async handle(call) {
    const { viewer, body } = call
    const name = body.name === undefined ? undefined : textIn(body.name, "name")
    await call.db.transaction(async (db) => {
      const current = await lockAccount(db)
      await refuseStale(call, () => answerAccount({ ...call, db }))
      const { oldConversationDays = current.old_conversation_days, retention = {} } = body
      const { deletedConversationDays = current.deleted_days, spamConversationDays = current.spam_days } = retention
      const { rawMailDays = current.raw_mail_days, eventDays = current.event_days } = retention
      await updateAccount(db, {
        name: name ?? current.name,
        old_conversation_days: oldConversationDays,
        deleted_days: deletedConversationDays,
        spam_days: spamConversationDays,
        raw_mail_days: rawMailDays,
        event_days: eventDays,
        delivery_days:
          retention.webhookDeliveryDays === undefined ? current.delivery_days : retention.webhookDeliveryDays,
      })
      await recordEvent(db, { kind: "account.updated", subjectId: theOnlyOne, userId: viewer.userId })
    })
    return noContent
  },
})

/** A desk has one account, and its row this number. */
const theOnlyOne = 1

async function answerAccount({ db, desk, origin }: Pick<Call, "db" | "desk" | "origin">): Promise<Answer> {
  const { config } = desk
  const [row, proxy] = await Promise.all([findAccount(db), findIgnoredProxy(db, desk)])
  const { name, old_conversation_days: oldDays, created_at: createdAt } = row
  const { deletedDays, spamDays, rawMailDays, eventDays, deliveryDays } = retentionOf(row, config)
  const account = {
    name,
    ...(oldDays !== null && { oldConversationDays: oldDays }),
    retention: {
      ...(deletedDays !== undefined && { deletedConversationDays: deletedDays }),
      ...(spamDays !== undefined && { spamConversationDays: spamDays }),
      ...(rawMailDays !== undefined && { rawMailDays }),
      eventDays,
      webhookDeliveryDays: deliveryDays,
    },
    ownRetention: {
      ...(row.deleted_days !== null && { deletedConversationDays: row.deleted_days }),
      ...(row.spam_days !== null && { spamConversationDays: row.spam_days }),
      ...(row.raw_mail_days !== null && { rawMailDays: row.raw_mail_days }),
      ...(row.event_days !== null && { eventDays: row.event_days }),
      ...(row.delivery_days !== null && { webhookDeliveryDays: row.delivery_days }),
    },
    createdAt: timestamp(createdAt),
    _links: { self: { href: `${origin}${url}` } },
  } satisfies Account
  if (!proxy) return resource(account)
  const { header, address, seen_at: seenAt } = proxy
  const trustedProxies = trustedWith(proxy, config)
  const ignoredProxy = { header, address, ...(trustedProxies && { trustedProxies }), seenAt: timestamp(seenAt) }
  // Whoever changes the account does not mean what strangers send.
  return resource({ ...account, ignoredProxy } satisfies Account, account)
}
