import {
  CustomerAddress,
  CustomerChat,
  CustomerChatPage,
  CustomerEmail,
  CustomerEmailPage,
  CustomerPartQuery,
  CustomerPath,
  CustomerPhone,
  CustomerPhonePage,
  CustomerSocialProfile,
  CustomerSocialProfilePage,
  CustomerWebsite,
  CustomerWebsitePage,
} from "@deskhand/contract/customers/customer"
import { CustomerEntryPath, NewAddress } from "@deskhand/contract/customers/new-customer"
import type { TSchema } from "typebox"
import type { Db } from "../../db/db.ts"
import { notFound } from "../../errors.ts"
import { created, noContent, pageOf, pageRequest, resource } from "../../http/hal.ts"
import type { CheckedChange } from "../../http/input/if-match.ts"
import { refuseStale } from "../../http/input/if-match.ts"
import { type Answer, type Call, type Route, route } from "../../http/route.ts"
import { type CustomerCall, checkCustomer } from "../answer.ts"
import { entryShapes } from "../entries.ts"
import { addAddress, addEntry, changeEntry, overwriteAddress, removeAddress, removeEntry } from "../part-actions.ts"
import { presentAddress, presentEntry } from "../present.ts"
import { countEntries, type EntryKind, findAddressOf, findEntry, listEntries } from "../queries.ts"

export const emailRoutes = entryRoutes("emails", { kind: "emails", page: CustomerEmailPage, one: CustomerEmail })
export const phoneRoutes = entryRoutes("phones", { kind: "phones", page: CustomerPhonePage, one: CustomerPhone })
export const chatRoutes = entryRoutes("chats", { kind: "chats", page: CustomerChatPage, one: CustomerChat })
export const socialProfileRoutes = entryRoutes("social-profiles", {
  kind: "social_profiles",
  page: CustomerSocialProfilePage,
  one: CustomerSocialProfile,
})
export const websiteRoutes = entryRoutes("websites", {
  kind: "websites",
  page: CustomerWebsitePage,
  one: CustomerWebsite,
})

interface Entries {
  kind: EntryKind
  page: TSchema
  one: TSchema
}

/** The list, one of it, and what can be done to them. `name` is the last part of the URL and of the collection. */
function entryRoutes(name: string, { kind, page, one }: Entries): Route[] {
  const noun = name.replace("-", " ").replace(/s$/, "")
  const place = { name, kind, noun, url: `/v2/customers/:customerId/${name}` }
  return [
    getEntries(name, { kind, answer: page }),
    getEntry(place, one),
    postEntry(place),
    putEntry(place),
    deleteEntry(place),
  ]
}

function getEntries(name: string, { kind, answer }: { kind: EntryKind; answer: TSchema }): Route {
  return route({
    method: "GET",
    url: `/v2/customers/:customerId/${name}`,
    permission: "customers:read",
    summary: `List a customer's ${name.replace("-", " ")}`,
    query: CustomerPartQuery,
    path: CustomerPath,
    answers: { 200: answer },
    async handle({ db, query, path, origin, request }) {
      const page = pageRequest(query, 50)
      const total = await countEntries(db, kind, path.customerId)
      if (total === undefined) throw notFound()
      const skip = (page.number - 1) * page.size
      const { customerId } = path
      const rows = await listEntries(db, kind, { customerId, skip, size: page.size })
      const items = rows.map((row) => presentEntry(kind, row, { customerId, origin }))
      return pageOf(origin, request.url, { name, items, total, request: page })
    },
  })
}

interface EntryPlace {
  name: string
  kind: EntryKind
  noun: string
  url: string
}

function getEntry({ kind, noun, url }: EntryPlace, answer: TSchema): Route {
  return route({
    method: "GET",
    url: `${url}/:entryId`,
    permission: "customers:read",
    summary: `Get a customer's ${noun}`,
    path: CustomerEntryPath,
    answers: { 200: answer },
    handle: (call) => answerEntry(call, kind),
  })
}

