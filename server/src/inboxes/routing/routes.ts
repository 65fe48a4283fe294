import { InboxPath } from "@deskhand/contract/inbox"
import { Routing } from "@deskhand/contract/routing"
import { resource } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { refuseInvisible } from "../access.ts"
import { presentRouting } from "./present.ts"
import { findRouting, listCandidates, type RoutingRow } from "./queries.ts"

export const getInboxRouting = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/routing",
  permission: "inboxes:read",
  summary: "Get an inbox's routing",
  path: InboxPath,
  answers: { 200: Routing },
  async handle({ db, viewer, path: { mailboxId }, origin }) {
    refuseInvisible(viewer, mailboxId)
    const row = (await findRouting(db, viewer, mailboxId)) ?? neverSet(mailboxId)
    // Nobody can be given anything while it is off, and no reason would say so.
    const candidates = row.state === "enabled" ? await listCandidates(db, viewer, mailboxId) : []
    return resource(presentRouting(row, candidates, origin))
  },
})

function neverSet(inboxId: number): RoutingRow {
  return { inbox_id: inboxId, state: "disabled", assignment_limit: null, assignment_method: null, user_ids: [] }
}
