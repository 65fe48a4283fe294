import {
  Organization,
  OrganizationListQuery,
  OrganizationPage,
  OrganizationPath,
  OrganizationReadQuery,
} from "@deskhand/contract/organization"
import { notFound } from "../errors.ts"
import { pageOf, pageRequest, resource } from "../http/hal.ts"
import { route } from "../http/route.ts"
import { presentListedOrganization, presentOrganization } from "./present.ts"
import { countOrganizations, findOrganization, listOrganizationProperties, listOrganizations } from "./queries.ts"
import { orderOf } from "./rules.ts"

export const getOrganizations = route({
  method: "GET",
  url: "/v2/organizations",
  permission: "organizations:read",
  summary: "List organizations",
  query: OrganizationListQuery,
  answers: { 200: OrganizationPage },
  async handle({ db, query, origin, request }) {
    const page = pageRequest(query, 50)
    const total = await countOrganizations(db, query.query)
    const rows = await listOrganizations(db, {
      containing: query.query,
      order: orderOf(query.sort),
      total,
      skip: (page.number - 1) * page.size,
      size: page.size,
    })
    const items = rows.map((row) => presentListedOrganization(row, origin))
    return pageOf(origin, request.url, { name: "organizations", items, total, request: page })
  },
})

export const getOrganization = route({
  method: "GET",
  url: "/v2/organizations/:organizationId",
  permission: "organizations:read",
  summary: "Get an organization",
  query: OrganizationReadQuery,
  path: OrganizationPath,
  answers: { 200: Organization },
  async handle({ db, viewer, query, path, origin }) {
    const row = await findOrganization(db, viewer, path.organizationId)
    if (!row) throw notFound()
    const properties = query.includeProperties ? await listOrganizationProperties(db, row.id) : undefined
    return resource(presentOrganization(row, { origin, withCounts: query.includeCounts === true, properties }))
  },
})
