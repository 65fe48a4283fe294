import { InboxPath } from "@deskhand/contract/inboxes/inbox"
import { ChangedRouting, Routing } from "@deskhand/contract/inboxes/routing"
import type { Db } from "../db/db.ts"
import { noContent, resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { refuseInvisible } from "../inboxes/access.ts"
import { changeRouting } from "./actions.ts"
import { presentRouting } from "./present.ts"
import { findRouting, listCandidates, type RoutingRow } from "./queries.ts"

export const getInboxRouting = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/routing",
  permission: "inboxes:read",
  summary: "Get an inbox's routing",
  path: InboxPath,
  answers: { 200: Routing },
  handle: answerRouting,
})

export const putInboxRouting = route({
  method: "PUT",
  url: "/v2/mailboxes/:mailboxId/routing",
  permission: "inbox-settings:write",
  summary: "Set an inbox's routing",
  path: InboxPath,
  body: ChangedRouting,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, path, body, now } = call
    refuseInvisible(viewer, path.mailboxId)
    const check = (db: Db) => refuseStale(call, () => answerRouting({ ...call, db }))
    await changeRouting(db, { ...body, inboxId: path.mailboxId }, { viewer, now, check })
    return noContent
  },
})

type InboxCall = Call<unknown, { mailboxId: number }>

async function answerRouting({ db, viewer, path: { mailboxId }, origin }: InboxCall): Promise<Answer> {
  refuseInvisible(viewer, mailboxId)
  const row = (await findRouting(db, viewer, mailboxId)) ?? neverSet(mailboxId)
  // Nobody can be given anything while it is off, and no reason would say so.
  const candidates = row.state === "enabled" ? await listCandidates(db, [mailboxId]) : []
  return resource(presentRouting(row, candidates, origin))
}

function neverSet(inboxId: number): RoutingRow {
  return { inbox_id: inboxId, state: "disabled", assignment_limit: null, assignment_method: null, user_ids: [] }
}
