import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { scenarioDesk, type TestDesk } from "../../test/desk/desk.ts"
import { sql } from "../db/db.ts"
import { sealSecret } from "../email/connections/secrets.ts"
import { encryptPlainSecrets } from "../webhooks/secrets.ts"
import { checkSecrets } from "./doctor-secrets.ts"

let desk: TestDesk
let inboxId: number

before(async () => {
  const made = await scenarioDesk()
  desk = made.desk
  inboxId = made.ids.inboxes.support
})
after(() => desk.close())

test("names the secrets that the key of this node does not decrypt", async () => {
  await encryptPlainSecrets(desk.db, desk.config)
  const { count } = await desk.db.one<{ count: number }>(sql`select count(*) from webhooks`)
  const secret = await sealSecret(desk.config, { inbox_id: inboxId, kind: "imap" }, { password: "x" })
  await desk.db.run(sql`
    insert into mail_connections (inbox_id, kind, host, port, security, auth, username, secret, created_at, updated_at)
    values (${inboxId}, 'imap', 'mail.example', 993, 'tls', 'password', 'x', ${secret}, now(), now())
    on conflict (inbox_id, kind) do update set secret = excluded.secret`)
  const { total } = await desk.db.one<{ total: number }>(
    sql`select ${count}::integer + count(*) as total from mail_connections where secret is not null`,
  )
  assert.deepEqual(await checkSecrets(desk.db, desk.config), { about: "Secrets", well: `${total} can be decrypted` })
  const { wrong } = await checkSecrets(desk.db, { ...desk.config, secretsKey: "00".repeat(32) })
  assert.match(
    wrong ?? "",
    new RegExp(`^${total} of ${total} cannot be decrypted \\(webhook \\d+, .*IMAP of inbox ${inboxId}`),
  )
})
