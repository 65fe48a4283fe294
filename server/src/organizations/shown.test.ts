import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Changing, changingDesk } from "../../test/desk/changing.ts"
import { type ChangeWatch, type Reading, watchChanges } from "../../test/desk/nodes.ts"
import { sql } from "../db/db.ts"

let on: Changing
let watch: ChangeWatch
let id: number

before(async () => {
  on = await changingDesk()
  watch = watchChanges(on.desk, readings)
  id = await make({ name: "Shown", domains: ["shown.example"] })
})
after(async () => {
  await watch.close()
  await on.desk.close()
})

const readings = (): Reading[] =>
  ["", "?sort=name,asc&size=2&page=2", "?sort=customerCount,desc", "?query=shown"].map((query) => ({
    path: `/v2/organizations${query}`,
    token: on.ada,
  }))

async function send(method: string, path: string, body?: object) {
  const reply = await on.desk.send(method, path, { token: on.ada, ...(body && { body }) })
  assert.ok(reply.status < 300, `${method} ${path}: ${JSON.stringify(reply.body)}`)
  return reply
}
async function make(body: object): Promise<number> {
  return Number((await send("POST", "/v2/organizations", body)).headers.get("resource-id"))
}
const put = (body: object) => send("PUT", `/v2/organizations/${id}`, { name: "Shown", ...body })

describe("an organization that was shown before", () => {
  const changes: Record<string, () => Promise<unknown>> = {
    "another name": () => put({ name: "Shown again", domains: ["shown.example"] }),
    "another domain": () => put({ domains: ["other.example", "shown.example"] }),
    "domains in another order": () => put({ domains: ["shown.example", "other.example"] }),
    "no domain": () => put({}),
    "a phone": () => put({ phones: ["1"] }),
    "what is written by hand": () => on.desk.db.run(sql`update organizations set note = 'By hand' where id = ${id}`),
    "one beside it": () => make({ name: "Shown too" }),
    "that it is deleted": () => send("DELETE", `/v2/organizations/${id}`),
  }
  for (const [name, change] of Object.entries(changes)) test(`shows ${name}`, () => watch.assertShown(change))
})
