import assert from "node:assert/strict"
import type { Config } from "../../src/config.ts"
import { sql } from "../../src/db/db.ts"
import { type Creating, creatingDesk } from "./creating.ts"
import type { Reply } from "./desk.ts"

/** Conversations made and then changed over HTTP, on a desk with the scenario. */
export interface Changing extends Creating {
  grace: string
  /** A published conversation, assigned to Grace, that its customer has written and nobody answered. */
  fresh(changes?: Record<string, unknown>): Promise<number>
  patch(id: number, body: unknown, token?: string, headers?: Record<string, string>): Promise<Reply>
  put(id: number, part: string, body: unknown, token?: string): Promise<Reply>
  /** The conversation in version 2 with its threads, newest first. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely and assert what they find.
  read(id: number, token?: string): Promise<{ conversation: any; threads: any[] }>
  /** What its line items say, oldest first. */
  notesOf(id: number): Promise<{ action: string; text: string; user: number | null; entities: unknown }[]>
  /** What was told of it after it was made, oldest first. */
  toldOf(id: number): Promise<{ kind: string; data: unknown }[]>
  passSeconds(seconds: number): void
}

export async function changingDesk(overrides: Partial<Config> = {}): Promise<Changing> {
  const creating = await creatingDesk(overrides)
  const { desk, ids, ada } = creating
  return {
    ...creating,
    grace: await desk.tokenFor(ids.users.grace),
    async fresh(changes = {}) {
      const { id } = await creating.made({ assignTo: ids.users.grace, ...changes })
      return id
    },
    patch: (id, body, token = ada, headers = {}) =>
      desk.send("PATCH", `/v2/conversations/${id}`, { token, body, headers }),
    put: (id, part, body, token = ada) => desk.send("PUT", `/v2/conversations/${id}/${part}`, { token, body }),
    async read(id, token = ada) {
      const { status, body } = await desk.get(`/v2/conversations/${id}?embed=threads`, token)
      assert.equal(status, 200)
      return { conversation: body, threads: body._embedded.threads }
    },
    notesOf: (id) =>
      desk.db.many(sql`select action_type as action, action_text as text, created_by_id as user,
        action_entities as entities from threads where conversation_id = ${id} and type = 'lineitem' order by id`),
    async toldOf(id) {
      const events = await desk.db.many<{ kind: string; data: unknown }>(
        sql`select kind, data from events where conversation_id = ${id} order by id`,
      )
      return events.slice(1)
    },
    passSeconds(seconds) {
      desk.clock.now = new Date(desk.clock.now.getTime() + seconds * 1_000)
    },
  }
}
