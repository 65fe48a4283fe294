import {
  CustomerAddress,
  CustomerChatPage,
  CustomerEmailPage,
  CustomerPartQuery,
  CustomerPath,
  CustomerPhonePage,
  CustomerSocialProfilePage,
  CustomerWebsitePage,
} from "@deskhand/contract/customer"
import type { TSchema } from "typebox"
import { notFound } from "../errors.ts"
import { pageOf, pageRequest, resource } from "../http/hal.ts"
import { type Route, route } from "../http/route.ts"
import { presentAddress } from "./present.ts"
import { countEntries, type EntryKind, findAddressOf, listEntries } from "./queries.ts"

export const getCustomerEmails = getEntries("emails", { kind: "emails", answer: CustomerEmailPage })
export const getCustomerPhones = getEntries("phones", { kind: "phones", answer: CustomerPhonePage })
export const getCustomerChats = getEntries("chats", { kind: "chats", answer: CustomerChatPage })
export const getCustomerSocialProfiles = getEntries("social-profiles", {
  kind: "social_profiles",
  answer: CustomerSocialProfilePage,
})
export const getCustomerWebsites = getEntries("websites", { kind: "websites", answer: CustomerWebsitePage })

/** `name` is both the last part of the URL and the name of the collection. */
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
      const items = await listEntries(db, kind, { customerId: path.customerId, skip, size: page.size })
      return pageOf(origin, request.url, { name, items, total, request: page })
    },
  })
}

export const getCustomerAddress = route({
  method: "GET",
  url: "/v2/customers/:customerId/address",
  permission: "customers:read",
  summary: "Get a customer's address, an empty one where there is none",
  path: CustomerPath,
  answers: { 200: CustomerAddress },
  async handle({ db, path }) {
    const row = await findAddressOf(db, path.customerId)
    if (!row) throw notFound()
    return resource(presentAddress(row))
  },
})
