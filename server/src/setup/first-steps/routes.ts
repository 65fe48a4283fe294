import { FirstSteps } from "@deskhand/contract/people/setup"
import { recordEvent } from "../../events/record.ts"
import { noContent } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { removeSample } from "../../seed/sample/remove.ts"
import { findFirstSteps } from "./queries.ts"

export const getFirstSteps = route({
  method: "GET",
  url: "/v2/account/first-steps",
  permission: "account:read",
  summary: "Which first steps of a new desk are done",
  answers: { 200: FirstSteps },
  async handle({ desk, db }) {
    const row = await findFirstSteps(db)
    const body: FirstSteps = {
      mailConnected: row.mail_in && (row.mail_out || desk.config.smtpUrl !== undefined),
      teammateInvited: row.teammate,
      replySent: row.reply,
      sampleConversations: row.sample_conversations,
    }
    return { status: 200, body }
  },
})

export const deleteSampleConversations = route({
  method: "DELETE",
  url: "/v2/account/sample-conversations",
  permission: "account:write",
  summary: "Delete the sample conversations and what came with them",
  answers: { 204: "Deleted, with their customers, tags and users; what your own conversations use stays" },
  async handle({ db, viewer }) {
    await db.transaction(async (db) => {
      await removeSample(db)
      await recordEvent(db, { kind: "account.updated", subjectId: theOnlyAccount, userId: viewer.userId })
    })
    return noContent
  },
})

const theOnlyAccount = 1
