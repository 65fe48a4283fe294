import {
  Customer,
  CustomerCursorPage,
  CustomerCursorQuery,
  CustomerPage,
  CustomerPath,
  CustomerQuery,
  type ListedCustomer,
} from "@deskhand/contract/customer"
import { OrganizationPartQuery, OrganizationPath } from "@deskhand/contract/organization"
import { findSigningKey } from "../account/queries.ts"
import { notFound } from "../errors.ts"
import { readCursor, writeCursor } from "../http/cursor.ts"
import { cursorPageOf, pageOf, pageRequest, resource } from "../http/hal.ts"
import { readOptionalMoment } from "../http/moments.ts"
import { type Call, route } from "../http/route.ts"
import { findOrganization } from "../organizations/queries.ts"
import { findCustomerIds, findCustomerPositions } from "./find.ts"
import { listOrganizationCustomerIds } from "./list.ts"
import { presentCustomer, presentListedCustomer } from "./present.ts"
import { findAddress, findCustomer, listCustomerRows, listProperties } from "./queries.ts"
import { type CustomerSearch, readCustomerSearch } from "./search.ts"

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
    const { ids, total, estimated } = await findCustomerIds(db, { filter, order, viewer, skip, size: page.size })
    const items = await listCustomers(call, ids)
    return pageOf(origin, request.url, { name: "customers", items, total, request: page, estimated })
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
    // The query as it was written: what it means by NOW moves on between two pages.
    const seal = { key: await findSigningKey(db), of: ["/v3/customers", { ...asked, query: query.query }] }
    const after = cursor === undefined ? undefined : readCursor(cursor, seal)
    const filter = { ...asked, search }
    const positions = await findCustomerPositions(db, { filter, viewer, after, size: size + 1 })
    const shown = positions.slice(0, size)
    const last = positions.length > size ? shown.at(-1) : undefined
    const items = await listCustomers(
      call,
      shown.map(({ id }) => id),
    )
    return cursorPageOf(origin, request.url, { name: "customers", items, next: last && writeCursor(last, seal) })
  },
})

export const getCustomer = route({
  method: "GET",
  url: "/v2/customers/:customerId",
  permission: "customers:read",
  summary: "Get a customer",
  path: CustomerPath,
  answers: { 200: Customer },
  async handle({ db, viewer, path, origin }) {
    const [row, address, properties] = await Promise.all([
      findCustomer(db, viewer, path.customerId),
      findAddress(db, path.customerId),
      listProperties(db),
    ])
    if (!row) throw notFound()
    return resource(presentCustomer(row, address, { origin, properties }))
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
    const page = pageRequest(query, perPage)
    const skip = (page.number - 1) * page.size
    const ids = await listOrganizationCustomerIds(db, { organizationId, total, skip, size: page.size })
    const items = await listCustomers(call, ids)
    return pageOf(origin, request.url, { name: "customers", items, total, request: page })
  },
})

function searchIn({ query }: { query?: string }, now: Date): CustomerSearch | undefined {
  return query === undefined ? undefined : readCustomerSearch(query, now)
}

async function listCustomers(
  { db, viewer, origin }: Pick<Call, "db" | "viewer" | "origin">,
  ids: number[],
): Promise<ListedCustomer[]> {
  const [rows, properties] = await Promise.all([listCustomerRows(db, viewer, ids), listProperties(db)])
  return rows.map((row) => presentListedCustomer(row, { origin, properties }))
}
