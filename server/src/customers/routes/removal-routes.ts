import { CustomerPath } from "@deskhand/contract/customers/customer"
import { CustomerDeletionQuery, CustomerMerge } from "@deskhand/contract/customers/new-customer"
import type { Db } from "../../db/db.ts"
import { noContent } from "../../http/hal.ts"
import { route } from "../../http/route.ts"
import { mergeCustomers } from "../../merging/customer-merge.ts"
import { removeCustomer, removeCustomerSoon } from "../../merging/customer-removal.ts"
import { checkCustomer } from "../answer.ts"

export const deleteCustomer = route({
  method: "DELETE",
  url: "/v2/customers/:customerId",
  permission: "customers:write",
  summary: "Delete a customer with their conversations and ratings",
  query: CustomerDeletionQuery,
  path: CustomerPath,
  answers: { 202: "Will be deleted soon, as `async` asks", 204: "Deleted" },
  async handle(call) {
    const { db, viewer, now, path, query } = call
    const change = { viewer, now, check: (db: Db) => checkCustomer({ ...call, db }) }
    if (!query.async) {
      await removeCustomer(db, path.customerId, change)
      return noContent
    }
    await removeCustomerSoon(db, path.customerId, change)
    return { status: 202 }
  },
})

export const postCustomerMerge = route({
  method: "POST",
  url: "/v2/customers/:customerId/merge",
  permission: "customers:write",
  summary: "Merge other customers into this one",
  path: CustomerPath,
  body: CustomerMerge,
  answers: { 204: "Merged; the others are gone" },
  async handle(call) {
    const { db, viewer, now, path, body } = call
    const change = { viewer, now, check: (db: Db) => checkCustomer({ ...call, db }) }
    await mergeCustomers(db, { id: path.customerId, customerIds: body.customerIds }, change)
    return noContent
  },
})
