import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { EventName } from "@deskhand/contract/events/event-kinds"
import type { Config } from "../../src/config.ts"
import { sql } from "../../src/db/db.ts"
import { openOutgoing } from "../../src/http/outgoing/safe-fetch.ts"
import type { Desk } from "../../src/http/route.ts"
import { carryOut } from "../../src/webhooks/deliveries/deliver.ts"
import { claimDue } from "../../src/webhooks/deliveries/queue.ts"
import { settle } from "../../src/webhooks/deliveries/settle.ts"
import { webhookReactions } from "../../src/webhooks/react.ts"
import { encryptPlainSecrets } from "../../src/webhooks/secrets.ts"
import { type Changing, changingDesk } from "../desk/changing.ts"
import { dispatch } from "./dispatch.ts"
import { numberAll } from "./events.ts"

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  /** The bytes, as text. */
  body: string
}

export interface HookedDesk extends Changing {
  node: Desk
  received: Received[]
  /** How the receiver answers from now on. */
  answer: (path: string, reply: ServerResponse) => void
  /** Makes one that is called at this path. */
  addHook(path: string, hook: NewHook): Promise<number>
  /** Webhooks are owed whatever has happened until now. */
  hear(): Promise<void>
  /** Attempts what is due until nothing is. */
  deliver(): Promise<void>
  later(seconds: number): void
  close(): Promise<void>
}

export interface NewHook {
  events: EventName[]
  userId?: number
  secret?: string
  notification?: boolean
  headerPrefix?: string
  inboxIds?: number[]
}

/** A desk without webhooks, a receiver, and deliveries that a test sets going. */
export async function hookedDesk(overrides: Partial<Config> = {}): Promise<HookedDesk> {
  const on = await changingDesk({ outgoingAllow: ["127.0.0.1/32"], outgoingPorts: ["1-65535"], ...overrides })
  const { desk, ids } = on
  await desk.db.run(sql`truncate webhooks, webhook_deliveries, webhook_messages`)
  const received: Received[] = []
  const server = createServer(async (request, reply) => {
    let body = ""
    for await (const chunk of request.setEncoding("utf8")) body += chunk
    received.push({ path: request.url ?? "", headers: request.headers, body })
    hooked.answer(request.url ?? "", reply)
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const node: Desk = {
    config: desk.config,
    db: desk.appDb,
    replica: undefined,
    files: desk.files,
    outgoing: openOutgoing(desk.config),
    now: () => desk.clock.now,
  }
  const hooked: HookedDesk = {
    ...on,
    node,
    received,
    answer: (_path, reply) => reply.end("ok"),
    async addHook(path, hook) {
      const { events, userId = ids.users.ada, secret = "secret", notification = false, headerPrefix, inboxIds } = hook
      const { id } = await desk.db.one<{ id: number }>(sql`
        insert into webhooks (user_id, url, events, plain_secret, notification, header_prefix, inbox_ids)
        values (${userId}, ${receiver + path}, ${events}, ${secret}, ${notification}, ${headerPrefix ?? null},
          ${inboxIds ?? null}) returning id`)
      await encryptPlainSecrets(desk.db, desk.config)
      return id
    },
    async hear() {
      await numberAll(desk.db)
      for (const reaction of webhookReactions) {
        const hearing = { now: desk.clock.now, origin: desk.origin, log: desk.app.log }
        await dispatch(desk.db, reaction, hearing)
        while (await dispatch(desk.db, reaction, hearing));
      }
    },
    async deliver() {
      for (;;) {
        const now = desk.clock.now
        const claimed = await claimDue(node.db, { now, lentSeconds: 30, most: 256, mostEach: 8, loads: [] })
        if (claimed.length === 0) return
        const results = await Promise.all(claimed.map((claim) => carryOut(node, claim)))
        await settle(node.db, results, now)
      }
    },
    later(seconds) {
      desk.clock.now = new Date(desk.clock.now.getTime() + seconds * 1_000)
    },
    async close() {
      node.outgoing.close()
      server.closeAllConnections()
      await once(server.close(), "close")
      await desk.close()
    },
  }
  await hooked.hear()
  return hooked
}