function postEntry({ name, kind, noun, url }: EntryPlace): Route {
  return route({
    method: "POST",
    url,
    permission: "customers:write",
    summary: `Add a customer's ${noun}`,
    path: CustomerPath,
    body: entryShapes[kind],
    answers: { 201: `\`Resource-ID\` and \`Location\` name the new ${noun}` },
    async handle(call) {
      const { db, viewer, now, path, body, origin } = call
      const change = { viewer, now, check: (db: Db) => checkCustomer({ ...call, db }) }
      const id = await addEntry(db, { customerId: path.customerId, kind, given: body }, change)
      return created(id, { Location: `${origin}/v2/customers/${path.customerId}/${name}/${id}` })
    },
  })
}

function putEntry({ kind, noun, url }: EntryPlace): Route {
  return route({
    method: "PUT",
    url: `${url}/:entryId`,
    permission: "customers:write",
    summary: `Change a customer's ${noun}`,
    path: CustomerEntryPath,
    body: entryShapes[kind],
    answers: { 204: "Changed" },
    async handle(call) {
      const { db, viewer, now, path, body } = call
      const change = { viewer, now, check: (db: Db) => refuseStale(call, () => answerEntry({ ...call, db }, kind)) }
      await changeEntry(db, { customerId: path.customerId, kind, given: { ...body, id: path.entryId } }, change)
      return noContent
    },
  })
}

function deleteEntry({ kind, noun, url }: EntryPlace): Route {
  return route({
    method: "DELETE",
    url: `${url}/:entryId`,
    permission: "customers:write",
    summary: `Delete a customer's ${noun}`,
    path: CustomerEntryPath,
    answers: { 204: "Deleted" },
    async handle(call) {
      const { db, viewer, now, path } = call
      const change = { viewer, now, check: (db: Db) => refuseStale(call, () => answerEntry({ ...call, db }, kind)) }
      await removeEntry(db, { customerId: path.customerId, kind, id: path.entryId }, change)
      return noContent
    },
  })
}

async function answerEntry(
  { db, path, origin }: Pick<Call<unknown, { customerId: number; entryId: number }>, "db" | "path" | "origin">,
  kind: EntryKind,
): Promise<Answer> {
  const { customerId, entryId: id } = path
  const row = await findEntry(db, kind, { customerId, id })
  if (!row) throw notFound()
  return resource(presentEntry(kind, row, { customerId, origin }))
}

export const getCustomerAddress = route({
  method: "GET",
  url: "/v2/customers/:customerId/address",
  permission: "customers:read",
  summary: "Get a customer's address, an empty one where there is none",
  path: CustomerPath,
  answers: { 200: CustomerAddress },
  handle: answerAddress,
})

export const postCustomerAddress = route({
  method: "POST",
  url: "/v2/customers/:customerId/address",
  permission: "customers:write",
  summary: "Add the address of a customer who has none",
  path: CustomerPath,
  body: NewAddress,
  answers: { 201: "`Location` names the address, `Resource-ID` the customer" },
  async handle(call) {
    const { origin, path } = call
    await addAddress(call.db, { customerId: path.customerId, given: call.body }, changeOf(call))
    return created(path.customerId, { Location: `${origin}/v2/customers/${path.customerId}/address` })
  },
})

export const putCustomerAddress = route({
  method: "PUT",
  url: "/v2/customers/:customerId/address",
  permission: "customers:write",
  summary: "Overwrite a customer's address",
  path: CustomerPath,
  body: NewAddress,
  answers: { 204: "Changed" },
  async handle(call) {
    await overwriteAddress(call.db, { customerId: call.path.customerId, given: call.body }, changeOf(call))
    return noContent
  },
})

export const deleteCustomerAddress = route({
  method: "DELETE",
  url: "/v2/customers/:customerId/address",
  permission: "customers:write",
  summary: "Delete a customer's address",
  path: CustomerPath,
  answers: { 204: "Deleted" },
  async handle(call) {
    await removeAddress(call.db, call.path.customerId, changeOf(call))
    return noContent
  },
})

function changeOf(call: CustomerCall): CheckedChange {
  const { viewer, now } = call
  return { viewer, now, check: (db) => refuseStale(call, () => answerAddress({ ...call, db })) }
}

async function answerAddress({
  db,
  path: { customerId },
  origin,
}: Pick<CustomerCall, "db" | "path" | "origin">): Promise<Answer> {
  const row = await findAddressOf(db, customerId)
  if (!row) throw notFound()
  return resource(presentAddress(row, { customerId, origin }))
}
