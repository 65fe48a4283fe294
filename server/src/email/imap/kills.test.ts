import assert from "node:assert/strict"
import { after, before, describe, test } from "node:test"
import { type ServingNode, serveNode } from "../../../test/desk/serving.ts"
import { type FetchingDesk, fetchingDesk } from "../../../test/mail/fetching.ts"
import { type Dovecot, startDovecot } from "../../../test/peers/dovecot.ts"
import { until } from "../../../test/until.ts"
import { raw, sql } from "../../db/db.ts"

let dovecot: Dovecot
let fetching: FetchingDesk
const nodes: ServingNode[] = []

before(async () => {
  ;[dovecot, fetching] = await Promise.all([startDovecot(), fetchingDesk()])
})
after(async () => {
  await Promise.all(nodes.map((node) => node.end("SIGKILL")))
  await fetching.close()
  await dovecot.remove()
})

async function start(): Promise<ServingNode> {
  const { config, databaseUrl } = fetching.desk
  const node = await serveNode({
    DATABASE_URL: databaseUrl,
    FILES_DIR: config.filesDir,
    SECRETS_KEY: config.secretsKey ?? "",
    OUTGOING_ALLOW: "127.0.0.2",
    OUTGOING_PORTS: "1024-65535",
    JOB_LEASE: "1",
  })
  nodes.push(node)
  return node
}

describe("kill -9 of a node that fetches mail", () => {
  test("after messages were kept and before they were marked: none is lost, and none comes twice (K6)", async () => {
    const count = 48
    for (let at = 0; at < count; at++) await dovecot.deliver("desk", `Subject: ${at}\r\n\r\nText ${at}\r\n`)
    const { inboxId } = await fetching.connect({ port: dovecot.port, security: "none" })
    const { db } = fetching.desk
    // However fast the node is and however late it is killed, it keeps no more than these.
    await db.run(
      raw(`create function wait_at_fifth() returns trigger language plpgsql as $$ begin
        if (select count(*) from mail_messages) >= 4 then perform pg_advisory_xact_lock(5); end if;
        return new; end $$;
      create trigger wait_at_fifth before insert on mail_messages for each row execute function wait_at_fifth()`),
    )
    const waiting = () =>
      db.many<{ pid: number }>(sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event = 'advisory' and query like '%mail_messages%'`)
    await db.transaction(async (holder) => {
      await holder.run(sql`select pg_advisory_xact_lock(5)`)
      const node = await start()
      await until(async () => (await waiting()).length > 0)
      await node.end("SIGKILL")
      // What it was about to write ends with its connection, which PostgreSQL would notice later.
      for (const { pid } of await waiting()) await db.run(sql`select pg_terminate_backend(${pid}::int)`)
      await until(async () => (await waiting()).length === 0)
    })
    await db.run(raw("drop function wait_at_fifth cascade"))
    assert.equal((await fetching.kept(inboxId)).length, 4)
    // Marked are whole batches, and this one was not.
    assert.deepEqual(
      (await dovecot.listNames("desk")).filter((name) => name.endsWith("S")),
      [],
    )
    const next = await start()
    await until(async () => (await fetching.kept(inboxId)).length >= count)
    await until(async () => (await dovecot.listNames("desk")).some((name) => name.endsWith("S")))
    assert.equal(await next.end("SIGTERM"), 0)
    const rows = await fetching.kept(inboxId)
    assert.deepEqual(
      rows.map(({ envelope }) => envelope.imap.uid),
      Array.from({ length: count }, (_, at) => at + 1),
    )
    assert.equal(new Set(rows.map(({ storage_key }) => storage_key)).size, count)
  })
})
