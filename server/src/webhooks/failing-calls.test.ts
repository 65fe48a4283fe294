import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type Reply, scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { AlternatingFailures } from "../../test/failures/alternating-failures.ts"
import { failAtEach, type Work } from "../../test/failures/failing-work.ts"
import { addDelivery, addWebhook } from "../../test/peers/deliveries.ts"
import { sql } from "../db/db.ts"
import type { ScenarioIds } from "../seed/scenario.ts"
import { encryptPlainSecrets } from "./secrets.ts"

let desk: TestDesk
let ids: ScenarioIds
let ada: string
let calls: AlternatingFailures
/** The webhook and the delivery that were made for a token. */
const made = new Map<string, { webhookId: number; deliveryId: number }>()

before(async () => {
  ;({ desk, ids } = await scenarioDesk())
  ada = await desk.tokenFor(ids.users.ada)
  calls = new AlternatingFailures(desk.appDb.pool)
  // A visit is noted in the background, once in a while: not in the middle of what is counted here.
  assert.equal((await desk.get("/v2/users/me", ada)).status, 200)
})
after(() => desk.close())

const hook = (token: string) => ({
  url: "https://receiver.example/",
  events: ["tag.created"],
  secret: "new",
  label: token,
})

async function prepare(token: string): Promise<void> {
  const webhookId = await addWebhook(desk.db, { userId: ids.users.ada })
  await encryptPlainSecrets(desk.db, desk.config)
  const deliveryId = await addDelivery(desk.db, { webhookId, state: "failed" })
  made.set(token, { webhookId, deliveryId })
}

const pathOf = (token: string) => `/v2/webhooks/${made.get(token)?.webhookId}`

function attempt(send: (token: string) => Promise<Reply>): Work["attempt"] {
  return async (token) => {
    const { status } = await send(token)
    assert.ok([201, 202, 204, 503].includes(status), `${status}`)
    return status !== 503
  }
}

function post(token: string, path: string, body: object): Promise<Reply> {
  return desk.send("POST", path, { token: ada, body, headers: { "Idempotency-Key": token } })
}

async function count(statement: ReturnType<typeof sql>): Promise<number> {
  return (await desk.db.many(statement)).length
}

const works: Record<string, Work> = {
  create: {
    attempt: attempt((token) => post(token, "/v2/webhooks", hook(token))),
    isDone: async (token) => (await count(sql`select from webhooks where label = ${token}`)) === 1,
  },
  replace: {
    prepare,
    attempt: attempt((token) => desk.send("PUT", pathOf(token), { token: ada, body: hook(token) })),
    isDone: async (token) =>
      (await count(sql`select from webhooks where label = ${token} and previous_secret is not null`)) === 1,
  },
  "replay one": {
    prepare,
    attempt: attempt((token) => post(token, `${pathOf(token)}/deliveries/${made.get(token)?.deliveryId}/replay`, {})),
    isDone: async (token) =>
      (await count(sql`select from webhook_deliveries where id = ${made.get(token)?.deliveryId}
        and state = 'pending' and due_at is not null`)) === 1,
  },
  "replay many": {
    prepare,
    attempt: attempt((token) => post(token, `${pathOf(token)}/replay`, { state: "failed" })),
    isDone: async (token) =>
      (await count(sql`select from graphile_worker.jobs
        where key like ${`webhooks.replay:${made.get(token)?.webhookId}:%`}`)) === 1,
  },
}

describe("when a call of the database fails, be it the first or the last", () => {
  for (const [name, work] of Object.entries(works))
    test(`${name} is all or nothing, and done when tried again`, () =>
      failAtEach(desk, calls, { work, failure: "refused" }))
})
