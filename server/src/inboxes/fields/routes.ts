import { PageQuery } from "@deskhand/contract/common"
import { CustomFieldPage } from "@deskhand/contract/custom-field"
import { InboxPath } from "@deskhand/contract/inbox"
import { pageOf, pageRequest } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { refuseInvisible } from "../access.ts"
import { presentCustomField } from "./present.ts"
import { countCustomFields, listCustomFields } from "./queries.ts"

export const getInboxFields = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/fields",
  permission: "inboxes:read",
  summary: "List an inbox's custom fields",
  path: InboxPath,
  query: PageQuery,
  answers: { 200: CustomFieldPage },
  async handle({ db, viewer, path: { mailboxId }, query, origin, request }) {
    refuseInvisible(viewer, mailboxId)
    const page = pageRequest(query, 50)
    const [rows, total] = await Promise.all([
      listCustomFields(db, { viewer, inboxId: mailboxId }, page),
      countCustomFields(db, mailboxId),
    ])
    const items = rows.map(presentCustomField)
    return pageOf(origin, request.url, { name: "fields", items, total, request: page })
  },
})
