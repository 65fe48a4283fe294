import { InboxPath } from "@deskhand/contract/inboxes/inbox"
import {
  type ListedOutgoing,
  MailStatus,
  MailStatusList,
  OutgoingPage,
  OutgoingPath,
  OutgoingQuery,
} from "@deskhand/contract/mail/outgoing-mail"
import { type Db, sql } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { link, noContent, pageOf, pageRequest, resource, timestamp } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { type Viewer, visibleTo } from "../../http/viewer.ts"
import { findInbox } from "../../inboxes/queries.ts"
import { presentTest } from "../plus-addresses/present.ts"
import { findCurrentTest } from "../plus-addresses/queries.ts"
import { answersBy } from "../plus-addresses/rules.ts"
import { dropMail, sendAgain } from "./actions.ts"
import { countInboxOutgoing, countUnsent, listInboxOutgoing } from "./list.ts"
import { type OutgoingRow, presentDelivery } from "./shown.ts"
import { listOutgoingStatus, outgoingStatusOf } from "./status.ts"

export const getInboxOutgoing = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/outgoing",
  permission: "inboxes:read",
  summary: "List the mail of an inbox that went out, or is to",
  path: InboxPath,
  query: OutgoingQuery,
  answers: { 200: OutgoingPage },
  async handle({ db, viewer, path, query, origin, request, now }) {
    await refuseUnseen(db, viewer, path.mailboxId)
    const page = pageRequest(query, 50)
    const listing = { inboxId: path.mailboxId, state: query.state, now }
    const rows = await listInboxOutgoing(db, listing, page)
    return pageOf(origin, request.url, {
      name: "outgoing",
      items: rows.map((row) => present(row, { inboxId: path.mailboxId, origin, now })),
      total: await countInboxOutgoing(db, listing),
      request: page,
    })
  },
})

export const postOutgoingSend = route({
  method: "POST",
  url: "/v2/mailboxes/:mailboxId/outgoing/:outgoingId/send",
  permission: "conversations:write",
  summary: "Send a mail now, also one that is held or has failed",
  path: OutgoingPath,
  answers: { 204: "It is waiting to be sent" },
  async handle({ db, viewer, path, now }) {
    await refuseUnseen(db, viewer, path.mailboxId)
    await sendAgain(db, { inboxId: path.mailboxId, id: path.outgoingId }, now)
    return noContent
  },
})

export const postOutgoingDrop = route({
  method: "POST",
  url: "/v2/mailboxes/:mailboxId/outgoing/:outgoingId/drop",
  permission: "conversations:write",
  summary: "Do not send a mail that has not gone out yet",
  path: OutgoingPath,
  answers: { 204: "It is not sent any more" },
  async handle({ db, viewer, path, now }) {
    await refuseUnseen(db, viewer, path.mailboxId)
    await dropMail(db, { inboxId: path.mailboxId, id: path.outgoingId }, now)
    return noContent
  },
})

export const getMailStatus = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/mail-status",
  permission: "inboxes:read",
  summary: "Whether the mail of an inbox goes out, what waits, and how answers find back",
  path: InboxPath,
  answers: { 200: MailStatus },
  async handle({ desk, db, viewer, path, origin, now }) {
    await refuseUnseen(db, viewer, path.mailboxId)
    const [row] = await listOutgoingStatus(db, sql`i.id = ${path.mailboxId}`)
    if (!row) throw notFound()
    const { oldest, ...counts } = await countUnsent(db, { inboxId: path.mailboxId, now })
    const test = await findCurrentTest(db, path.mailboxId)
    const inbox = `/v2/mailboxes/${path.mailboxId}`
    return resource({
      ...outgoingStatusOf(row, desk.config.smtpUrl !== undefined),
      ...counts,
      ...(oldest !== null && { oldestWaitingAt: timestamp(oldest) }),
      answersBy: answersBy(desk.config, test),
      ...(test && { plusAddressTest: presentTest(test, now) }),
      _links: {
        self: link(origin, `${inbox}/mail-status`),
        outgoing: link(origin, `${inbox}/outgoing`),
        mailbox: link(origin, inbox),
      },
    })
  },
})

export const getMailStatuses = route({
  method: "GET",
  url: "/v2/mail-status",
  permission: "inboxes:read",
  summary: "Whether mail goes out, of all inboxes that you may see",
  answers: { 200: MailStatusList },
  async handle({ desk, db, viewer }) {
    const hasRelay = desk.config.smtpUrl !== undefined
    const rows = await listOutgoingStatus(db, visibleTo(viewer, sql`i.id`))
    const mailStatus = rows.map((row) => ({ mailboxId: row.inbox_id, ...outgoingStatusOf(row, hasRelay) }))
    return { status: 200, body: { _embedded: { mailStatus } } }
  },
})

async function refuseUnseen(db: Db, viewer: Viewer, inboxId: number): Promise<void> {
  if (!(await findInbox(db, viewer, inboxId))) throw notFound()
}

function present(
  row: OutgoingRow,
  { inboxId, origin, now }: { inboxId: number; origin: string; now: Date },
): ListedOutgoing {
  const { id, kind, conversation_id: conversationId, thread_id: threadId } = row
  return {
    id,
    kind,
    ...presentDelivery(row, now),
    createdAt: timestamp(row.created_at),
    ...(conversationId !== null && { conversationId }),
    ...(threadId !== null && { threadId }),
    recipients: row.recipients,
    _links: {
      mailbox: link(origin, `/v2/mailboxes/${inboxId}`),
      ...(conversationId !== null && { conversation: link(origin, `/v2/conversations/${conversationId}`) }),
    },
  }
}
