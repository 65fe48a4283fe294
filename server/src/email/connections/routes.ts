import { PageQuery } from "@deskhand/contract/common"
import { InboxPath } from "@deskhand/contract/inboxes/inbox"
import {
  MailConnection,
  MailConnectionPage,
  MailConnectionPath,
  MailConnectionTrial,
  NewMailConnection,
  ReplacedMailConnection,
} from "@deskhand/contract/mail/mail-connection"
import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import { refuseInvisible } from "../../inboxes/access.ts"
import { findInbox } from "../../inboxes/queries.ts"
import { testUnknownPlusAddress } from "../plus-addresses/probe.ts"
import { connectionOf, createConnection, overwriteConnection, removeConnection } from "./actions.ts"
import { presentConnection } from "./present.ts"
import { countConnections, findShownConnection, listConnections } from "./queries.ts"
import { tryConnection } from "./trial.ts"

const one = "/v2/mailboxes/:mailboxId/connections/:connectionId"

export const getMailConnections = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/connections",
  permission: "mail:read",
  summary: "List what an inbox fetches and sends mail with",
  path: InboxPath,
  query: PageQuery,
  answers: { 200: MailConnectionPage },
  async handle({ db, viewer, path: { mailboxId }, query, origin, request }) {
    refuseInvisible(viewer, mailboxId)
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([listConnections(db, mailboxId, page), countConnections(db, mailboxId)])
    const items = rows.map((row) => presentConnection(row, origin))
    return pageOf(origin, request.url, { name: "connections", items, total, request: page })
  },
})

export const getMailConnection = route({
  method: "GET",
  url: one,
  permission: "mail:read",
  summary: "Get a mail connection, with how it is doing",
  path: MailConnectionPath,
  answers: { 200: MailConnection },
  handle: answerConnection,
})

export const postMailConnection = route({
  method: "POST",
  url: "/v2/mailboxes/:mailboxId/connections",
  permission: "inboxes:write",
  summary: "Let an inbox fetch by IMAP or send by SMTP",
  path: InboxPath,
  body: NewMailConnection,
  answers: { 201: "`Resource-ID` and `Location` name the new connection" },
  async handle({ desk, db, viewer, path: { mailboxId }, body, now, origin }) {
    refuseInvisible(viewer, mailboxId)
    const { outgoing, config } = desk
    const id = await createConnection(db, { ...body, inboxId: mailboxId }, { viewer, now, outgoing, config })
    return created(id, { Location: `${origin}/v2/mailboxes/${mailboxId}/connections/${id}` })
  },
})

export const putMailConnection = route({
  method: "PUT",
  url: one,
  permission: "inboxes:write",
  summary: "Replace or enable a mail connection",
  path: MailConnectionPath,
  body: ReplacedMailConnection,
  answers: { 204: "Replaced; it is tried anew" },
  async handle(call) {
    const { desk, db, viewer, path, body } = call
    refuseInvisible(viewer, path.mailboxId)
    const { outgoing, config } = desk
    await overwriteConnection(db, { ...body, ...placeIn(path) }, { ...changeOf(call), outgoing, config })
    return noContent
  },
})

export const deleteMailConnection = route({
  method: "DELETE",
  url: one,
  permission: "inboxes:write",
  summary: "Delete a mail connection",
  path: MailConnectionPath,
  answers: { 204: "Deleted; what was fetched stays" },
  async handle(call) {
    refuseInvisible(call.viewer, call.path.mailboxId)
    await removeConnection(call.db, placeIn(call.path), changeOf(call))
    return noContent
  },
})

export const postMailConnectionTrial = route({
  method: "POST",
  url: "/v2/mailboxes/:mailboxId/connections/test",
  permission: "inboxes:write",
  summary: "Test a mail connection before it is saved: connect and sign in now, and save nothing",
  path: InboxPath,
  body: NewMailConnection,
  answers: { 200: MailConnectionTrial },
  repeatable: false,
  async handle({ desk, db, viewer, path: { mailboxId }, body, now }) {
    refuseInvisible(viewer, mailboxId)
    const { outgoing, config } = desk
    const row = await connectionOf(db, { ...body, inboxId: mailboxId }, { now, outgoing, config })
    return { status: 200, body: await tryConnection(desk, row) }
  },
})

export const postMailConnectionTest = route({
  method: "POST",
  url: `${one}/test`,
  permission: "inboxes:write",
  summary: "Connect and sign in now, and test plus addresses when that works",
  path: MailConnectionPath,
  answers: { 200: MailConnectionTrial },
  repeatable: false,
  async handle({ desk, db, viewer, path }) {
    refuseInvisible(viewer, path.mailboxId)
    const row = await findShownConnection(db, placeIn(path))
    const inbox = await findInbox(db, viewer, path.mailboxId)
    if (!row || !inbox) throw notFound()
    const trial = await tryConnection(desk, row)
    if (trial.ok) await testUnknownPlusAddress(desk, inbox)
    return { status: 200, body: trial }
  },
})

type Path = { mailboxId: number; connectionId: number }

function placeIn({ mailboxId, connectionId }: Path) {
  return { inboxId: mailboxId, id: connectionId }
}

function changeOf(call: Call<unknown, Path>) {
  const check = (db: Db) => refuseStale(call, () => answerConnection({ ...call, db }))
  return { viewer: call.viewer, now: call.now, check }
}

async function answerConnection(call: Pick<Call<unknown, Path>, "db" | "viewer" | "path" | "origin">): Promise<Answer> {
  refuseInvisible(call.viewer, call.path.mailboxId)
  const row = await findShownConnection(call.db, placeIn(call.path))
  if (!row) throw notFound()
  return resource(presentConnection(row, call.origin))
}
