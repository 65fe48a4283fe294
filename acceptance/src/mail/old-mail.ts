import assert from "node:assert/strict"
import { createECDH, randomBytes } from "node:crypto"
import { eventKinds } from "@deskhand/contract/events/event-kinds"
import { until } from "../until.ts"
import type { HookedDesk } from "../webhooks/hooked-desk.ts"
import { ImapFolder, newMessage } from "./imap-folder.ts"
import { Sink } from "./sink.ts"

export interface OldMail {
  desk: HookedDesk
  messages: number
  status: "closed" | "active"
}

/**
 * Connects a mailbox with so many old messages and a new one behind them to an inbox in which everything is switched on that
 * sends, notifies, assigns or changes something. Only the new message may have effects: reactions take events in their
 * order, so that once it has them all, the old ones can have no more. Gives how long that took.
 */
export async function importOldMail({ desk, messages, status }: OldMail): Promise<{ tookMs: number }> {
  const sink = await Sink.start(() => 0)
  const inboxId = await desk.newInbox()
  const sender = `new-${inboxId}@customers.example`
  const old = Array.from({ length: messages }, (_, index) => letterFrom(`old${index}-${inboxId}@customers.example`))
  const folder = await ImapFolder.start([...old, newMessage(letterFrom(sender))])
  const paths = { hook: `/ok/hook${inboxId}`, push: `/status/201/push${inboxId}` }
  await switchEverythingOn(desk, inboxId, paths)
  const worker = await desk.startWorker({ SMTP_URL: sink.url, MAIL_FROM: "desk@desk.example" })
  try {
    const begunAt = performance.now()
    await connect(desk, { inboxId, port: folder.port, status })
    await until(async () => (await effectsOn(desk, inboxId)).settled > messages)
    await until(() => sink.taken.some(({ recipient }) => recipient === sender))
    await until(async () => (await desk.receiver.arrivals(paths.push)).length > 0)
    await until(async () => (await desk.receiver.arrivals(paths.hook)).length >= expectedHooks.length)
    await until(async () => (await effectsOn(desk, inboxId)).mails.includes("notification"))
    const tookMs = performance.now() - begunAt
    const found = await effectsOn(desk, inboxId)
    assert.deepEqual(found.statuses, status === "active" ? { active: messages + 1 } : { active: 1, closed: messages })
    assert.deepEqual([found.assigned, found.workflowRuns, found.lines], [1, 1, found.linesOfNew])
    assert.deepEqual(new Set(found.mailed), new Set([found.newId]))
    const hooks = await desk.receiver.arrivals(paths.hook)
    assert.deepEqual(hooks.map(({ headers }) => headers["x-deskhand-event"]).sort(), expectedHooks)
    // One that the new message caused may replace another that has not gone out yet.
    assert.ok((await desk.receiver.arrivals(paths.push)).length <= 2)
    return { tookMs }
  } finally {
    await worker.signal("SIGKILL")
    await folder.close()
    await sink.close()
  }
}

/** Of the new message. */
const expectedHooks = ["convo.assigned", "convo.created", "convo.note.created", "customer.created"]

function letterFrom(sender: string): string {
  const head = [
    `From: ${sender}`,
    "To: us@hooks.example",
    "Subject: A question",
    `Message-ID: <letter-of-${sender}>`,
    "Content-Type: text/plain; charset=utf-8",
  ]
  return [...head, "", `A question of ${sender}.`, ""].join("\r\n")
}

async function switchEverythingOn(
  desk: HookedDesk,
  mailboxId: number,
  paths: { hook: string; push: string },
): Promise<void> {
  const call = async (method: string, path: string, body: object) => {
    const answer = await desk.call(method, path, { body })
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
  }
  await call("PUT", `/v2/mailboxes/${mailboxId}`, { autoReply: { enabled: true, text: "Soon" } })
  const rotation = { assignmentLimit: 100, assignmentMethod: "round_robin", userIds: [desk.ids.users.ada] }
  await call("PUT", `/v2/mailboxes/${mailboxId}/routing`, { state: "enabled", ...rotation })
  await call("POST", "/v2/workflows", {
    mailboxId,
    type: "automatic",
    status: "active",
    name: "Greet",
    conditions: { on: ["convo.created"] },
    actions: [{ type: "note", text: "A workflow was here" }],
  })
  await desk.newWebhook({ url: paths.hook, mailboxIds: [mailboxId], events: [...eventKinds] })
  await call("POST", "/v2/users/me/push-subscriptions", {
    endpoint: desk.receiver.secureUrl("right", paths.push),
    keys: {
      p256dh: createECDH("prime256v1").generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
  })
  // As if signatures had proven each sender, without which none is answered automatically.
  await desk.db.query(`
    create or replace function prove_sender() returns trigger language plpgsql as $$ begin
      new.facts = new.facts || '{"verified": true}'; return new;
    end $$;
    create or replace trigger prove_sender before update on mail_messages for each row
      when (new.outcome = 'stored') execute function prove_sender()`)
}

async function connect(
  desk: HookedDesk,
  { inboxId, port, status }: { inboxId: number; port: number; status: OldMail["status"] },
): Promise<void> {
  const secret = { auth: "password", username: "desk", password: "secret" }
  const body = { kind: "imap", host: "127.0.0.1", port, security: "none", ...secret }
  const backfill = { backfillDays: 36_500, backfillStatus: status }
  const answer = await desk.call("POST", `/v2/mailboxes/${inboxId}/connections`, { body: { ...body, ...backfill } })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
}

interface Effects {
  newId: number
  settled: number
  statuses: Record<string, number>
  assigned: number
  workflowRuns: number
  lines: number
  linesOfNew: number
  mails: string[]
  /** The conversations of all mails. */
  mailed: number[]
}

async function effectsOn(desk: HookedDesk, inboxId: number): Promise<Effects> {
  const { rows } = await desk.db.query<{ effects: Effects }>(
    `with inbox as (select * from conversations where inbox_id = $1),
      newest as (select conversation_id as id from mail_messages where inbox_id = $1 order by mail_messages.id desc limit 1),
      lines as (select * from threads where type = 'lineitem' and conversation_id in (select id from inbox))
    select json_build_object(
      'newId', (select id from newest),
      'settled', (select count(*) from mail_messages where inbox_id = $1 and outcome <> 'waiting'),
      'statuses', (select json_object_agg(status, amount) from (
        select status, count(*) as amount from inbox group by status) counted),
      'assigned', (select count(*) from inbox where assignee_id is not null),
      'workflowRuns', (select count(*) from workflow_runs where conversation_id in (select id from inbox)),
      'lines', (select count(*) from lines),
      'linesOfNew', (select count(*) from lines where conversation_id = (select id from newest)),
      'mails', (select coalesce(json_agg(kind), '[]') from outgoing_mail where inbox_id = $1),
      'mailed', (select coalesce(json_agg(conversation_id), '[]') from outgoing_mail where inbox_id = $1)) as effects`,
    [inboxId],
  )
  return rows[0]?.effects ?? assert.fail("it gives a row")
}
