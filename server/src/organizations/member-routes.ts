import { ConversationPage } from "@deskhand/contract/conversations/conversation"
import { CustomerPage } from "@deskhand/contract/customers/customer"
import { OrganizationPartQuery, OrganizationPath } from "@deskhand/contract/customers/organization"
import { loadReferences, presentConversation } from "../conversations/present.ts"
import { listConversationRows, listOrganizationConversationIds } from "../conversations/queries.ts"
import { showCustomers } from "../customers/json-cache.ts"
import { findCustomers } from "../customers/page.ts"
import { notFound } from "../errors.ts"
import { pageOf, pageOfTexts, pageRequest } from "../http/hal.ts"
import { route } from "../http/route.ts"
import { findOrganization } from "./queries.ts"

export const getOrganizationConversations = route({
  method: "GET",
  url: "/v2/organizations/:organizationId/conversations",
  permission: "conversations:read",
  summary: "List an organization's conversations",
  query: OrganizationPartQuery,
  path: OrganizationPath,
  answers: { 200: ConversationPage },
  async handle({ db, viewer, query, path, origin, now, request }) {
    const { organizationId } = path
    const organization = await findOrganization(db, viewer, organizationId)
    if (!organization) throw notFound()
    const total = organization.conversation_count
    const page = pageRequest(query, 50)
    const skip = (page.number - 1) * page.size
    const ids = await listOrganizationConversationIds(db, viewer, { organizationId, total, skip, size: page.size })
    const rows = await listConversationRows(db, ids)
    const references = await loadReferences(db, rows)
    const items = rows.map((row) => presentConversation(row, references, { origin, version: 2, now }))
    return pageOf(origin, request.url, { name: "conversations", items, total, request: page })
  },
})

export const getOrganizationCustomers = route({
  method: "GET",
  url: "/v2/organizations/:organizationId/customers",
  permission: "customers:read",
  summary: "List an organization's customers",
  query: OrganizationPartQuery,
  path: OrganizationPath,
  answers: { 200: CustomerPage },
  async handle(call) {
    const { db, viewer, query, path, origin, request } = call
    const { organizationId } = path
    const organization = await findOrganization(db, viewer, organizationId)
    if (!organization) throw notFound()
    const total = organization.customer_count
    const page = pageRequest(query, 50)
    const skip = (page.number - 1) * page.size
    const order = { field: "createdAt", descending: true } as const
    const list = { filter: { organizationId }, order, viewer, total, skip, size: page.size }
    const texts = await showCustomers(call, await findCustomers(db, list))
    return pageOfTexts(origin, request.url, { name: "customers", texts, total, request: page })
  },
})
