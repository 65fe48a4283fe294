import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type HookedDesk, hookedDesk } from "../../test/peers/webhooks.ts"
import { sql } from "../db/db.ts"
import { sendTest } from "./deliveries/send-test.ts"
import { signedHeaders } from "./deliveries/sign.ts"
import { decryptWebhookSecret, encryptPlainSecrets } from "./secrets.ts"

let on: HookedDesk
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

before(async () => {
  on = await hookedDesk()
})
after(() => on.close())

const base = async () => {
  const id = await on.addHook("/base", { events: ["tag.created"] })
  const { url } = await on.desk.db.one<{ url: string }>(sql`select url from webhooks where id = ${id}`)
  return url.replace(/\/base$/, "")
}

async function create(path: string): Promise<{ id: number; url: string }> {
  const url = (await base()) + path
  const body = { url, events: ["tag.created"], secret }
  const created = await on.desk.send("POST", "/v2/webhooks", { token: on.ada, body })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  return { id: Number(created.headers.get("resource-id")), url }
}

/** The whole row as text; bytes are written as the text that they would be, so that an encoding hides nothing. */
async function rawRow(id: number): Promise<string> {
  const row = await on.desk.db.one<Record<string, unknown>>(sql`select * from webhooks where id = ${id}`)
  return Object.values(row)
    .map((value) => (Buffer.isBuffer(value) ? value.toString("latin1") : JSON.stringify(value)))
    .join("\n")
}

describe("the secret of a webhook", () => {
  test("is in no row in plain text, neither when it is set nor after it was replaced", async () => {
    const { id, url } = await create("/plain")
    assert.ok(!(await rawRow(id)).includes(secret.slice(6)))
    const body = { url, events: ["tag.created"], secret: "its replacement" }
    assert.equal((await on.desk.send("PUT", `/v2/webhooks/${id}`, { token: on.ada, body })).status, 204)
    const row = await rawRow(id)
    assert.ok(!row.includes(secret.slice(6)) && !row.includes("its replacement"))
    const { found } = await on.desk.db.one<{ found: boolean }>(sql`
      select exists (select from audit_entries where changes::text like ${`%${secret.slice(6)}%`}) as found`)
    assert.equal(found, false)
  })

  test("still signs what is sent", async () => {
    const { id } = await create("/signed")
    const sent = await on.desk.send("POST", `/v2/webhooks/${id}/test`, { token: on.ada })
    assert.equal(sent.body.state, "delivered", JSON.stringify(sent.body))
    const received = on.received.findLast(({ path }) => path === "/signed")
    const header = (name: string) => String(received?.headers[name])
    const expected = signedHeaders({
      prefixes: ["X-Deskhand"],
      kind: header("x-deskhand-event"),
      token: header("webhook-id"),
      body: received?.body ?? "",
      at: new Date(Number(header("webhook-timestamp")) * 1_000),
      secret,
      previousSecret: undefined,
    })
    assert.equal(header("webhook-signature"), expected["webhook-signature"])
    assert.equal(header("x-deskhand-signature"), expected["X-Deskhand-Signature"])
  })

  test("that an earlier version stored in plain text is encrypted at the start, once, and signs as before", async () => {
    const { id } = await create("/upgraded")
    const until = new Date(on.desk.clock.now.getTime() + 3_600_000)
    await on.desk.db.run(sql`
      update webhooks set secret = null, plain_secret = 'the old one', plain_previous_secret = 'an older one',
        previous_secret_until = ${until} where id = ${id}`)
    const audited = sql`select count(*) from audit_entries where noun = 'webhook' and subject_id = ${id}`
    const { count } = await on.desk.db.one<{ count: number }>(audited)
    await Promise.all([1, 2, 3].map(() => encryptPlainSecrets(on.node.db, on.desk.config)))
    const row = await on.desk.db.one<{ secret: Buffer; previous_secret: Buffer; plain: string | null }>(sql`
      select secret, previous_secret, coalesce(plain_secret, plain_previous_secret) as plain from webhooks
      where id = ${id}`)
    assert.equal(row.plain, null)
    assert.equal(await decryptWebhookSecret(on.desk.config, id, row.secret), "the old one")
    assert.equal(await decryptWebhookSecret(on.desk.config, id, row.previous_secret), "an older one")
    assert.equal((await on.desk.db.one<{ count: number }>(audited)).count, count, "nobody changed it")
    const { row: sent } = await sendTest(on.node, id, on.desk.origin)
    assert.equal(sent.state, "delivered")
    const received = on.received.findLast(({ path }) => path === "/upgraded")
    assert.equal(String(received?.headers["webhook-signature"]).split(" ").length, 2)
  })

  test("that cannot be decrypted is an error in the log of deliveries, and nothing is sent unsigned", async () => {
    const { id, url } = await create("/lost")
    const config = { ...on.desk.config, secretsKey: "00".repeat(32) }
    const { row } = await sendTest({ ...on.node, config }, id, on.desk.origin)
    assert.equal(row.state, "failed")
    assert.match(String(row.attempts[0]?.error), /cannot be decrypted with the key of this node.*set the secret again/)
    assert.equal(
      on.received.some(({ path }) => path === "/lost"),
      false,
    )
    const log = await on.desk.get(`/v2/webhooks/${id}/deliveries`, on.ada)
    assert.match(log.body._embedded.deliveries[0].attempts[0].error, /cannot be decrypted/)

    await on.desk.db.run(sql`update webhooks set secret = 'x' where id = ${id}`)
    const body = { url, events: ["tag.created"], secret: "given again" }
    assert.equal((await on.desk.send("PUT", `/v2/webhooks/${id}`, { token: on.ada, body })).status, 204)
    assert.equal((await sendTest(on.node, id, on.desk.origin)).row.state, "delivered")
  })

  test("decrypts for its own webhook alone", async () => {
    const [one, other] = [await create("/one"), await create("/other")]
    await on.desk.db.run(sql`
      update webhooks set secret = (select secret from webhooks where id = ${one.id}) where id = ${other.id}`)
    assert.equal((await sendTest(on.node, other.id, on.desk.origin)).row.state, "failed")
  })

  test("is audited as a secret when it is replaced", async () => {
    const { id, url } = await create("/audited")
    const put = (given: string) =>
      on.desk.send("PUT", `/v2/webhooks/${id}`, {
        token: on.ada,
        body: { url, events: ["tag.created"], secret: given },
      })
    const changes = async () =>
      on.desk.db.many<{ changes: object }>(sql`
        select changes from audit_entries where noun = 'webhook' and subject_id = ${id} and act = 'updated' order by id`)
    await put(secret)
    assert.deepEqual(await changes(), [], "the same one again")
    await put("another")
    assert.deepEqual(await changes(), [{ changes: { secret: ["(secret)", "(secret)"] } }])
  })
})
