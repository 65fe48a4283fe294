import { PageQuery } from "@deskhand/contract/common"
import { MailSender, MailSenderPage, MailSenderPath } from "@deskhand/contract/mail/mail-sender"
import { notFound } from "../../errors.ts"
import { signChanges } from "../../events/record.ts"
import { noContent, pageOf, pageRequest, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Call, route } from "../../http/route.ts"
import { mapPeople } from "../../users/queries.ts"
import { presentSender } from "./present.ts"
import { countSenders, deleteSender, findSender, listSenders } from "./queries.ts"

export const getMailSenders = route({
  method: "GET",
  url: "/v2/mail-senders",
  permission: "mail:read",
  summary: "List the senders of mail that are trusted or blocked",
  query: PageQuery,
  answers: { 200: MailSenderPage },
  async handle({ db, query, origin, request }) {
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([listSenders(db, page), countSenders(db)])
    const people = await mapPeople(
      db,
      rows.flatMap((row) => row.created_by_id ?? []),
    )
    const items = rows.map((row) => presentSender(row, { people, origin }))
    return pageOf(origin, request.url, { name: "senders", items, total, request: page })
  },
})

export const getMailSender = route({
  method: "GET",
  url: "/v2/mail-senders/:senderId",
  permission: "mail:read",
  summary: "Get a sender of mail that is trusted or blocked",
  path: MailSenderPath,
  answers: { 200: MailSender },
  handle: answerSender,
})

export const deleteMailSender = route({
  method: "DELETE",
  url: "/v2/mail-senders/:senderId",
  permission: "mail:write",
  summary: "Trust or block a sender of mail no longer",
  path: MailSenderPath,
  answers: { 204: "Deleted; later mail is treated as anybody's" },
  async handle(call) {
    const { viewer, path } = call
    await call.db.transaction(async (db) => {
      await refuseStale(call, () => answerSender({ ...call, db }))
      if (!(await deleteSender(db, path.senderId))) throw notFound()
      await signChanges(db, viewer.userId)
    })
    return noContent
  },
})

async function answerSender({ db, path, origin }: Pick<Call<unknown, { senderId: number }>, "db" | "path" | "origin">) {
  const row = await findSender(db, path.senderId)
  if (!row) throw notFound()
  const people = await mapPeople(db, row.created_by_id === null ? [] : [row.created_by_id])
  return resource(presentSender(row, { people, origin }))
}
