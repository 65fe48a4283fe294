import { Counter, Gauge, type Registry } from "prom-client"
import { type Database, sql } from "../db/db.ts"
import { sharing } from "../http/metrics.ts"

/** What this node has taken in since it was started, by the words of the metrics. */
export interface Traffic {
  /** Connections to the receiver that are open. */
  sessions: number
  /** Messages by the way they came. */
  taken: Record<"imap" | "smtp" | "lmtp", number>
  /** What the receiver said no to, by the code of its answer. */
  refused: Map<number, number>
}

const traffic = new WeakMap<Database, Traffic>()

/** One for each desk of a process, which its database stands for. */
export function trafficOf(db: Database): Traffic {
  const known = traffic.get(db) ?? { sessions: 0, taken: { imap: 0, smtp: 0, lmtp: 0 }, refused: new Map() }
  traffic.set(db, known)
  return known
}

/** Of this process: a node that has no HTTP keeps them to itself. */
export const mailSettled = new Counter({
  name: "mail_messages_total",
  help: "Messages that this node took in, by what became of them",
  labelNames: ["outcome"],
  registers: [],
})

/** All of mail. What is counted in the database is left out while that is away: the metrics of the node itself are worth having then. */
export function addMailMetrics(registry: Registry, db: Database): void {
  addTransports(registry, db)
  addReceived(registry, db)
  addSent(registry, db)
}

/** How the connections of inboxes do, what this node has taken in, and what it said no to. */
function addTransports(registry: Registry, db: Database): void {
  const registers = [registry]
  const states = sharing(() => countStates(db))
  new Gauge({
    name: "mail_connections",
    help: "Connections of inboxes to mail servers that are enabled, by kind and state",
    labelNames: ["kind", "state"],
    registers,
    async collect() {
      const known = await states()
      this.reset()
      for (const { kind, state, total } of known ?? []) this.set({ kind, state }, total)
    },
  })
  new Gauge({
    name: "mail_received_total",
    help: "Messages that this node has taken in since it was started, by the way they came",
    labelNames: ["via"],
    registers,
    collect() {
      for (const [via, total] of Object.entries(trafficOf(db).taken)) this.set({ via }, total)
    },
  })
  new Gauge({
    name: "mail_receiver_sessions",
    help: "Open connections to the receiver of mail on this node",
    registers,
    collect() {
      this.set(trafficOf(db).sessions)
    },
  })
  new Gauge({
    name: "mail_receiver_refusals_total",
    help: "What the receiver of this node said no to since it was started, by the code of its answer",
    labelNames: ["code"],
    registers,
    collect() {
      for (const [code, total] of trafficOf(db).refused) this.set({ code }, total)
    },
  })
}

function countStates(db: Database): Promise<{ kind: string; state: string; total: number }[] | undefined> {
  return db
    .many<{ kind: string; state: string; total: number }>(sql`
      select kind, state, count(*) as total from mail_connections where enabled group by kind, state`)
    .catch(() => undefined)
}

/** Of all nodes, whichever is asked. */
function addReceived(registry: Registry, db: Database): void {
  registry.registerMetric(mailSettled)
  const waiting = sharing(() => countWaiting(db))
  const gauges = [
    ["mail_messages_waiting", "waiting", "Messages that nobody has settled yet, up to 100,000"],
    [
      "mail_messages_failed",
      "failed",
      "Messages that could not be read, up to 100,000; desk mail list --outcome failed",
    ],
    ["mail_oldest_waiting_seconds", "oldest_seconds", "How long the message has been here that has waited longest"],
  ] as const
  for (const [name, column, help] of gauges)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set((await waiting())[column])
      },
    })
}

interface Waiting {
  waiting: number
  failed: number
  oldest_seconds: number
}

function countWaiting(db: Database): Promise<Waiting> {
  const upTo = (outcome: "waiting" | "failed") =>
    sql`(select count(*) from (select from inboxes cross join lateral (
      select from mail_messages where inbox_id = inboxes.id and outcome = ${outcome} limit 100000) each limit 100000) counted)`
  return db
    .one<Waiting>(sql`
      select ${upTo("waiting")} as waiting, ${upTo("failed")} as failed,
        coalesce((select extract(epoch from clock_timestamp() - min(first.received_at)) from inboxes cross join lateral (
          select received_at from mail_messages where inbox_id = inboxes.id and outcome = 'waiting' order by id limit 1
        ) first), 0)::float8 as oldest_seconds`)
    .catch(() => ({ waiting: 0, failed: 0, oldest_seconds: 0 }))
}

/** Of the mail of all inboxes and all nodes, whichever node is asked. */
function addSent(registry: Registry, db: Database): void {
  const counted = sharing(() => countOutgoing(db))
  const metrics = [
    ["mail_outgoing_waiting", "waiting", "Mails that are to go out"],
    ["mail_outgoing_held", "held", "Mails that are kept until there is something to send them through"],
    ["mail_outgoing_failed", "failed", "Mails of the last 30 days that did not reach everybody"],
    ["mail_outgoing_oldest_seconds", "oldest_seconds", "How long the oldest mail waits that is to go out"],
  ] as const
  for (const [name, column, help] of metrics)
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const found = await counted()
        if (found) this.set(found[column])
        else this.reset()
      },
    })
}

interface Outgoing {
  waiting: number
  held: number
  failed: number
  oldest_seconds: number
}

function countOutgoing(db: Database): Promise<Outgoing | undefined> {
  return db
    .one<Outgoing>(sql`
      select count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'held') as held,
        count(*) filter (where state in ('failed', 'partly', 'bounced') and created_at > now() - interval '30 days') as failed,
        coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where state = 'waiting')), 0)::float8
          as oldest_seconds
      from outgoing_mail where state in ('waiting', 'held', 'failed', 'partly', 'bounced')`)
    .catch(() => undefined)
}
