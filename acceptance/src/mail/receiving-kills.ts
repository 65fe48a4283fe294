import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import { Random } from "../bad-input/random.ts"
import { startNode } from "../faults/ground.ts"
import { freePort } from "../free-port.ts"
import { until } from "../until.ts"
import type { HookedDesk } from "../webhooks/hooked-desk.ts"
import { ImapFolder, newMessage } from "./imap-folder.ts"
import type { MailKills } from "./kills.ts"
import { submit } from "./submit.ts"

export interface ReceivingTotals {
  messages: number
  kills: number
  /** Those that came again because nobody had acknowledged them are among the rows, as duplicates. */
  duplicates: number
}

/** Given to whoever starts a desk for this: the folder has any port. */
export const fetchingAnywhere = { OUTGOING_PORTS: "1024-65535" }

/** Who sends waits for the answer to one message before the next; every fifth of theirs answers the one before. */
const senders = 4
const answersEvery = 5

interface Letter {
  token: string
  /** Of the letter that it answers. */
  answers?: string
  raw: string
}

/**
 * Kills a desk at random moments while half of the messages come by SMTP and half are fetched by IMAP, and compares what
 * was handed over with what stands in conversations.
 */
export async function killReceivers({ desk, seed, messages, kills, say }: MailKills): Promise<ReceivingTotals> {
  const random = new Random(seed)
  const inboxId = await desk.newInbox()
  const { email } = (await desk.call("GET", `/v2/mailboxes/${inboxId}`)).body
  const half = Math.floor(messages / 2)
  const fetched = lettersOf(`fetched-${inboxId}`, { amount: messages - half, email })
  const sent = Array.from({ length: senders }, (_, index) =>
    lettersOf(`sent-${inboxId}-${index}`, { amount: Math.floor((half + index) / senders), email }),
  )
  const folder = await ImapFolder.start(fetched.map(({ raw }) => newMessage(raw)))
  const smtpPort = await freePort()
  const start = () =>
    startNode(desk, {
      role: "both",
      environment: {
        SMTP_PORT: String(smtpPort),
        OUTGOING_ALLOW: "127.0.0.1",
        ...fetchingAnywhere,
        // Long enough for a busy machine to fetch under one.
        JOB_LEASE: "5",
        // Where the key of passwords is.
        DATA_DIR: desk.dataDir,
      },
    })
  let node = await start()
  try {
    await connectFolder(desk, inboxId, folder.port)
    const sending = Promise.all(sent.map((letters) => sendAll(smtpPort, letters, email)))
    const settled = async () => (await countRows(desk, inboxId)).settled
    for (let kill = 1; kill <= kills; kill++) {
      const wanted = 1 + Math.floor(((kill - 1 + random.next()) / kills) * 0.8 * messages)
      await until(async () => (await settled()) >= wanted)
      await pause(random.below(30))
      await node.signal("SIGKILL")
      say?.(`kill ${kill} of the receiver: after ${await settled()} messages`)
      node = await start()
    }
    await sending
    await until(async () => {
      const { waiting, stored } = await countRows(desk, inboxId)
      return waiting === 0 && stored >= messages
    })
    await checkConversations(desk, { inboxId, letters: [...fetched, ...sent.flat()], seed })
    return { messages, kills, duplicates: (await countRows(desk, inboxId)).duplicates }
  } finally {
    await node.signal("SIGKILL")
    await folder.close()
  }
}

export function lettersOf(name: string, { amount, email }: { amount: number; email: string }): Letter[] {
  return Array.from({ length: amount }, (_, index) => {
    const token = `${name}-${index}`
    const answers = index % answersEvery === answersEvery - 1 ? `${name}-${index - 1}` : undefined
    const head = [
      `From: ${name}@customers.example`,
      `To: ${email}`,
      `Subject: ${token}`,
      `Message-ID: <${token}@customers.example>`,
      ...(answers === undefined ? [] : [`In-Reply-To: <${answers}@customers.example>`]),
      "Date: Sun, 1 Mar 2026 10:00:00 +0000",
      "Content-Type: text/plain; charset=utf-8",
    ]
    const raw = [...head, "", `This is ${token}.`, "A line of text. ".repeat(50), ""].join("\r\n")
    return { token, raw, ...(answers !== undefined && { answers }) }
  })
}

const secret = { auth: "password", username: "desk", password: "secret" }

export async function connectFolder(desk: HookedDesk, inboxId: number, port: number): Promise<void> {
  const body = { kind: "imap", host: "127.0.0.1", port, security: "none", ...secret, backfillDays: 36_500 }
  const { status, body: said } = await desk.call("POST", `/v2/mailboxes/${inboxId}/connections`, { body })
  assert.equal(status, 201, JSON.stringify(said))
}

/** As mail servers do: what is not acknowledged is handed over again. */
async function sendAll(port: number, letters: Letter[], to: string): Promise<void> {
  for (const { token, raw } of letters)
    while (!(await submit(port, { from: `${token}@customers.example`, to, raw }))) await pause(50)
}

interface Rows {
  settled: number
  waiting: number
  stored: number
  duplicates: number
}

export async function countRows(desk: HookedDesk, inboxId: number): Promise<Rows> {
  const { rows } = await desk.db.query<Rows>(
    `select count(*) filter (where outcome <> 'waiting')::integer as settled,
      count(*) filter (where outcome = 'waiting')::integer as waiting,
      count(*) filter (where outcome = 'stored')::integer as stored,
      count(*) filter (where outcome = 'duplicate')::integer as duplicates
    from mail_messages where inbox_id = $1`,
    [inboxId],
  )
  return rows[0] ?? assert.fail("a count gives a row")
}

interface ThreadRow {
  token: string
  conversation_id: string
  thread_id: string
}

/** Each stands in a conversation once, what answers another behind that one, and every row says what became of it. */
export async function checkConversations(
  desk: HookedDesk,
  { inboxId, letters, seed }: { inboxId: number; letters: Letter[]; seed: number },
): Promise<void> {
  const { rows } = await desk.db.query<ThreadRow>(
    `select substring(body from 'This is ([a-z0-9-]+)') as token, conversation_id, threads.id as thread_id
    from threads join conversations on conversations.id = conversation_id
    where inbox_id = $1 and threads.type = 'customer' order by threads.id`,
    [inboxId],
  )
  const inOrder = (tokens: string[]) => tokens.toSorted()
  assert.deepEqual(
    inOrder(rows.map(({ token }) => token)),
    inOrder(letters.map(({ token }) => token)),
    `seed ${seed}: each once`,
  )
  const places = new Map(rows.map((row) => [row.token, row]))
  for (const { token, answers } of letters) {
    const [answer, answered] = [places.get(token), places.get(answers ?? token)]
    assert.equal(answer?.conversation_id, answered?.conversation_id, `seed ${seed}: ${token} stands elsewhere`)
    assert.ok(Number(answer?.thread_id) >= Number(answered?.thread_id), `seed ${seed}: ${token} comes too early`)
  }
  const { rows: outcomes } = await desk.db.query<{ outcome: string }>(
    "select distinct outcome from mail_messages where inbox_id = $1 and outcome not in ('stored', 'duplicate')",
    [inboxId],
  )
  assert.deepEqual(outcomes, [], `seed ${seed}: nothing failed`)
}
