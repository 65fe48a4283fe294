import assert from "node:assert/strict"
import { type Db, sql } from "../../src/db/db.ts"
import { type Creating, creatingDesk, typed } from "./creating.ts"
import type { Reply } from "./desk.ts"
import { listWrongConversations, listWrongCounts, listWrongPreviews, listWrongSearchEntries } from "./seeded.ts"

/** Conversations that are merged, split and forwarded over HTTP. */
export interface Joining extends Creating {
  /** A conversation a minute later than the one before, with a customer's question and a reply. */
  asked(name: string, changes?: Record<string, unknown>): Promise<Asked>
  send(id: number, operation: string, body: unknown, token?: string): Promise<Reply>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
  read(id: number, token?: string): Promise<{ conversation: any; threads: any[] }>
  passMinute(): void
}

export interface Asked {
  id: number
  number: number
  /** Of the question and of the reply. */
  threadIds: number[]
}

export async function joiningDesk(): Promise<Joining> {
  const creating = await creatingDesk()
  const { desk, ada } = creating
  // What routing says of every new conversation is told elsewhere.
  await desk.db.run(sql`update routing set state = 'disabled'`)
  const passMinute = () => {
    desk.clock.now = new Date(desk.clock.now.getTime() + 60_000)
  }
  return {
    ...creating,
    passMinute,
    async asked(name, changes = {}) {
      passMinute()
      const threads = [typed("customer", { text: `${name} asks` }), typed("reply", { text: `${name} is answered` })]
      const customer = { email: `${name.toLowerCase()}@elsewhere.example` }
      const { id, conversation, threads: made } = await creating.made({ subject: name, customer, threads, ...changes })
      return { id, number: conversation.number, threadIds: made.map((thread) => thread.id) }
    },
    send: (id, operation, body, token = ada) =>
      desk.send("POST", `/v2/conversations/${id}/${operation}`, { token, body }),
    async read(id, token = ada) {
      const { status, body } = await desk.get(`/v2/conversations/${id}?embed=threads`, token)
      assert.equal(status, 200, JSON.stringify(body))
      return { conversation: body, threads: body._embedded.threads.toReversed() }
    },
  }
}

export function problemOf({ status, body }: Reply): [number, string] {
  return [status, String(body?._links.about.href).split("/").at(-1) ?? ""]
}

/** Everything that is kept beside the threads says what they say. */
export async function assertAllRight(db: Db): Promise<void> {
  assert.deepEqual(await listWrongConversations(db), [])
  assert.deepEqual(await listWrongPreviews(db), [])
  assert.deepEqual(await listWrongSearchEntries(db), [])
  assert.deepEqual(await listWrongCounts(db), [])
  const astray = await db.many(sql`select r.id from ratings r join threads t on t.id = r.thread_id
    where r.conversation_id <> t.conversation_id`)
  assert.deepEqual(astray, [])
}
