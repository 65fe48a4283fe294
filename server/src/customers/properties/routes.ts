import { CustomerPath } from "@deskhand/contract/customers/customer"
import {
  CustomerPropertyDefinition,
  CustomerPropertyPage,
  NewCustomerProperty,
  PropertyListQuery,
  PropertyPath,
} from "@deskhand/contract/customers/property"
import { Patch } from "@deskhand/contract/patch"
import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../../http/hal.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, route } from "../../http/route.ts"
import { checkCustomer } from "../answer.ts"
import { createDefinition, patchValues, removeDefinition } from "./actions.ts"
import { presentDefinition } from "./present.ts"
import { findDefinition, listDefinitions } from "./queries.ts"

const url = "/v2/customer-properties"

export const getCustomerProperties = route({
  method: "GET",
  url,
  permission: "customers:read",
  summary: "List the properties that customers can have",
  query: PropertyListQuery,
  answers: { 200: CustomerPropertyPage },
  async handle({ db, query, origin, request }) {
    const page = pageRequest(query, 50)
    const rows = await listDefinitions(db)
    const skip = (page.number - 1) * page.size
    const items = rows.slice(skip, skip + page.size).map((row) => presentDefinition(row, origin))
    return pageOf(origin, request.url, { name: "customer-properties", items, total: rows.length, request: page })
  },
})

export const getCustomerProperty = route({
  method: "GET",
  url: `${url}/:slug`,
  permission: "customers:read",
  summary: "Get a property that customers can have",
  path: PropertyPath,
  answers: { 200: CustomerPropertyDefinition },
  handle: (call) => answerDefinition(call),
})

export const postCustomerProperty = route({
  method: "POST",
  url,
  permission: "properties:write",
  summary: "Define a property of customers",
  body: NewCustomerProperty,
  answers: { 201: "`Resource-ID` and `Location` name the new property" },
  async handle({ db, viewer, body, now, origin }) {
    const { id, slug } = await createDefinition(db, body, { viewer, now })
    return created(id, { Location: `${origin}${url}/${slug}` })
  },
})

export const deleteCustomerProperty = route({
  method: "DELETE",
  url: `${url}/:slug`,
  permission: "properties:write",
  summary: "Delete a property of customers",
  path: PropertyPath,
  answers: { 204: "Deleted. Its values are kept for 30 days, in which defining it anew brings them back" },
  async handle(call) {
    const { db, viewer, now, path } = call
    const check = (db: Db) => refuseStale(call, () => answerDefinition({ ...call, db }))
    await removeDefinition(db, path.slug, { viewer, now, check })
    return noContent
  },
})

export const patchCustomerValues = route({
  method: "PATCH",
  url: "/v2/customers/:customerId/properties",
  permission: "customers:write",
  summary: "Set and take away properties of a customer",
  path: CustomerPath,
  body: Patch,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, now, path, body } = call
    const change = { viewer, now, check: (db: Db) => checkCustomer({ ...call, db }) }
    await patchValues(db, { customerId: path.customerId, patch: body }, change)
    return noContent
  },
})

async function answerDefinition({
  db,
  path,
  origin,
}: Pick<Call<unknown, { slug: string }>, "db" | "path" | "origin">): Promise<Answer> {
  const row = await findDefinition(db, path.slug)
  if (!row) throw notFound()
  return resource(presentDefinition(row, origin))
}
