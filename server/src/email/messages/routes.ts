import { InboxPath } from "@deskhand/contract/inboxes/inbox"
import { ConversationMail, ConversationMailPath } from "@deskhand/contract/mail/mail"
import {
  InboundMessage,
  InboundQuery,
  MailDecision,
  MailMessage,
  MailMessagePage,
  MailMessagePath,
  MailMessageQuery,
} from "@deskhand/contract/mail/mail-message"
import Type from "typebox"
import { decodeBase64 } from "../../conversations/attachments/rules.ts"
import { answerSource } from "../../conversations/received/source.ts"
import { findReplyAddress } from "../../conversations/threads/writing/reply-address.ts"
import { invalid, notFound } from "../../errors.ts"
import { created, pageOf, pageRequest, resource } from "../../http/hal.ts"
import { RawMail } from "../../http/input/bodies.ts"
import { route } from "../../http/route.ts"
import { findInbox } from "../../inboxes/queries.ts"
import { keepMessage } from "../receive/keep.ts"
import { writeRawMail } from "../receive/raw-mail-cache.ts"
import { listOutgoing } from "../send/shown.ts"
import { decideHeldMessage } from "./decide-held.ts"
import { listHeldReplies } from "./held.ts"
import { presentIncoming, presentMessage } from "./present.ts"
import { findMessage, findMessages, findReadableCustomer, findSource, listIncoming, listReadable } from "./queries.ts"
import { rerunMessage } from "./rerun.ts"

export const postInbound = route({
  method: "POST",
  url: "/v2/mailboxes/:mailboxId/inbound",
  permission: "mail:write",
  summary: "Hand over a mail, as JSON or as it is (`message/rfc822`); it is kept at once and read soon",
  message: true,
  mail: true,
  throttle: async ({ mailThrottle }) => mailThrottle?.wait(),
  path: InboxPath,
  query: InboundQuery,
  body: InboundMessage,
  answers: {
    201: "Kept for good: `Resource-ID` and `Location` name the message, whose `outcome` tells what became of it",
  },
  async handle({ desk, db, viewer, path, query, body, origin, now }) {
    if (!(await findInbox(db, viewer, path.mailboxId))) throw notFound()
    const bytes = bytesOf(body.raw)
    const { from = query.from, to = query.to } = body
    if ([from ?? "", ...(to ?? [])].some(({ length }) => length > 320) || (to?.length ?? 0) > 100)
      throw invalid({ path: "to", message: "must be at most 100 addresses of 320 characters", source: "QUERY" })
    const raw = await writeRawMail(desk.files, bytes)
    const envelope = {
      ...(from !== undefined && { from: from.trim() }),
      ...(to && { to: to.map((one) => one.trim()) }),
    }
    const id = await keepMessage(db, { inboxId: path.mailboxId, via: "api", raw, envelope, receivedAt: now })
    return created(id, { Location: `${origin}/v2/messages/${id}` })
  },
})

function bytesOf(raw: InboundMessage["raw"]): Buffer {
  const bytes = raw instanceof RawMail ? raw.bytes : typeof raw === "string" ? decodeBase64(raw) : undefined
  if (bytes && bytes.length > 0) return bytes
  throw invalid({ path: "raw", message: "must be a message in base64", source: "JSON" })
}

export const getMessages = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/messages",
  permission: "conversations:read",
  summary: "List the mails that came, and what became of each",
  path: InboxPath,
  query: MailMessageQuery,
  answers: { 200: MailMessagePage },
  async handle({ db, viewer, path, query, origin, request }) {
    if (!(await findInbox(db, viewer, path.mailboxId))) throw notFound()
    const page = pageRequest(query, 50)
    const filter = { inboxId: path.mailboxId, outcome: query.outcome, ...page }
    const { rows, total, estimated } = await findMessages(db, viewer, filter)
    const items = rows.map((row) => presentMessage(row, origin))
    return pageOf(origin, request.url, { name: "messages", items, total, estimated, request: page })
  },
})

export const getMessage = route({
  method: "GET",
  url: "/v2/messages/:messageId",
  permission: "conversations:read",
  summary: "Get a mail that came, and what became of it",
  path: MailMessagePath,
  answers: { 200: MailMessage },
  async handle({ db, viewer, path, origin }) {
    const row = await findMessage(db, viewer, path.messageId)
    if (!row) throw notFound()
    return resource(presentMessage(row, origin))
  },
})

export const getRawMessage = route({
  method: "GET",
  url: "/v2/messages/:messageId/raw",
  permission: "conversations:read",
  summary: "Download a mail as it came",
  path: MailMessagePath,
  answers: {
    200: Type.String({ contentMediaType: "message/rfc822", description: "The message" }),
    403: "The scanner found something malicious in it",
    409: "Still being scanned; try again after `Retry-After`",
  },
  async handle({ desk, db, viewer, path, request }) {
    const source = await findSource(db, viewer, path.messageId)
    if (!source) throw notFound()
    return answerSource(desk, request, source)
  },
})

export const postMessageRerun = route({
  method: "POST",
  url: "/v2/messages/:messageId/rerun",
  permission: "mail:write",
  summary: "Read a mail again that could not be read, or of which nothing was made",
  path: MailMessagePath,
  answers: { 202: "It is read again soon", 409: "It has become a thread, or is being read already" },
  async handle({ db, viewer, path }) {
    if (!(await findMessage(db, viewer, path.messageId))) throw notFound()
    await rerunMessage(db, path.messageId)
    return { status: 202 }
  },
})

export const postMessageDecision = route({
  method: "POST",
  url: "/v2/messages/:messageId/decision",
  permission: "mail:write",
  summary: "Accept or reject a held mail, and trust or block its sender from now on",
  path: MailMessagePath,
  body: MailDecision,
  answers: {
    202: "Decided; an accepted mail is written soon, and its `outcome` tells what became of it",
    409: "It is not held, somebody else has decided, or its sender cannot be trusted or blocked so",
  },
  async handle({ db, viewer, path, body, now }) {
    if (!(await findMessage(db, viewer, path.messageId))) throw notFound()
    await decideHeldMessage(db, { id: path.messageId, ...body }, { viewer, now })
    return { status: 202 }
  },
})

export const getConversationMail = route({
  method: "GET",
  url: "/v2/conversations/:conversationId/mail",
  permission: "conversations:read",
  summary:
    "Get what to know of the mails of a conversation: where they came from, and what became of those that were sent",
  path: ConversationMailPath,
  answers: { 200: ConversationMail },
  async handle({ db, viewer, path: { conversationId } }) {
    const customerId = await findReadableCustomer(db, viewer, conversationId)
    if (customerId === undefined) throw notFound()
    const [rows, held, outgoing, answerTo] = await Promise.all([
      listIncoming(db, conversationId),
      listHeldReplies(db, conversationId),
      listOutgoing(db, conversationId),
      findReplyAddress(db, conversationId, customerId),
    ])
    const others = rows.flatMap(({ facts }) => facts.otherConversations ?? [])
    const readable = await listReadable(db, viewer, others)
    return resource({ incoming: rows.map((row) => presentIncoming(row, readable)), held, outgoing, answerTo })
  },
})
