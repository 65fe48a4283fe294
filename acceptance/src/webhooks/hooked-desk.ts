import assert from "node:assert/strict"
import { randomUUID } from "node:crypto"
import { join } from "node:path"
import type { NewWebhook, Webhook } from "@deskhand/contract/events/webhook"
import type { ListedDelivery } from "@deskhand/contract/events/webhook-delivery"
import pg from "pg"
import { type Node, startNode } from "../faults/ground.ts"
import { freePort } from "../free-port.ts"
import { type ClonedDesk, cloneDesk, printedBy } from "../prepared.ts"
import { finished, listening, removeFolder, spawnBareDesk, temporaryFolder } from "../processes.ts"
import { until } from "../until.ts"
import { Receiving } from "./receiving.ts"

/** A desk with the scenario and without webhooks, and a receiver for those that a test makes. */
export class HookedDesk {
  readonly receiver: Receiving
  readonly databaseUrl: string
  readonly dataDir: string
  /** Straight to the database, past every desk. */
  readonly db: pg.Pool
  /** Everything of the scenario by readable names. */
  // biome-ignore lint/suspicious/noExplicitAny: the scenario is known by what the command printed.
  readonly ids: any
  /** Of Ada, who administers. */
  readonly token: string
  /** The node that answers; deliveries are left to workers. */
  readonly web: Node
  /** Nobody listens there. */
  readonly closedPort: number
  readonly #folder: string
  readonly #clone: ClonedDesk
  readonly #environment: Record<string, string>
  readonly #workers: Node[] = []
  #made = 0

  static async open(environment: Record<string, string> = {}): Promise<HookedDesk> {
    const folder = await temporaryFolder()
    const dataDir = join(folder, "data")
    const clone = await cloneDesk(dataDir)
    const receiver = await Receiving.start(folder)
    const closedPort = await freePort()
    const { authority, ports } = receiver
    const allowed = {
      OUTGOING_ALLOW: "127.0.0.1",
      OUTGOING_PORTS: [
        80,
        443,
        closedPort,
        ports.http,
        ports.right,
        ports.expired,
        ports.wrongName,
        ports.selfSigned,
      ].join(),
      NODE_EXTRA_CA_CERTS: authority,
      ...environment,
    }
    const child = spawnBareDesk(["serve", "--web"], {
      ...clone.environment,
      PORT: "0",
      LOG_LEVEL: "silent",
      ...allowed,
    })
    const end = finished(child)
    const signal = (name: NodeJS.Signals) => {
      child.kill(name)
      return end
    }
    const web = { child, end, signal, origin: await listening(child) }
    const db = new pg.Pool({ connectionString: clone.environment["DATABASE_URL"], max: 3 })
    await db.query("delete from webhook_deliveries")
    await db.query("delete from webhooks")
    return new HookedDesk({ folder, clone, dataDir, db, receiver, closedPort, web, allowed })
  }

  private constructor(made: {
    folder: string
    clone: ClonedDesk
    dataDir: string
    db: pg.Pool
    receiver: Receiving
    closedPort: number
    web: Node
    allowed: Record<string, string>
  }) {
    this.#folder = made.folder
    this.dataDir = made.dataDir
    this.#clone = made.clone
    this.databaseUrl = made.clone.environment["DATABASE_URL"] ?? ""
    this.db = made.db
    this.ids = made.clone.ids
    this.token = made.clone.tokens["ada"] ?? ""
    this.receiver = made.receiver
    this.closedPort = made.closedPort
    this.web = made.web
    this.#environment = made.allowed
  }

