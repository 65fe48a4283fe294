import {
  ChangedInbox,
  Inbox,
  InboxPage,
  InboxPath,
  InboxQuery,
  InboxUsers,
  NewInbox,
} from "@deskhand/contract/inboxes/inbox"
import { notFound } from "../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { changeInbox, changeInboxUsers, createInbox, removeInbox } from "./actions.ts"
import { presentInbox, presentListedInbox } from "./present.ts"
import { findInbox, listInboxes } from "./queries.ts"

export const getInboxes = route({
  method: "GET",
  url: "/v2/mailboxes",
  permission: "inboxes:read",
  summary: "List inboxes",
  query: InboxQuery,
  answers: { 200: InboxPage },
  async handle({ db, viewer, query, origin, request }) {
    const page = pageRequest(query, 50)
    const rows = await listInboxes(db, viewer, page)
    return pageOf(origin, request.url, {
      name: "mailboxes",
      items: rows.map((row) => presentListedInbox(row, origin)),
      total: viewer.inboxIds.length,
      request: page,
    })
  },
})

export const getInbox = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId",
  permission: "inboxes:read",
  summary: "Get an inbox",
  path: InboxPath,
  answers: { 200: Inbox },
  handle: answerInbox,
})

export const postInbox = route({
  method: "POST",
  url: "/v2/mailboxes",
  permission: "inboxes:write",
  summary: "Create an inbox",
  body: NewInbox,
  answers: { 201: "`Resource-ID` and `Location` name the new inbox" },
  async handle({ db, viewer, body, now, origin }) {
    const id = await createInbox(db, body, { viewer, now })
    return created(id, { Location: `${origin}/v2/mailboxes/${id}` })
  },
})

export const putInbox = route({
  method: "PUT",
  url: "/v2/mailboxes/:mailboxId",
  permission: "inboxes:write",
  summary: "Change an inbox",
  path: InboxPath,
  body: ChangedInbox,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path } = call
    await changeInbox(
      db,
      { ...body, id: path.mailboxId },
      { viewer, now, check: (db) => checkUnchanged({ ...call, db }) },
    )
    return noContent
  },
})

export const deleteInbox = route({
  method: "DELETE",
  url: "/v2/mailboxes/:mailboxId",
  permission: "inboxes:write",
  summary: "Delete an empty inbox",
  path: InboxPath,
  answers: { 204: "Deleted, with its folders, fields, saved replies and routing" },
  async handle(call) {
    const { db, viewer, now, path } = call
    await removeInbox(db, path.mailboxId, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

export const putInboxUsers = route({
  method: "PUT",
  url: "/v2/mailboxes/:mailboxId/users",
  permission: "inboxes:write",
  summary: "Set who may enter an inbox",
  path: InboxPath,
  body: InboxUsers,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path } = call
    await changeInboxUsers(
      db,
      { ...body, id: path.mailboxId },
      { viewer, now, check: (db) => checkUnchanged({ ...call, db }) },
    )
    return noContent
  },
})

type InboxCall = Call<unknown, { mailboxId: number }>

function checkUnchanged(call: InboxCall): Promise<void> {
  return refuseStale(call, () => answerInbox(call))
}

async function answerInbox({ db, viewer, path, origin }: InboxCall): Promise<Answer> {
  const row = await findInbox(db, viewer, path.mailboxId)
  if (!row) throw notFound()
  return resource(presentInbox(row, origin))
}
