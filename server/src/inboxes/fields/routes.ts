import { PageQuery } from "@deskhand/contract/common"
import {
  ChangedCustomField,
  CustomField,
  CustomFieldPage,
  CustomFieldPath,
  NewCustomField,
} from "@deskhand/contract/inboxes/custom-field"
import { InboxPath } from "@deskhand/contract/inboxes/inbox"
import { notFound } from "../../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import { refuseInvisible } from "../access.ts"
import { changeCustomField, createCustomField, removeCustomField } from "./actions.ts"
import { presentCustomField } from "./present.ts"
import { countCustomFields, findCustomField, listCustomFields } from "./queries.ts"

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

export const getInboxField = route({
  method: "GET",
  url: "/v2/mailboxes/:mailboxId/fields/:fieldId",
  permission: "inboxes:read",
  summary: "Get a custom field",
  path: CustomFieldPath,
  answers: { 200: CustomField },
  handle: answerField,
})

export const postInboxField = route({
  method: "POST",
  url: "/v2/mailboxes/:mailboxId/fields",
  permission: "inbox-settings:write",
  summary: "Create a custom field",
  path: InboxPath,
  body: NewCustomField,
  answers: { 201: "`Resource-ID` and `Location` name the new field" },
  async handle({ db, viewer, path: { mailboxId }, body, now, origin }) {
    refuseInvisible(viewer, mailboxId)
    const id = await createCustomField(db, { ...body, inboxId: mailboxId }, { viewer, now })
    return created(id, { Location: `${origin}/v2/mailboxes/${mailboxId}/fields/${id}` })
  },
})

export const putInboxField = route({
  method: "PUT",
  url: "/v2/mailboxes/:mailboxId/fields/:fieldId",
  permission: "inbox-settings:write",
  summary: "Change a custom field",
  path: CustomFieldPath,
  body: ChangedCustomField,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, path, body, now } = call
    const field = { ...body, inboxId: path.mailboxId, id: path.fieldId }
    await changeCustomField(db, field, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

export const deleteInboxField = route({
  method: "DELETE",
  url: "/v2/mailboxes/:mailboxId/fields/:fieldId",
  permission: "inbox-settings:write",
  summary: "Delete a custom field and its values",
  path: CustomFieldPath,
  answers: { 204: "Deleted" },
  async handle(call) {
    const { db, viewer, path, now } = call
    const place = { inboxId: path.mailboxId, id: path.fieldId }
    await removeCustomField(db, place, { viewer, now, check: (db) => checkUnchanged({ ...call, db }) })
    return noContent
  },
})

type FieldCall = Call<unknown, { mailboxId: number; fieldId: number }>

function checkUnchanged(call: FieldCall): Promise<void> {
  return refuseStale(call, () => answerField(call))
}

async function answerField({ db, viewer, path }: FieldCall): Promise<Answer> {
  const row = await findCustomField(db, viewer, { inboxId: path.mailboxId, id: path.fieldId })
  if (!row) throw notFound()
  return resource(presentCustomField(row))
}
