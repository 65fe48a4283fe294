import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { Children } from "./children.ts"
import { Desk } from "./desk.ts"
import { currentLoad, machineFacts } from "./machine.ts"
import { latencyOf } from "./percentiles.ts"
import { cpuMs, postgresCpuMs } from "./processes.ts"
import { figure, type Table } from "./table.ts"

type Say = (line: string) => void

export interface MailReport {
  introduction: string
  table: Table
}

const messageBytes = 50_000
/** Each sends several, as customers do. */
const senders = 250
const connections = 4
const aloneMs = 5_000
/** Between one list and the next, as people look. */
const lookMs = 20

/** From the first message that is handed over until the last is settled, and what agents feel of it. */
export async function measureMail(messages: number, left: AsyncDisposableStack, say: Say): Promise<MailReport> {
  const loadBefore = currentLoad()
  say("Making a desk …")
  const children = new Children()
  const desk = await Desk.create(children)
  left.defer(() => desk.remove())
  left.defer(() => children.close())
  await desk.firstStart()
  const server = await desk.serve()
  const db = new pg.Client({ connectionString: (await desk.postgres()).url })
  await db.connect()
  left.defer(() => db.end())
  const machine = await machineFacts(db, loadBefore)
  const headers = { Authorization: `Bearer ${await desk.token()}` }
  const place = { origin: server.ready, inboxId: await makeInbox(server.ready, headers), headers }

  await handOver(place, { from: 0, to: 50 })
  await untilSettled(db, 50)
  say("Looking at the list alone …")
  const alone = await lookWhile(place, pause(aloneMs))
  say(`${messages} messages of ${messageBytes / 1_000} kB …`)
  const { pid: postmaster } = await desk.postgres()
  const spent = () => [cpuMs(server.pid), postgresCpuMs(postmaster)] as const
  const before = spent()
  const begunAt = performance.now()
  let handedOverAt = begunAt
  const working = handOver(place, { from: 50, to: 50 + messages }).then(() => {
    handedOverAt = performance.now()
    return untilSettled(db, 50 + messages)
  })
  const meanwhile = await lookWhile(place, working)
  const seconds = (performance.now() - begunAt) / 1_000
  const [node = 0, postgres = 0] = spent().map((ms, which) => (ms - (before[which] ?? 0)) / 1_000)
  const handing = (handedOverAt - begunAt) / 1_000
  const [quiet, busy] = [latencyOf(alone), latencyOf(meanwhile)]
  return {
    introduction: `Measured on ${new Date().toISOString().slice(0, 10)}. ${machine.join(", ")}.`,
    table: {
      header: [`${messages.toLocaleString("en")} messages of ${messageBytes / 1_000} kB by the API`, "measured"],
      rows: [
        ["seconds until all are kept", handing.toFixed(1)],
        ["seconds until all are settled", seconds.toFixed(1)],
        ["processor seconds of the desk, of PostgreSQL", `${node.toFixed(1)}, ${postgres.toFixed(1)}`],
        ["messages a second", figure(messages / seconds)],
        ["list of conversations alone, p99 ms", figure(quiet.p99)],
        ["the same meanwhile, p99 ms", figure(busy.p99)],
        ["as a ratio", (busy.p99 / quiet.p99).toFixed(1)],
      ],
    },
  }
}

async function makeInbox(origin: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${origin}/v2/mailboxes`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Bench", email: "support@bench.example" }),
  })
  await response.text()
  return Number(response.headers.get("Resource-ID"))
}

interface Place {
  origin: string
  inboxId: number
  headers: Record<string, string>
}

async function handOver(
  { origin, inboxId, headers }: Place,
  { from, to }: { from: number; to: number },
): Promise<void> {
  let next = from
  const send = async () => {
    while (next < to) {
      const number = next++
      const response = await fetch(`${origin}/v2/mailboxes/${inboxId}/inbound`, {
        method: "POST",
        headers: { ...headers, "Content-Type": "message/rfc822" },
        body: mailOf(number),
      })
      await response.text()
      if (response.status !== 201) throw new Error(`A message was answered ${response.status}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
}

async function untilSettled(db: pg.Client, amount: number): Promise<void> {
  for (;;) {
    const { rows } = await db.query("select count(*)::integer as settled from mail_messages where outcome <> 'waiting'")
    if (rows[0].settled >= amount) break
    await pause(100)
  }
  const { rows } = await db.query("select count(*)::integer as stored from mail_messages where outcome = 'stored'")
  if (rows[0].stored !== amount) throw new Error(`Only ${rows[0].stored} of ${amount} became threads`)
}

/** How long lists took, each asked for a while after the one before. */
async function lookWhile({ origin, headers }: Place, working: Promise<void>): Promise<number[]> {
  const times: number[] = []
  let over = false
  const ended = working.finally(() => {
    over = true
  })
  // A failure is seen when it is waited for.
  ended.catch(() => {})
  while (!over) {
    const begunAt = performance.now()
    await (await fetch(`${origin}/v2/conversations?status=active`, { headers })).text()
    times.push(performance.now() - begunAt)
    await pause(lookMs)
  }
  await ended
  return times
}

/** Text and HTML that say the same, and a small file, as most mail programs send it. */
function mailOf(number: number): string {
  const sender = `customer${number % senders}@bench.example`
  const words = `order parcel door morning invoice colour ${number} thanks regards question delivery address `
  const text = words.repeat(Math.ceil((messageBytes * 0.3) / words.length))
  const html = `<html><body>${`<p>${words}</p>\r\n`.repeat(Math.ceil((messageBytes * 0.35) / (words.length + 9)))}</body></html>`
  const file = `${"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0NTY3\r\n".repeat(Math.ceil((messageBytes * 0.33) / 80))}`
  return [
    `Received: from mx.bench.example by desk.bench.example; Tue, 3 Mar 2026 10:00:00 +0000`,
    `From: "Customer ${number % senders}" <${sender}>`,
    "To: support@bench.example",
    `Subject: Question ${number}`,
    `Message-ID: <${number}.${Date.now()}@bench.example>`,
    "Date: Tue, 3 Mar 2026 10:00:00 +0000",
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="outer"',
    "",
    "--outer",
    'Content-Type: multipart/alternative; boundary="inner"',
    "",
    "--inner",
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
    "--inner",
    "Content-Type: text/html; charset=utf-8",
    "",
    html,
    "--inner--",
    "--outer",
    `Content-Type: application/octet-stream; name="file${number}.bin"`,
    "Content-Transfer-Encoding: base64",
    `Content-Disposition: attachment; filename="file${number}.bin"`,
    "",
    file,
    "--outer--",
  ].join("\r\n")
}
