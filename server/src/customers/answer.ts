import { notFound } from "../errors.ts"
import { resource } from "../http/hal.ts"
import { refuseStale } from "../http/input/if-match.ts"
import type { Answer, Call } from "../http/route.ts"
import { presentCustomer } from "./present.ts"
import { findAddress, findCustomer, listProperties } from "./queries.ts"

export type CustomerCall = Call<unknown, { customerId: number }>

export async function answerCustomer({
  db,
  viewer,
  path,
  origin,
}: Pick<CustomerCall, "db" | "viewer" | "path" | "origin">): Promise<Answer> {
  const [row, address, properties] = await Promise.all([
    findCustomer(db, viewer, path.customerId),
    findAddress(db, path.customerId),
    listProperties(db),
  ])
  if (!row) throw notFound()
  return resource(presentCustomer(row, address, { origin, properties }))
}

/** What belongs to a customer and has no ETag of its own goes by the customer's. */
export function checkCustomer(
  call: Pick<CustomerCall, "db" | "viewer" | "path" | "origin" | "request">,
): Promise<void> {
  return refuseStale(call, () => answerCustomer(call))
}
