import {
  NewOrganization,
  Organization,
  OrganizationListQuery,
  OrganizationPage,
  OrganizationPath,
  OrganizationReadQuery,
} from "@deskhand/contract/customers/organization"
import { notFound } from "../errors.ts"
import { created, noContent, pageOfTexts, pageRequest, resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import { type Answer, type Call, route } from "../http/route.ts"
import { createOrganization, overwriteOrganization, removeOrganization } from "./actions.ts"
import { showOrganizations } from "./json-cache.ts"
import { presentOrganization } from "./present.ts"
import { findOrganization, findOrganizations, listOrganizationProperties } from "./queries.ts"
import { orderOf } from "./rules.ts"

export const getOrganizations = route({
  method: "GET",
  url: "/v2/organizations",
  permission: "organizations:read",
  summary: "List organizations",
  query: OrganizationListQuery,
  answers: { 200: OrganizationPage },
  async handle({ desk, db, query, origin, request }) {
    const page = pageRequest(query, 50)
    const { versions, total } = await findOrganizations(db, {
      containing: query.query,
      order: orderOf(query.sort),
      skip: (page.number - 1) * page.size,
      size: page.size,
    })
    const texts = await showOrganizations({ desk, db, origin }, versions)
    return pageOfTexts(origin, request.url, { name: "organizations", texts, total, request: page })
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
  handle: (call) => answerOrganization(call, call.query),
})

export const postOrganization = route({
  method: "POST",
  url: "/v2/organizations",
  permission: "organizations:write",
  summary: "Create an organization",
  body: NewOrganization,
  answers: { 201: "`Resource-ID` and `Location` name the new organization" },
  async handle({ db, viewer, body, now, origin }) {
    const id = await createOrganization(db, body, { viewer, now })
    return created(id, { Location: `${origin}/v2/organizations/${id}` })
  },
})

export const putOrganization = route({
  method: "PUT",
  url: "/v2/organizations/:organizationId",
  permission: "organizations:write",
  summary: "Overwrite an organization: what is left out is emptied, but for the logo",
  path: OrganizationPath,
  body: NewOrganization,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path } = call
    const check = () => checkOrganization(call)
    await overwriteOrganization(db, { ...body, id: path.organizationId }, { viewer, now, check })
    return noContent
  },
})

export const deleteOrganization = route({
  method: "DELETE",
  url: "/v2/organizations/:organizationId",
  permission: "organizations:write",
  summary: "Delete an organization; its customers stay without it",
  path: OrganizationPath,
  answers: { 204: "Deleted" },
  async handle(call) {
    const { db, viewer, now, path } = call
    await removeOrganization(db, path.organizationId, {
      viewer,
      now,
      check: (db) => checkOrganization({ ...call, db }),
    })
    return noContent
  },
})

type OrganizationCall = Call<unknown, { organizationId: number }>

interface Included {
  includeCounts?: boolean
  includeProperties?: boolean
}

/** It may have been read with counts and properties or without them: each way has an ETag of its own. */
export async function checkOrganization(call: OrganizationCall): Promise<void> {
  const ways = [false, true].flatMap((includeCounts) =>
    [false, true].map((includeProperties) => ({ includeCounts, includeProperties })),
  )
  let refusal: unknown
  for (const way of ways)
    try {
      return await refuseStale(call, () => answerOrganization(call, way))
    } catch (error) {
      refusal = error
    }
  throw refusal
}

export async function answerOrganization(
  { db, viewer, path, origin }: Pick<OrganizationCall, "db" | "viewer" | "path" | "origin">,
  { includeCounts, includeProperties }: Included = {},
): Promise<Answer> {
  const row = await findOrganization(db, viewer, path.organizationId)
  if (!row) throw notFound()
  const properties = includeProperties ? await listOrganizationProperties(db, row.id) : undefined
  return resource(presentOrganization(row, { origin, withCounts: includeCounts === true, properties }))
}
