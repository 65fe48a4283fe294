import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import type { Reply } from "../../test/desk/desk.ts"
import { type WorkingDesk, workingDesk } from "../../test/desk/workflows.ts"
import { AlternatingFailures } from "../../test/failures/alternating-failures.ts"
import { failAtEach, type Work } from "../../test/failures/failing-work.ts"
import { sql } from "../db/db.ts"

let on: WorkingDesk
let calls: AlternatingFailures
/** The workflow that was made for a token. */
const made = new Map<string, number>()

before(async () => {
  on = await workingDesk()
  calls = new AlternatingFailures(on.desk.appDb.pool)
  // A visit is noted in the background, once in a while: not in the middle of what is counted here.
  assert.equal((await on.desk.get("/v2/users/me", on.ada)).status, 200)
})
after(() => on.close())

const workflow = (name: string) => ({
  mailboxId: on.ids.inboxes.support,
  type: "automatic",
  name,
  status: "active",
  conditions: { on: ["convo.created"] },
  actions: [{ type: "note", text: "Sorted" }],
})

async function prepare(token: string): Promise<void> {
  made.set(token, await on.add({ name: `before ${token}` }))
}

const pathOf = (token: string) => `/v2/workflows/${made.get(token)}`

function attempt(send: (token: string) => Promise<Reply>): Work["attempt"] {
  return async (token) => {
    const { status } = await send(token)
    assert.ok([201, 204, 503].includes(status), `${status}`)
    return status !== 503
  }
}

async function count(name: string): Promise<number> {
  return (await on.desk.db.many(sql`select from workflows where name = ${name}`)).length
}

const works: Record<string, Work> = {
  create: {
    attempt: attempt((token) => {
      const headers = { "Idempotency-Key": token }
      return on.desk.send("POST", "/v2/workflows", { token: on.ada, body: workflow(token), headers })
    }),
    isDone: async (token) => (await count(token)) === 1,
  },
  replace: {
    prepare,
    attempt: attempt((token) => on.desk.send("PUT", pathOf(token), { token: on.ada, body: workflow(token) })),
    isDone: async (token) => (await count(token)) === 1 && (await count(`before ${token}`)) === 0,
  },
}

describe("when a call of the database fails, be it the first or the last", () => {
  for (const [name, work] of Object.entries(works))
    test(`${name} is all or nothing, and done when tried again (K18)`, () =>
      failAtEach(on.desk, calls, { work, failure: "refused" }))
})
