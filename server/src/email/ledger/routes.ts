import {
  MailMessageDetails,
  ReceivedPage,
  ReceivedQuery,
  SentPage,
  SentQuery,
} from "@deskhand/contract/mail/mail-ledger"
import { MailMessagePath } from "@deskhand/contract/mail/mail-message"
import { findSigningKey } from "../../account/queries.ts"
import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { openCursor, type Position, writeCursor } from "../../http/cursor.ts"
import { cursorPageOf, pageRequest, resource } from "../../http/hal.ts"
import { readOptionalMoment } from "../../http/input/timestamps.ts"
import { route } from "../../http/route.ts"
import { findDecisionFacts } from "../messages/held.ts"
import { presentMessage } from "../messages/present.ts"
import { findMessageWithEnvelope } from "../messages/queries.ts"
import { readHead } from "./head.ts"
import { presentDetails, presentSent } from "./present.ts"
import { listReceived, listSent } from "./queries.ts"

const perPage = 50

export const getReceived = route({
  method: "GET",
  url: "/v2/messages",
  permission: "mail:read",
  summary: "List the mails that came to all inboxes, and what became of each",
  query: ReceivedQuery,
  answers: { 200: ReceivedPage },
  async handle({ db, query, origin, request }) {
    const { cursor, size: _size, ...asked } = query
    const { size } = pageRequest(query, perPage)
    const sealed = await openSealed(db, cursor, ["/v2/messages", asked])
    const rows = await listReceived(db, { ...asked, ...timesIn(query) }, { after: sealed.after, size })
    const shown = rows.slice(0, size)
    const last = rows.length > size ? shown.at(-1) : undefined
    return cursorPageOf(origin, request.url, {
      name: "messages",
      texts: shown.map((row) => [JSON.stringify(presentMessage(row, origin))]),
      next: last && sealed.write({ createdAt: last.received_at, id: last.id }),
    })
  },
})

export const getSent = route({
  method: "GET",
  url: "/v2/outgoing",
  permission: "mail:read",
  summary: "List the mail of the whole desk that went out, or is to, and what became of it at each recipient",
  query: SentQuery,
  answers: { 200: SentPage },
  async handle({ db, query, origin, request, now }) {
    const { cursor, size: _size, ...asked } = query
    const { size } = pageRequest(query, perPage)
    const sealed = await openSealed(db, cursor, ["/v2/outgoing", asked])
    const rows = await listSent(db, { ...asked, ...timesIn(query) }, { after: sealed.after, size, now })
    const shown = rows.slice(0, size)
    const last = rows.length > size ? shown.at(-1) : undefined
    return cursorPageOf(origin, request.url, {
      name: "outgoing",
      texts: shown.map((row) => [JSON.stringify(presentSent(row, { origin, now }))]),
      next: last && sealed.write({ createdAt: last.created_at, id: last.id }),
    })
  },
})

export const getMessageDetails = route({
  method: "GET",
  url: "/v2/messages/:messageId/details",
  permission: "mail:read",
  summary: "Get all that is known of a mail that came: envelope, headers and verdicts",
  path: MailMessagePath,
  answers: { 200: MailMessageDetails },
  async handle({ desk, db, viewer, path, origin }) {
    const row = await findMessageWithEnvelope(db, viewer, path.messageId)
    if (!row) throw notFound()
    const [headers, decided] = await Promise.all([readHead(desk.files, row), findDecisionFacts(db, row)])
    return resource(presentDetails(row, { origin, headers, ...decided }))
  },
})

function timesIn({ since, until }: Pick<ReceivedQuery, "since" | "until">) {
  return { since: readOptionalMoment("since", since), until: readOptionalMoment("until", until) }
}

async function openSealed(db: Db, cursor: string | undefined, of: unknown) {
  const seal = { key: await findSigningKey(db), of }
  const opened = cursor === undefined ? undefined : openCursor(cursor)
  opened?.prove(seal)
  return { after: opened?.position, write: (position: Position) => writeCursor(position, seal) }
}
