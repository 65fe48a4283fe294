import { Account, ChangedAccount } from "@deskhand/contract/account"
import { recordEvent } from "../events/record.ts"
import { noContent, resource, timestamp } from "../http/hal.ts"
import { refuseStale } from "../http/if-match.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { textIn } from "../http/texts.ts"
import { findAccount, lockAccount, updateAccount } from "./queries.ts"

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
  summary: "Change the desk's name or its policy of old conversations",
  body: ChangedAccount,
  answers: { 204: "Changed" },
  async handle(call) {
    const { viewer, body } = call
    const name = body.name === undefined ? undefined : textIn(body.name, "name")
    await call.db.transaction(async (db) => {
      const current = await lockAccount(db)
      await refuseStale(call, () => answerAccount({ ...call, db }))
      const { oldConversationDays = current.old_conversation_days } = body
      await updateAccount(db, { name: name ?? current.name, oldConversationDays })
      await recordEvent(db, { kind: "account.updated", subjectId: theOnlyOne, userId: viewer.userId })
    })
    return noContent
  },
})

/** A desk has one account, and its row this number. */
const theOnlyOne = 1

async function answerAccount({ db, desk: { config }, origin }: Pick<Call, "db" | "desk" | "origin">): Promise<Answer> {
  const { name, old_conversation_days: oldDays, created_at: createdAt } = await findAccount(db)
  const deletedDays = config.deletedRetentionDays
  return resource({
    name,
    ...(oldDays !== null && { oldConversationDays: oldDays }),
    retention: {
      ...(deletedDays > 0 && { deletedConversationDays: deletedDays }),
      eventDays: config.eventRetentionDays,
      webhookDeliveryDays: config.webhookRetentionDays,
    },
    createdAt: timestamp(createdAt),
    _links: { self: { href: `${origin}${url}` } },
  } satisfies Account)
}