  async startWorker(environment: Record<string, string> = {}): Promise<Node> {
    const worker = await startNode(this, { role: "--worker", environment: { ...this.#environment, ...environment } })
    this.#workers.push(worker)
    return worker
  }

  /** What a command of the desk prints. */
  run(...args: string[]): Promise<string> {
    return printedBy(args, this.#clone.environment)
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer<any>> {
    const { body, token = this.token, key } = options
    const response = await fetch(this.web.origin + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { "Content-Type": "application/json" }),
        ...(key !== undefined && { "Idempotency-Key": key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get("Content-Type")?.includes("json")
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      id: Number(response.headers.get("Resource-ID")),
    }
  }

  /** An inbox of its own keeps what a test does from the webhooks of others. */
  async newInbox(): Promise<number> {
    const made = ++this.#made
    const body = { name: `Inbox ${made}`, email: `inbox${made}@hooks.example` }
    return this.#create("/v2/mailboxes", body)
  }

  newConversation(mailboxId: number): Promise<number> {
    return this.#create("/v2/conversations", {
      subject: "Told to many",
      type: "email",
      mailboxId,
      status: "active",
      customer: { email: "teller@hooks.example" },
      threads: [{ type: "customer", text: "Hello?" }],
    })
  }

  addNote(conversationId: number, text: string): Promise<number> {
    return this.#create(`/v2/conversations/${conversationId}/notes`, { text })
  }

  /** One that hears of notes unless it says what else; a path is one of the receiver's. */
  newWebhook({ url, ...changes }: Partial<NewWebhook> & { url: string }, token = this.token): Promise<number> {
    return this.#create("/v2/webhooks", { ...hookAt(this.receiver, url), ...changes }, token)
  }

  async replaceWebhook(id: number, { url, ...changes }: Partial<NewWebhook> & { url: string }): Promise<void> {
    const { secret, ...body } = hookAt(this.receiver, url)
    const { status, body: said } = await this.call("PUT", `/v2/webhooks/${id}`, { body: { ...body, ...changes } })
    assert.equal(status, 204, JSON.stringify(said))
  }

  async webhook(id: number): Promise<Webhook> {
    return (await this.call("GET", `/v2/webhooks/${id}`)).body
  }

  /** Its log, the oldest first. */
  async deliveries(webhookId: number): Promise<ListedDelivery[]> {
    const { status, body } = await this.call("GET", `/v2/webhooks/${webhookId}/deliveries`)
    assert.equal(status, 200)
    return body._embedded.deliveries.sort((one: ListedDelivery, other: ListedDelivery) => one.id - other.id)
  }

  /** The only one it was owed. */
  async delivery(webhookId: number): Promise<ListedDelivery> {
    const [delivery, ...more] = await this.deliveries(webhookId)
    assert.deepEqual(more, [])
    return delivery ?? assert.fail("it was owed nothing")
  }

  /** Every delivery was attempted so often, or more. */
  async untilTried(webhookId: number, times: number): Promise<void> {
    await until(async () => {
      const deliveries = await this.deliveries(webhookId)
      return deliveries.length > 0 && deliveries.every(({ attempts }) => attempts.length >= times)
    })
  }

  async untilStates(webhookId: number, ...states: ListedDelivery["state"][]): Promise<ListedDelivery[]> {
    await until(async () => statesOf(await this.deliveries(webhookId)).join() === states.join())
    return this.deliveries(webhookId)
  }

  async close(): Promise<void> {
    for (const worker of this.#workers) await worker.signal("SIGKILL")
    await this.receiver.close()
    await this.db.end()
    await this.web.signal("SIGTERM")
    await this.#clone.drop()
    await removeFolder(this.#folder)
  }

  async #create(path: string, body: object, token = this.token): Promise<number> {
    const key = randomUUID()
    return until(async () => {
      const { status, id, body: said } = await this.call("POST", path, { body, token, key })
      // A desk that is short of processor time may ask to try again.
      if (status === 503) return undefined
      assert.equal(status, 201, `${path}: ${JSON.stringify(said)}`)
      return id
    })
  }
}

export interface CallOptions {
  body?: object
  token?: string
  /** Under which it is done once, however often it is sent. */
  key?: string
}

export interface Answer<Body> {
  status: number
  body: Body
  /** Of what was made. */
  id: number
}

export const secret = "sesame"

function hookAt(receiver: Receiving, url: string): NewWebhook {
  return { url: url.startsWith("/") ? receiver.url(url) : url, events: ["convo.note.created"], secret }
}

function statesOf(deliveries: ListedDelivery[]): string[] {
  return deliveries.map(({ state }) => state)
}
