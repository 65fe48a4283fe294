import { Inbox, InboxPage, InboxPath, InboxQuery } from "@deskhand/contract/inbox"
import { notFound } from "../errors.ts"
import { pageOf, pageRequest, resource } from "../http/hal.ts"
import { route } from "../http/route.ts"
import { presentInbox } from "./present.ts"
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
      items: rows.map((row) => presentInbox(row, origin)),
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
  async handle({ db, viewer, path, origin }) {
    const row = await findInbox(db, viewer, path.mailboxId)
    if (!row) throw notFound()
    return resource(presentInbox(row, origin))
  },
})
