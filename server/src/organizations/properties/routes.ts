import {
  NewOrganizationProperty,
  OrganizationPropertyChange,
  OrganizationPropertyDefinition,
  OrganizationPropertyPage,
  OrganizationValuePath,
  PropertyListQuery,
  PropertyPath,
  PropertyValue,
} from "@deskhand/contract/customers/property"
import { notFound } from "../../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import { checkOrganization } from "../routes.ts"
import { changeDefinition, clearValue, createDefinition, removeDefinition, setValue } from "./actions.ts"
import { presentDefinition } from "./present.ts"
import { findDefinition, listDefinitions } from "./queries.ts"

const url = "/v2/organizations/properties"

export const getOrganizationProperties = route({
  method: "GET",
  url,
  permission: "organizations:read",
  summary: "List the properties that organizations can have",
  query: PropertyListQuery,
  answers: { 200: OrganizationPropertyPage },
  async handle({ db, query, origin, request }) {
    const page = pageRequest(query, 50)
    const rows = await listDefinitions(db)
    const skip = (page.number - 1) * page.size
    const items = rows.slice(skip, skip + page.size).map((row) => presentDefinition(row, origin))
    return pageOf(origin, request.url, { name: "organization-properties", items, total: rows.length, request: page })
  },
})

export const getOrganizationProperty = route({
  method: "GET",
  url: `${url}/:slug`,
  permission: "organizations:read",
  summary: "Get a property that organizations can have",
  path: PropertyPath,
  answers: { 200: OrganizationPropertyDefinition },
  handle: (call) => answerDefinition(call),
})

export const postOrganizationProperty = route({
  method: "POST",
  url,
  permission: "properties:write",
  summary: "Define a property of organizations",
  body: NewOrganizationProperty,
  answers: { 201: "`Resource-ID` and `Location` name the new property" },
  async handle({ db, viewer, body, now, origin }) {
    const { id, slug } = await createDefinition(db, body, { viewer, now })
    return created(id, { Location: `${origin}${url}/${slug}` })
  },
})

export const putOrganizationProperty = route({
  method: "PUT",
  url: `${url}/:slug`,
  permission: "properties:write",
  summary: "Change the name and the options of a property of organizations",
  path: PropertyPath,
  body: OrganizationPropertyChange,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, now, body, path } = call
    await changeDefinition(
      db,
      { ...body, slug: path.slug },
      { viewer, now, check: (db) => checkDefinition({ ...call, db }) },
    )
    return noContent
  },
})

export const deleteOrganizationProperty = route({
  method: "DELETE",
  url: `${url}/:slug`,
  permission: "properties:write",
  summary: "Delete a property of organizations",
  path: PropertyPath,
  answers: { 204: "Deleted. Its values are kept for 30 days, in which defining it anew brings them back" },
  async handle(call) {
    const { db, viewer, now, path } = call
    await removeDefinition(db, path.slug, { viewer, now, check: (db) => checkDefinition({ ...call, db }) })
    return noContent
  },
})

export const putOrganizationValue = route({
  method: "PUT",
  url: "/v2/organizations/:organizationId/properties/:slug",
  permission: "organizations:write",
  summary: "Set a property of an organization",
  path: OrganizationValuePath,
  body: PropertyValue,
  answers: { 204: "Set" },
  async handle(call) {
    const { db, viewer, now, body, path } = call
    await setValue(
      db,
      { ...path, value: body.value },
      { viewer, now, check: (db) => checkOrganization({ ...call, db }) },
    )
    return noContent
  },
})

export const deleteOrganizationValue = route({
  method: "DELETE",
  url: "/v2/organizations/:organizationId/properties/:slug",
  permission: "organizations:write",
  summary: "Take a property away from an organization",
  path: OrganizationValuePath,
  answers: { 204: "Taken away" },
  async handle(call) {
    const { db, viewer, now, path } = call
    await clearValue(db, path, { viewer, now, check: (db) => checkOrganization({ ...call, db }) })
    return noContent
  },
})

type DefinitionCall = Call<unknown, { slug: string }>

function checkDefinition(call: DefinitionCall): Promise<void> {
  return refuseStale(call, () => answerDefinition(call))
}

async function answerDefinition({ db, path, origin }: Pick<DefinitionCall, "db" | "path" | "origin">): Promise<Answer> {
  const row = await findDefinition(db, path.slug)
  if (!row) throw notFound()
  return resource(presentDefinition(row, origin))
}
