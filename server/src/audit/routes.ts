import { AuditPage, AuditQuery } from "@deskhand/contract/people/audit"
import { pageOf, pageRequest, timestamp } from "../http/hal.ts"
import { readMoment } from "../http/input/timestamps.ts"
import { route } from "../http/route.ts"
import { presentPerson } from "../users/present.ts"
import { mapPeople } from "../users/queries.ts"
import { countAudit, listAudit } from "./queries.ts"

export const getAuditLog = route({
  method: "GET",
  url: "/v2/audit-log",
  permission: "audit:read",
  summary: "List changes to the desk itself: people, rights, inboxes, webhooks, tokens and other settings",
  query: AuditQuery,
  answers: { 200: AuditPage },
  async handle({ db, query, origin, request }) {
    const page = pageRequest(query, 50)
    const filter = {
      userId: query.user,
      noun: query.noun,
      since: query.since === undefined ? undefined : readMoment("since", query.since),
      until: query.until === undefined ? undefined : readMoment("until", query.until),
    }
    const [rows, total] = await Promise.all([listAudit(db, filter, page), countAudit(db, filter)])
    const people = await mapPeople(
      db,
      rows.flatMap(({ user_id }) => user_id ?? []),
    )
    const items = rows.map((row) => {
      const by = row.user_id === null ? undefined : people.get(row.user_id)
      return {
        id: row.id,
        at: timestamp(row.at),
        ...(by && { by: presentPerson(by, 3) }),
        noun: row.noun,
        ...(row.subject_id !== null && { subjectId: row.subject_id }),
        ...(row.subject_name !== null && { subjectName: row.subject_name }),
        ...(row.inbox_id !== null && { mailboxId: row.inbox_id }),
        act: row.act,
        changes: Object.entries(row.changes).map(([field, [before, after]]) => ({ field, before, after })),
      }
    })
    return pageOf(origin, request.url, { name: "entries", items, total, request: page })
  },
})
