import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { type ChangeWatch, type Reading, watchChanges } from "../../test/desk/nodes.ts"
import { type Sql, sql } from "../db/db.ts"

let on: Changing
let watch: ChangeWatch
let id: number
let organizationId: number

before(async () => {
  on = await changingDesk()
  watch = watchChanges(on.desk, readings)
  organizationId = await make("organizations", { name: "Acme" })
  id = await make("customers", { firstName: "Shown", emails: [{ value: "shown@parts.example" }], organizationId })
})
after(async () => {
  await watch.close()
  await on.desk.close()
})

/** Somebody who sees fewer conversations reads one list of each kind. */
const readings = (): Reading[] => {
  const shared = [
    "/v2/customers?query=shown",
    `/v2/organizations/${organizationId}/customers`,
    "/v3/customers?query=shown",
  ]
  const more = [
    "/v2/customers",
    "/v2/customers?size=30&page=2",
    "/v2/customers?sortField=modifiedAt",
    `/v2/customers?mailbox=${on.ids.inboxes.support}`,
    "/v3/customers",
    "/v3/customers?size=1",
  ]
  return [
    ...[...shared, ...more].map((path) => ({ path, token: on.ada })),
    ...shared.map((path) => ({ path, token: on.grace })),
  ]
}

async function send(method: string, path: string, body?: object) {
  const reply = await on.desk.send(method, path, { token: on.ada, ...(body && { body }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`)
  return reply
}
async function make(kind: string, body: object): Promise<number> {
  return Number((await send("POST", `/v2/${kind}`, body)).headers.get("resource-id"))
}
const run = (statement: Sql) => on.desk.db.run(statement)
const patch = (path: string, value: unknown) => send("PATCH", `/v2/customers/${id}`, { op: "replace", path, value })
const entry = async (part: string) => {
  const { body } = await on.desk.get(`/v2/customers/${id}/${part}`, on.ada)
  return `/v2/customers/${id}/${part}/${Object.values<{ id: number }[]>(body._embedded)[0]?.[0]?.id}`
}
const converse = (mailboxId: number) =>
  on.made({ mailboxId, customer: { id }, threads: [{ type: "customer", text: "?" }] })

describe("a customer that was shown before", () => {
  const changes: Record<string, () => Promise<unknown>> = {
    "another name": () => patch("/firstName", "Renamed"),
    "another background": () => patch("/background", '"conversationCount":0 {}'),
    "a conversation": () => converse(on.ids.inboxes.support),
    "a conversation that not everybody sees": () => converse(on.ids.inboxes.hidden),
    "a conversation that is deleted": async () => {
      const { id } = await converse(on.ids.inboxes.support)
      await send("DELETE", `/v2/conversations/${id}`)
      await converse(on.ids.inboxes.support)
    },
    ...Object.fromEntries(
      (
        [
          ["emails", "second@parts.example", "third@parts.example"],
          ["phones", "1", "2"],
          ["chats", "one", "two"],
          ["social-profiles", "one", "two"],
          ["websites", "https://one.example", "https://two.example"],
        ] as const
      ).flatMap(([part, first, second]) => [
        [`one more of ${part}`, () => send("POST", `/v2/customers/${id}/${part}`, { value: first })],
        [`another of ${part}`, async () => send("PUT", await entry(part), { value: second })],
        [`one less of ${part}`, async () => send("DELETE", await entry(part))],
        [`a list of ${part}`, () => patch(`/${part}`, [{ value: `${first}0` }])],
      ]),
    ),
    "a property that is new": () =>
      send("POST", "/v2/customer-properties", {
        slug: "tier",
        name: "Tier",
        type: "dropdown",
        options: [{ label: "Gold" }],
      }),
    "a value": () => send("PATCH", `/v2/customers/${id}/properties`, { op: "replace", path: "/tier", value: "Gold" }),
    "another label of an option": () =>
      run(sql`update customer_property_options set label = 'Silver' where label = 'Gold'`),
    "another name of a property": () => run(sql`update customer_properties set name = 'Level' where slug = 'tier'`),
    "no value": () => send("PATCH", `/v2/customers/${id}/properties`, { op: "remove", path: "/tier" }),
    "a property that is gone": () => send("DELETE", "/v2/customer-properties/tier"),
    "another name of the organization": () =>
      send("PUT", `/v2/organizations/${organizationId}`, { name: "Umbrella\nInc." }),
    "an organization that is deleted": () => send("DELETE", `/v2/organizations/${organizationId}`),
    "everything overwritten": () => send("PUT", `/v2/customers/${id}`, { firstName: "Whole", organization: "None" }),
    "somebody who was the same": async () => {
      const twin = await make("customers", { lastName: "Twin", phones: [{ value: "999" }] })
      await send("POST", `/v2/customers/${id}/merge`, { customerIds: [twin] })
    },
    "somebody new": () => make("customers", { firstName: "Shown too" }),
    "that they are gone": () => run(sql`delete from customers where first_name = 'Shown too'`),
  }
  for (const [name, change] of Object.entries(changes)) test(`shows ${name}`, () => watch.assertShown(change))

  test("counts for each viewer what they may see", async () => {
    const count = async (token: string) => {
      const { body } = await on.desk.get("/v2/customers?sortField=modifiedAt", token)
      return body._embedded.customers.find((customer: { id: number }) => customer.id === id).conversationCount
    }
    const grace = await on.desk.tokenFor(on.ids.users.limited)
    const [all, some] = [await count(on.ada), await count(grace)]
    await converse(on.ids.inboxes.hidden)
    assert.deepEqual([await count(on.ada), await count(grace)], [all + 1, some])
  })

  test("is read again only where something has changed", async () => {
    const first = await on.desk.get("/v2/customers", on.ada)
    await run(sql`alter table customer_properties disable trigger customer_properties_look`)
    await run(sql`update customer_properties set name = 'Unseen'`)
    assert.deepEqual((await on.desk.get("/v2/customers", on.ada)).body, first.body)
    await run(sql`alter table customer_properties enable trigger customer_properties_look`)
    await run(sql`update customer_properties set name = 'Seen'`)
    assert.match(JSON.stringify((await on.desk.get("/v2/customers", on.ada)).body), /"name":"Seen"/)
  })
})
