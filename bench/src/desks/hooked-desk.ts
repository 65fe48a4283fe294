import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { type Child, Children } from "./children.ts"
import { Desk } from "./desk.ts"

const receiverMain = join(import.meta.dirname, "../../../acceptance/src/webhooks/receiver-main.ts")

export interface Place {
  inboxId: number
  conversationIds: number[]
}

/** A note, and when it was sent and answered: it was committed in between. */
export interface Note {
  threadId: number
  sentAt: number
  answeredAt: number
}

/** A desk of its own with a receiver of webhooks beside it, each a process. */
export class HookedDesk {
  readonly db: pg.Client
  readonly #journal: string
  readonly #receiver: string
  readonly #token: string
  readonly #server: Child

  static async open(left: AsyncDisposableStack, environment: Record<string, string> = {}): Promise<HookedDesk> {
    const children = new Children()
    const desk = await Desk.create(children)
    left.defer(() => desk.remove())
    left.defer(() => children.close())
    await desk.firstStart()
    const journal = join(desk.folder, "arrivals")
    const args = [receiverMain, journal, "--without-bodies"]
    const { ready } = await children.start({ args, environment: {}, limitMs: 10_000 }, "The receiver listens at ")
    const server = await desk.serve({ ...allowing(ready), ...environment })
    const db = new pg.Client({ connectionString: (await desk.postgres()).url })
    await db.connect()
    // Ended before the desk stops, whose PostgreSQL would end it.
    left.defer(() => db.end())
    return new HookedDesk({ journal, receiver: ready, server, db, token: await desk.token() })
  }

  private constructor(made: {
    journal: string
    receiver: string
    server: Child
    db: pg.Client
    token: string
  }) {
    this.#journal = made.journal
    this.#receiver = made.receiver
    this.#server = made.server
    this.db = made.db
    this.#token = made.token
  }

  get pid(): number {
    return this.#server.pid
  }

  /** One of all inboxes, unless it is of one. */
  addWebhook(path: string, inboxId?: number): Promise<number> {
    return this.#create("/v2/webhooks", {
      url: this.#receiver + path,
      events: ["convo.note.created"],
      secret: "bench",
      ...(inboxId !== undefined && { mailboxIds: [inboxId] }),
    })
  }

  async removeWebhooks(): Promise<void> {
    await this.db.query("delete from webhooks")
    await this.db.query("truncate webhook_deliveries, webhook_messages")
  }

  /** Each an inbox with conversations that nothing has happened to. */
  async makePlaces(amount: number, conversations: number): Promise<Place[]> {
    const places: Place[] = []
    for (let count = 0; count < amount; count++) {
      const name = `Bench ${Math.random().toString(36).slice(2)}`
      const email = `${name.replace(" ", ".")}@bench.example`.toLowerCase()
      const inboxId = await this.#create("/v2/mailboxes", { name, email })
      const conversationIds: number[] = []
      while (conversationIds.length < conversations) conversationIds.push(await this.#addConversation(inboxId))
      places.push({ inboxId, conversationIds })
    }
    return places
  }

  #addConversation(mailboxId: number): Promise<number> {
    return this.#create("/v2/conversations", {
      subject: "Where is my order?",
      type: "email",
      mailboxId,
      status: "active",
      customer: { email: "customer@bench.example" },
      threads: [{ type: "customer", text: "It should have come a week ago." }],
    })
  }

  async addNote(conversationId: number): Promise<Note> {
    const sentAt = Date.now()
    const threadId = await this.#create(`/v2/conversations/${conversationId}/notes`, {
      text: "They have called; the parcel was at the wrong door.",
    })
    return { threadId, sentAt, answeredAt: Date.now() }
  }

  /** These were sent so many in all. */
  async untilDelivered(webhookIds: number[], amount: number, each?: () => void): Promise<void> {
    for (;;) {
      const { rows } = await this.db.query(
        "select count(*)::integer as sent from webhook_deliveries where webhook_id = any($1) and state = 'delivered'",
        [webhookIds],
      )
      if (rows[0].sent === amount) return
      each?.()
      await pause(200)
    }
  }

  /** When each first came, by the ids of its webhook and of its thread. */
  async arrivals(): Promise<{ webhookId: number; threadId: number; at: number }[]> {
    const first = new Map<string, number>()
    for (const line of (await readFile(this.#journal, "utf8")).split("\n")) {
      const arrival = line === "" ? undefined : JSON.parse(line).arrival
      const token = arrival?.headers["webhook-id"]
      if (token !== undefined && !first.has(token)) first.set(token, arrival.at)
    }
    const { rows } = await this.db.query<{ token: string; webhookId: number; threadId: number }>(`
      select token, webhook_id::integer as "webhookId", (data ->> 'threadId')::integer as "threadId"
      from webhook_deliveries join feed on number = event_number`)
    return rows.flatMap(({ token, ...found }) => {
      const at = first.get(token)
      return at === undefined ? [] : [{ ...found, at }]
    })
  }

  async #create(path: string, body: object): Promise<number> {
    const response = await fetch(this.#server.ready + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${this.#token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`POST ${path} was answered ${response.status}: ${text.slice(0, 500)}`)
    return Number(response.headers.get("Resource-ID"))
  }
}

function allowing(receiver: string): Record<string, string> {
  return { OUTGOING_ALLOW: "127.0.0.1", OUTGOING_PORTS: new URL(receiver).port }
}
