import {
  Customer,
  CustomerCursorPage,
  CustomerCursorQuery,
  CustomerPage,
  CustomerPath,
  CustomerQuery,
} from "@deskhand/contract/customers/customer"
import { NewCustomer } from "@deskhand/contract/customers/new-customer"
import { Patch } from "@deskhand/contract/patch"
import type { Db } from "../../db/db.ts"
import { openCursor, writeCursor } from "../../http/cursor.ts"
import { created, cursorPageOf, noContent, pageOfTexts, pageRequest } from "../../http/hal.ts"
import { readOptionalMoment } from "../../http/input/timestamps.ts"
import { route } from "../../http/route.ts"
import { answerCustomer, checkCustomer } from "../answer.ts"
import { createCustomer, overwriteCustomer } from "../create.ts"
import { showCustomers } from "../json-cache.ts"
import { findCustomers, findCustomersAfter } from "../page.ts"
import { changeCustomer } from "../patch.ts"
import { type CustomerSearch, readCustomerSearch } from "../search.ts"

const perPage = 50

export const getCustomers = route({
  method: "GET",
  url: "/v2/customers",
  permission: "customers:read",
  summary: "List customers by page",
  query: CustomerQuery,
  answers: { 200: CustomerPage },
  async handle(call) {
    const { db, viewer, query, origin, now, request } = call
    const page = pageRequest(query, perPage)
    const { mailbox: inboxId, firstName, lastName } = query
    const modifiedSince = readOptionalMoment("modifiedSince", query.modifiedSince)
    const filter = { inboxId, firstName, lastName, modifiedSince, search: searchIn(query, now) }
    const order = { field: query.sortField ?? "createdAt", descending: query.sortOrder !== "asc" } as const
    const skip = (page.number - 1) * page.size
    const found = await findCustomers(db, { filter, order, viewer, skip, size: page.size })
    const { total, estimated } = found
    const texts = await showCustomers(call, found)
    return pageOfTexts(origin, request.url, { name: "customers", texts, total, request: page, estimated })
  },
})

export const getCustomersByCursor = route({
  method: "GET",
  url: "/v3/customers",
  permission: "customers:read",
  summary: "List customers by cursor",
  query: CustomerCursorQuery,
  answers: { 200: CustomerCursorPage },
  async handle(call) {
    const { db, viewer, query, origin, now, request } = call
    const { size } = pageRequest(query, perPage)
    const { firstName, lastName, email, cursor } = query
    const createdSince = readOptionalMoment("createdSince", query.createdSince)
    const modifiedSince = readOptionalMoment("modifiedSince", query.modifiedSince)
    const asked = { firstName, lastName, email, createdSince, modifiedSince }
    const search = searchIn(query, now)
    const opened = cursor === undefined ? undefined : openCursor(cursor)
    const filter = { ...asked, search }
    const found = await findCustomersAfter(db, { filter, viewer, after: opened?.position, size })
    const { last, signingKey: key } = found
    // The query as it was written: what it means by NOW moves on between two pages.
    const seal = { key, of: ["/v3/customers", { ...asked, query: query.query }] }
    opened?.prove(seal)
    const next = last && writeCursor(last, seal)
    return cursorPageOf(origin, request.url, { name: "customers", texts: await showCustomers(call, found), next })
  },
})

export const getCustomer = route({
  method: "GET",
  url: "/v2/customers/:customerId",
  permission: "customers:read",
  summary: "Get a customer",
  path: CustomerPath,
  answers: { 200: Customer },
  handle: answerCustomer,
})

export const postCustomer = route({
  method: "POST",
  url: "/v2/customers",
  permission: "customers:write",
  summary: "Create a customer",
  body: NewCustomer,
  answers: { 201: "`Resource-ID` and `Location` name the new customer" },
  async handle({ db, viewer, body, now, origin }) {
    const id = await createCustomer(db, body, { viewer, now })
    return created(id, { Location: `${origin}/v2/customers/${id}` })
  },
})

export const putCustomer = route({
  method: "PUT",
  url: "/v2/customers/:customerId",
  permission: "customers:write",
  summary: "Overwrite a customer: fields that are left out are emptied, lists that are left out stay",
  path: CustomerPath,
  body: NewCustomer,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path } = call
    const change = { viewer, now, check: (db: Db) => checkCustomer({ ...call, db }) }
    await overwriteCustomer(db, { ...body, id: path.customerId }, change)
    return noContent
  },
})

export const patchCustomer = route({
  method: "PATCH",
  url: "/v2/customers/:customerId",
  permission: "customers:write",
  summary: "Change parts of a customer",
  path: CustomerPath,
  body: Patch,
  answers: { 204: "Changed" },
  async handle(call) {
    const { db, viewer, body, now, path } = call
    const change = { viewer, now, check: (db: Db) => checkCustomer({ ...call, db }) }
    await changeCustomer(db, { customerId: path.customerId, patch: body }, change)
    return noContent
  },
})

function searchIn({ query }: { query?: string }, now: Date): CustomerSearch | undefined {
  return query === undefined ? undefined : readCustomerSearch(query, now)
}
