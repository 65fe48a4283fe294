import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { type FetchingDesk, fetchingDesk } from "../../../test/mail/fetching.ts"
import { authority } from "../../../test/peers/certificates.ts"
import { type Dovecot, startDovecot } from "../../../test/peers/dovecot.ts"
import { eventually } from "../../../test/peers/events.ts"
import { type ScriptedRelay, scriptedRelay } from "../../../test/peers/smtp.ts"
import { sql } from "../../db/db.ts"
import type { MessageRow } from "../messages/queries.ts"
import { startReceiving } from "../receive/engine.ts"

const known = getCACertificates("default")
let dovecot: Dovecot
let fetching: FetchingDesk
let relay: ScriptedRelay
let receiving: { stop(): Promise<void> }

before(async () => {
  setDefaultCACertificates([...known, authority])
  dovecot = await startDovecot({ users: { desk: "secret" } })
  fetching = await fetchingDesk()
  relay = await scriptedRelay()
  Object.assign(fetching.desk.config, { smtpUrl: relay.url })
  receiving = startReceiving(fetching.node, fetching.logger)
})
after(async () => {
  setDefaultCACertificates(known)
  await receiving.stop()
  await fetching.close()
  await relay.close()
  await dovecot.remove()
})

test("the test mail that a connection test sends is fetched by IMAP and passes the test", async () => {
  relay.answers.data = async ({ raw }) => {
    await dovecot.deliver("desk", Buffer.from(raw, "latin1"))
    return undefined
  }
  const { desk, owner } = fetching
  const { inboxId, path } = await fetching.connect({ port: dovecot.tlsPort, security: "tls", username: "desk" })
  const status = async () => (await desk.get(`/v2/mailboxes/${inboxId}/mail-status`, owner)).body
  assert.equal((await desk.send("POST", `${path}/test`, { token: owner })).body.ok, true)
  assert.deepEqual([(await status()).answersBy, (await status()).plusAddressTest.state], ["references", "sent"])
  fetching.start()
  const arrived = await eventually(async () => {
    const now = await status()
    return now.plusAddressTest.state === "arrived" && now
  })
  assert.equal(arrived.answersBy, "plus-address")
  const [row] = await desk.db.many<MessageRow>(sql`select * from mail_messages where inbox_id = ${inboxId}`)
  assert.deepEqual([row?.outcome, row?.reason, row?.conversation_id], ["auto-reply", "plus_address_test", null])
  assert.equal(relay.taken.length, 1)
})
